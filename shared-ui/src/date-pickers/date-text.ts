/** Parses dates (`YYYY-MM-DD`) from text and explains what is wrong with invalid ones. */
import { daysInMonth, isDate, listText } from 'shared-api/contracts';
import { commonMessages } from '../messages';

const messages = commonMessages.dates;

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

/** In the format's order. */
const partNames = ['month', 'day', 'year'] as const;

/** The error of a typed month, day and year. Undefined for a valid date or no input. */
export function datePartsProblem(parts: readonly string[]): string | undefined {
  const missing = partNames.filter((_, index) => !parts[index]);
  if (missing.length === partNames.length) return undefined;
  if (missing.length > 0) return messages.missing(listText(missing));
  const [month = 0, day = 0, typedYear = 0] = parts.map(Number);
  if (month < 1 || month > 12) return messages.noMonth(month);
  const year = typedYear > 9 && typedYear < 100 ? 2000 + typedYear : typedYear;
  if (!isDate(`${year}-01-01`)) return messages.wrongYear;
  return day < 1 || day > daysInMonth(year, month) ? messages.noDay(year, month, day) : undefined;
}
