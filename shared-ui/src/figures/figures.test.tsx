import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { DateText, formatDate, formatInstant, formatInstantInZone, zoneText } from './dates';
import { formatMoney, Money } from './money';

describe('formatMoney and Money', () => {
  it.each([
    [0, 'usd', '$0.00'],
    [5, 'usd', '$0.05'],
    [61200, 'usd', '$612.00'],
    [123456789, 'usd', '$1,234,567.89'],
    [-4900, 'usd', '−$49.00'],
    [1200, 'eur', '€12.00'],
    [1200, 'CAD', 'CA$12.00'],
    [1200, 'jpy', '¥1,200'],
  ])('formats %i of %s as %s', (cents, currency, text) => {
    expect(formatMoney(cents, currency)).toBe(text);
  });

  it('uses dollars when no currency is given', () => {
    render(<Money cents={1393} />);
    expect(screen.getByText('$13.93')).toBeInTheDocument();
  });
});

describe('formatDate and DateText', () => {
  it.each([
    ['2026-11-30', 'Nov 30, 2026'],
    ['2026-01-01', 'Jan 1, 2026'],
    ['2024-02-29', 'Feb 29, 2024'],
  ])('formats %s as %s in every time zone', (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  it('shows an unreadable date unchanged', () => {
    expect(formatDate('sometime')).toBe('sometime');
    expect(formatDate('2026-13-01')).toBe('2026-13-01');
  });

  it('has a machine-readable date', () => {
    render(<DateText date="2026-11-30" />);
    expect(screen.getByText('Nov 30, 2026')).toHaveAttribute('datetime', '2026-11-30');
  });

  it('announces a missing date to screen readers', () => {
    render(<DateText date={null} />);
    expect(screen.getByText('None')).toBeInTheDocument();
  });
});

it('names the zone of an instant', () => {
  expect(formatInstantInZone(1_790_000_000, 'America/Chicago')).toBe('Sep 21, 2026, 9:13 AM CDT');
});

describe('formatInstant', () => {
  const change = Date.UTC(2026, 2, 8, 8, 30) / 1000;

  it.each([
    ['America/Chicago', 'Mar 8, 2026, 3:30 AM'],
    ['America/Phoenix', 'Mar 8, 2026, 1:30 AM'],
    ['Asia/Kolkata', 'Mar 8, 2026, 2:00 PM'],
    ['UTC', 'Mar 8, 2026, 8:30 AM'],
  ])('formats an instant in the time zone %s', (zone, text) => {
    expect(formatInstant(change, zone)).toBe(text);
  });
});

describe('zoneText', () => {
  const winter = new Date('2026-01-15T12:00:00Z');
  const summer = new Date('2026-07-15T12:00:00Z');

  it.each([
    ['America/Chicago', winter, 'Chicago, CT (UTC−6)'],
    ['America/Chicago', summer, 'Chicago, CT (UTC−5)'],
    ['America/Los_Angeles', winter, 'Los Angeles, PT (UTC−8)'],
    ['America/Phoenix', summer, 'Phoenix, MST (UTC−7)'],
    ['Asia/Kolkata', winter, 'Kolkata (UTC+5:30)'],
    ['Europe/London', winter, 'London (UTC)'],
    ['UTC', winter, 'UTC'],
    ['Nowhere/Land', winter, 'Nowhere/Land'],
  ])('describes %s on %s as %s', (zone, now, text) => {
    expect(zoneText(zone, now)).toBe(text);
  });
});
