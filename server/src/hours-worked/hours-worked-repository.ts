import { sql } from 'kysely';
import type { Db, Row } from '../database/tables.js';
import type { DayRange } from './local-days.js';

export type Figure = 'available' | 'worked';

/** What was computed for one provider on one day, in seconds. */
export interface ComputedDay {
  provider_id: number;
  date: string;
  available: number;
  worked: number;
}

/** What people have said of it; null where nobody overrides the figure. */
export type OverrideRow = Omit<Row<'hours_worked_overrides'>, 'practice_id'>;

export interface Person {
  provider_id: number;
  first_name: string;
  last_name: string;
  active: boolean;
}

/** The version of all overrides of a practice; 0 before the first. */
export async function findOverridesVersion(db: Db, practice: number): Promise<number> {
  const row = await db
    .selectFrom('hours_worked_versions')
    .select('version')
    .where('practice_id', '=', practice)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** The same, held against other writers until the transaction ends. */
export async function lockOverridesVersion(transaction: Db, practice: number): Promise<number> {
  await transaction
    .insertInto('hours_worked_versions')
    .values({ practice_id: practice, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await transaction
    .selectFrom('hours_worked_versions')
    .select('version')
    .where('practice_id', '=', practice)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.version;
}

export async function writeOverridesVersion(transaction: Db, practice: number, version: number): Promise<void> {
  await transaction.updateTable('hours_worked_versions').set({ version }).where('practice_id', '=', practice).execute();
}

/** Everybody who is or was a provider of the practice. */
export function listPeople(db: Db, practice: number): Promise<Person[]> {
  return db
    .selectFrom('pms_providers')
    .select(['provider_id', 'first_name', 'last_name', 'active'])
    .where('practice_id', '=', practice)
    .execute();
}

export async function listComputed(
  db: Db,
  practice: number,
  { start, end }: DayRange,
): Promise<(ComputedDay & { computed_at: Date })[]> {
  return db
    .selectFrom('hours_worked')
    .select(['provider_id', 'date', 'available_seconds as available', 'worked_seconds as worked', 'computed_at'])
    .where('practice_id', '=', practice)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}

/** First and last day that were ever computed; undefined when none was. */
export async function computedRange(db: Db, practice: number): Promise<DayRange | undefined> {
  const row = await db
    .selectFrom('hours_worked')
    .select((of) => [of.fn.min('date').as('start'), of.fn.max('date').as('end')])
    .where('practice_id', '=', practice)
    .executeTakeFirst();
  return row?.start ? { start: row.start, end: row.end } : undefined;
}

/** Writes computed days. @param replace false keeps the rows that are there */
export async function putComputed(
  transaction: Db,
  practice: number,
  days: readonly ComputedDay[],
  { now, replace }: { now: Date; replace: boolean },
): Promise<void> {
  if (days.length === 0) return;
  const onConflict = replace
    ? sql`do update set available_seconds = excluded.available_seconds, worked_seconds = excluded.worked_seconds,
        computed_at = excluded.computed_at`
    : sql`do nothing`;
  await sql`
    insert into hours_worked (practice_id, date, provider_id, available_seconds, worked_seconds, computed_at)
    select ${practice}, date, provider_id, available, worked, ${now}
    from unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ provider_id }) => provider_id)}::integer[],
      ${days.map(({ available }) => available)}::integer[], ${days.map((day) => day.worked)}::integer[])
      as day (date, provider_id, available, worked)
    on conflict (practice_id, date, provider_id) ${onConflict}
  `.execute(transaction);
}

const overrideColumns = [
  'provider_id',
  'date',
  'available_seconds',
  'available_version',
  'available_by',
  'available_at',
  'worked_seconds',
  'worked_version',
  'worked_by',
  'worked_at',
] as const;

export function listOverrides(db: Db, practice: number, { start, end }: DayRange): Promise<OverrideRow[]> {
  return db
    .selectFrom('hours_worked_overrides')
    .select(overrideColumns)
    .where('practice_id', '=', practice)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}

/** Writes whole rows of overrides, in one statement. */
export async function putOverrides(transaction: Db, practice: number, rows: readonly OverrideRow[]): Promise<void> {
  if (rows.length === 0) return;
  const changed = sql.join(
    overrideColumns.slice(2).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
  );
  await sql`
    insert into hours_worked_overrides (practice_id, ${sql.join(overrideColumns.map((column) => sql.ref(column)))})
    select ${practice}, ${sql.join(overrideColumns.map((column) => sql.ref(column)))}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      provider_id integer, date date, available_seconds integer, available_version integer, available_by text,
      available_at timestamptz, worked_seconds integer, worked_version integer, worked_by text, worked_at timestamptz
    )
    on conflict (practice_id, date, provider_id) do update set ${changed}
  `.execute(transaction);
}

/** Which appointments count as worked: by the PMS' status ids where they are told, by the status otherwise. */
export type CompletedBy = { statusIds: readonly number[] } | 'status';

/** Completed appointments that touch a span of time, in epoch seconds. */
export async function listCompletedAppointments(
  db: Db,
  practice: number,
  span: { from: Date; until: Date },
  completedBy: CompletedBy,
): Promise<{ provider_id: number; begins: number; ends: number }[]> {
  const query = db
    .selectFrom('pms_appointments')
    .select((of) => [
      'provider_id',
      sql<number>`extract(epoch from ${of.ref('starts_at')})::float8`.as('begins'),
      sql<number>`extract(epoch from ${of.ref('ends_at')})::float8`.as('ends'),
    ])
    .where('practice_id', '=', practice)
    .where('starts_at', '<', span.until)
    // An appointment is shorter than a day; so the index on the start bounds both ends.
    .where('starts_at', '>', new Date(span.from.getTime() - 86_400_000))
    .where('ends_at', '>', span.from);
  if (completedBy === 'status') return query.where('status', '=', 'completed').execute();
  if (completedBy.statusIds.length === 0) return [];
  return query.where('status_id', 'in', [...completedBy.statusIds]).execute();
}

/** The PMS' own schedules of a range, in minutes since midnight. */
export function listSchedules(
  db: Db,
  practice: number,
  { start, end }: DayRange,
): Promise<{ provider_id: number; date: string; begins: number; ends: number }[]> {
  return db
    .selectFrom('pms_schedules')
    .select(['provider_id', 'date', 'begins', 'ends'])
    .where('practice_id', '=', practice)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}
