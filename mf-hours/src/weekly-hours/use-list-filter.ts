import { flagParam, textParam, urlParams, useTypedUrlParams } from 'shared-ui/remote';

/** Which rows the list shows. It is in the address (`?name=kim&differing=1`), so that it can be sent and reloaded. */
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
