import { describe, expect, it } from '@jest/globals';
import { parseHours, type HoursProblem, understoodSeconds } from './typed-hours';

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
    ['8:30', 30_600],
    ['8:00', 28_800],
    ['0:30', 1800],
    ['24:00', 86_400],
    ['8h30', 30_600],
    ['8h', 28_800],
    ['8H 30M', 30_600],
    ['8 h 30 min', 30_600],
    ['8 hrs', 28_800],
    ['1 hour', 3600],
    ['7.5 hours', 27_000],
    ['7,5h', 27_000],
    ['30m', 1800],
    ['90 min', 5400],
    ['510 minutes', 30_600],
    ['8 1/2', 30_600],
    ['8-1/2', 30_600],
    ['1/2', 1800],
    ['8½', 30_600],
    ['8 ½', 30_600],
    ['½', 1800],
    ['17/2', 30_600],
    ['+8:30', 30_600],
    ['8:30 ', 30_600],
    // A spreadsheet's duration format.
    ['8:30:00', 30_600],
    ['0830', 30_600],
    ['8:30h', 30_600],
    ['8 1/2 hours', 30_600],
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
    ['8:20', 'off-step'],
    ['8h15', 'off-step'],
    ['8 1/4', 'off-step'],
    ['8¼', 'off-step'],
    ['8 1/3', 'off-step'],
    ['24:30', 'too-long'],
    ['1441m', 'too-long'],
    ['-8:30', 'negative'],
    ['8:60', 'not-a-number'],
    ['8:3', 'not-a-number'],
    ['8:30:15', 'not-a-number'],
    ['0860', 'too-long'],
    ['1730', 'too-long'],
    ['8h75', 'not-a-number'],
    ['8 1/0', 'not-a-number'],
    ['1/2/3', 'not-a-number'],
    ['8 30', 'not-a-number'],
    ['8m30', 'not-a-number'],
    ['8 am', 'not-a-number'],
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
    ['7:20', { original: 26_400, override: 3600 }, 26_400],
    ['7h20', { original: 3600, override: 26_400 }, 26_400],
  ])('accepts “%s” when it equals the computed or stored value', (text, of, seconds) =>
    expect(parseHours(text, of)).toEqual({ seconds }),
  );

  it('checks the step of a value that merely rounds to the stored one', () => {
    expect(parseHours('7.333', { original: 26_400, override: null })).toEqual({ problem: 'off-step' });
  });
});

it.each([
  ['8:30', 30_600],
  ['8 1/2', 30_600],
  ['7.5 hours', 27_000],
  ['0830', 30_600],
  ['7.5', undefined],
  ['7,5', undefined],
  ['', undefined],
  ['8:2', undefined],
])('shows the interpretation of “%s”: %s', (text, seconds) => expect(understoodSeconds(text, stored)).toBe(seconds));
