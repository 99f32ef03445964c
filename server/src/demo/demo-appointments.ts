/**
 * Several months of appointments of the named practices, with providers in every utilization band, and some edited
 * hours.
 */
import { sql } from 'kysely';
import { type AppointmentRow } from 'shared-api/agent';
import { addDays, dayIn, dayOfWeek, timeKeys, weekdayOf } from 'shared-api/contracts';
import type { AuditContext } from '../platform/audit/actor.js';
import type { Db } from '../platform/database/tables.js';
import { type WeekTimes, listWeeks, upsertWeeks } from '../hours/schedules/weekly-hours-repository.js';
import { saveHoursWorked } from '../hours/hours-worked/hours-worked-service.js';
import { startOfDay } from '../platform/dates/start-of-day.js';
import { listProviders, upsertProviders } from '../practices/pms/pms-units.js';
import { namedPractices } from './named-practices.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';

const DAYS_BACK = 92;
const DAYS_AHEAD = 21;

/** Utilization of the providers, in turn: high, medium, low. */
const utilisations = [0.93, 0.79, 0.62, 0.88, 0.74, 0.97] as const;

/** Appointment lengths in minutes. */
const lengths = [30, 30, 45, 60, 60, 90] as const;

/** Dentrix' status numbers of completed, future and canceled appointments. */
const dentrixStatus = { completed: [150, -106], scheduled: [0], cancelled: [-107] } as const;

const noTimes = Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes;

type Draft = Omit<AppointmentRow, 'appointment_id'>;

interface Place {
  practiceId: number;
  zone: string;
  dentrix: boolean;
  clinics: readonly number[];
  today: string;
}

/** Appointments of one provider's day, one after another, until the provider's utilization is reached. */
function dayOf(place: Place, provider: number, date: string, week: WeekTimes, random: SeededRandom): Draft[] {
  const day = dayOfWeek(date);
  const begins = week[`${day}_beg`];
  const ends = week[`${day}_end`];
  if (begins === null || ends === null) return [];
  const lunch = [week[`${day}_l_beg`] ?? ends, week[`${day}_l_end`] ?? ends] as const;
  const utilisation = (utilisations[provider % utilisations.length] ?? 0.8) + (random.next() - 0.5) * 0.16;
  const midnight = startOfDay(place.zone, date) / 1000;
  const drafts: Draft[] = [];
  for (let at = begins; at < ends;) {
    const length = random.pick(lengths);
    if (at < lunch[1] && at + length > lunch[0]) {
      at = Math.max(lunch[1], at + 15);
      continue;
    }
    if (at + length > ends + 15) break;
    if (random.next() < utilisation) {
      const cancelled = random.chance(0.05);
      const status = cancelled ? 'cancelled' : date < place.today ? 'completed' : 'scheduled';
      drafts.push({
        provider_id: provider,
        clinic_num: random.pick(place.clinics),
        starts_at: midnight + at * 60,
        ends_at: midnight + (at + length) * 60,
        status,
        status_id: place.dentrix ? random.pick<number>(dentrixStatus[status]) : null,
      });
    }
    at += length;
  }
  return drafts;
}

async function insertAppointments(db: Db, practiceId: number, rows: readonly Draft[]): Promise<void> {
  const time = (seconds: number): Date => new Date(seconds * 1000);
  await sql`
    insert into pms_appointments
      (practice_id, appointment_id, provider_id, clinic_num, starts_at, ends_at, status, status_id)
    select ${practiceId}, row.* from unnest(${rows.map((_, index) => index + 1)}::integer[],
      ${rows.map((row) => row.provider_id)}::integer[], ${rows.map((row) => row.clinic_num)}::integer[],
      ${rows.map((row) => time(row.starts_at))}::timestamptz[], ${rows.map((row) => time(row.ends_at))}::timestamptz[],
      ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.status_id)}::integer[]) as row
  `.execute(db);
}

/** A substitute provider without regular hours: no available time, but some hours worked. */
const locum = { provider_id: 11, first_name: 'Elena', last_name: 'Duarte' };

function locumDays({ zone, today }: Place): Draft[] {
  return [-9, -8, -2].map((days) => {
    const midnight = startOfDay(zone, addDays(today, days)) / 1000;
    return {
      provider_id: locum.provider_id,
      clinic_num: 1,
      starts_at: midnight + 9 * 3600,
      ends_at: midnight + 12.5 * 3600,
      status: 'completed',
      status_id: null,
    };
  });
}

/** Writes the appointments up to today, as a sync would, for every named practice that has its tables. */
export async function addAppointments(db: Db, { now }: AuditContext): Promise<void> {
  for (const [index, { timeZone, pmsName, providers }] of namedPractices.entries()) {
    if (!providers) continue;
    const practiceId = index + 1;
    const place: Place = {
      practiceId,
      zone: timeZone,
      dentrix: pmsName === 'dentrix',
      clinics: practiceId === 1 ? [1, 1, 2, 3, 4, 0] : [0],
      today: dayIn(timeZone, now),
    };
    const random = seededRandom(5000 + practiceId);
    const weeks = new Map((await listWeeks(db, practiceId)).map((week) => [week.provider_id, week.times]));
    const drafts: Draft[] = [];
    for (const { provider_id } of await listProviders(db, practiceId)) {
      const week = weeks.get(provider_id) ?? noTimes;
      for (let days = -DAYS_BACK; days <= DAYS_AHEAD; days += 1) {
        drafts.push(...dayOf(place, provider_id, addDays(place.today, days), week, random));
      }
    }
    if (practiceId === 1) {
      await upsertProviders(db, practiceId, [locum]);
      await upsertWeeks(db, [
        { practice_id: practiceId, provider_id: locum.provider_id, same_as_office_hours: false, times: noTimes },
      ]);
      drafts.push(...locumDays(place));
    }
    await insertAppointments(db, practiceId, drafts);
  }
}

/** Edited hours of last week, which the grid marks. */
export async function correctHours(db: Db, audit: AuditContext): Promise<void> {
  const practiceId = 1;
  const zone = namedPractices[0]?.timeZone ?? 'UTC';
  const today = dayIn(zone, audit.now);
  const lastWeek = (weekday: number): string => addDays(today, weekday - weekdayOf(today) - 7);
  const cell = (employee_id: number, date: string, hours: { available?: number; worked?: number }) => ({
    [String(employee_id)]: {
      [date]: {
        employee_id,
        date,
        ...(hours.available !== undefined && { available_hours: hours.available * 3600 }),
        ...(hours.worked !== undefined && { worked_hours: hours.worked * 3600 }),
      },
    },
  });
  const body = {
    ...cell(1, lastWeek(2), { worked: 2 }),
    ...cell(2, lastWeek(3), { available: 4, worked: 3.5 }),
    ...cell(5, lastWeek(5), { available: 0 }),
  };
  await saveHoursWorked(db, { practiceId, body, onVersion: undefined }, audit);
}
