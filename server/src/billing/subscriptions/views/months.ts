/** Calendar months in a time zone, as `YYYY-MM`. Pure functions; times are epoch seconds. */
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';

const PAST = 5;
const AHEAD = 6;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  formats.set(timeZone, format);
  return format;
}

export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return epochSeconds(date);
}

export function monthOf(seconds: number, timeZone: string): string {
  const parts = formatFor(timeZone).formatToParts(new Date(seconds * 1000));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}`;
}

/** Twelve months: five past ones, the current one, six future ones. */
export function monthsAround(seconds: number, timeZone: string): string[] {
  const [year = 0, month = 1] = monthOf(seconds, timeZone).split('-').map(Number);
  return Array.from({ length: PAST + 1 + AHEAD }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1 - PAST + index, 1));
    return date.toISOString().slice(0, 7);
  });
}
