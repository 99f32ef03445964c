/** Reads days (`YYYY-MM-DD`) from pasted text. */
import { isDate } from 'shared-api/contracts';

const forms = [
  /^(?<month>\d{1,2})[/.\- ](?<day>\d{1,2})[/.\- ](?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
] as const;

/**
 * Parses a typed date leniently: `11/30/2026`, `1/5/26`, `11302026`, `2026-11-30`. A 2-digit year is in this
 * century. Null if it isn't a calendar day.
 */
export function parseDateInput(text: string): string | null {
  for (const form of forms) {
    const { year = '', month = '', day = '' } = form.exec(text.trim())?.groups ?? {};
    const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isDate(date)) return date;
  }
  return null;
}
