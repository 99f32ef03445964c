import { type SqlBool, sql } from 'kysely';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';
import type { Db, NewRow, Row } from '../../platform/database/tables.js';

/** A request without its input, which may name 100,000 practices. */
const listed = [
  'id',
  'kind',
  'summary',
  'module',
  'requested_at',
  'expires_at',
  'requested_by_kind',
  'requested_by_id',
  'requested_by_name',
] as const;
export type WaitingRow = Pick<Row<'approvals'>, (typeof listed)[number]>;

/** @returns false when the same request is already waiting */
export async function insertApproval(transaction: Db, row: NewRow<'approvals'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('approvals')
    .values(row)
    // A literal, because PostgreSQL needs it to choose the index when it plans the statement.
    .onConflict((conflict) =>
      conflict
        .column('fingerprint')
        .where(sql<SqlBool>`state = 'waiting'`)
        .doNothing(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findWaiting(db: Db, fingerprint: string): Promise<WaitingRow | undefined> {
  return db
    .selectFrom('approvals')
    .select(listed)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** A request in the contract's short format. */
export const toWaiting = ({ id, expires_at }: WaitingRow) => ({ id, expires_at: epochSeconds(expires_at) });

/** Waiting requests, the oldest first. @param module only those about this module */
export async function listWaiting(db: Db, now: Date, module?: string): Promise<WaitingRow[]> {
  let query = db
    .selectFrom('approvals')
    .select(listed)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('requested_at')
    .orderBy('id');
  if (module !== undefined) query = query.where('module', '=', module);
  return query.execute();
}

/** The request, locked against other decisions until the transaction ends. */
export async function lockApproval(transaction: Db, id: string): Promise<Row<'approvals'> | undefined> {
  return transaction.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findApproval(db: Db, id: string): Promise<Row<'approvals'> | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function storeDecision(
  transaction: Db,
  id: string,
  decision: {
    state: 'approved' | 'declined';
    decided_at: Date;
    decided_by_name: string;
    decline_reason: string | null;
  },
): Promise<void> {
  await transaction.updateTable('approvals').set(decision).where('id', '=', id).execute();
}

/** Marks expired requests. @returns those not marked before */
export async function markExpired(transaction: Db, now: Date): Promise<WaitingRow[]> {
  return transaction
    .updateTable('approvals')
    .set(({ ref }) => ({ state: 'expired', decided_at: ref('expires_at') }))
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .returning(listed)
    .execute();
}
