import { describe, expect, it } from '@jest/globals';
import { aDay, aProvider } from './testing/builders';
import { lunchEndAfter, lunchLength, parseDay, typedTimes } from './typed-times';

const row = aProvider(aDay('mon', ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM']));

describe('parseDay', () => {
  it.each([
    ['8-5', ['8:00 AM', '5:00 PM']],
    ['8:30 to 5', ['8:30 AM', '5:00 PM']],
    ['930 – 1730', ['9:30 AM', '5:30 PM']],
    ['12 pm - 7 pm', ['12:00 PM', '7:00 PM']],
    ['8-5 12-1', ['8:00 AM', '5:00 PM', '12:00 PM', '1:00 PM']],
    ['8-5, lunch 12-12:30', ['8:00 AM', '5:00 PM', '12:00 PM', '12:30 PM']],
    ['8:00 AM - 5:00 PM 12:00 PM - 1:00 PM', ['8:00 AM', '5:00 PM', '12:00 PM', '1:00 PM']],
    ['9:00 AM-12:00 PM, 1:00 PM-5:00 PM', ['9:00 AM', '5:00 PM', '12:00 PM', '1:00 PM']],
    ['9-12, 1-5', ['9:00 AM', '5:00 PM', '12:00 PM', '1:00 PM']],
    ['9-12, 12-5', ['9:00 AM', '5:00 PM', '', '']],
    ['4p-12a', ['4:00 PM', '12:00 AM']],
    ['4 pm - midnight', ['4:00 PM', '12:00 AM']],
    ['16:00-24:00', ['4:00 PM', '12:00 AM']],
    ['4p-12', ['4:00 PM', '12:00 AM']],
    ['12am-12am', ['12:00 AM', '12:00 AM']],
    ['2p-6p, 7p-12a', ['2:00 PM', '12:00 AM', '6:00 PM', '7:00 PM']],
    ['off', ['', '', '', '']],
    ['Closed', ['', '', '', '']],
  ])('parses %p', (text, expected) => {
    const [beg, end, lunchBeg, lunchEnd] = expected;
    expect(parseDay(text, 'mon')).toEqual({
      mon_beg: beg,
      mon_end: end,
      ...(lunchBeg !== undefined && { mon_l_beg: lunchBeg, mon_l_end: lunchEnd }),
    });
  });

  it.each(['', '8', '8-', '8-5-6', '8-soon', '8-5 12', '8-5 12-1 3-4'])('rejects %p', (text) => {
    expect(parseDay(text, 'mon')).toBeUndefined();
  });
});

describe('typedTimes', () => {
  it.each([
    ['beg', '9', { mon_beg: '9:00 AM' }],
    ['end', '6', { mon_end: '6:00 PM' }],
    ['end', '12am', { mon_end: '12:00 AM' }],
    ['end', '24:00', { mon_end: '12:00 AM' }],
    ['end', 'midnight', { mon_end: '12:00 AM' }],
    ['end', '8', { mon_end: '8:00 PM' }],
    ['l_beg', '1', { mon_l_beg: '1:00 PM' }],
    ['l_beg', '12 to 12:45', { mon_l_beg: '12:00 PM', mon_l_end: '12:45 PM' }],
    ['l_end', '12:30', { mon_l_end: '12:30 PM' }],
    ['l_end', '+45', { mon_l_end: '12:45 PM' }],
    ['l_end', '90m', { mon_l_end: '1:30 PM' }],
    ['l_end', '30 min', { mon_l_end: '12:30 PM' }],
    ['end', ' soon ', { mon_end: 'soon' }],
    ['end', '', { mon_end: '' }],
    ['beg', '7-3', { mon_beg: '7:00 AM', mon_end: '3:00 PM' }],
    ['end', '7-3', { mon_end: '7-3' }],
  ] as const)('parses the field %s typed as %p', (part, text, expected) => {
    expect(typedTimes(row, 'mon', part, text)).toEqual(expected);
  });
});

describe('the length of lunch', () => {
  it.each([
    [30, '12:30 PM'],
    [45, '12:45 PM'],
    [60, '1:00 PM'],
    [75, '1:15 PM'],
    [90, '1:30 PM'],
  ])('ends a lunch of %d minutes from noon at %s', (minutes, end) => {
    expect(lunchEndAfter(row, 'mon', minutes)).toBe(end);
  });

  it('returns undefined unless both times are set', () => {
    expect(lunchLength(row, 'mon')).toBe(60);
    expect(lunchLength(row, 'tue')).toBeUndefined();
    expect(lunchEndAfter(row, 'tue', 30)).toBeUndefined();
  });
});
