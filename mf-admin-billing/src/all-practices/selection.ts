/**
 * Which practices are selected: single ones, or all that match a filter. A filter avoids a list of 100,000 ids.
 * Pure.
 */
import type { BulkChange } from 'shared-api/contracts';
import { toFilterBody, type ListFilter } from './list-params';

export interface Practice {
  id: number;
  name: string;
}

export type Selection =
  | { kind: 'single'; practices: ReadonlyMap<number, string> }
  /** `count` is how many the filter found when it was selected. */
  | { kind: 'matching'; filter: ListFilter; count: number };

export const emptySelection: Selection = { kind: 'single', practices: new Map() };

export const sizeOf = (selection: Selection): number =>
  selection.kind === 'single' ? selection.practices.size : selection.count;

/**
 * Whether one filter finds everything that the other shows. Only the server knows what a search finds, so
 * only equal searches can be compared.
 */
export function isFilterWithin(all: ListFilter, shown: ListFilter): boolean {
  const sameSearch = all.search === '' || all.search.toLowerCase() === shown.search.toLowerCase();
  return sameSearch && (!all.insider || shown.insider);
}

/** `unknown` if all matches of another filter are selected. Only the server knows whether this practice matches it. */
export type SelectedState = boolean | 'unknown';

export function selectedStateOf(selection: Selection, id: number, shown: ListFilter): SelectedState {
  if (selection.kind === 'single') return selection.practices.has(id);
  return isFilterWithin(selection.filter, shown) || 'unknown';
}

export type PageSelectedState = 'none' | 'some' | 'all' | 'unknown';

export function pageSelectedStateOf(
  selection: Selection,
  page: readonly Practice[],
  shown: ListFilter,
): PageSelectedState {
  const states = page.map(({ id }) => selectedStateOf(selection, id, shown));
  if (states.includes('unknown')) return 'unknown';
  const selected = states.filter(Boolean).length;
  if (selected === 0) return 'none';
  return selected === states.length ? 'all' : 'some';
}

export const selectSingles = (practices: Iterable<Practice>): Selection => ({
  kind: 'single',
  practices: new Map([...practices].map(({ id, name }) => [id, name])),
});

/**
 * Adds practices to the selection or removes them. A filter can't exclude single practices, so removing one leaves
 * the rest of the current page.
 *
 * @param page the practices that are shown, in their order
 */
export function withSelected(
  selection: Selection,
  practices: readonly Practice[],
  on: boolean,
  page: readonly Practice[],
): Selection {
  if (selection.kind === 'matching') {
    if (on) return selection;
    const off = new Set(practices.map(({ id }) => id));
    return selectSingles(page.filter(({ id }) => !off.has(id)));
  }
  const next = new Map(selection.practices);
  for (const { id, name } of practices) {
    if (on) next.set(id, name);
    else next.delete(id);
  }
  return { kind: 'single', practices: next };
}

/** Selects all matches. If they all fit on the page, they are selected singly, so each can be cleared. */
export function selectAllMatching(filter: ListFilter, count: number, page: readonly Practice[]): Selection {
  return count <= page.length ? selectSingles(page) : { kind: 'matching', filter, count };
}

/** The range from the last clicked practice to this one, inclusive. Only this one if the last isn't on the page. */
export function rangeBetween(page: readonly Practice[], last: number | null, id: number): readonly Practice[] {
  const to = page.findIndex((practice) => practice.id === id);
  const from = page.findIndex((practice) => practice.id === last);
  return page.slice(Math.min(from === -1 ? to : from, to), Math.max(from, to) + 1);
}

/** The practices in the request of a bulk change. */
export type Target = Pick<BulkChange, 'practice_ids' | 'filter'>;

/** Undefined if nothing is selected. */
export function targetOf(selection: Selection): Target | undefined {
  if (selection.kind === 'matching') return { filter: toFilterBody(selection.filter) };
  return selection.practices.size === 0 ? undefined : { practice_ids: [...selection.practices.keys()] };
}
