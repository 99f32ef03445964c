import { type RawBuilder, sql } from 'kysely';
import { batchLookup } from '../../platform/database/batch-lookup.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { type ScheduleChange, scheduleVersionOn } from '../schedules/schedule-changes.js';
import type { ProviderPeriod } from '../../practices/pms/provider-periods.js';
import type { CompletedBy } from '../../practices/settings/completed.js';
import type { DayRange } from '../schedules/day-ranges.js';

export type Figure = 'available' | 'worked';

/** The computed hours of one provider on one day, in seconds. */
export interface ComputedDay {
  provider_id: number;
  date: string;
  available: number;
  worked: number;
}

/** Versions of the inputs that hours are computed from. */
export interface Inputs {
  /** The days that each change of schedules and exceptions affects. */
  schedule: readonly ScheduleChange[];
  sync_version: number;
  /** Fingerprint of the settings that hours depend on. */
  settings_version: number;
}

/** A stored computed day, with the versions of its inputs. */
export interface StoredDay extends ComputedDay {
  computed_at: Date;
  schedule_version: number | null;
  sync_version: number | null;
  settings_version: number | null;
}

/** Overrides by people. Null for hours without an override. */
export type OverrideRow = Omit<Row<'hours_worked_overrides'>, 'practice_id'>;

export interface Person {
  provider_id: number;
  first_name: string;
  last_name: string;
  active: boolean;
  periods: ProviderPeriod[];
}

/** The inputs of a practice's hours have versions, which are 0 before the first change. */
export interface Versions {
  /** Version of the weekly hours and exceptions. */
  schedule: number;
  overrides: number;
  /** Version of the synced PMS data. */
  sync: number;
  /** The days that each change of schedules and exceptions affects. */
  scheduleChanges: readonly ScheduleChange[];
}

const versionRows = prepared((db, practices: RawBuilder<number[]>) =>
  db
    .selectFrom('practices')
    .leftJoin('weekly_hours_versions as schedule', 'schedule.practice_id', 'practices.id')
    .leftJoin('hours_worked_versions as overrides', 'overrides.practice_id', 'practices.id')
    .leftJoin('pms_units as sync', 'sync.practice_id', 'practices.id')
    .select(['practices.id', 'schedule.version as schedule', 'overrides.version as overrides', 'sync.version as sync'])
    .select(
      sql<ScheduleChange[]>`coalesce((
        select json_agg(json_build_object('version', version, 'start_date', start_date, 'end_date', end_date))
        from hours_schedule_changes as change
        where change.practice_id = practices.id
      ), '[]')`.as('changes'),
    )
    .where(sql<boolean>`practices.id = any(${practices}::integer[])`),
);

const lookUpVersions = batchLookup(
  async (db, practiceIds: number[]) => new Map((await versionRows(db, practiceIds)).map((row) => [row.id, row])),
);

export async function findVersions(db: Db, practiceId: number): Promise<Versions> {
  const versions = await lookUpVersions(db, practiceId);
  return {
    schedule: versions?.schedule ?? 0,
    overrides: versions?.overrides ?? 0,
    sync: versions?.sync ?? 0,
    scheduleChanges: versions?.changes ?? [],
  };
}

