import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRecentReads } from './recent-reads';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('reads once what two contributions need, also while the first one still reads', async () => {
  const { reuse } = createRecentReads();
  const read = jest.fn(() => Promise.resolve('hours'));
  expect(await Promise.all([reuse('/a', read), reuse('/a', read)])).toEqual(['hours', 'hours']);
  jest.advanceTimersByTime(9_999);
  expect(await reuse('/a', read)).toBe('hours');
  expect(await reuse('/b', () => Promise.resolve('other'))).toBe('other');
  expect(read).toHaveBeenCalledTimes(1);
});

it.each<[string, (clear: () => void) => void]>([
  ['ten seconds later', () => jest.advanceTimersByTime(10_000)],
  ['after a change', (clear) => clear()],
])('reads again %s', async (_when, pass) => {
  const { reuse, clear } = createRecentReads();
  const read = jest.fn(() => Promise.resolve('hours'));
  await reuse('/a', read);
  pass(clear);
  await reuse('/a', read);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads itself what another contribution could not read, or stopped to read', async () => {
  const { reuse } = createRecentReads();
  const first = reuse('/a', () => Promise.reject(new Error('stopped')));
  const second = reuse('/a', () => Promise.resolve('hours'));
  await expect(first).rejects.toThrow('stopped');
  expect(await second).toBe('hours');
  expect(await reuse('/a', () => Promise.resolve('later'))).toBe('later');
});
