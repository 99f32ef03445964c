import { describe, expect, it } from '@jest/globals';
import { filterErrors } from './FilterForm';
import {
  clampPage,
  embeddedHistoryParams,
  filterCount,
  filtersOf,
  type HistoryParams,
  historyParams,
  noFilters,
  toQuery,
} from './history-params';

const defaultParams: HistoryParams = { page: 1, size: 10, sort: 'created_at', order: 'desc', ...noFilters };

const filtered: HistoryParams = {
  page: 3,
  size: 25,
  sort: 'product_name',
  order: 'asc',
  type: 'TRIAL_END',
  from: '2026-01-01',
  to: '2026-02-01',
  product: 'Core & more',
  feature: 'chat',
};

describe('historyParams', () => {
  it.each<[string, HistoryParams]>([
    ['the default', defaultParams],
    ['a filtered page', filtered],
  ])('survives a round trip through the address: %s', (_, params) => {
    expect(historyParams.parse(historyParams.write('', params))).toEqual(params);
    const search = embeddedHistoryParams.write('?history=shown', params);
    expect(embeddedHistoryParams.parse(search)).toEqual(params);
  });

  it('omits defaults from the URL and keeps other parameters', () => {
    const { write } = embeddedHistoryParams;
    expect(historyParams.write('', defaultParams)).toBe('');
    expect(write('?history=shown&history_page=4', defaultParams)).toBe('?history=shown');
    expect(write('?other=1', { ...defaultParams, page: 2 })).toBe('?other=1&history_page=2');
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
  ])('falls back to the default for %s', (search) => expect(historyParams.parse(search)).toEqual(defaultParams));

  it.each([
    [0, 10, 35, 1],
    [4, 10, 35, 4],
    [9, 10, 35, 4],
    [3, 10, 0, 1],
  ])('clamps page %i of size %i in %i entries to page %i', (page, size, count, clamped) => {
    expect(clampPage(page, size, count)).toBe(clamped);
  });
});

describe('the list’s query', () => {
  it('sends the specified defaults', () => {
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
    expect(toQuery({ ...defaultParams, product: '  ' })).toEqual(toQuery(defaultParams));
    expect([filterCount(noFilters), filterCount(filtersOf(filtered))]).toEqual([0, 5]);
  });

  it.each([
    [null, null, []],
    ['2026-01-01', '2026-01-01', []],
    ['', '2026-01-01', ['from']],
    [null, '', ['to']],
  ])('marks the range from %j to %j as invalid at %j', (from, to, fields) => {
    expect(Object.keys(filterErrors({ ...noFilters, from, to }))).toEqual(fields);
  });
});
