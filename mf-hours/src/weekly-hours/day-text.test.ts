import { describe, expect, it } from '@jest/globals';
import { dayAsText, shortTimes, textsOf } from './day-text';
import { parseDay } from './typed-times';
import { aDay, aProvider } from './testing/builders';

describe('shortTimes', () => {
  it.each([
    [['8:00 AM', '5:00 PM'], '8:00 – 5:00'],
    [['12:00 PM', '7:00 PM'], '12:00 – 7:00'],
    [['7:00 PM', '11:00 PM'], '7:00 PM – 11:00'],
    [['7:00 AM', '11:00 AM'], '7:00 – 11:00'],
    [['8:00 AM', '5:00 AM'], '8:00 – 5:00 AM'],
    [['5:00 AM', '1:00 PM'], '5:00 AM – 1:00'],
    [['8:00 AM', 'soon'], '8:00 – soon'],
    [['8:00 AM', ''], '8:00 – '],
    [['4:00 PM', '12:00 AM'], '4:00 – 12:00 AM'],
    [['12:00 AM', '12:00 AM'], '12:00 AM – 12:00 AM'],
  ] as const)('shortens %j to %p', (hours, shown) => {
    const { beg, end } = shortTimes(textsOf(aProvider(aDay('mon', hours)), 'mon'));
    expect(`${beg} – ${end}`).toBe(shown);
  });

  it('shortens a lunch after the start of the day', () => {
    const row = aProvider(aDay('mon', ['8:00 AM', '5:00 PM'], ['11:30 AM', '12:15 PM']));
    expect(shortTimes(textsOf(row, 'mon'))).toMatchObject({ l_beg: '11:30', l_end: '12:15' });
  });
});

it.each([
  aDay('mon', ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM']),
  aDay('mon', ['7:00 PM', '11:00 PM']),
  aDay('mon', ['4:00 PM', '12:00 AM'], ['8:00 PM', '8:30 PM']),
  aDay('mon', ['12:00 AM', '12:00 AM']),
  aDay('mon', ['', '']),
])('parses a copied day back unchanged: %j', (times) => {
  const row = aProvider(times);
  expect({ ...row, ...parseDay(dayAsText(row, 'mon'), 'mon') }).toEqual(row);
});
