import { expect, it } from '@jest/globals';
import { periodText } from './periods.js';

it.each([
  [undefined, 'year'],
  [{ interval: 'month', count: 3 }, '3 months'],
  [{ interval: 'week', count: 1 }, 'week'],
  [{ interval: 'day', count: 45 }, '45 days'],
] as const)('formats %j as %s', (every, text) => {
  expect(periodText('year', every)).toBe(text);
});
