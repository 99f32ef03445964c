import { describe, expect, it } from '@jest/globals';
import { parseDateInput } from './date-text';

describe('parseDateInput', () => {
  it.each([
    ['11/30/2026', '2026-11-30'],
    [' 1/5/2026 ', '2026-01-05'],
    ['1-5-26', '2026-01-05'],
    ['02.29.2028', '2028-02-29'],
    ['11302026', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
  ])('reads %s as %s', (text, date) => {
    expect(parseDateInput(text)).toBe(date);
  });

  it.each(['', '11/30', '11/30/202', '13/01/2026', '02/29/2026', '30/11/2026', 'tomorrow', '2026-02-30'])(
    'rejects %j',
    (text) => {
      expect(parseDateInput(text)).toBeNull();
    },
  );
});
