/** Where one is in the list of all practices, as the address says it. Pure. */

/** What is looked for; an empty search and no tick find all practices. */
export interface ListFilter {
  search: string;
  insider: boolean;
}

export interface ListPlace extends ListFilter {
  /** Counts from 1. */
  page: number;
  /** The bulk change that is watched. */
  job: string | null;
}

/** Practices per page, and buttons of pages at most (specification: internal administration, 9). */
export const PAGE_SIZE = 100;
export const PAGE_BUTTONS = 5;

/** @param search of the address, with or without its question mark; what cannot be read is as if it were absent */
export function placeOf(search: string): ListPlace {
  const asked = new URLSearchParams(search);
  const page = Number(asked.get('page') ?? '1');
  return {
    search: (asked.get('search') ?? '').trim().slice(0, 200),
    insider: asked.get('insider') === 'true',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    job: asked.get('job'),
  };
}

export function addressOf(pathname: string, { search, insider, page, job }: ListPlace): string {
  const asked = new URLSearchParams();
  if (search !== '') asked.set('search', search);
  if (insider) asked.set('insider', 'true');
  if (page > 1) asked.set('page', String(page));
  if (job !== null) asked.set('job', job);
  const text = asked.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** Page numbers are clamped between 1 and the last page (specification: internal administration, 5). */
export function clampedPage(page: number, count: number): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / PAGE_SIZE)));
}

export const isFiltered = ({ search, insider }: ListFilter): boolean => search !== '' || insider;

/** The filter as a bulk change takes it: absent is what is not asked for. */
export function filterBody({ search, insider }: ListFilter): { search?: string; insider?: boolean } {
  return { ...(search !== '' && { search }), ...(insider && { insider }) };
}

/** The filter as the list takes it. */
export function filterQuery({ search, insider }: ListFilter): { search?: string; insider?: 'true' } {
  return { ...(search !== '' && { search }), ...(insider && { insider: 'true' as const }) };
}

export const sameFilter = (one: ListFilter, other: ListFilter): boolean =>
  one.search === other.search && one.insider === other.insider;
