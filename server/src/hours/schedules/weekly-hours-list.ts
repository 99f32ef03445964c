/**
 * Maps stored weeks to the list of the contract and back, and applies the rules of a whole list. No database access.
 */
import {
  type TimeKey,
  type WeeklyHoursRecord,
  OFFICE,
  dayNames,
  days,
  formatTime,
  parseTimeOf,
  rowProblems,
  timeKeys,
  timeParts,
  withFollowers,
} from 'shared-api/contracts';
import { invalid } from '../../platform/errors/app-error.js';
import type { Provider } from '../../practices/pms/pms-units.js';
import type { StoredWeek, WeekTimes } from './weekly-hours-repository.js';

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
 * The office first, then the providers in the given order. A provider without stored hours uses the office hours until
 * someone changes that.
 */
export function weeklyHoursList(providers: readonly Provider[], weeks: readonly StoredWeek[]): WeeklyHoursRecord[] {
  const stored = new Map(weeks.map((week) => [week.provider_id, week]));
  const officeTimes = stored.get(OFFICE)?.times ?? noTimes;
  return [
    recordOf(office, false, officeTimes),
    ...providers.map((provider) => {
      const week = stored.get(provider.provider_id);
      // A provider who uses the office hours has the office's current times. Their stored times may be older.
      if (!week || week.same_as_office_hours) return recordOf(provider, true, officeTimes);
      return recordOf(provider, false, week.times);
    }),
  ];
}

/** Times of a record as they are stored. An end is interpreted relative to its start: `5` after 8:00 AM is 5:00 PM. */
export function readTimes(record: WeeklyHoursRecord): Record<TimeKey, number | null | undefined> {
  const times = {} as Record<TimeKey, number | null | undefined>;
  for (const day of days) {
    const beg = parseTimeOf('beg', record[`${day}_beg`]);
    const lunchBeg = parseTimeOf('l_beg', record[`${day}_l_beg`], beg);
    times[`${day}_beg`] = beg;
    times[`${day}_end`] = parseTimeOf('end', record[`${day}_end`], beg);
    times[`${day}_l_beg`] = lunchBeg;
    times[`${day}_l_end`] = parseTimeOf('l_end', record[`${day}_l_end`], lunchBeg);
  }
  return times;
}

/** The record with normalized times. Invalid times stay, so that the rules report them. */
function written(record: WeeklyHoursRecord): WeeklyHoursRecord {
  const times = readTimes(record);
  const copy = { ...record };
  for (const key of timeKeys) {
    const minutes = times[key];
    if (minutes !== undefined) copy[key] = formatTime(minutes);
  }
  return copy;
}

export function nameOf(provider: Provider): string {
  return provider.provider_id === OFFICE ? 'Office' : `${provider.first_name} ${provider.last_name}`.trim();
}

/** Everyone that a list may contain: the office, current and former providers. */
export interface KnownProviders {
  active: readonly Provider[];
  /** Providers who have left the practice. */
  former: readonly Provider[];
}

/**
 * @throws AppError `invalid` for a list without the office, with a duplicate row, or with a provider that the practice
 *   never had
 */
function assertProviders(records: readonly WeeklyHoursRecord[], { active, former }: KnownProviders): void {
  const providersById = new Map([office, ...active, ...former].map((provider) => [provider.provider_id, provider]));
  const fields: Record<string, string> = {};
  const messages: string[] = [];
  const seen = new Set<number>();
  records.forEach(({ provider_id: id }, index) => {
    const provider = providersById.get(id);
    if (!provider) {
      fields[`${index}.provider_id`] = 'Unknown provider';
      messages.push(`This practice has no provider ${id}.`);
    } else if (seen.has(id)) {
      fields[`${index}.provider_id`] = 'Listed more than once';
      messages.push(`${nameOf(provider)} is listed more than once.`);
    }
    seen.add(id);
  });
  if (!seen.has(OFFICE)) messages.push('The list must contain the office.');
  const [first] = messages;
  if (first !== undefined) throw invalid(first, fields);
}

