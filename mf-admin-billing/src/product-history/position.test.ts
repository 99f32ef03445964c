import { describe, expect, it } from '@jest/globals';
import { filterErrors } from './FilterForm';
import {
  clampPage,
  filterCount,
  moved,
  noFilters,
  type Position,
  positionFrom,
  queryOf,
  searchWith,
  start,
} from './position';

const filtered: Position = {
  page: 3,
  size: 25,
  sort: 'product_name',
  order: 'asc',
  filters: { type: 'TRIAL_END', from: '2026-01-01', to: '2026-02-01', product: 'Core & more', feature: 'chat' },
};

describe('the place in the history', () => {
  it.each<[string, Position]>([
    ['the start', start],
    ['a filtered page', filtered],
  ])('survives the address: %s', (_, position) => {
    expect(positionFrom(searchWith('', position))).toEqual(position);
    expect(positionFrom(searchWith('?history=shown', position, 'history_'), 'history_')).toEqual(position);
  });

  it('of the start is not in the address, and all else in it stays', () => {
    expect(searchWith('', start)).toBe('');
    expect(searchWith('?history=shown&history_page=4', start, 'history_')).toBe('?history=shown');
    expect(searchWith('?other=1', { ...start, page: 2 }, 'history_')).toBe('?other=1&history_page=2');
  });

  it.each([
    ['page=0'],
    ['page=-1'],
    ['page=1.5'],
    ['page=x'],
    ['size=7'],
    ['sort=id'],
    ['order=up'],
    ['type=NOTHING'],
    ['from=2026-02-30'],
    ['to=yesterday'],
  ])('that is nonsense is the default: %s', (search) => expect(positionFrom(search)).toEqual(start));

  it('with another sort, filter or size begins at its first page; with another page it does not', () => {
    expect(moved(filtered, { sort: 'change_type' }).page).toBe(1);
    expect(moved(filtered, { filters: noFilters }).page).toBe(1);
    expect(moved(filtered, { size: 5 }).page).toBe(1);
    expect(moved(filtered, { page: 2 }).page).toBe(2);
  });

  it.each([
    [0, 10, 35, 1],
    [4, 10, 35, 4],
    [9, 10, 35, 4],
    [3, 10, 0, 1],
  ])('page %i of size %i in %i entries is page %i', (page, size, count, clamped) => {
    expect(clampPage(page, size, count)).toBe(clamped);
  });
});

describe('what is asked for', () => {
  it('are the defaults of the specification', () => {
    expect(queryOf(start)).toEqual({ page: 1, page_size: '10', sort_by: 'created_at', sort_order: 'desc' });
  });

  it('are the filters that say something', () => {
    expect(queryOf(filtered)).toEqual({
      page: 3,
      page_size: '25',
      sort_by: 'product_name',
      sort_order: 'asc',
      change_type: 'TRIAL_END',
      from_date: '2026-01-01',
      to_date: '2026-02-01',
      product_name: 'Core & more',
      feature_name: 'chat',
    });
    expect(queryOf({ ...start, filters: { ...noFilters, product: '  ' } })).toEqual(queryOf(start));
    expect([filterCount(noFilters), filterCount(filtered.filters)]).toEqual([0, 5]);
  });

  it.each([
    [null, null, []],
    ['2026-01-01', '2026-01-01', []],
    ['2026-01-02', '2026-01-01', ['to']],
    ['', '2026-01-01', ['from']],
    [null, '', ['to']],
  ])('from %j to %j is wrong at %j', (from, to, fields) => {
    expect(Object.keys(filterErrors({ ...noFilters, from, to }))).toEqual(fields);
  });
});
