import { expect, it, jest } from '@jest/globals';
import { boundedCache } from './bounded-cache.js';

const cacheOf = (most: number) => boundedCache<string>(most, (value) => value.length);
const make = (value: string) => jest.fn(() => Promise.resolve(value));

it('a value is made once, also for callers at the same moment', async () => {
  const cache = cacheOf(100);
  const maker = make('abc');
  expect(await Promise.all([cache.get('a', maker), cache.get('a', maker)])).toEqual(['abc', 'abc']);
  expect(await cache.get('a', maker)).toBe('abc');
  expect(maker).toHaveBeenCalledTimes(1);
});

it('what was used longest ago goes first when there is too much', async () => {
  const cache = cacheOf(6);
  await cache.get('a', make('aaa'));
  await cache.get('b', make('bbb'));
  await cache.get('a', make('unused'));
  await cache.get('c', make('ccc'));
  expect(cache.bytes).toBe(6);
  expect(await cache.get('a', make('unused'))).toBe('aaa');
  expect(await cache.get('b', make('new'))).toBe('new');
});

it('a value larger than the whole cache is handed out and not kept', async () => {
  const cache = cacheOf(2);
  expect(await cache.get('a', make('aaa'))).toBe('aaa');
  expect(cache.bytes).toBe(0);
});

it('a failure is not kept', async () => {
  const cache = cacheOf(10);
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('a', make('yes'))).toBe('yes');
});
