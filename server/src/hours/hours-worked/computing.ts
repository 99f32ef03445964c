/** Computes and stores the hours of a range of days from a practice's schedules and appointments. */
import { addDays } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { listExceptionRows } from '../schedules/exceptions-repository.js';
import { scheduleVersionOn } from '../schedules/schedule-changes.js';
import { listScheduleDates, schedulesIn } from '../schedules/schedules-repository.js';
import { listWeeksOf } from '../schedules/weekly-hours-repository.js';
import { startOfZonedDay } from '../../practices/directory/time-zones.js';
import { belongsOn } from '../../practices/pms/provider-periods.js';
import { settingsFingerprint } from '../../practices/settings/settings-fingerprint.js';
import { type DatedSettings, findDatedSettings } from '../../practices/settings/settings-repository.js';
import { availabilityOf } from './availability.js';
import { completedByOf } from '../../practices/settings/completed.js';
import { type Interval, availableBySchedule, workedSeconds } from './day-figures.js';
import {
  type ComputedDay,
  type Inputs,
  type Person,
  type StoredDay,
  findVersions,
  listCompletedAppointments,
  listComputed,
  listPeople,
  listSchedules,
  upsertComputedDays,
} from './hours-worked-repository.js';
import { type DayRange, daysOf } from '../schedules/day-ranges.js';
import { usesPmsSchedule } from '../../practices/settings/schedule-sources.js';

/** Groups by a key, in one pass. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Available seconds of a provider on a day. */
type Availability = (provider: number, date: string) => number;

/** From the schedule that is valid on each day, and the exceptions of that day. */
async function availabilityByWeeks(db: Db, practiceId: number, range: DayRange): Promise<Availability> {
  const [dates, exceptions] = await Promise.all([
    listScheduleDates(db, practiceId),
    listExceptionRows(db, practiceId, range),
  ]);
  const weeks = await listWeeksOf(db, practiceId, schedulesIn(dates, range));
  return availabilityOf(weeks, exceptions);
}

async function availabilityBySchedules(db: Db, practiceId: number, range: DayRange): Promise<Availability> {
  const key = (provider: number, date: string): string => `${provider} ${date}`;
  const schedules = grouped(await listSchedules(db, practiceId, range), (row) => key(row.provider_id, row.date));
  return (provider, date) => availableBySchedule(schedules.get(key(provider, date)) ?? []);
}

/** From the source that is valid on each day. */
async function availabilityOfDays(
  db: Db,
  practiceId: number,
  range: DayRange,
  usesPms: (date: string) => boolean,
): Promise<Availability> {
  const dates = daysOf(range);
  const [byPms, byWeeks] = await Promise.all([
    dates.some(usesPms) ? availabilityBySchedules(db, practiceId, range) : undefined,
    dates.every(usesPms) ? undefined : availabilityByWeeks(db, practiceId, range),
  ]);
  return (provider, date) => (usesPms(date) ? byPms : byWeeks)?.(provider, date) ?? 0;
}

/** The hours of every provider's days in the range. None are available on days outside their time at the practice. */
async function computeDays(db: Db, practiceId: number, people: readonly Person[], range: DayRange) {
  if (people.length === 0) return [];
  const dated = await findDatedSettings(db, practiceId);
  if (!dated) return [];
  const { record, zones, formerSources } = dated;
  const { additional_data: settings } = record;
  const completedBy = completedByOf(record);
  const dates = daysOf(range);
  const begins = [...dates, addDays(range.end, 1)].map((date) => startOfZonedDay(zones, date) / 1000);
  const span = { from: new Date((begins[0] ?? 0) * 1000), until: new Date((begins.at(-1) ?? 0) * 1000) };
  const [available, completed] = await Promise.all([
    availabilityOfDays(db, practiceId, range, (date) =>
      usesPmsSchedule(formerSources, settings.use_pms_provider_schedule_for_utilization, date),
    ),
    listCompletedAppointments(db, practiceId, span, completedBy),
  ]);
  const appointments = grouped(completed, (appointment) => String(appointment.provider_id));

  return people.flatMap((person) => {
    const { provider_id } = person;
    const own: readonly Interval[] = appointments.get(String(provider_id)) ?? [];
    return dates.map((date, index): ComputedDay => {
      const day = { begins: begins[index] ?? 0, ends: begins[index + 1] ?? 0 };
      const touching = own.filter((appointment) => appointment.begins < day.ends && appointment.ends > day.begins);
      return {
        provider_id,
        date,
        available: belongsOn(person, date) ? available(provider_id, date) : 0,
        worked: workedSeconds(touching, day),
      };
    });
  });
}

const fingerprintOf = ({ record, zones, formerSources: sources }: DatedSettings): number =>
  settingsFingerprint(record, { zones: zones.former, sources });

/** The current versions of the inputs of a practice's hours. */
export async function currentInputs(db: Db, practiceId: number): Promise<Inputs> {
  const [{ sync, scheduleChanges }, settings] = await Promise.all([
    findVersions(db, practiceId),
    findDatedSettings(db, practiceId),
  ]);
  return { schedule: scheduleChanges, sync_version: sync, settings_version: settings ? fingerprintOf(settings) : 0 };
}

function isStale(day: StoredDay, inputs: Inputs): boolean {
  return (
    day.schedule_version !== scheduleVersionOn(inputs.schedule, day.date) ||
    day.sync_version !== inputs.sync_version ||
    day.settings_version !== inputs.settings_version
  );
}

/** A range with the computed hours of all providers. */
export interface ComputedRange {
  people: Person[];
  days: ComputedDay[];
  /** When the oldest of these days was computed. */
  computedAt: Date;
  /** True when an input of these hours has changed since. */
  stale: boolean;
}

/**
 * The computed hours of a range. Missing days are computed without storing them: reading never writes.
 *
 * @param known the versions of the inputs, if they have been read already
 */
export async function readComputed(
  db: Db,
  practiceId: number,
  range: DayRange,
  now: Date,
  known?: Inputs,
): Promise<ComputedRange> {
  // Reads the inputs first. After a change in between, the hours look older than they are, never newer.
  const inputs = known ?? (await currentInputs(db, practiceId));
  const [people, computedDays] = await Promise.all([listPeople(db, practiceId), listComputed(db, practiceId, range)]);
  const stored = computedDays.filter((day) => day.sync_version !== null);
  const keyOf = ({ provider_id, date }: ComputedDay): string => `${provider_id} ${date}`;
  const storedKeys = new Set(stored.map(keyOf));
  const missing = daysOf(range).filter((date) =>
    people.some((person) => !storedKeys.has(keyOf({ ...person, date, ...none }))),
  );
  const [start] = missing;
  const end = missing.at(-1);
  const computed =
    start === undefined || end === undefined ? [] : await computeDays(db, practiceId, people, { start, end });
  return {
    people,
    days: [...stored, ...computed.filter((day) => !storedKeys.has(keyOf(day)))],
    computedAt: stored.reduce((oldest, { computed_at: at }) => (at < oldest ? at : oldest), now),
    stale: stored.some((day) => isStale(day, inputs)),
  };
}

const none = { available: 0, worked: 0 } as const;

/** Recomputes a range. Overrides don't change. */
export async function recompute(transaction: Db, practiceId: number, range: DayRange, now: Date): Promise<void> {
  const inputs = await currentInputs(transaction, practiceId);
  const people = await listPeople(transaction, practiceId);
  const computed = await computeDays(transaction, practiceId, people, range);
  await upsertComputedDays(transaction, practiceId, computed, { now, inputs });
}