/** The version of all overrides, locked until the transaction ends. */
export async function lockOverridesVersion(transaction: Db, practiceId: number): Promise<number> {
  await transaction
    .insertInto('hours_worked_versions')
    .values({ practice_id: practiceId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await transaction
    .selectFrom('hours_worked_versions')
    .select('version')
    .where('practice_id', '=', practiceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.version;
}

export async function writeOverridesVersion(transaction: Db, practiceId: number, version: number): Promise<void> {
  await transaction
    .updateTable('hours_worked_versions')
    .set({ version })
    .where('practice_id', '=', practiceId)
    .execute();
}

/** Current and former providers of the practice. */
export function listPeople(db: Db, practiceId: number): Promise<Person[]> {
  return db
    .selectFrom('pms_providers')
    .select(['provider_id', 'first_name', 'last_name', 'active'])
    .select(
      sql<ProviderPeriod[]>`coalesce((
        select json_agg(json_build_object('from', starts_on, 'until', ends_on))
        from pms_provider_periods as period
        where period.practice_id = pms_providers.practice_id and period.provider_id = pms_providers.provider_id
      ), '[]')`.as('periods'),
    )
    .where('practice_id', '=', practiceId)
    .execute();
}

export async function listComputed(db: Db, practiceId: number, { start, end }: DayRange): Promise<StoredDay[]> {
  return db
    .selectFrom('hours_worked')
    .select(['provider_id', 'date', 'available_seconds as available', 'worked_seconds as worked', 'computed_at'])
    .select(['schedule_version', 'sync_version', 'settings_version'])
    .where('practice_id', '=', practiceId)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}

/** The latest stored days that were computed from other inputs than these, latest first. */
export async function listStaleDates(db: Db, practiceId: number, inputs: Inputs, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('hours_worked')
    .select('date')
    .distinct()
    .where('practice_id', '=', practiceId)
    .where(
      sql<boolean>`(schedule_version is distinct from coalesce((
          select max(change.version) from hours_schedule_changes as change
          where change.practice_id = hours_worked.practice_id
            and hours_worked.date between change.start_date and change.end_date), 0)
        or sync_version is distinct from ${inputs.sync_version}
        or settings_version is distinct from ${inputs.settings_version})`,
    )
    .orderBy('date', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ date }) => date);
}

/** Deletes computed days outside of a range. Overrides stay. */
export async function deleteComputedOutside(db: Db, practiceId: number, { start, end }: DayRange): Promise<void> {
  await db
    .deleteFrom('hours_worked')
    .where('practice_id', '=', practiceId)
    .where((where) => where.or([where('date', '<', start), where('date', '>', end)]))
    .execute();
}

/**
 * The possible first days of a practice's hours: its first appointment, schedule and edited day. Null where there is
 * none.
 */
export async function firstDates(
  db: Db,
  practiceId: number,
): Promise<{ appointment: Date | null; date: string | null }> {
  const firstDate = (table: 'pms_schedules' | 'hours_worked_overrides') =>
    db.selectFrom(table).select('date').where('practice_id', '=', practiceId).orderBy('date').limit(1);
  const { appointment, schedule, override } = await db
    .selectNoFrom([
      db
        .selectFrom('pms_appointments')
        .select('starts_at')
        .where('practice_id', '=', practiceId)
        .orderBy('starts_at')
        .limit(1)
        .as('appointment'),
      firstDate('pms_schedules').as('schedule'),
      firstDate('hours_worked_overrides').as('override'),
    ])
    .executeTakeFirstOrThrow();
  const [date = null] = [schedule, override].filter((first) => first !== null).sort();
  return { appointment, date };
}

/** Inserts computed days, or replaces the stored ones. */
export async function upsertComputedDays(
  transaction: Db,
  practiceId: number,
  days: readonly ComputedDay[],
  { now, inputs }: { now: Date; inputs: Inputs },
): Promise<void> {
  if (days.length === 0) return;
  const onConflict = sql`do update set available_seconds = excluded.available_seconds,
    worked_seconds = excluded.worked_seconds, computed_at = excluded.computed_at,
    schedule_version = excluded.schedule_version, sync_version = excluded.sync_version,
    settings_version = excluded.settings_version`;
  await sql`
    insert into hours_worked (practice_id, date, provider_id, available_seconds, worked_seconds, computed_at,
      schedule_version, sync_version, settings_version)
    select ${practiceId}, date, provider_id, available, worked, ${now}, schedule_version,
      ${inputs.sync_version}::integer, ${inputs.settings_version}::integer
    from unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ provider_id }) => provider_id)}::integer[],
      ${days.map(({ available }) => available)}::integer[], ${days.map((day) => day.worked)}::integer[],
      ${days.map(({ date }) => scheduleVersionOn(inputs.schedule, date))}::integer[])
      as day (date, provider_id, available, worked, schedule_version)
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

export function listOverrides(db: Db, practiceId: number, { start, end }: DayRange): Promise<OverrideRow[]> {
  return db
    .selectFrom('hours_worked_overrides')
    .select(overrideColumns)
    .where('practice_id', '=', practiceId)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}

/** Inserts or replaces whole rows of overrides, in one statement. */
export async function upsertOverrides(
  transaction: Db,
  practiceId: number,
  rows: readonly OverrideRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const changed = sql.join(
    overrideColumns.slice(2).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
  );
  await sql`
    insert into hours_worked_overrides (practice_id, ${sql.join(overrideColumns.map((column) => sql.ref(column)))})
    select ${practiceId}, ${sql.join(overrideColumns.map((column) => sql.ref(column)))}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      provider_id integer, date date, available_seconds integer, available_version integer, available_by text,
      available_at timestamptz, worked_seconds integer, worked_version integer, worked_by text, worked_at timestamptz
    )
    on conflict (practice_id, date, provider_id) do update set ${changed}
  `.execute(transaction);
}

/** Completed appointments that overlap a time span, in epoch seconds. */
export async function listCompletedAppointments(
  db: Db,
  practiceId: number,
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
    .where('practice_id', '=', practiceId)
    .where('starts_at', '<', span.until)
    // An appointment is shorter than a day, so the index on the start can limit the search at both ends.
    .where('starts_at', '>', new Date(span.from.getTime() - 86_400_000))
    .where('ends_at', '>', span.from);
  if (completedBy === 'status') return query.where('status', '=', 'completed').execute();
  if (completedBy.statusIds.length === 0) return [];
  return query.where('status_id', 'in', [...completedBy.statusIds]).execute();
}

/** The PMS' own schedules of a range, in minutes since midnight. */
export function listSchedules(
  db: Db,
  practiceId: number,
  { start, end }: DayRange,
): Promise<{ provider_id: number; date: string; begins: number; ends: number }[]> {
  return db
    .selectFrom('pms_schedules')
    .select(['provider_id', 'date', 'begins', 'ends'])
    .where('practice_id', '=', practiceId)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .execute();
}
