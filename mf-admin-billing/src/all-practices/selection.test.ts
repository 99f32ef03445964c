import { describe, expect, it } from '@jest/globals';
import type { ListFilter } from './list-params';
import {
  selectAllMatching,
  emptySelection,
  pageSelectedStateOf,
  rangeBetween,
  type Selection,
  selectSingles,
  sizeOf,
  targetOf,
  selectedStateOf,
  withSelected,
} from './selection';

const named = (...ids: number[]) => ids.map((id) => ({ id, name: `Practice ${id}` }));
const page = named(1, 2, 3, 4);
const filter = (search = '', insider = false): ListFilter => ({ search, insider });
const matching = (by: ListFilter, count = 240): Selection => ({ kind: 'matching', filter: by, count });
const idsOf = (selection: Selection): unknown => targetOf(selection)?.practice_ids;

describe('a selection of single practices', () => {
  it('adds and removes practices and keeps those of other pages', () => {
    const two = withSelected(selectSingles(named(90)), named(2), true, page);
    expect(idsOf(two)).toEqual([90, 2]);
    expect(idsOf(withSelected(two, named(90), false, page))).toEqual([2]);
    expect(sizeOf(two)).toBe(2);
  });

  it('has no target while it is empty', () => {
    expect(targetOf(emptySelection)).toBeUndefined();
    expect(targetOf(withSelected(selectSingles(named(2)), named(2), false, page))).toBeUndefined();
  });
});

describe('a selection of all matching practices', () => {
  it('sends a filter instead of ids', () => {
    expect(targetOf(matching(filter('smile', true)))).toEqual({ filter: { search: 'smile', insider: true } });
    expect(targetOf(matching(filter()))).toEqual({ filter: {} });
  });

  it('selects single practices when all matches are on the page', () => {
    expect(idsOf(selectAllMatching(filter('smile'), 4, page))).toEqual([1, 2, 3, 4]);
    expect(selectAllMatching(filter('smile'), 5, page)).toEqual(matching(filter('smile'), 5));
  });

  it('keeps only the rest of the page when some are removed', () => {
    expect(idsOf(withSelected(matching(filter()), named(2), false, page))).toEqual([1, 3, 4]);
    expect(withSelected(matching(filter()), named(2), true, page)).toEqual(matching(filter()));
  });

  it.each<[string, ListFilter, ListFilter, boolean | 'unknown']>([
    ['all, shown without a filter', filter(), filter(), true],
    ['all, shown by a search', filter(), filter('smile'), true],
    ['the same search', filter('smile'), filter('Smile'), true],
    ['the same search among insiders', filter('smile'), filter('smile', true), true],
    ['insiders, all shown', filter('', true), filter(), 'unknown'],
    ['another search', filter('smile'), filter('lake'), 'unknown'],
    ['a search, all shown', filter('smile'), filter(), 'unknown'],
  ])('computes whether practices are checked for %s', (_, by, shown, selected) => {
    expect(selectedStateOf(matching(by), 3, shown)).toBe(selected);
    expect(pageSelectedStateOf(matching(by), page, shown)).toBe(selected === true ? 'all' : 'unknown');
  });
});

it.each<[number[], string]>([
  [[], 'none'],
  [[2], 'some'],
  [[77], 'none'],
  [[1, 2, 3, 4, 77], 'all'],
])('computes the header checkbox: with %j selected, %s of the page is checked', (ids, selected) => {
  expect(pageSelectedStateOf(selectSingles(named(...ids)), page, filter())).toBe(selected);
});

it.each<[number | null, number, number[]]>([
  [2, 4, [2, 3, 4]],
  [4, 2, [2, 3, 4]],
  [3, 3, [3]],
  [null, 3, [3]],
  [77, 3, [3]],
])('selects the range from %j to %i as %j', (last, id, ids) => {
  expect(rangeBetween(page, last, id).map((practice) => practice.id)).toEqual(ids);
});
