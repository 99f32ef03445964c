import { describe, expect, it } from '@jest/globals';
import { filterErrors } from './FilterForm';
import {
  clampPage,
  filterCount,
  withParams,
  noFilters,
  type HistoryParams,
  parseHistoryParams,
  toQuery,
  toSearch,
  defaultParams,
} from './history-params';

const filtered: HistoryParams = {
  page: 3,
  size: 25,
  sort: 'product_name',
  order: 'asc',
  filters: { type: 'TRIAL_END', from: '2026-01-01', to: '2026-02-01', product: 'Core & more', feature: 'chat' },
};

describe('the position in the history', () => {
  it.each<[string, HistoryParams]>([
    ['the default', defaultParams],
    ['a filtered page', filtered],
  ])('survives a round trip through the address: %s', (_, position) => {
    expect(parseHistoryParams(toSearch('', position))).toEqual(position);
    expect(parseHistoryParams(toSearch('?history=shown', position, 'history_'), 'history_')).toEqual(position);
  });

  it('omits the default from the address and keeps other parameters', () => {
    expect(toSearch('', defaultParams)).toBe('');
    expect(toSearch('?history=shown&history_page=4', defaultParams, 'history_')).toBe('?history=shown');
    expect(toSearch('?other=1', { ...defaultParams, page: 2 }, 'history_')).toBe('?other=1&history_page=2');
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
  ])('falls back to the default for %s', (search) => expect(parseHistoryParams(search)).toEqual(defaultParams));

  it('returns to the first page on another sort, filter or size, not on another page', () => {
    expect(withParams(filtered, { sort: 'change_type' }).page).toBe(1);
    expect(withParams(filtered, { filters: noFilters }).page).toBe(1);
    expect(withParams(filtered, { size: 5 }).page).toBe(1);
    expect(withParams(filtered, { page: 2 }).page).toBe(2);
  });

  it.each([
    [0, 10, 35, 1],
    [4, 10, 35, 4],
    [9, 10, 35, 4],
    [3, 10, 0, 1],
  ])('clamps page %i of size %i in %i entries to page %i', (page, size, count, clamped) => {
    expect(clampPage(page, size, count)).toBe(clamped);
  });
});

describe('the query of the list', () => {
  it('sends the defaults of the specification', () => {
    expect(toQuery(defaultParams)).toEqual({ page: 1, page_size: '10', sort_by: 'created_at', sort_order: 'desc' });
  });

  it('sends only filters that have a value', () => {
    expect(toQuery(filtered)).toEqual({
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
    expect(toQuery({ ...defaultParams, filters: { ...noFilters, product: '  ' } })).toEqual(toQuery(defaultParams));
    expect([filterCount(noFilters), filterCount(filtered.filters)]).toEqual([0, 5]);
  });

  it.each([
    [null, null, []],
    ['2026-01-01', '2026-01-01', []],
    ['2026-01-02', '2026-01-01', ['to']],
    ['', '2026-01-01', ['from']],
    [null, '', ['to']],
  ])('marks the range from %j to %j as invalid at %j', (from, to, fields) => {
    expect(Object.keys(filterErrors({ ...noFilters, from, to }))).toEqual(fields);
  });
});
