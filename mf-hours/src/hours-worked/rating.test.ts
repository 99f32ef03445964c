import { describe, expect, it } from '@jest/globals';
import { progressOf, ratingOf, ratingOrStartText, ratingText } from './rating';

const hours = (available: number, worked: number) => ({ available: available * 3600, worked: worked * 3600 });
const day = (date: string, available: number, worked: number) => ({ date, ...hours(available, worked) });

describe('progressOf', () => {
  const today = '2026-11-16';
  const sunday = day('2026-11-15', 0, 0);
  const tomorrow = day('2026-11-17', 8, 0);

  it('is measured after a day with available hours, even without work', () => {
    expect(progressOf([sunday, day('2026-11-16', 8, 0)], '2026-11-17')).toBe('measured');
  });

  it('has not started on future days or on the first day before anybody has worked', () => {
    expect(progressOf([sunday, day(today, 8, 0), tomorrow], today)).toBe('not-started');
    expect(progressOf([tomorrow], today)).toBe('not-started');
  });

  it('ignores future days', () => {
    expect(progressOf([day(today, 8, 0), day('2026-11-17', 8, 8)], today)).toBe('not-started');
  });

  it('is measured on the first day once an hour is worked', () => {
    expect(progressOf([sunday, day(today, 8, 0.5), tomorrow], today)).toBe('first-hour');
    expect(progressOf([sunday, day(today, 8, 1), tomorrow], today)).toBe('measured');
  });

  it('is measured if today is unknown', () => {
    expect(progressOf([tomorrow], undefined)).toBe('measured');
  });
});

describe('ratingOf', () => {
  it('rates the whole range once an hour is over', () => {
    expect(ratingOf(hours(40, 16), hours(16, 16), 'measured')).toEqual({
      kind: 'utilization',
      utilization: 40,
      isRated: true,
    });
    expect(ratingOf(hours(40, 0), hours(8, 0), 'measured')).toEqual({
      kind: 'utilization',
      utilization: 0,
      isRated: true,
    });
  });

  it('has a percentage without a rating during the first hour', () => {
    expect(ratingOf(hours(40, 0.5), hours(8, 0.5), 'first-hour')).toEqual({
      kind: 'utilization',
      utilization: 1.3,
      isRated: false,
    });
  });

  it('returns nothing without available hours, regardless of work', () => {
    expect(ratingOf(hours(0, 18.7), hours(0, 18.7), 'measured')).toEqual({ kind: 'no-hours' });
  });

  it('has not started before the first work, or while all available hours are still to come', () => {
    expect(ratingOf(hours(40, 0), hours(8, 0), 'not-started')).toEqual({ kind: 'not-started' });
    expect(ratingOf(hours(8, 0), hours(0, 0), 'measured')).toEqual({ kind: 'not-started' });
  });
});

describe('ratingText', () => {
  it('shows 0.0% if there is nothing to rate', () => {
    expect(ratingText({ kind: 'utilization', utilization: 40, isRated: true })).toBe('40.0%');
    expect(ratingText({ kind: 'not-started' })).toBe('0.0%');
    expect(ratingText({ kind: 'no-hours' })).toBe('0.0%');
    expect(ratingOrStartText({ kind: 'not-started' })).toBe('Not started');
    expect(ratingOrStartText({ kind: 'no-hours' })).toBe('0.0%');
  });
});