/** A list to save, merged with the current providers. */
export interface MergedList {
  records: WeeklyHoursRecord[];
  /** Providers that the list does not contain. They keep their stored hours. */
  added: Provider[];
  /** Providers of the list who have left the practice. Their rows are dropped. */
  removed: Provider[];
}

/**
 * Reads a list to save. A sync may have changed the providers since the list was read: new providers keep their stored
 * hours, former ones are dropped. Checks every rule of every day, and recomputes providers who use the office hours
 * (DECISIONS, server rule 10). Ignores names in the list.
 *
 * @param stored the currently stored list, for the current providers
 * @throws AppError `invalid`; its fields are named by their index in the list that was sent, e.g. `3.wed_l_end`
 */
export function mergeWeeklyHoursList(
  records: readonly WeeklyHoursRecord[],
  known: KnownProviders,
  stored: readonly WeeklyHoursRecord[],
): MergedList {
  assertProviders(records, known);
  const sent = withFollowers(records.map(written));
  const former = new Map(known.former.map((provider) => [provider.provider_id, provider]));

  const fields: Record<string, string> = {};
  const messages: string[] = [];
  const names = new Map(known.active.map((provider) => [provider.provider_id, provider]));
  sent.forEach((record, index) => {
    if (former.has(record.provider_id)) return;
    // A provider who uses the office hours has the office's errors too. They are reported only for the office.
    if (record.provider_id !== OFFICE && record['same-as-office-hours']) return;
    const provider = names.get(record.provider_id) ?? office;
    for (const { day, field, message } of rowProblems(record)) {
      fields[`${index}.${field}`] ??= message;
      messages.push(`${nameOf(provider)}, ${dayNames[day]}: ${message}`);
    }
  });
  const [first, ...others] = messages;
  if (first !== undefined) throw invalid(others.length === 0 ? first : `${first} (and ${others.length} more)`, fields);

  const byId = new Map(sent.map((record) => [record.provider_id, record]));
  const merged = stored.map((record) => {
    const own = byId.get(record.provider_id);
    if (!own) return record;
    const follows = record.provider_id !== OFFICE && own['same-as-office-hours'];
    // Names come from the practice management system, not from the list.
    return {
      ...own,
      'first-name': record['first-name'],
      'last-name': record['last-name'],
      'same-as-office-hours': follows,
    };
  });
  return {
    records: withFollowers(merged),
    added: known.active.filter(({ provider_id: id }) => !byId.has(id)),
    removed: sent.flatMap(({ provider_id: id }) => former.get(id) ?? []),
  };
}

/**
 * The fields of a row that can change. A provider who uses the office hours has only the checkbox, because the times
 * are the office's.
 */
function ownFields(record: WeeklyHoursRecord): readonly ChangedField[] {
  return record.provider_id !== OFFICE && record['same-as-office-hours'] ? [TICK] : [...timeKeys, TICK];
}

const TICK = 'same-as-office-hours';
type ChangedField = TimeKey | typeof TICK;

/** The fields that differ between two states of a row. */
export function changedFields(before: WeeklyHoursRecord, after: WeeklyHoursRecord): ChangedField[] {
  return ownFields(after).filter((field) => before[field] !== after[field]);
}

/** A record as it is stored. */
export function weekOf(record: WeeklyHoursRecord): StoredWeek {
  return {
    provider_id: record.provider_id,
    same_as_office_hours: record.provider_id !== OFFICE && record['same-as-office-hours'],
    times: Object.fromEntries(
      days.flatMap((day) =>
        timeParts.map((part) => [`${day}_${part}`, parseTimeOf(part, record[`${day}_${part}`]) ?? null]),
      ),
    ) as WeekTimes,
  };
}

/** At most 9 digits, the maximum of a part of an ETag. */
const FINGERPRINTS = 1_000_000_000;

/**
 * A fingerprint that changes when a provider is added, removed or renamed. It is part of the version of the weekly
 * hours, because the list of providers is part of what a person reads.
 */
export function providersFingerprint(providers: readonly Provider[]): number {
  const text = providers
    .map((each) => `${each.provider_id}\u0000${each.first_name}\u0000${each.last_name}`)
    .join('\u0001');
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % FINGERPRINTS;
}
