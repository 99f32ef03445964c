/**
 * The practices with fixed names, with their providers and weekly hours. The same services that people use create them.
 */
import { OFFICE, formatTime, timeKeys, type TimeKey, type WeeklyHoursRecord } from 'shared-api/contracts';
import { systemActor, type AuditContext } from '../platform/audit/actor.js';
import type { Db } from '../platform/database/tables.js';
import { saveWeeklyHours } from '../hours/schedules/weekly-hours-service.js';
import type { WeekTimes } from '../hours/schedules/weekly-hours-repository.js';
import { createPmsUnit, upsertProviders } from '../practices/pms/pms-units.js';
import { addPractice } from '../practices/directory/practices-service.js';
import { seededRandom } from './seeded-random.js';
import { type OfficeWeek, type ProviderWeek, officeWeeks, providerWeekNames, providerWeeks } from './week-patterns.js';
import { firstNames, lastNames } from './sample-names.js';

interface DemoProvider {
  first: string;
  last: string;
  /** Absent for providers who use the office hours. */
  week?: ProviderWeek;
  left?: boolean;
}

interface DemoPractice {
  name: string;
  timeZone: string;
  pmsName: string;
  insider?: boolean;
  parent?: { practiceId: number; clinicnum: number };
  /** Absent for practices without PMS tables. */
  providers?: readonly DemoProvider[];
  office: OfficeWeek;
}

/** Providers of a large group. Two in three use the office hours. */
function manyProviders(count: number, seed: number): DemoProvider[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    first: firstNames[(index * 7) % firstNames.length] ?? '',
    last: lastNames[(index * 11) % lastNames.length] ?? '',
    ...(random.chance(1 / 3) && { week: random.pick(providerWeekNames) }),
  }));
}

/** In order of their ids, from 1. */
export const namedPractices: readonly DemoPractice[] = [
  {
    name: 'Bright Smiles Dental',
    timeZone: 'America/Chicago',
    pmsName: 'opendental',
    office: 'usual',
    providers: [
      { first: 'Amelia', last: 'Hart' },
      { first: 'Daniel', last: 'Okafor' },
      { first: 'Priya', last: 'Nair', week: 'shortLunch' },
      { first: 'Carlos', last: 'Rivera', week: 'evenings' },
      { first: 'Mei', last: 'Tanaka', week: 'noLunch' },
      { first: 'Grace', last: 'Lindgren' },
      { first: 'Noah', last: 'Walsh', week: 'partTime' },
      { first: 'Samira', last: 'Haddad', week: 'saturdays' },
      { first: 'Joanna', last: 'Petrov' },
      { first: 'George', last: 'Abrams', left: true },
    ],
  },
  {
    name: 'Lakeside Orthodontics',
    timeZone: 'America/New_York',
    pmsName: 'dentrix',
    office: 'withEvenings',
    providers: [
      { first: 'Helen', last: 'Brooks' },
      { first: 'Tomas', last: 'Castillo', week: 'longTuesday' },
      { first: 'Ingrid', last: 'Larsen' },
      { first: 'Ravi', last: 'Menon', week: 'mornings' },
    ],
  },
  {
    name: 'Harbor Pediatric Dentistry',
    timeZone: 'America/Los_Angeles',
    pmsName: 'eaglesoft16',
    insider: true,
    office: 'withSaturday',
    providers: [
      { first: 'Leah', last: 'Goldberg' },
      { first: 'Andre', last: 'Coleman', week: 'saturdays' },
      { first: 'Yuki', last: 'Mori' },
      { first: 'Rosa', last: 'Delgado', week: 'partTime' },
      { first: 'Peter', last: 'Zimmerman' },
    ],
  },
  {
    name: 'Bright Smiles North',
    timeZone: 'America/Chicago',
    pmsName: 'opendental',
    parent: { practiceId: 1, clinicnum: 3 },
    office: 'early',
    providers: [
      { first: 'Amelia', last: 'Hart', week: 'oneDay' },
      { first: 'Chloe', last: 'Fischer' },
      { first: 'Kwame', last: 'Osei' },
    ],
  },
  { name: 'Maple Street Family Dentistry', timeZone: 'America/Denver', pmsName: 'eaglesoft16', office: 'fiveDays' },
  {
    name: 'Summit Dental Group',
    timeZone: 'America/Denver',
    pmsName: 'dentrix',
    office: 'fourLongDays',
    providers: manyProviders(60, 6),
  },
];

function record(
  providerId: number,
  names: { first: string; last: string },
  follows: boolean,
  times: WeekTimes,
): WeeklyHoursRecord {
  const texts = Object.fromEntries(timeKeys.map((key) => [key, formatTime(times[key])])) as Record<TimeKey, string>;
  return {
    provider_id: providerId,
    'first-name': names.first,
    'last-name': names.last,
    'same-as-office-hours': follows,
    ...texts,
  };
}

/** Adds the named practices to an empty database, under the numbers 1, 2, 3 … */
export async function addNamedPractices(db: Db, audit: AuditContext): Promise<void> {
  for (const practice of namedPractices) await addPractice(db, practice, audit);
}

/** Writes each practice's PMS data as a sync would, and saves the weekly hours as its staff would. */
export async function fillNamedPractices(db: Db, { now }: AuditContext): Promise<void> {
  const setBy = systemActor('Practice setup');
  for (const [index, practice] of namedPractices.entries()) {
    const id = index + 1;
    const providers = practice.providers ?? [];
    if (practice.providers) await createPmsUnit(db, id, now);
    await upsertProviders(
      db,
      id,
      providers.map(({ first, last, left }, at) => ({
        provider_id: at + 1,
        first_name: first,
        last_name: last,
        active: !left,
      })),
    );
    const office = officeWeeks[practice.office];
    const records = [
      record(OFFICE, { first: 'Office', last: '' }, false, office),
      ...providers
        .map((provider, at) => ({ ...provider, id: at + 1 }))
        .filter(({ left }) => !left)
        .map((provider) =>
          record(provider.id, provider, !provider.week, provider.week ? providerWeeks[provider.week] : office),
        ),
    ];
    await saveWeeklyHours(db, { practiceId: id, records, onVersion: undefined }, { actor: setBy, now });
  }
}
