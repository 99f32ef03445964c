/** Between stored weeks and the list that the wire knows, with the rules of a whole list. No database here. */
import {
  type TimeKey,
  type WeeklyHoursRecord,
  OFFICE,
  days,
  formatTime,
  parseTime,
  rowProblems,
  timeKeys,
  withFollowers,
} from 'shared-api/contracts';
import { invalid } from '../http/refusal.js';
import type { Provider } from '../pms/pms-units.js';
import type { StoredWeek, WeekTimes } from './weekly-hours-repository.js';

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

const office: Provider = { provider_id: OFFICE, first_name: 'Office', last_name: '' };

const noTimes = Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes;

function recordOf(provider: Provider, sameAsOffice: boolean, times: WeekTimes): WeeklyHoursRecord {
  const texts = Object.fromEntries(timeKeys.map((key) => [key, formatTime(times[key])])) as Record<TimeKey, string>;
  return {
    provider_id: provider.provider_id,
    'first-name': provider.first_name,
    'last-name': provider.last_name,
    'same-as-office-hours': sameAsOffice,
    ...texts,
  };
}

/**
 * The office first, then the providers in the order given. A provider without stored hours follows the office until
 * somebody says otherwise.
 */
export function weeklyHoursList(providers: readonly Provider[], weeks: readonly StoredWeek[]): WeeklyHoursRecord[] {
  const stored = new Map(weeks.map((week) => [week.provider_id, week]));
  const officeTimes = stored.get(OFFICE)?.times ?? noTimes;
  return [
    recordOf(office, false, officeTimes),
    ...providers.map((provider) => {
      const week = stored.get(provider.provider_id);
      return recordOf(provider, week?.same_as_office_hours ?? true, week?.times ?? officeTimes);
    }),
  ];
}

/** Times of a record as they are stored. Ends are read in the light of their starts: `5` after 8:00 AM is 5:00 PM. */
export function readTimes(record: WeeklyHoursRecord): Record<TimeKey, number | null | undefined> {
  const times = {} as Record<TimeKey, number | null | undefined>;
  for (const day of days) {
    const beg = parseTime(record[`${day}_beg`]);
    const lunchBeg = parseTime(record[`${day}_l_beg`], beg);
    times[`${day}_beg`] = beg;
    times[`${day}_end`] = parseTime(record[`${day}_end`], beg);
    times[`${day}_l_beg`] = lunchBeg;
    times[`${day}_l_end`] = parseTime(record[`${day}_l_end`], lunchBeg);
  }
  return times;
}

/** The record with its times in the one written form; what cannot be read stays for the rules to name. */
function written(record: WeeklyHoursRecord): WeeklyHoursRecord {
  const times = readTimes(record);
  const copy = { ...record };
  for (const key of timeKeys) {
    const minutes = times[key];
    if (minutes !== undefined) copy[key] = formatTime(minutes);
  }
  return copy;
}

function nameOf(provider: Provider): string {
  return provider.provider_id === OFFICE ? 'Office' : `${provider.first_name} ${provider.last_name}`.trim();
}

function checkProviders(records: readonly WeeklyHoursRecord[], known: ReadonlyMap<number, Provider>): void {
  const fields: Record<string, string> = {};
  const messages: string[] = [];
  const seen = new Set<number>();
  records.forEach(({ provider_id: id }, index) => {
    const provider = known.get(id);
    if (!provider) {
      fields[`${index}.provider_id`] = 'Unknown provider';
      messages.push(`This practice has no provider ${id}.`);
    } else if (seen.has(id)) {
      fields[`${index}.provider_id`] = 'In the list twice';
      messages.push(`${nameOf(provider)} is in the list twice.`);
    }
    seen.add(id);
  });
  const missing = [...known.values()].filter((provider) => !seen.has(provider.provider_id));
  if (missing.length > 0) {
    messages.push(`The list must hold the office and every provider. Missing: ${missing.map(nameOf).join(', ')}.`);
  }
  const [first] = messages;
  if (first !== undefined) throw invalid(first, fields);
}

/**
 * Reads a list that somebody wants to save: every known provider and the office exactly once, every rule of every day
 * kept, followers recomputed from the office (DECISIONS, server rule 10). Names in the list are not looked at.
 *
 * @throws Refusal `invalid`; its fields are named by their index in the list, e.g. `3.wed_l_end`
 */
export function readWeeklyHoursList(
  records: readonly WeeklyHoursRecord[],
  providers: readonly Provider[],
): StoredWeek[] {
  const known = new Map([office, ...providers].map((provider) => [provider.provider_id, provider]));
  checkProviders(records, known);

  const list = withFollowers(records.map(written));
  const fields: Record<string, string> = {};
  const messages: string[] = [];
  list.forEach((record, index) => {
    // A follower's times are the office's, and so are their faults.
    if (record.provider_id !== OFFICE && record['same-as-office-hours']) return;
    const provider = known.get(record.provider_id) ?? office;
    for (const { day, field, message } of rowProblems(record)) {
      fields[`${index}.${field}`] ??= message;
      messages.push(`${nameOf(provider)}, ${dayNames[day]}: ${message}`);
    }
  });
  const [first, ...others] = messages;
  if (first !== undefined) throw invalid(others.length === 0 ? first : `${first} (and ${others.length} more)`, fields);

  return list.map((record) => ({
    provider_id: record.provider_id,
    same_as_office_hours: record.provider_id !== OFFICE && record['same-as-office-hours'],
    times: Object.fromEntries(timeKeys.map((key) => [key, parseTime(record[key]) ?? null])) as WeekTimes,
  }));
}
