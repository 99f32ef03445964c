/** What came of the syncs of each day, in the practice's own time zone. */
import { sql } from 'kysely';
import type { CommandKind } from 'shared-api/agent';
import { type SyncDay, addDays, dayIn } from 'shared-api/contracts';
import type { Db, Row } from '../database/tables.js';

/** Days that the sync status shows, today among them. */
export const SYNC_DAYS = 14;

export const syncKinds: ReadonlySet<CommandKind> = new Set(['sync_now', 'full_update']);

async function zoneOf(db: Db, practice: number): Promise<string> {
  const row = await db.selectFrom('practices').select('time_zone').where('id', '=', practice).executeTakeFirstOrThrow();
  return row.time_zone;
}

export async function recordSynced(transaction: Db, practice: number, now: Date): Promise<void> {
  await transaction
    .insertInto('sync_days')
    .values({
      practice_id: practice,
      date: dayIn(await zoneOf(transaction, practice), now),
      synced: 1,
      last_synced_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'date']).doUpdateSet({ synced: sql`sync_days.synced + 1`, last_synced_at: now }),
    )
    .execute();
}

export interface SyncFailure {
  practice: number;
  kind: CommandKind;
  /** In the agent's words, or ours where it said nothing. */
  reason: string;
}

export async function recordSyncFailed(
  transaction: Db,
  { practice, kind, reason }: SyncFailure,
  now: Date,
): Promise<void> {
  const last = { last_failed_at: now, last_failed_kind: kind, last_failure: reason };
  await transaction
    .insertInto('sync_days')
    .values({ practice_id: practice, date: dayIn(await zoneOf(transaction, practice), now), failed: 1, ...last })
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'date']).doUpdateSet({ failed: sql`sync_days.failed + 1`, ...last }),
    )
    .execute();
}

function stateOf(row: Row<'sync_days'> | undefined): SyncDay['state'] {
  if (!row) return 'none';
  const { last_synced_at: synced, last_failed_at: failed } = row;
  return failed && (!synced || failed > synced) ? 'failed' : 'synced';
}

export interface SyncHistory {
  /** Oldest first. */
  days: SyncDay[];
  lastFailure: Row<'sync_days'> | undefined;
}

/** The last days and the last failure. Days before the practice's first record are `unknown`. */
export async function readSyncHistory(db: Db, practice: number, now: Date): Promise<SyncHistory> {
  const today = dayIn(await zoneOf(db, practice), now);
  const dates = Array.from({ length: SYNC_DAYS }, (_, index) => addDays(today, index + 1 - SYNC_DAYS));
  const first = await db
    .selectFrom('sync_days')
    .select('date')
    .where('practice_id', '=', practice)
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('sync_days')
    .selectAll()
    .where('practice_id', '=', practice)
    .where('date', '>=', dates[0] ?? today)
    .orderBy('date', 'desc')
    .execute();
  const days = dates.map((date): SyncDay => {
    const row = rows.find((one) => one.date === date);
    const known = first !== undefined && date >= first.date;
    return { date, state: known ? stateOf(row) : 'unknown', synced: row?.synced ?? 0, failed: row?.failed ?? 0 };
  });
  return { days, lastFailure: rows.find((row) => row.last_failed_at !== null) };
}
