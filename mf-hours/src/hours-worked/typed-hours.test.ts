import { describe, expect, it } from '@jest/globals';
import { parseHours, type HoursProblem } from './typed-hours';

const stored = { original: 8 * 3600, override: null };

describe('parseHours', () => {
  it.each<[string, number]>([
    ['7.5', 27_000],
    ['7,5', 27_000],
    [' 8 ', 28_800],
    ['.5', 1800],
    ['7.', 25_200],
    ['07.50', 27_000],
    ['+6', 21_600],
    ['0', 0],
    ['-0', 0],
    ['24', 86_400],
    ['', 0],
    ['   ', 0],
  ])('parses “%s” as %i seconds', (text, seconds) => expect(parseHours(text, stored)).toEqual({ seconds }));

  it.each<[string, HoursProblem]>([
    ['24.5', 'too-long'],
    ['24.01', 'too-long'],
    ['1e9', 'not-a-number'],
    ['-1', 'negative'],
    ['-0.5', 'negative'],
    ['7.3', 'off-step'],
    ['7.75', 'off-step'],
    ['eight', 'not-a-number'],
    ['7:30', 'not-a-number'],
    ['1,000.5', 'not-a-number'],
    ['7,5,', 'not-a-number'],
    ['.', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['0x10', 'not-a-number'],
  ])('rejects “%s” as %s', (text, problem) => expect(parseHours(text, stored)).toEqual({ problem }));

  it.each([
    ['7.75', { original: 27_900, override: null }, 27_900],
    ['7.75', { original: 0, override: 27_900 }, 27_900],
    // 7 hours and 20 minutes are shown as 7.33.
    ['7.33', { original: 26_400, override: 3600 }, 26_400],
    ['7,33', { original: 26_400, override: 3600 }, 26_400],
  ])('accepts “%s” when it equals the computed or stored value', (text, of, seconds) =>
    expect(parseHours(text, of)).toEqual({ seconds }),
  );

  it('checks the step of a value that only rounds to the stored one', () => {
    expect(parseHours('7.333', { original: 26_400, override: null })).toEqual({ problem: 'off-step' });
  });
});
