import { expect, it } from '@jest/globals';
import { addressOf, clampedPage, filterBody, filterQuery, type ListPlace, placeOf } from './list-place';

const start: ListPlace = { search: '', insider: false, page: 1, job: null };

it.each<[string, Partial<ListPlace>]>([
  ['', {}],
  ['?search=smile', { search: 'smile' }],
  ['?search=a%26b+c', { search: 'a&b c' }],
  ['?insider=true', { insider: true }],
  ['?page=7', { page: 7 }],
  ['?job=x-1', { job: 'x-1' }],
  ['?search=smile&insider=true&page=3&job=x', { search: 'smile', insider: true, page: 3, job: 'x' }],
])('the address %j says where one is, and is written the same', (search, place) => {
  expect(placeOf(search)).toEqual({ ...start, ...place });
  expect(addressOf('/p', { ...start, ...place })).toBe(`/p${search}`);
});

it.each([['?page=0'], ['?page=-2'], ['?page=1.5'], ['?page=x'], ['?insider=1'], ['?search=%20%20']])(
  'an address that cannot be read, %j, is the beginning',
  (search) => expect(placeOf(search)).toEqual(start),
);

it.each([
  [1, 0, 1],
  [9, 0, 1],
  [1, 100, 1],
  [2, 100, 1],
  [2, 101, 2],
  [5000, 100_240, 1003],
])('page %i of %i practices is page %i', (page, count, clamped) => expect(clampedPage(page, count)).toBe(clamped));

it('a filter sends what is asked for and nothing else', () => {
  expect(filterBody({ search: '', insider: false })).toEqual({});
  expect(filterBody({ search: 'a', insider: true })).toEqual({ search: 'a', insider: true });
  expect(filterQuery({ search: 'a', insider: true })).toEqual({ search: 'a', insider: 'true' });
  expect(filterQuery({ search: '', insider: false })).toEqual({});
});
