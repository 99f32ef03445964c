/** Calendar days as `YYYY-MM-DD`. They are never parsed as instants. */
import { dateFormat } from './date-format.js';

/** True for a calendar day from 1900 to 2199. */
export function isDate(text: string): boolean {
  const parts = /^(19|20|21)(\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(parts[3]), Number(parts[4])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** True for an IANA time zone that the engine supports. */
export function isTimeZone(name: string): boolean {
  try {
    dateFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day `days` later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/**
 * The date of an instant in a time zone. Reads the format's parts, because engines order and separate them differently.
 *
 * @param zone IANA name
 */
export function dayIn(zone: string, instant: Date): string {
  const parts = dateFormat('en-US', { timeZone: zone, ...day }).formatToParts(instant);
  const valueOf = (wanted: keyof typeof day): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${valueOf('year')}-${valueOf('month')}-${valueOf('day')}`;
}

/** The first day of a practice's new time zone: the later of today in both zones, so that no past day changes. */
export function timeZoneStart(before: string, after: string, now: Date): string {
  const [ended, begun] = [dayIn(before, now), dayIn(after, now)];
  return ended > begun ? ended : begun;
}

/** Number of days in a range, both ends inclusive; less than 1 if it ends before it starts. */
export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}
