import { randomUUID } from 'node:crypto';
import type { PhoneMove } from 'shared-api/contracts';
import type { Db, Row } from '../../platform/database/tables.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** How long an unfinished move blocks another move of its number, in milliseconds. */
const STUCK_MS = 120_000;
const SHOWN = 50;

/** SID of the practice's voice sub-account. Undefined when it has none. */
export async function findVoiceAccount(db: Db, practiceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('practice_voice_accounts')
    .select('account_sid')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst();
  return row?.account_sid;
}

export async function setVoiceAccount(db: Db, practiceId: number, sid: string): Promise<void> {
  await db
    .insertInto('practice_voice_accounts')
    .values({ practice_id: practiceId, account_sid: sid })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ account_sid: sid }))
    .execute();
}

export type NewMove = Pick<
  Row<'phone_moves'>,
  | 'practice_id'
  | 'phone_number'
  | 'phone_number_sid'
  | 'origin_account'
  | 'destination_account'
  | 'moved_by'
  | 'moved_at'
>;

/**
 * Reserves a number for a move. An unfinished move becomes `unknown` after two minutes.
 *
 * @returns the move's id; undefined while another move of the number is in progress
 */
export async function startMove(transaction: Db, move: NewMove): Promise<string | undefined> {
  await transaction
    .updateTable('phone_moves')
    .set({ outcome: 'unknown', message: 'The move was interrupted.' })
    .where('phone_number_sid', '=', move.phone_number_sid)
    .where('outcome', 'is', null)
    .where('moved_at', '<', new Date(move.moved_at.getTime() - STUCK_MS))
    .execute();
  const id = randomUUID();
  const inserted = await transaction
    .insertInto('phone_moves')
    .values({ id, ...move, outcome: null, message: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n ? id : undefined;
}

export async function endMove(
  transaction: Db,
  { practiceId, id }: { practiceId: number; id: string },
  outcome: PhoneMove['outcome'],
  message: string | null,
): Promise<void> {
  await transaction
    .updateTable('phone_moves')
    .set({ outcome, message })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute();
}

/** The latest finished moves, newest first. */
export async function listMoves(db: Db, practiceId: number, orgAccount: string): Promise<PhoneMove[]> {
  const rows = await db
    .selectFrom('phone_moves')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('outcome', 'is not', null)
    .orderBy('moved_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    phone_number: row.phone_number,
    to: row.destination_account === orgAccount ? 'organization' : 'practice',
    outcome: row.outcome ?? 'unknown',
    message: row.message,
    moved_by: row.moved_by,
    moved_at: epochSeconds(row.moved_at),
  }));
}
