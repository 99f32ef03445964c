import { describe, expect, it } from '@jest/globals';
import { type ListFilter, noFilter } from './list-params';
import {
  selectAllMatching,
  emptySelection,
  fromStoredSelection,
  pageSelectedStateOf,
  rangeBetween,
  type Selection,
  selectSingles,
  sizeOf,
  targetOf,
  toStoredSelection,
  selectedStateOf,
  withSelected,
} from './selection';

const named = (...ids: number[]) => ids.map((id) => ({ id, name: `Practice ${id}` }));
const page = named(1, 2, 3, 4);
const filter = (search = '', insider = false): ListFilter => ({ ...noFilter, search, insider });
const matching = (by: ListFilter, count = 240, ...without: number[]): Selection => ({
  kind: 'matching',
  filter: by,
  count,
  excluded: new Map(named(...without).map(({ id, name }) => [id, name])),
});
const idsOf = (selection: Selection): unknown => targetOf(selection)?.practice_ids;

describe('a selection of single practices', () => {
  it('adds and removes practices and keeps those on other pages', () => {
    const two = withSelected(selectSingles(named(90)), named(2), true);
    expect(idsOf(two)).toEqual([90, 2]);
    expect(idsOf(withSelected(two, named(90), false))).toEqual([2]);
    expect(sizeOf(two)).toBe(2);
  });

  it('has no target while it is empty', () => {
    expect(targetOf(emptySelection)).toBeUndefined();
    expect(targetOf(withSelected(selectSingles(named(2)), named(2), false))).toBeUndefined();
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

  it('excludes practices, and includes them again', () => {
    const without = withSelected(matching(filter('smile')), named(2, 90), false);
    expect(without).toEqual(matching(filter('smile'), 240, 2, 90));
    expect(sizeOf(without)).toBe(238);
    expect(targetOf(without)).toEqual({ filter: { search: 'smile' }, exclude_ids: [2, 90] });
    expect(selectedStateOf(without, 2, filter('smile'))).toBe(false);
    expect(selectedStateOf(without, 2, filter('lake'))).toBe(false);
    expect(pageSelectedStateOf(without, page, filter('smile'))).toBe('some');
    expect(withSelected(without, named(2), true)).toEqual(matching(filter('smile'), 240, 90));
    expect(withSelected(matching(filter(), 4), page, false)).toBe(emptySelection);
  });

  it.each<[string, ListFilter, ListFilter, boolean | 'unknown']>([
    ['all, shown without a filter', filter(), filter(), true],
    ['all, shown by a search', filter(), filter('smile'), true],
    ['the same search', filter('smile'), filter('Smile'), true],
    ['the same search among insiders', filter('smile'), filter('smile', true), true],
    ['insiders, all shown', filter('', true), filter(), 'unknown'],
    ['another search', filter('smile'), filter('lake'), 'unknown'],
    ['a search, all shown', filter('smile'), filter(), 'unknown'],
    [
      'a bundle, shown with a flag too',
      { ...filter(), bundle: 'core' },
      { ...filter(), bundle: 'core', flag: 'x' },
      true,
    ],
    ['a bundle, another shown', { ...filter(), bundle: 'core' }, { ...filter(), bundle: 'phones' }, 'unknown'],
    ['a state, all shown', { ...filter(), state: 'trial' }, filter(), 'unknown'],
  ])('computes whether practices are checked for %s', (_, by, shown, selected) => {
    expect(selectedStateOf(matching(by), 3, shown)).toBe(selected);
    expect(pageSelectedStateOf(matching(by), page, shown)).toBe(selected === true ? 'all' : 'unknown');
  });
});

it.each<[string, Selection]>([
  ['single practices', selectSingles(named(2, 90))],
  ['all matches except some', matching({ ...filter('a&b', true), bundle: 'core', state: 'trial' }, 240, 2)],
  ['nothing', emptySelection],
])('stores and restores a selection of %s', (_, selection) => {
  expect(fromStoredSelection(JSON.parse(JSON.stringify(toStoredSelection(selection))))).toEqual(selection);
});

it.each([undefined, null, 7, { practices: 'x' }, { practices: [['1', 2]] }])('restores nothing from %j', (stored) => {
  expect(fromStoredSelection(stored)).toEqual(emptySelection);
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
