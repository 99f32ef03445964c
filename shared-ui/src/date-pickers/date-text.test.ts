import { describe, expect, it } from '@jest/globals';
import { shownDate, typedDate } from './date-text';

describe('a typed date', () => {
  it.each([
    ['11/30/2026', '2026-11-30'],
    [' 1/5/2026 ', '2026-01-05'],
    ['1-5-26', '2026-01-05'],
    ['02.29.2028', '2028-02-29'],
    ['11302026', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
  ])('%s is %s', (text, date) => {
    expect(typedDate(text)).toBe(date);
  });

  it.each(['', '11/30', '11/30/202', '13/01/2026', '02/29/2026', '30/11/2026', 'tomorrow', '2026-02-30'])(
    '%j is none',
    (text) => {
      expect(typedDate(text)).toBeNull();
    },
  );
});

describe('a date on the screen', () => {
  it.each([
    ['2026-11-30', '11/30/2026'],
    ['2026-01-05', '01/05/2026'],
    ['soon', 'soon'],
  ])('%s is shown as %s', (date, text) => {
    expect(shownDate(date)).toBe(text);
  });
});
