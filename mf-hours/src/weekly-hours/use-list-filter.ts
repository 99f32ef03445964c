import { flagParam, textParam, urlParams, useTypedUrlParams } from 'shared-ui/remote';

/**
 * The filter of the list. It is in the URL (`?name=kim&differing=1`), so that it can be shared and survives a reload.
 */
export interface ListFilter {
  name: string;
  onlyDiffering: boolean;
}

export const everyRow: ListFilter = { name: '', onlyDiffering: false };

export const filterParams = urlParams<ListFilter>({
  name: textParam('name'),
  onlyDiffering: flagParam('differing', '1'),
});

export const useListFilter = (): [ListFilter, (filter: ListFilter) => void] => useTypedUrlParams(filterParams);
