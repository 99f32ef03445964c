/** Filter, order, page and watched job of the list of all practices, as URL parameters. */
import {
  MAX_PRACTICE_SEARCH_LENGTH,
  type BulkType,
  type PracticesFilter,
  type PracticeSort,
  type PracticeState,
  practiceSorts,
  practiceStates,
} from 'shared-api/contracts';
import { choiceParam, flagParam, optionalParam, pageParam, textParam, urlParams } from 'shared-ui/remote';
import { PAGE_SIZE } from './page-size';

/** The list's filter. Empty strings and false don't filter. */
export interface ListFilter {
  search: string;
  insider: boolean;
  /** Name of a bundle, feature or flag that the practices have. */
  bundle: string;
  feature: string;
  flag: string;
  state: PracticeState | '';
}

export const noFilter: ListFilter = { search: '', insider: false, bundle: '', feature: '', flag: '', state: '' };

export interface ListOrder {
  sort: PracticeSort;
  order: 'asc' | 'desc';
}

export interface ListParams extends ListFilter, ListOrder {
  /** Counts from 1. */
  page: number;
  /** Id of the bulk change to watch. */
  jobId: string | null;
}

/** The maximum number of page buttons (specification: internal administration, 9). */
export const PAGE_BUTTONS = 5;

const MAX_NAME_LENGTH = 100;

export const listParams = urlParams<ListParams>({
  search: textParam('search', MAX_PRACTICE_SEARCH_LENGTH),
  insider: flagParam('insider'),
  bundle: textParam('bundle', MAX_NAME_LENGTH),
  feature: textParam('feature', MAX_NAME_LENGTH),
  flag: textParam('flag', MAX_NAME_LENGTH),
  state: choiceParam('state', ['', ...practiceStates], ''),
  sort: choiceParam('sort', practiceSorts, 'name'),
  order: choiceParam('order', ['asc', 'desc'], 'asc'),
  page: pageParam('page'),
  jobId: optionalParam('job'),
});

/** Page numbers are clamped between 1 and the last page (specification: internal administration, 5). */
export function clampPage(page: number, count: number, pageSize = PAGE_SIZE): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / pageSize)));
}

/** The filter without the other parameters. */
export const filterOf = ({ search, insider, bundle, feature, flag, state }: ListFilter): ListFilter => ({
  search,
  insider,
  bundle,
  feature,
  flag,
  state,
});

export const isFiltered = (filter: ListFilter): boolean => !isSameFilter(filter, noFilter);

/** Number of active filters, not counting the search. */
export const filterCount = (filter: ListFilter): number =>
  filterParts.filter((part) => part !== 'search' && filter[part] !== noFilter[part]).length;

export const isSameFilter = (one: ListFilter, other: ListFilter): boolean =>
  filterParts.every((part) => one[part] === other[part]);

const filterParts = Object.keys(noFilter) as (keyof ListFilter)[];

/** Sets the filter for practices that have an item, by item type. */
export const itemParts = { bundle: 'bundle', feature: 'feature', feature_flag: 'flag' } as const satisfies Record<
  BulkType,
  keyof ListFilter
>;

/** The filter in a bulk change's body. Unset parts are omitted. */
export function toFilterBody({ search, insider, bundle, feature, flag, state }: ListFilter): PracticesFilter {
  return {
    ...(search !== '' && { search }),
    ...(insider && { insider }),
    ...(bundle !== '' && { bundle }),
    ...(feature !== '' && { feature }),
    ...(flag !== '' && { feature_flag: flag }),
    ...(state !== '' && { state }),
  };
}

/** The filter and order in the list's query. Defaults are omitted. */
export function toListQuery({ sort, order, ...filter }: ListFilter & ListOrder) {
  const { insider, ...others } = toFilterBody(filter);
  return {
    ...others,
    ...(insider && { insider: 'true' as const }),
    ...(sort !== 'name' && { sort }),
    ...(order !== 'asc' && { order }),
  };
}
