import { describe, expect, it } from '@jest/globals';
import type { ListFilter } from './list-place';
import {
  allMatching,
  nothing,
  pageTicked,
  rangeTo,
  type Selection,
  singles,
  sizeOf,
  targetOf,
  tickedIn,
  withTicks,
} from './selection';

const named = (...ids: number[]) => ids.map((id) => ({ id, name: `Practice ${id}` }));
const page = named(1, 2, 3, 4);
const filter = (search = '', insider = false): ListFilter => ({ search, insider });
const matching = (by: ListFilter, count = 240): Selection => ({ kind: 'matching', filter: by, count });
const idsOf = (selection: Selection): unknown => targetOf(selection)?.practice_ids;

describe('single practices', () => {
  it('are added and taken out, and keep what other pages have', () => {
    const two = withTicks(singles(named(90)), named(2), true, page);
    expect(idsOf(two)).toEqual([90, 2]);
    expect(idsOf(withTicks(two, named(90), false, page))).toEqual([2]);
    expect(sizeOf(two)).toBe(2);
  });

  it('are no target while there are none', () => {
    expect(targetOf(nothing)).toBeUndefined();
    expect(targetOf(withTicks(singles(named(2)), named(2), false, page))).toBeUndefined();
  });
});

describe('all that match', () => {
  it('are a filter in place of numbers', () => {
    expect(targetOf(matching(filter('smile', true)))).toEqual({ filter: { search: 'smile', insider: true } });
    expect(targetOf(matching(filter()))).toEqual({ filter: {} });
  });

  it('are named one by one where all of them are on the page', () => {
    expect(idsOf(allMatching(filter('smile'), 4, page))).toEqual([1, 2, 3, 4]);
    expect(allMatching(filter('smile'), 5, page)).toEqual(matching(filter('smile'), 5));
  });

  it('without some are the others of the page: a filter leaves none out', () => {
    expect(idsOf(withTicks(matching(filter()), named(2), false, page))).toEqual([1, 3, 4]);
    expect(withTicks(matching(filter()), named(2), true, page)).toEqual(matching(filter()));
  });

  it.each<[string, ListFilter, ListFilter, boolean | 'unknown']>([
    ['all, shown without a filter', filter(), filter(), true],
    ['all, shown by a search', filter(), filter('smile'), true],
    ['the same search', filter('smile'), filter('Smile'), true],
    ['the same search among insiders', filter('smile'), filter('smile', true), true],
    ['insiders, all shown', filter('', true), filter(), 'unknown'],
    ['another search', filter('smile'), filter('lake'), 'unknown'],
    ['a search, all shown', filter('smile'), filter(), 'unknown'],
  ])('%s: ticked is %j', (_, by, shown, ticked) => {
    expect(tickedIn(matching(by), 3, shown)).toBe(ticked);
    expect(pageTicked(matching(by), page, shown)).toBe(ticked === true ? 'all' : 'unknown');
  });
});

it.each<[number[], string]>([
  [[], 'none'],
  [[2], 'some'],
  [[77], 'none'],
  [[1, 2, 3, 4, 77], 'all'],
])('with %j selected, %s of the page is ticked', (ids, ticked) => {
  expect(pageTicked(singles(named(...ids)), page, filter())).toBe(ticked);
});

it.each<[number | null, number, number[]]>([
  [2, 4, [2, 3, 4]],
  [4, 2, [2, 3, 4]],
  [3, 3, [3]],
  [null, 3, [3]],
  [77, 3, [3]],
])('a range from %j to %i is %j', (last, id, ids) => {
  expect(rangeTo(page, last, id).map((practice) => practice.id)).toEqual(ids);
});
