/** Computes the figures of a range of days from what is known of a practice, and keeps them. */
import { addDays, pmsKindOf, readStatusIds } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { listWeeks } from '../hours/weekly-hours-repository.js';
import { findSettings } from '../settings/settings-repository.js';
import { type Interval, availableBySchedule, availableByWeek, worked } from './day-figures.js';
import {
  type CompletedBy,
  type ComputedDay,
  type Person,
  listCompletedAppointments,
  listComputed,
  listPeople,
  listSchedules,
  putComputed,
} from './hours-worked-repository.js';
import { type DayRange, daysOf, startOfDay } from './local-days.js';

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

async function availabilityByWeeks(db: Db, practice: number): Promise<Availability> {
  const weeks = new Map((await listWeeks(db, practice)).map((week) => [week.provider_id, week.times]));
  return (provider, date) => {
    const week = weeks.get(provider) ?? weeks.get(0);
    return week ? availableByWeek(week, date) : 0;
  };
}

async function availabilityBySchedules(db: Db, practice: number, range: DayRange): Promise<Availability> {
  const key = (provider: number, date: string): string => `${provider} ${date}`;
  const schedules = grouped(await listSchedules(db, practice, range), (row) => key(row.provider_id, row.date));
  return (provider, date) => availableBySchedule(schedules.get(key(provider, date)) ?? []);
}

/** What every provider's days of the range amount to. Whoever is a provider no more is available no more. */
async function computeDays(db: Db, practice: number, people: readonly Person[], range: DayRange) {
  const record = people.length === 0 ? undefined : (await findSettings(db, practice))?.record;
  if (!record) return [];
  const { time_zone, pms_name, additional_data: settings } = record;
  const completedBy: CompletedBy =
    pmsKindOf(pms_name) === 'dentrix'
      ? { statusIds: readStatusIds(settings.dentrix_completed_appointment_status_ids) }
      : 'status';
  const available = settings.use_pms_provider_schedule_for_utilization
    ? await availabilityBySchedules(db, practice, range)
    : await availabilityByWeeks(db, practice);

  const dates = daysOf(range);
  const begins = [...dates, addDays(range.end, 1)].map((date) => startOfDay(time_zone, date) / 1000);
  const span = { from: new Date((begins[0] ?? 0) * 1000), until: new Date((begins.at(-1) ?? 0) * 1000) };
  const appointments = grouped(await listCompletedAppointments(db, practice, span, completedBy), (appointment) =>
    String(appointment.provider_id),
  );

  return people.flatMap(({ provider_id, active }) => {
    const own: readonly Interval[] = appointments.get(String(provider_id)) ?? [];
    return dates.map((date, index): ComputedDay => {
      const day = { begins: begins[index] ?? 0, ends: begins[index + 1] ?? 0 };
      const touching = own.filter((appointment) => appointment.begins < day.ends && appointment.ends > day.begins);
      return {
        provider_id,
        date,
        available: active ? available(provider_id, date) : 0,
        worked: worked(touching, day),
      };
    });
  });
}

/** A range with everybody's computed figures in it. */
export interface ComputedRange {
  people: Person[];
  days: ComputedDay[];
  /** When the oldest of these figures was computed; null where there are none. */
  oldest: Date | null;
}

/**
 * The figures of a range. Days that were never computed are computed now and kept, until somebody recalculates
 * (DECISIONS 26).
 */
export async function readComputed(db: Db, practice: number, range: DayRange, now: Date): Promise<ComputedRange> {
  const people = await listPeople(db, practice);
  let days = await listComputed(db, practice, range);
  if (days.length < people.length * daysOf(range).length) {
    const computed = await computeDays(db, practice, people, range);
    await putComputed(db, practice, computed, { now, replace: false });
    days = await listComputed(db, practice, range);
  }
  const times = days.map(({ computed_at }) => computed_at.getTime());
  const oldest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  return { people, days, oldest: times.length === 0 ? null : new Date(oldest) };
}

/** Computes a range anew; overrides are left alone. */
export async function recompute(transaction: Db, practice: number, range: DayRange, now: Date): Promise<void> {
  const people = await listPeople(transaction, practice);
  const computed = await computeDays(transaction, practice, people, range);
  await putComputed(transaction, practice, computed, { now, replace: true });
}
