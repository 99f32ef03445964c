import { describe, expect, it } from '@jest/globals';
import { weeklyHoursRecord, type WeeklyHoursRecord } from '../contracts/weekly-hours.js';
import { timeKeys } from '../contracts/weekly-hours.js';
import {
  dayMinutes,
  dayProblems,
  differingTimeKeys,
  formatTime,
  hoursText,
  parseTime,
  parseTimeOf,
  weekMinutes,
  withFollowers,
  withWrittenTimes,
} from './weekly-hours.js';

function aRow(over: Partial<WeeklyHoursRecord> = {}): WeeklyHoursRecord {
  const empty = Object.fromEntries(timeKeys.map((key) => [key, '']));
  return weeklyHoursRecord.parse({
    provider_id: 7,
    'first-name': 'Kim',
    'last-name': 'Osei',
    'same-as-office-hours': false,
    ...empty,
    ...over,
  });
}

describe('midnight', () => {
  it.each(['12am', '12:00 AM', '24:00', '2400', '24', 'midnight', '12 midnight', 'Midnight', '0:00', '00:00'])(
    'parses “%s” as the start of the day for a start and the end of the day for an end',
    (typed) => {
      expect(parseTimeOf('beg', typed)).toBe(0);
      expect(parseTimeOf('l_beg', typed)).toBe(0);
      expect(parseTimeOf('end', typed, 8 * 60)).toBe(1440);
      expect(parseTimeOf('l_end', typed, 8 * 60)).toBe(1440);
    },
  );

  it('parses a bare 12 as an end after noon', () => {
    expect(parseTimeOf('end', '12', 16 * 60)).toBe(1440);
    expect(parseTimeOf('end', '12', 8 * 60)).toBe(720);
    expect(parseTimeOf('end', '12:30', 8 * 60)).toBe(750);
    expect(parseTimeOf('beg', '12')).toBe(720);
  });

  it('formats as 12:00 AM', () => {
    expect(formatTime(1440)).toBe('12:00 AM');
    expect(formatTime(0)).toBe('12:00 AM');
  });

  it.each(['24:01', '24:30', '25', '25:00'])('doesn’t parse “%s” as midnight', (typed) =>
    expect(parseTimeOf('end', typed)).toBeUndefined(),
  );

  it('can end a day, which then counts its hours', () => {
    const row = aRow({ mon_beg: '4:00 PM', mon_end: '12:00 AM', tue_beg: '12:00 AM', tue_end: '12:00 AM' });
    expect(dayProblems(row, 'mon')).toEqual([]);
    expect(dayMinutes(row, 'mon')).toBe(8 * 60);
    expect(dayProblems(row, 'tue')).toEqual([]);
    expect(dayMinutes(row, 'tue')).toBe(24 * 60);
  });

  it('is rejected after an end and before a start', () => {
    const late = aRow({ mon_beg: '6:00 PM', mon_end: '2:00 AM' });
    expect(dayProblems(late, 'mon')).toMatchObject([{ message: 'End time must be after start time' }]);
    const lunch = aRow({ mon_beg: '4:00 PM', mon_end: '11:00 PM', mon_l_beg: '10:00 PM', mon_l_end: '12:00 AM' });
    expect(dayProblems(lunch, 'mon')).toMatchObject([{ message: 'Lunch cannot end after day end' }]);
    const early = aRow({ mon_beg: '8:00 AM', mon_end: '5:00 PM', mon_l_beg: '12:00 AM', mon_l_end: '1:00 PM' });
    expect(dayProblems(early, 'mon')).toMatchObject([{ message: 'Lunch cannot start before day start' }]);
  });
});

describe('parseTime', () => {
  it.each([
    ['9', '9:00 AM'],
    ['930', '9:30 AM'],
    ['9:30a', '9:30 AM'],
    ['1730', '5:30 PM'],
    ['5 pm', '5:00 PM'],
    ['0630', '6:30 AM'],
    ['12', '12:00 PM'],
    ['12:15 AM', '12:15 AM'],
    ['9.45', '9:45 AM'],
    ['noon', '12:00 PM'],
    ['12 noon', '12:00 PM'],
    ['1', '1:00 PM'],
    ['6', '6:00 AM'],
    ['0', '12:00 AM'],
    ['9:30 A.M.', '9:30 AM'],
    ['', ''],
  ])('reads %p as %p', (typed, shown) => {
    expect(formatTime(parseTime(typed) as number | null)).toBe(shown);
  });

  it.each(['25', '9:75', '13pm', 'nine', '9:3', '-9', '9 to 5'])('rejects %p', (typed) => {
    expect(parseTime(typed)).toBeUndefined();
  });

  it.each([
    ['5', '8:00 AM', '5:00 PM'],
    ['8', '9:00 AM', '8:00 PM'],
    ['11', '8:00 AM', '11:00 AM'],
    ['12', '8:00 AM', '12:00 PM'],
    ['7', '12:00 PM', '7:00 PM'],
    ['12:30', '12:00 PM', '12:30 PM'],
  ])('reads %p after %p as %p', (typed, start, shown) => {
    expect(formatTime(parseTime(typed, parseTime(start)) as number | null)).toBe(shown);
  });
});

