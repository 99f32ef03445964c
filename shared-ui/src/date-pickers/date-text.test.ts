import { describe, expect, it } from '@jest/globals';
import { datePartsProblem, parseDateInput } from './date-text';

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

describe('datePartsProblem', () => {
  it.each([
    [['', '', ''], undefined],
    [['02', '28', '2026'], undefined],
    [['02', '29', '28'], undefined],
    [['02', '', ''], 'Enter the day and year'],
    [['', '31', '2026'], 'Enter the month'],
    [['00', '31', '2026'], 'There’s no month 0: enter 01 to 12'],
    [['02', '30', '2026'], 'February 2026 has no day 30: enter 01 to 28'],
    [['02', '29', '27'], 'February 2027 has no day 29: enter 01 to 28'],
    [['11', '31', '2026'], 'November 2026 has no day 31: enter 01 to 30'],
    [['01', '00', '2026'], 'January 2026 has no day 0: enter 01 to 31'],
    [['01', '31', '0006'], 'Enter a year from 1900 to 2199'],
    [['02', '30', '1899'], 'Enter a year from 1900 to 2199'],
    [['01', '31', '2200'], 'Enter a year from 1900 to 2199'],
  ])('names what is missing or wrong in %j', (parts, problem) => {
    expect(datePartsProblem(parts)).toBe(problem);
  });
});
