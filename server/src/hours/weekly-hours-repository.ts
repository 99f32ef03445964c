import { sql } from 'kysely';
import { type TimeKey, timeKeys } from 'shared-api/contracts';
import type { FieldChange } from '../database/tables/hours.js';
import type { Db, Row } from '../database/tables.js';

/** Minutes since midnight per day and part; null where no time is set. */
export type WeekTimes = Record<TimeKey, number | null>;

export interface StoredWeek {
  provider_id: number;
  same_as_office_hours: boolean;
  times: WeekTimes;
  /** Who last changed each field, by its name on the wire. */
  changes?: Record<string, FieldChange>;
}

export type HoursVersion = Omit<Row<'weekly_hours_versions'>, 'practice_id'>;

/** Gives new practices version 0 of their weekly hours, with no times set. */
export async function startWeeklyHours(
  transaction: Db,
  practices: readonly number[],
  changedBy: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into weekly_hours_versions (practice_id, version, changed_by, changed_at)
    select practice_id, 0, ${changedBy}, ${now} from unnest(${practices}::integer[]) as practice_id
  `.execute(transaction);
}

/** The version of a practice's weekly hours; with `lock`, held against other writers until the transaction ends. */
export function findHoursVersion(db: Db, practice: number, { lock = false } = {}): Promise<HoursVersion | undefined> {
  const query = db
    .selectFrom('weekly_hours_versions')
    .select(['version', 'changed_by', 'changed_at'])
    .where('practice_id', '=', practice);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function writeHoursVersion(transaction: Db, practice: number, version: HoursVersion): Promise<void> {
  await transaction.updateTable('weekly_hours_versions').set(version).where('practice_id', '=', practice).execute();
}

function timesOf(row: Record<TimeKey, number | null>): WeekTimes {
  return Object.fromEntries(timeKeys.map((key) => [key, row[key]])) as WeekTimes;
}

/** Stored weeks of the office and of providers, in no order; rows of people who are providers no more among them. */
export async function listWeeks(db: Db, practice: number): Promise<StoredWeek[]> {
  const rows = await db.selectFrom('weekly_hours').selectAll().where('practice_id', '=', practice).execute();
  return rows.map((row) => ({
    provider_id: row.provider_id,
    same_as_office_hours: row.same_as_office_hours,
    times: timesOf(row),
    changes: row.changes,
  }));
}

const columns = sql.join(timeKeys.map((key) => sql.ref(key)));
const fromExcluded = sql.join(timeKeys.map((key) => sql`${sql.ref(key)} = excluded.${sql.ref(key)}`));
const recordColumns = sql.join(timeKeys.map((key) => sql`${sql.ref(key)} smallint`));

/** Writes weeks of one or many practices, in one statement. */
export async function putWeeks(
  transaction: Db,
  weeks: readonly (StoredWeek & { practice_id: number })[],
): Promise<void> {
  if (weeks.length === 0) return;
  const rows = weeks.map(({ times, ...week }) => ({ changes: {}, ...week, ...times }));
  await sql`
    insert into weekly_hours (practice_id, provider_id, same_as_office_hours, changes, ${columns})
    select practice_id, provider_id, same_as_office_hours, changes, ${columns}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as week (practice_id integer, provider_id integer, same_as_office_hours boolean, changes jsonb,
        ${recordColumns})
    on conflict (practice_id, provider_id) do update
      set same_as_office_hours = excluded.same_as_office_hours, changes = excluded.changes, ${fromExcluded}
  `.execute(transaction);
}
