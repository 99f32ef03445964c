import { sql } from 'kysely';
import { type TimeKey, timeKeys } from 'shared-api/contracts';
import type { FieldChange } from './hours-tables.js';
import type { Db, Row } from '../../platform/database/tables.js';

/** Minutes since midnight per day and part; null where no time is set. */
export type WeekTimes = Record<TimeKey, number | null>;

export interface StoredWeek {
  provider_id: number;
  same_as_office_hours: boolean;
  times: WeekTimes;
  /** Who last changed each field, by the field's name on the wire. */
  changes?: Record<string, FieldChange>;
}

export type HoursVersion = Omit<Row<'weekly_hours_versions'>, 'practice_id'>;

/** The version of a practice's weekly hours. With `lock`, it is locked until the transaction ends. */
export function findHoursVersion(db: Db, practiceId: number, { lock = false } = {}): Promise<HoursVersion | undefined> {
  const query = db
    .selectFrom('weekly_hours_versions')
    .select(['version', 'changed_by', 'changed_at'])
    .where('practice_id', '=', practiceId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function writeHoursVersion(transaction: Db, practiceId: number, version: HoursVersion): Promise<void> {
  await transaction.updateTable('weekly_hours_versions').set(version).where('practice_id', '=', practiceId).execute();
}

function timesOf(row: Record<TimeKey, number | null>): WeekTimes {
  return Object.fromEntries(timeKeys.map((key) => [key, row[key]])) as WeekTimes;
}

/** The first day of the schedule from the beginning. Its weeks are in a table without dates. */
export const BEGINNING = '1900-01-01';

/** Stored weeks of one schedule, of the office and of providers, in no particular order. Includes former providers. */
export async function listWeeks(db: Db, practiceId: number, validFrom = BEGINNING): Promise<StoredWeek[]> {
  return (await listWeeksOf(db, practiceId, [validFrom])).get(validFrom) ?? [];
}

/** Stored weeks of several schedules, by the schedule's first day. */
export async function listWeeksOf(
  db: Db,
  practiceId: number,
  validFrom: readonly string[],
): Promise<Map<string, StoredWeek[]>> {
  const weeks = new Map<string, StoredWeek[]>(validFrom.map((date) => [date, []]));
  const dated = validFrom.filter((date) => date !== BEGINNING);
  if (dated.length < validFrom.length) {
    const rows = await db.selectFrom('weekly_hours').selectAll().where('practice_id', '=', practiceId).execute();
    weeks.set(BEGINNING, rows.map(storedWeek));
  }
  if (dated.length > 0) {
    const rows = await db
      .selectFrom('weekly_schedule_hours')
      .selectAll()
      .where('practice_id', '=', practiceId)
      .where('valid_from', 'in', dated)
      .execute();
    for (const row of rows) weeks.get(row.valid_from)?.push(storedWeek(row));
  }
  return weeks;
}

function storedWeek(row: Row<'weekly_hours'>): StoredWeek {
  return {
    provider_id: row.provider_id,
    same_as_office_hours: row.same_as_office_hours,
    times: timesOf(row),
    changes: row.changes,
  };
}

const columns = sql.join(timeKeys.map((key) => sql.ref(key)));
const fromExcluded = sql.join(timeKeys.map((key) => sql`${sql.ref(key)} = excluded.${sql.ref(key)}`));
const recordColumns = sql.join(timeKeys.map((key) => sql`${sql.ref(key)} smallint`));

/** Writes weeks of one or many practices, in one statement for each table. */
export async function upsertWeeks(
  transaction: Db,
  weeks: readonly (StoredWeek & { practice_id: number; valid_from?: string })[],
): Promise<void> {
  const rows = weeks.map(({ times, ...week }) => ({ changes: {}, valid_from: BEGINNING, ...week, ...times }));
  const dated = rows.filter((row) => row.valid_from !== BEGINNING);
  const fromBeginning = rows.filter((row) => row.valid_from === BEGINNING);
  if (fromBeginning.length > 0)
    await putRows(transaction, 'weekly_hours', ['practice_id', 'provider_id'], fromBeginning);
  if (dated.length > 0) {
    await putRows(transaction, 'weekly_schedule_hours', ['practice_id', 'valid_from', 'provider_id'], dated);
  }
}

async function putRows(
  transaction: Db,
  table: 'weekly_hours' | 'weekly_schedule_hours',
  keyColumns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const key = sql.join(keyColumns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${key}, same_as_office_hours, changes, ${columns})
    select ${key}, same_as_office_hours, changes, ${columns}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as week (practice_id integer, valid_from date, provider_id integer, same_as_office_hours boolean, changes jsonb,
        ${recordColumns})
    on conflict (${key}) do update
      set same_as_office_hours = excluded.same_as_office_hours, changes = excluded.changes, ${fromExcluded}
  `.execute(transaction);
}
