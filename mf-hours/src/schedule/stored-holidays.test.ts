import { expect, it } from '@jest/globals';
import { isHolidaysForm } from './stored-holidays';

it.each([
  ['a year with changes', { year: 2026, picked: { '2026-12-25': false } }, true],
  ['a year without changes', { year: 2027, picked: {} }, true],
  ['a year that can’t be chosen', { year: 2025, picked: {} }, false],
  ['a change that is no choice', { year: 2026, picked: { '2026-12-25': 'no' } }, false],
  ['a list', { year: 2026, picked: [] }, false],
  ['no changes', { year: 2026, picked: null }, false],
  ['nothing', undefined, false],
])('accepts only a selection of holidays: %s', (_, stored, expected) => {
  expect(isHolidaysForm(stored, [2026, 2027])).toBe(expected);
});
