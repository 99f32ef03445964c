import { dateFormat } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Formats a date in US style: `Nov 30, 2026`.
 *
 * @param date calendar date as `YYYY-MM-DD`, independent of time zones. Other text is returned unchanged.
 */
export function formatDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const month = months[Number(match?.[2]) - 1];
  return match && month ? `${month} ${Number(match[3])}, ${match[1]}` : date;
}

/** Formats a near date without the year: `Nov 30`. */
export function formatShortDate(date: string): string {
  return formatDate(date).replace(/, \d+$/, '');
}

/** Formats an instant in a time zone: `Nov 20, 2026, 9:05 AM`. */
export function formatInstant(epochSeconds: number, timeZone: string): string {
  return dateFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    .format(epochSeconds * 1000)
    .replace(/\u202f/g, ' ');
}

/** Formats an instant with the zone's name, for people in other zones: `Nov 20, 2026, 9:05 AM CST`. */
export function formatInstantInZone(epochSeconds: number, timeZone: string): string {
  const options = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return dateFormat('en-US', { ...options, timeZone, timeZoneName: 'short' })
    .format(epochSeconds * 1000)
    .replace(/\u202f/g, ' ');
}

function zonePart(timeZone: string, now: Date, timeZoneName: 'shortGeneric' | 'shortOffset'): string {
  const parts = dateFormat('en-US', { timeZone, timeZoneName }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/**
 * Formats a time zone: `Chicago, CT (UTC−6)`. Omits the abbreviation if English has none.
 *
 * @param timeZone IANA name; an unknown one is returned unchanged.
 * @param now the instant that determines the offset
 */
export function zoneText(timeZone: string, now: Date): string {
  try {
    const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
    const short = zonePart(timeZone, now, 'shortGeneric');
    const offset = zonePart(timeZone, now, 'shortOffset').replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
    if (place === offset) return place;
    return `${place}${/^[A-Z]{2,4}$/.test(short) && short !== place ? `, ${short}` : ''} (${offset})`;
  } catch {
    return timeZone;
  }
}

export interface DateTextProps {
  /** `YYYY-MM-DD`; null shows a dash. */
  date: string | null;
}

/** A formatted date that doesn't wrap. */
export function DateText({ date }: DateTextProps): ReactNode {
  if (date === null) {
    return (
      <span>
        <span aria-hidden>–</span>
        <VisuallyHidden>{commonMessages.none}</VisuallyHidden>
      </span>
    );
  }
  return (
    <time dateTime={date} style={{ whiteSpace: 'nowrap' }}>
      {formatDate(date)}
    </time>
  );
}
