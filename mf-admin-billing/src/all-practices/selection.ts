/**
 * Which practices are selected: single ones, or all that a filter finds, of which a list of 100,000 numbers is never made.
 * Pure.
 */
import type { BulkChange } from 'shared-api/contracts';
import { filterBody, type ListFilter } from './list-place';

export interface Practice {
  id: number;
  name: string;
}

export type Selection =
  | { kind: 'single'; practices: ReadonlyMap<number, string> }
  /** `count` is how many the filter found when it was selected. */
  | { kind: 'matching'; filter: ListFilter; count: number };

export const nothing: Selection = { kind: 'single', practices: new Map() };

export const sizeOf = (selection: Selection): number =>
  selection.kind === 'single' ? selection.practices.size : selection.count;

/**
 * Whether everything that is shown under one filter is found by the other. The server alone knows what a search finds, so
 * only equal searches are told.
 */
export function covers(all: ListFilter, shown: ListFilter): boolean {
  const sameSearch = all.search === '' || all.search.toLowerCase() === shown.search.toLowerCase();
  return sameSearch && (!all.insider || shown.insider);
}

/** `unknown` where all that match another filter are selected: nobody but the server can say whether this one does. */
export type Ticked = boolean | 'unknown';

export function tickedIn(selection: Selection, id: number, shown: ListFilter): Ticked {
  if (selection.kind === 'single') return selection.practices.has(id);
  return covers(selection.filter, shown) || 'unknown';
}

export type PageTicked = 'none' | 'some' | 'all' | 'unknown';

export function pageTicked(selection: Selection, page: readonly Practice[], shown: ListFilter): PageTicked {
  const ticks = page.map(({ id }) => tickedIn(selection, id, shown));
  if (ticks.includes('unknown')) return 'unknown';
  const ticked = ticks.filter(Boolean).length;
  if (ticked === 0) return 'none';
  return ticked === ticks.length ? 'all' : 'some';
}

export const singles = (practices: Iterable<Practice>): Selection => ({
  kind: 'single',
  practices: new Map([...practices].map(({ id, name }) => [id, name])),
});

/**
 * The selection with some practices ticked or unticked. A filter cannot leave single practices out: what is left of it is
 * the page that is shown.
 *
 * @param page the practices that are shown, in their order
 */
export function withTicks(
  selection: Selection,
  practices: readonly Practice[],
  on: boolean,
  page: readonly Practice[],
): Selection {
  if (selection.kind === 'matching') {
    if (on) return selection;
    const off = new Set(practices.map(({ id }) => id));
    return singles(page.filter(({ id }) => !off.has(id)));
  }
  const next = new Map(selection.practices);
  for (const { id, name } of practices) {
    if (on) next.set(id, name);
    else next.delete(id);
  }
  return { kind: 'single', practices: next };
}

/** All that match. Where all of them are on the page, they are named one by one, so that each can be unticked. */
export function allMatching(filter: ListFilter, count: number, page: readonly Practice[]): Selection {
  return count <= page.length ? singles(page) : { kind: 'matching', filter, count };
}

/** From the one last ticked to this one, both included; this one alone where the last is not on the page. */
export function rangeTo(page: readonly Practice[], last: number | null, id: number): readonly Practice[] {
  const to = page.findIndex((practice) => practice.id === id);
  const from = page.findIndex((practice) => practice.id === last);
  return page.slice(Math.min(from === -1 ? to : from, to), Math.max(from, to) + 1);
}

/** Which practices a bulk change is for, as its call takes it. */
export type Target = Pick<BulkChange, 'practice_ids' | 'filter'>;

/** Undefined where nothing is selected. */
export function targetOf(selection: Selection): Target | undefined {
  if (selection.kind === 'matching') return { filter: filterBody(selection.filter) };
  return selection.practices.size === 0 ? undefined : { practice_ids: [...selection.practices.keys()] };
}
