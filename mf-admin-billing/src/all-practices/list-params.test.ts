import { expect, it } from '@jest/globals';
import { clampPage, listParams, type ListParams, toFilterBody, toFilterQuery } from './list-params';

const start: ListParams = { search: '', insider: false, page: 1, jobId: null };

it.each<[string, Partial<ListParams>]>([
  ['', {}],
  ['?search=smile', { search: 'smile' }],
  ['?search=a%26b+c', { search: 'a&b c' }],
  ['?insider=true', { insider: true }],
  ['?page=7', { page: 7 }],
  ['?job=x-1', { jobId: 'x-1' }],
  ['?search=smile&insider=true&page=3&job=x', { search: 'smile', insider: true, page: 3, jobId: 'x' }],
])('reads the address %j and writes it back unchanged', (search, place) => {
  expect(listParams.parse(search)).toEqual({ ...start, ...place });
  expect(listParams.write('', { ...start, ...place })).toBe(search);
});

it.each([['?page=0'], ['?page=-2'], ['?page=1.5'], ['?page=x'], ['?insider=1'], ['?search=%20%20']])(
  'falls back to the default for the invalid address %j',
  (search) => expect(listParams.parse(search)).toEqual(start),
);

it.each([
  [1, 0, 1],
  [9, 0, 1],
  [1, 100, 1],
  [2, 100, 1],
  [2, 101, 2],
  [5000, 100_240, 1003],
])('clamps page %i of %i practices to page %i', (page, count, clamped) => expect(clampPage(page, count)).toBe(clamped));

it('sends only the filters that are set', () => {
  expect(toFilterBody({ search: '', insider: false })).toEqual({});
  expect(toFilterBody({ search: 'a', insider: true })).toEqual({ search: 'a', insider: true });
  expect(toFilterQuery({ search: 'a', insider: true })).toEqual({ search: 'a', insider: 'true' });
  expect(toFilterQuery({ search: '', insider: false })).toEqual({});
});