describe('dayProblems', () => {
  it.each([
    [{ mon_beg: '8:00 AM' }, 'End time must be set if start time is set', 'mon_end'],
    [{ mon_end: '5:00 PM' }, 'Start time must be set if end time is set', 'mon_beg'],
    [{ mon_beg: '8:00 AM', mon_end: '8:00 AM' }, 'End time must be after start time', 'mon_end'],
    [{ mon_l_beg: '12:00 PM' }, 'Both lunch start and end times must be set', 'mon_l_end'],
    [{ mon_l_end: '1:00 PM' }, 'Both lunch start and end times must be set', 'mon_l_beg'],
    [{ mon_l_beg: '1:00 PM', mon_l_end: '1:00 PM' }, 'Lunch end must be after lunch start', 'mon_l_end'],
    [
      { mon_beg: '9:00 AM', mon_end: '5:00 PM', mon_l_beg: '8:30 AM', mon_l_end: '9:30 AM' },
      'Lunch cannot start before day start',
      'mon_l_beg',
    ],
    [
      { mon_beg: '9:00 AM', mon_end: '12:00 PM', mon_l_beg: '11:45 AM', mon_l_end: '12:30 PM' },
      'Lunch cannot end after day end',
      'mon_l_end',
    ],
    [{ mon_beg: 'soon' }, 'Enter a time such as 9:30 AM', 'mon_beg'],
  ])('rejects %j: %s', (over, message, field) => {
    expect(dayProblems(aRow(over), 'mon')).toEqual([{ day: 'mon', field, message }]);
  });

  it('accepts an empty day, a day without lunch and a lunch that fills the day', () => {
    expect(dayProblems(aRow(), 'mon')).toEqual([]);
    expect(dayProblems(aRow({ mon_beg: '8:00 AM', mon_end: '5:00 PM' }), 'mon')).toEqual([]);
    const lunch = { mon_beg: '8:00 AM', mon_end: '9:00 AM', mon_l_beg: '8:00 AM', mon_l_end: '9:00 AM' };
    expect(dayProblems(aRow(lunch), 'mon')).toEqual([]);
  });
});

describe('dayMinutes and weekMinutes', () => {
  it('subtracts lunch from the time between start and end, and counts 0 without an end', () => {
    const row = aRow({
      mon_beg: '8:00 AM',
      mon_end: '5:00 PM',
      mon_l_beg: '12:00 PM',
      mon_l_end: '12:45 PM',
      tue_beg: '8:00 AM',
    });
    expect(dayMinutes(row, 'mon')).toBe(495);
    expect(dayMinutes(row, 'tue')).toBe(0);
    expect(hoursText(weekMinutes(row))).toBe('8.3');
  });

  it('groups digits of large numbers', () => {
    expect([hoursText(0), hoursText(9), hoursText(456_030)]).toEqual(['0.0', '0.2', '7,600.5']);
  });
});

describe('following the office', () => {
  const office = aRow({ provider_id: 0, mon_beg: '8:00 AM', mon_end: '5:00 PM' });

  it('copies the office times to followers and leaves other rows unchanged', () => {
    const [, follower, own] = withFollowers([
      office,
      aRow({ 'same-as-office-hours': true, tue_beg: '9:00 AM' }),
      aRow({ mon_beg: '10:00 AM' }),
    ]);
    expect(follower).toMatchObject({ mon_beg: '8:00 AM', mon_end: '5:00 PM', tue_beg: '' });
    expect(own).toMatchObject({ mon_beg: '10:00 AM', mon_end: '' });
  });

  it('lists the fields that differ by time, not by spelling', () => {
    expect(differingTimeKeys(aRow({ mon_beg: '8:00am', mon_end: '4:00 PM' }), office)).toEqual(['mon_end']);
  });
});

it('normalizes times and leaves unreadable ones as typed', () => {
  expect(withWrittenTimes(aRow({ mon_beg: '930', mon_end: 'late' }))).toMatchObject({
    mon_beg: '9:30 AM',
    mon_end: 'late',
  });
});
