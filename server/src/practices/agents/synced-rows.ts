/** Writes the agents' rows into the practice's PMS data. */
import type { BatchContent } from 'shared-api/agent';
import { sql } from 'kysely';
import { isDate } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { lastFixedDay, type SyncDays } from './sync-dates.js';

const MAX_INTEGER = 2_147_483_647;

/** Describes an invalid row that its schema accepts. Undefined when all rows are valid. */
export function findInvalidRow(content: BatchContent): string | undefined {
  if (content.entity === 'schedules') {
    const bad = content.rows.find(({ date, begins, ends }) => !isDate(date) || ends < begins);
    return bad && `schedule ${bad.schedule_id}: the date is none, or it ends before it begins`;
  }
  if (content.entity === 'appointments') {
    const bad = content.rows.find(
      (row) => row.ends_at < row.starts_at || (row.status_id !== null && Math.abs(row.status_id) > MAX_INTEGER),
    );
    return bad && `appointment ${bad.appointment_id}: it ends before it starts, or its status is no number of ours`;
  }
  return undefined;
}

/** The rows with unique keys. The last row of a key in a batch counts. */
function uniqueBy<Row>(rows: readonly Row[], key: (row: Row) => number): Row[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

const instant = (seconds: number): Date => new Date(seconds * 1000);

/** The sync that rows are from, and the days that it may change. */
export interface SyncRun {
  run: string;
  days: SyncDays;
}

type ScheduleRows = Extract<BatchContent, { entity: 'schedules' }>['rows'];

/** Renumbers rows of fixed days whose numbers the PMS has reused for other days. */
async function keepFixedSchedules(db: Db, practiceId: number, fixed: string, ids: readonly number[]): Promise<void> {
  await sql`
    update pms_schedules set schedule_id = moved.free
    from (
      select schedule_id as id,
        (select least(min(schedule_id), 0) from pms_schedules where practice_id = ${practiceId})
          - row_number() over (order by schedule_id) as free
      from pms_schedules
      where practice_id = ${practiceId} and schedule_id = any(${[...ids]}::integer[]) and date <= ${fixed}::date
    ) as moved
    where practice_id = ${practiceId} and schedule_id = moved.id
  `.execute(db);
}

async function upsertSchedules(db: Db, practiceId: number, { run, days }: SyncRun, sent: ScheduleRows): Promise<void> {
  const fixed = lastFixedDay(days);
  const rows = uniqueBy(sent, (row) => row.schedule_id).filter(({ date }) => fixed === null || date > fixed);
  if (fixed !== null) {
    const movedIds = sent.filter(({ date }) => date <= fixed).map((row) => row.schedule_id);
    // A row that the PMS moved to a fixed day is removed from the later day.
    if (movedIds.length > 0) {
      await db
        .deleteFrom('pms_schedules')
        .where('practice_id', '=', practiceId)
        .where('schedule_id', 'in', movedIds)
        .where('date', '>', fixed)
        .execute();
    }
    await keepFixedSchedules(
      db,
      practiceId,
      fixed,
      rows.map((row) => row.schedule_id),
    );
  }
  if (rows.length === 0) return;
  await db
    .insertInto('pms_schedules')
    .values(rows.map((row) => ({ practice_id: practiceId, synced_in: run, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'schedule_id']).doUpdateSet((set) => ({
        provider_id: set.ref('excluded.provider_id'),
        date: set.ref('excluded.date'),
        begins: set.ref('excluded.begins'),
        ends: set.ref('excluded.ends'),
        synced_in: set.ref('excluded.synced_in'),
      })),
    )
    .execute();
}

/** Inserts or updates rows. The practice must have its unit. Schedules of fixed days don't change. */
export async function upsertSyncedRows(
  db: Db,
  practiceId: number,
  sync: SyncRun,
  content: BatchContent,
): Promise<void> {
  const { run } = sync;
  if (content.rows.length === 0) return;
  const mark = { practice_id: practiceId, synced_in: run };
  switch (content.entity) {
    case 'providers':
      await db
        .insertInto('pms_providers')
        .values(uniqueBy(content.rows, (row) => row.provider_id).map((row) => ({ ...mark, ...row, active: true })))
        .onConflict((conflict) =>
          conflict.columns(['practice_id', 'provider_id']).doUpdateSet((set) => ({
            first_name: set.ref('excluded.first_name'),
            last_name: set.ref('excluded.last_name'),
            active: set.ref('excluded.active'),
            synced_in: set.ref('excluded.synced_in'),
          })),
        )
        .execute();
      return;
    case 'clinics':
      await db
        .insertInto('pms_clinics')
        .values(uniqueBy(content.rows, (row) => row.clinic_num).map((row) => ({ ...mark, ...row })))
        .onConflict((conflict) =>
          conflict.columns(['practice_id', 'clinic_num']).doUpdateSet((set) => ({
            description: set.ref('excluded.description'),
            address: set.ref('excluded.address'),
            address2: set.ref('excluded.address2'),
            city: set.ref('excluded.city'),
            state: set.ref('excluded.state'),
            zip: set.ref('excluded.zip'),
            synced_in: set.ref('excluded.synced_in'),
          })),
        )
        .execute();
      return;
    case 'appointments':
      await db
        .insertInto('pms_appointments')
        .values(
          uniqueBy(content.rows, (row) => row.appointment_id).map((row) => ({
            ...mark,
            ...row,
            starts_at: instant(row.starts_at),
            ends_at: instant(row.ends_at),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['practice_id', 'appointment_id']).doUpdateSet((set) => ({
            provider_id: set.ref('excluded.provider_id'),
            clinic_num: set.ref('excluded.clinic_num'),
            starts_at: set.ref('excluded.starts_at'),
            ends_at: set.ref('excluded.ends_at'),
            status: set.ref('excluded.status'),
            status_id: set.ref('excluded.status_id'),
            synced_in: set.ref('excluded.synced_in'),
          })),
        )
        .execute();
      return;
    case 'schedules':
      await upsertSchedules(db, practiceId, sync, content.rows);
  }
}

/**
 * Deletes rows that a full update didn't contain, because they no longer exist in the PMS. Providers stay by name,
 * because hours refer to them, and schedules of fixed days stay.
 */
export async function deleteRowsNotInRun(db: Db, practiceId: number, { run, days }: SyncRun): Promise<void> {
  await db
    .updateTable('pms_providers')
    .set({ active: false })
    .where('practice_id', '=', practiceId)
    .where('synced_in', 'is distinct from', run)
    .execute();
  for (const table of ['pms_clinics', 'pms_appointments'] as const) {
    await db
      .deleteFrom(table)
      .where('practice_id', '=', practiceId)
      .where('synced_in', 'is distinct from', run)
      .execute();
  }
  await db
    .deleteFrom('pms_schedules')
    .where('practice_id', '=', practiceId)
    .where('synced_in', 'is distinct from', run)
    .where('date', '>', lastFixedDay(days) ?? '0001-01-01')
    .execute();
}
