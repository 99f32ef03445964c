/** Rows of bulk changes, and of the outcome of each practice. */
import { sql } from 'kysely';
import type { BulkResult } from 'shared-api/contracts';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import { jsonRows } from '../../platform/database/json-rows.js';
import type { Db, NewRow, Row } from '../../platform/database/tables.js';
import type { Outcome } from './apply.js';

export type BulkChangeRow = Row<'bulk_changes'>;

/** A change with the state of its job. Null: it has none. */
export type BulkChangeWithJob = BulkChangeRow & { job_state: Row<'jobs'>['state'] | null };

/** @returns false when a change with the same key exists; waits for its transaction */
export async function insertChange(
  transaction: Db,
  change: NewRow<'bulk_changes'>,
  practiceIds: readonly number[],
): Promise<boolean> {
  const result = await transaction
    .insertInto('bulk_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await sql`
    insert into bulk_change_practices (change_id, practice_id)
    select ${change.id}, id from unnest(${practiceIds}::integer[]) as id
  `.execute(transaction);
  return true;
}

export function findChangeByKey(db: Db, key: string): Promise<BulkChangeRow | undefined> {
  return db.selectFrom('bulk_changes').selectAll().where('key', '=', key).executeTakeFirst();
}

export function findChange(db: Db, id: string): Promise<BulkChangeRow | undefined> {
  return db.selectFrom('bulk_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findChangeWithJob(db: Db, id: string): Promise<BulkChangeWithJob | undefined> {
  return db
    .selectFrom('bulk_changes')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'bulk_changes.job_id').on('jobs.practice_id', '=', NO_PRACTICE),
    )
    .selectAll('bulk_changes')
    .select('jobs.state as job_state')
    .where('bulk_changes.id', '=', id)
    .executeTakeFirst();
}

/** Processing, stopping and resuming lock this row. */
export function lockChange(transaction: Db, id: string): Promise<BulkChangeRow | undefined> {
  return transaction.selectFrom('bulk_changes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Unprocessed practices, by id. @param among restricts the result to these */
export async function listOpenPractices(
  db: Db,
  id: string,
  most: number,
  among?: readonly number[],
): Promise<number[]> {
  let open = db
    .selectFrom('bulk_change_practices')
    .select('practice_id')
    .where('change_id', '=', id)
    .where('outcome', 'is', null);
  if (among) open = open.where(sql<boolean>`practice_id = any(${among}::integer[])`);
  const rows = await open.orderBy('practice_id').limit(most).execute();
  return rows.map(({ practice_id }) => practice_id);
}

/** @param change its row, locked */
export async function writeOutcomes(
  transaction: Db,
  { id, changed_items: before }: Pick<BulkChangeRow, 'id' | 'changed_items'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const columns = { practiceId: 'integer', outcome: 'text', message: 'text', before: 'jsonb', after: 'jsonb' };
  await sql`
    update bulk_change_practices as kept set outcome = given.outcome, message = given.message,
      before = given.before, after = given.after
    from ${jsonRows(columns, outcomes)} where kept.change_id = ${id} and kept.practice_id = given."practiceId"
  `.execute(transaction);
  const count = (outcome: Outcome['outcome']): number => outcomes.filter((one) => one.outcome === outcome).length;
  await transaction
    .updateTable('bulk_changes')
    .set({
      changed: sql`changed + ${count('changed')}`,
      unchanged: sql`unchanged + ${count('unchanged')}`,
      failed: sql`failed + ${count('failed')}`,
      changed_items: JSON.stringify([...new Set([...(before ?? []), ...outcomes.flatMap(({ items }) => items)])]),
    })
    .where('id', '=', id)
    .execute();
}

/** Writes the state, the job, or whether the change has an audit log entry. */
export async function updateChange(
  transaction: Db,
  id: string,
  change: Partial<Pick<BulkChangeRow, 'state' | 'job_id' | 'is_logged'>>,
): Promise<void> {
  await transaction.updateTable('bulk_changes').set(change).where('id', '=', id).execute();
}

/** Marks failed practices as unprocessed. */
export async function reopenFailed(transaction: Db, id: string): Promise<void> {
  await transaction
    .updateTable('bulk_change_practices')
    .set({ outcome: null, message: null })
    .where('change_id', '=', id)
    .where('outcome', '=', 'failed')
    .execute();
  await transaction.updateTable('bulk_changes').set({ failed: 0 }).where('id', '=', id).execute();
}

interface ResultsRange {
  id: string;
  failed: boolean;
  /** Only practices with a larger id. */
  after: number;
  limit: number;
}

/** Results of the failed practices or of the others, sorted by id. */
async function readResultsRange(db: Db, { id, failed, after, limit }: ResultsRange): Promise<BulkResult[]> {
  const rows = await db
    .selectFrom('bulk_change_practices')
    .leftJoin('practices', 'practices.id', 'bulk_change_practices.practice_id')
    .select(['practice_id', 'practices.name', 'outcome', 'message', 'before', 'after'])
    .where('change_id', '=', id)
    .where('practice_id', '>', after)
    .where('outcome', 'in', failed ? ['failed'] : ['changed', 'unchanged'])
    .orderBy('practice_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ practice_id: practiceId, name, outcome, message, before, after }) => {
    if (outcome === null) return [];
    return [
      {
        ...{ practice_id: practiceId, practice: name ?? '', status: outcome },
        ...(message !== null && { message }),
        ...(before !== null && after !== null && { before, after }),
      },
    ];
  });
}

/** Failed practices first, then by id. Both are read at once, because open pages poll them. */
export async function readResults(db: Db, id: string, most: number): Promise<BulkResult[]> {
  const range = { id, after: 0, limit: most };
  const [failed, others] = await Promise.all([
    readResultsRange(db, { ...range, failed: true }),
    readResultsRange(db, { ...range, failed: false }),
  ]);
  return [...failed, ...others].slice(0, most);
}

/** All results in batches, in the same order. */
export async function* readAllResults(db: Db, id: string, batchSize: number): AsyncGenerator<BulkResult[]> {
  for (const failed of [true, false]) {
    let batch: BulkResult[];
    let after = 0;
    do {
      batch = await readResultsRange(db, { id, failed, after, limit: batchSize });
      after = batch.at(-1)?.practice_id ?? after;
      yield batch;
    } while (batch.length === batchSize);
  }
}
