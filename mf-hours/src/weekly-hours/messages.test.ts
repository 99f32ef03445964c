import { expect, it } from '@jest/globals';
import type { Day } from 'shared-api/contracts';
import { weeklyHours } from './messages';

it.each<[Day[], string]>([
  [['mon'], 'differs Mon'],
  [['mon', 'tue'], 'differs Mon, Tue'],
  [['mon', 'tue', 'wed', 'fri'], 'differs Mon–Wed, Fri'],
  [['mon', 'wed', 'thu', 'fri', 'sat', 'sun'], 'differs Mon, Wed–Sun'],
])('formats %j as %p', (days, text) => {
  expect(weeklyHours.summary.days(days)).toBe(text);
});
