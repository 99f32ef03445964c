/**
 * The selected practices: single ones, or all that match a filter except some. A filter avoids a list of 100,000 ids.
 * Pure.
 */
import type { BulkChange } from 'shared-api/contracts';
import { filterOf, type ListFilter, listParams, toFilterBody } from './list-params';

export interface Practice {
  id: number;
  name: string;
}

/** Names of practices by id. */
export type PracticeNames = ReadonlyMap<number, string>;

export type Selection =
  | { kind: 'single'; practices: PracticeNames }
  /** `count` is the number of matches at the time of selection. `excluded` are practices among them. */
  | { kind: 'matching'; filter: ListFilter; count: number; excluded: PracticeNames };

export const emptySelection: Selection = { kind: 'single', practices: new Map() };

export const sizeOf = (selection: Selection): number =>
  selection.kind === 'single' ? selection.practices.size : selection.count - selection.excluded.size;

/**
 * Whether one filter matches everything that the other shows. Only the server knows the matches of a search, so only
 * equal searches can be compared.
 */
export function isFilterWithin(all: ListFilter, shown: ListFilter): boolean {
  const sameSearch = all.search === '' || all.search.toLowerCase() === shown.search.toLowerCase();
  const names = ['bundle', 'feature', 'flag', 'state'] as const;
  const sameNames = names.every((part) => all[part] === '' || all[part] === shown[part]);
  return sameSearch && sameNames && (!all.insider || shown.insider);
}

/** `unknown` if all matches of another filter are selected. Only the server knows whether this practice matches it. */
export type SelectedState = boolean | 'unknown';

export function selectedStateOf(selection: Selection, id: number, shown: ListFilter): SelectedState {
  if (selection.kind === 'single') return selection.practices.has(id);
  if (selection.excluded.has(id)) return false;
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

function withPractices(before: PracticeNames, practices: readonly Practice[], on: boolean): PracticeNames {
  const next = new Map(before);
  for (const { id, name } of practices) {
    if (on) next.set(id, name);
    else next.delete(id);
  }
  return next;
}

/** Adds practices to the selection or removes them. In a selection of all matches, it excludes them. */
export function withSelected(selection: Selection, practices: readonly Practice[], on: boolean): Selection {
  if (selection.kind === 'single') {
    return { kind: 'single', practices: withPractices(selection.practices, practices, on) };
  }
  const excluded = withPractices(selection.excluded, practices, !on);
  return excluded.size < selection.count ? { ...selection, excluded } : emptySelection;
}

/** Selects all matches. If they all fit on the page, they are selected singly. */
export function selectAllMatching(filter: ListFilter, count: number, page: readonly Practice[]): Selection {
  return count <= page.length ? selectSingles(page) : { kind: 'matching', filter, count, excluded: new Map() };
}

/** The range from the last clicked practice to this one, inclusive. Only this one if the last one isn't on the page. */
export function rangeBetween(page: readonly Practice[], last: number | null, id: number): readonly Practice[] {
  const to = page.findIndex((practice) => practice.id === id);
  const from = page.findIndex((practice) => practice.id === last);
  return page.slice(Math.min(from === -1 ? to : from, to), Math.max(from, to) + 1);
}

/** The practices in the request of a bulk change. */
export type Target = Pick<BulkChange, 'practice_ids' | 'filter' | 'exclude_ids'>;

/** Undefined if nothing is selected. */
export function targetOf(selection: Selection): Target | undefined {
  if (selection.kind === 'single') {
    return selection.practices.size === 0 ? undefined : { practice_ids: [...selection.practices.keys()] };
  }
  const { filter, excluded } = selection;
  return { filter: toFilterBody(filter), ...(excluded.size > 0 && { exclude_ids: [...excluded.keys()] }) };
}

/** A selection as JSON. */
export function toStoredSelection(selection: Selection): unknown {
  if (selection.kind === 'single') return { practices: [...selection.practices] };
  const { filter, count, excluded } = selection;
  const search = listParams.write('', { ...listParams.parse(''), ...filter });
  return { search, count, excluded: [...excluded] };
}

function namesIn(stored: unknown): PracticeNames {
  const isEntry = (entry: unknown): entry is [number, string] =>
    Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string';
  return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
}

/** Unreadable values count as an empty selection. */
export function fromStoredSelection(stored: unknown): Selection {
  const { practices, search, count, excluded } = (stored ?? {}) as Record<string, unknown>;
  if (typeof search !== 'string' || typeof count !== 'number') return { kind: 'single', practices: namesIn(practices) };
  return { kind: 'matching', filter: filterOf(listParams.parse(search)), count, excluded: namesIn(excluded) };
}
