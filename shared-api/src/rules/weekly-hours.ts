/**
 * Weekly hours rules shared by browser and server (specification: settings and hours, 5.2 and 9; DECISIONS 22). Times
 * are minutes since midnight; null means no time.
 */
import {
  type Day,
  type TimeKey,
  type TimePart,
  type WeeklyHoursRecord,
  days,
  OFFICE,
  timeKeys,
} from '../contracts/weekly-hours.js';

const NOON = 12 * 60;
const MINUTES_PER_DAY = 24 * 60;

/** Bare numbers from this hour on mean the morning: `6` is 6:00 AM, `5` is 5:00 PM. */
const FIRST_MORNING_HOUR = 6;

/** Lunch duration shortcuts, in minutes (section 9). */
export const lunchDurations = [30, 45, 60, 75, 90] as const;

/**
 * Parses a typed time: `9`, `930`, `9:30`, `9:30a`, `5 pm`, `0630`, `1730`, `noon`, `midnight`, `24:00`.
 *
 * A bare hour from 1 to 12 can mean morning or afternoon. With `after`, it is the earlier of the two that is later than
 * `after` (`5` after 8:00 AM is 5:00 PM). Otherwise, typical opening hours decide.
 *
 * @returns minutes since midnight, null for empty text, undefined for invalid text. `24:00` is the end of the day.
 */
export function parseTime(text: string, after?: number | null): number | null | undefined {
  const typed = text.trim().toLowerCase().replace(/\s+/g, '');
  if (typed === '') return null;
  if (/^(?:12)?noon$/.test(typed)) return NOON;
  if (/^(?:12)?midnight$/.test(typed)) return 0;
  if (/^24(?:[:.]?00)?$/.test(typed)) return MINUTES_PER_DAY;
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?(?:(a|p)(?:\.?m\.?)?)?$/.exec(typed);
  if (!match) return undefined;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (minute > 59 || hour > 23) return undefined;
  if (match[3]) {
    if (hour < 1 || hour > 12) return undefined;
    return (hour % 12) * 60 + minute + (match[3] === 'p' ? NOON : 0);
  }
  const exact = hour > 12 || hour === 0 || (match[1]?.length === 2 && match[1].startsWith('0'));
  if (exact) return hour * 60 + minute;
  const morning = (hour % 12) * 60 + minute;
  const afternoon = morning + NOON;
  if (after !== undefined && after !== null) {
    if (hour !== 12 && morning > after) return morning;
    if (afternoon > after) return afternoon;
  }
  return hour >= FIRST_MORNING_HOUR && hour !== 12 ? morning : afternoon;
}

const isBareTwelve = (text: string): boolean => /^12(?:[:.]?00)?$/.test(text.trim());

/**
 * Parses a start or end time. 12:00 AM is the start of the day as a start and the end of the day as an end; no time
 * follows it (docs/decisions/0108-midnight-ends-the-day.md). A bare 12 after noon is also midnight.
 */
export function parseTimeOf(part: TimePart, text: string, after?: number | null): number | null | undefined {
  const minutes = parseTime(text, after);
  const isEnd = part === 'end' || part === 'l_end';
  if (!isEnd) return minutes === MINUTES_PER_DAY ? 0 : minutes;
  return minutes === 0 || (isBareTwelve(text) && (after ?? 0) >= NOON) ? MINUTES_PER_DAY : minutes;
}

