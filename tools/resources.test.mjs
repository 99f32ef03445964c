import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { withResources } from './resources.mjs';

const failing = () => {
  throw new Error('still in use');
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = undefined;
});

it('keeps the result when a clean-up fails, and fails the process', async () => {
  /** @type {string[]} */
  const released = [];
  const result = await withResources(async (resources) => {
    resources.keep('first', (name) => released.push(name));
    resources.keep('second', failing);
    return 42;
  });
  expect(result).toBe(42);
  expect(released).toEqual(['first']);
  expect(process.exitCode).toBe(1);
});

it('keeps the work’s error when a clean-up also fails', async () => {
  const working = withResources(async (resources) => {
    resources.keep('first', failing);
    throw new Error('no port is free');
  });
  await expect(working).rejects.toThrow('no port is free');
});
