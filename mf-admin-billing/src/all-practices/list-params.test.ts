import { expect, it } from '@jest/globals';
import { clampPage, isFiltered, listParams, type ListParams, noFilter, toFilterBody, toListQuery } from './list-params';

const start: ListParams = { ...noFilter, sort: 'name', order: 'asc', page: 1, jobId: null };

it.each<[string, Partial<ListParams>]>([
  ['', {}],
  ['?search=smile', { search: 'smile' }],
  ['?search=a%26b+c', { search: 'a&b c' }],
  ['?insider=true', { insider: true }],
  ['?bundle=core&feature=call_log&flag=fast_sync', { bundle: 'core', feature: 'call_log', flag: 'fast_sync' }],
  ['?state=past_due', { state: 'past_due' }],
  ['?sort=number&order=desc', { sort: 'number', order: 'desc' }],
  ['?page=7', { page: 7 }],
  ['?job=x-1', { jobId: 'x-1' }],
  ['?search=smile&insider=true&page=3&job=x', { search: 'smile', insider: true, page: 3, jobId: 'x' }],
])('reads the address %j and writes it back unchanged', (search, place) => {
  expect(listParams.parse(search)).toEqual({ ...start, ...place });
  expect(listParams.write('', { ...start, ...place })).toBe(search);
});

it.each([
  ['?page=0'],
  ['?page=-2'],
  ['?page=1.5'],
  ['?page=x'],
  ['?insider=1'],
  ['?search=%20%20'],
  ['?state=happy'],
  ['?sort=x'],
  ['?order=up'],
])('falls back to the default for the invalid URL %j', (search) => expect(listParams.parse(search)).toEqual(start));

it.each([
  [1, 0, 1],
  [9, 0, 1],
  [1, 100, 1],
  [2, 100, 1],
  [2, 101, 2],
  [5000, 100_240, 1003],
])('clamps page %i of %i practices to page %i', (page, count, clamped) => expect(clampPage(page, count)).toBe(clamped));

it('sends only active filters', () => {
  const all = { search: 'a', bundle: 'core', feature: 'call_log', flag: 'fast_sync', state: 'trial' } as const;
  const sent = { search: 'a', bundle: 'core', feature: 'call_log', feature_flag: 'fast_sync', state: 'trial' };
  expect([isFiltered(noFilter), toFilterBody(noFilter), toListQuery(start)]).toEqual([false, {}, {}]);
  expect(toFilterBody({ ...all, insider: true })).toEqual({ ...sent, insider: true });
  expect(toListQuery({ ...all, insider: true, sort: 'number', order: 'desc' })).toEqual({
    ...sent,
    ...{ insider: 'true', sort: 'number', order: 'desc' },
  });
});