/** Formats a time as 12-hour text for the wire and the screen, e.g. `9:30 AM`; empty for null. */
export function formatTime(minutes: number | null): string {
  if (minutes === null) return '';
  const hour = Math.floor(minutes / 60) % 24;
  const minute = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

export interface DayTimes {
  beg: number | null;
  end: number | null;
  lunchBeg: number | null;
  lunchEnd: number | null;
}

/** Times of one day. Invalid text counts as no time, because `weeklyHoursProblems` reports it separately. */
export function dayTimes(record: WeeklyHoursRecord, day: Day): DayTimes {
  const at = (part: TimePart): number | null => parseTimeOf(part, record[`${day}_${part}`]) ?? null;
  return { beg: at('beg'), end: at('end'), lunchBeg: at('l_beg'), lunchEnd: at('l_end') };
}

export interface HoursProblem {
  day: Day;
  /** The field to fix first. */
  field: TimeKey;
  message: string;
}

export const hoursMessages = {
  notATime: 'Enter a time such as 9:30 AM',
  endMissing: 'End time must be set if start time is set',
  startMissing: 'Start time must be set if end time is set',
  endBeforeStart: 'End time must be after start time',
  lunchIncomplete: 'Both lunch start and end times must be set',
  lunchEndBeforeStart: 'Lunch end must be after lunch start',
  lunchBeforeDay: 'Lunch cannot start before day start',
  lunchAfterDay: 'Lunch cannot end after day end',
} as const;

/** The problems of one day of a row, in the specification's order; empty if there are none. */
export function dayProblems(record: WeeklyHoursRecord, day: Day): HoursProblem[] {
  const problems: HoursProblem[] = [];
  const report = (part: TimePart, message: string): void => {
    problems.push({ day, field: `${day}_${part}`, message });
  };
  for (const part of ['beg', 'end', 'l_beg', 'l_end'] as const) {
    if (parseTime(record[`${day}_${part}`]) === undefined) report(part, hoursMessages.notATime);
  }
  if (problems.length > 0) return problems;

  const { beg, end, lunchBeg, lunchEnd } = dayTimes(record, day);
  if (beg !== null && end === null) report('end', hoursMessages.endMissing);
  if (end !== null && beg === null) report('beg', hoursMessages.startMissing);
  if (beg !== null && end !== null && end <= beg) report('end', hoursMessages.endBeforeStart);
  if ((lunchBeg === null) !== (lunchEnd === null)) {
    report(lunchBeg === null ? 'l_beg' : 'l_end', hoursMessages.lunchIncomplete);
  }
  if (lunchBeg !== null && lunchEnd !== null && lunchEnd <= lunchBeg)
    report('l_end', hoursMessages.lunchEndBeforeStart);
  if (lunchBeg !== null && beg !== null && lunchBeg < beg) report('l_beg', hoursMessages.lunchBeforeDay);
  if (lunchEnd !== null && end !== null && lunchEnd > end) report('l_end', hoursMessages.lunchAfterDay);
  return problems;
}

export function rowProblems(record: WeeklyHoursRecord): HoursProblem[] {
  return days.flatMap((day) => dayProblems(record, day));
}

/** Minutes worked on a day: end minus start minus lunch; 0 without both start and end (section 9). */
export function dayMinutes(record: WeeklyHoursRecord, day: Day): number {
  const { beg, end, lunchBeg, lunchEnd } = dayTimes(record, day);
  if (beg === null || end === null) return 0;
  const lunch = lunchBeg !== null && lunchEnd !== null ? lunchEnd - lunchBeg : 0;
  return Math.max(0, Math.min(end - beg - lunch, MINUTES_PER_DAY));
}

export function weekMinutes(record: WeeklyHoursRecord): number {
  return days.reduce((sum, day) => sum + dayMinutes(record, day), 0);
}

const hours = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats minutes as hours with one decimal (section 9): `38.0`, `7,600.0`. */
export function hoursText(minutes: number): string {
  return hours.format(minutes / 60);
}

/** True if both texts mean the same time, in any notation. */
export function isSameTime(left: string, right: string): boolean {
  const a = parseTime(left);
  const b = parseTime(right);
  return a === undefined || b === undefined ? left.trim() === right.trim() : a === b;
}

/** Fields in which a provider's row differs from the office's. */
export function differingTimeKeys(record: WeeklyHoursRecord, office: WeeklyHoursRecord): TimeKey[] {
  return timeKeys.filter((key) => !isSameTime(record[key], office[key]));
}

/** The provider's row with the office's times for all days. */
export function withOfficeTimes(record: WeeklyHoursRecord, office: WeeklyHoursRecord): WeeklyHoursRecord {
  const copy = { ...record };
  for (const key of timeKeys) copy[key] = office[key];
  return copy;
}

/** The list with every follower of the office recomputed from it (DECISIONS, server rule 10). */
export function withFollowers(records: readonly WeeklyHoursRecord[]): WeeklyHoursRecord[] {
  const office = records.find((record) => record.provider_id === OFFICE);
  if (!office) return [...records];
  return records.map((record) =>
    record.provider_id !== OFFICE && record['same-as-office-hours'] ? withOfficeTimes(record, office) : record,
  );
}

/** The row with all valid times in the format `9:30 AM`. */
export function withWrittenTimes(record: WeeklyHoursRecord): WeeklyHoursRecord {
  const copy = { ...record };
  for (const key of timeKeys) {
    const minutes = parseTime(record[key]);
    if (minutes !== undefined) copy[key] = formatTime(minutes);
  }
  return copy;
}
