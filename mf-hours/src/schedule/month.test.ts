import { describe, expect, it } from '@jest/globals';
import { addMonths, daysAfter, lastOf, movedDay, weeksOf } from './month';

describe('weeksOf', () => {
  it('fills the first and last week with days of the adjacent months', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(5);
    expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-11-01', '2026-12-05']);
    expect(weeksOf('2026-08')).toHaveLength(6);
  });
});

describe('addMonths and lastOf', () => {
  it('continues across the end of a year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect(lastOf('2028-02')).toBe('2028-02-29');
  });
});

describe('movedDay', () => {
  it.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowDown', '2026-11-08'],
    ['Home', '2026-11-01'],
    ['End', '2026-11-07'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
  ])('moves with %s to %s', (key, day) => expect(movedDay('2026-11-01', key)).toBe(day));

  it('clamps to the last day of a shorter month', () => expect(movedDay('2027-01-31', 'PageDown')).toBe('2027-02-28'));

  it('ignores other keys', () => expect(movedDay('2026-11-01', 'a')).toBeUndefined());
});

describe('daysAfter', () => {
  const bounds = { start: '2024-01-01', end: '2027-12-31' };

  it('begins after the month, and with today after a past month', () => {
    expect(daysAfter('2026-12', '2026-11-20', bounds)).toEqual({ start: '2027-01-01', end: '2027-12-31' });
    expect(daysAfter('2026-03', '2026-11-20', bounds)).toEqual({ start: '2026-11-20', end: '2027-12-24' });
  });

  it('is null after the last month with exceptions', () => {
    expect(daysAfter('2027-12', '2026-11-20', bounds)).toBeNull();
  });
});
