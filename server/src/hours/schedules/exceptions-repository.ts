import { sql } from 'kysely';
import type { Db, Row } from '../../platform/database/tables.js';
import type { DayRange } from './day-ranges.js';

export type ExceptionRow = Omit<Row<'hours_exceptions'>, 'practice_id'>;

const columns = [
  'exception_id',
  'provider_id',
  'start_date',
  'end_date',
  'kind',
  'beg',
  'end',
  'l_beg',
  'l_end',
  'note',
  'version',
  'changed_by',
  'changed_at',
] as const;

/** Exceptions that overlap a range, by their first day. */
export function listExceptionRows(db: Db, practiceId: number, { start, end }: DayRange): Promise<ExceptionRow[]> {
  return db
    .selectFrom('hours_exceptions')
    .select(columns)
    .where('practice_id', '=', practiceId)
    .where('start_date', '<=', end)
    .where('end_date', '>=', start)
    .orderBy('start_date')
    .orderBy('provider_id')
    .execute();
}

export function findExceptionRow(db: Db, practiceId: number, id: number): Promise<ExceptionRow | undefined> {
  return db
    .selectFrom('hours_exceptions')
    .select(columns)
    .where('practice_id', '=', practiceId)
    .where('exception_id', '=', id)
    .executeTakeFirst();
}

/** The id for a new exception. Call it under the lock of the practice's version. */
export async function nextExceptionId(transaction: Db, practiceId: number): Promise<number> {
  const { last } = await transaction
    .selectFrom('hours_exceptions')
    .select(sql<number>`coalesce(max(exception_id), 0)::integer`.as('last'))
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow();
  return last + 1;
}

export async function addExceptionRows(
  transaction: Db,
  practiceId: number,
  rows: readonly ExceptionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('hours_exceptions')
    .values(rows.map((row) => ({ practice_id: practiceId, ...row })))
    .execute();
}

export async function writeExceptionRow(
  transaction: Db,
  practiceId: number,
  { exception_id: id, ...row }: ExceptionRow,
): Promise<void> {
  await transaction
    .updateTable('hours_exceptions')
    .set(row)
    .where('practice_id', '=', practiceId)
    .where('exception_id', '=', id)
    .execute();
}

export async function deleteExceptionRow(transaction: Db, practiceId: number, id: number): Promise<void> {
  await transaction
    .deleteFrom('hours_exceptions')
    .where('practice_id', '=', practiceId)
    .where('exception_id', '=', id)
    .execute();
}
