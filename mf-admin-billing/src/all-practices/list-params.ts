/** Filter, page and watched job of the list of all practices, as URL parameters. */
import { flagParam, optionalParam, pageParam, textParam, urlParams } from 'shared-ui/remote';

/** The filter of the list. An empty search without `insider` finds all practices. */
export interface ListFilter {
  search: string;
  insider: boolean;
}

export interface ListParams extends ListFilter {
  /** Counts from 1. */
  page: number;
  /** Id of the bulk change to watch. */
  jobId: string | null;
}

/** Practices per page, and the maximum number of page buttons (specification: internal administration, 9). */
export const PAGE_SIZE = 100;
export const PAGE_BUTTONS = 5;

export const listParams = urlParams<ListParams>({
  search: textParam('search'),
  insider: flagParam('insider'),
  page: pageParam('page'),
  jobId: optionalParam('job'),
});

/** Page numbers are clamped between 1 and the last page (specification: internal administration, 5). */
export function clampPage(page: number, count: number): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / PAGE_SIZE)));
}

export const isFiltered = ({ search, insider }: ListFilter): boolean => search !== '' || insider;

/** The filter in the body of a bulk change. Unset parts are absent. */
export function toFilterBody({ search, insider }: ListFilter): { search?: string; insider?: boolean } {
  return { ...(search !== '' && { search }), ...(insider && { insider }) };
}

/** The filter in the query of the list. */
export function toFilterQuery({ search, insider }: ListFilter): { search?: string; insider?: 'true' } {
  return { ...(search !== '' && { search }), ...(insider && { insider: 'true' as const }) };
}

export const isSameFilter = (one: ListFilter, other: ListFilter): boolean =>
  one.search === other.search && one.insider === other.insider;
