/** The sync results of each day, in the practice's time zone. */
import { sql } from 'kysely';
import type { CommandKind } from 'shared-api/agent';
import { type SyncDay, type SyncFailureKind, addDays, dayIn } from 'shared-api/contracts';
import type { Db, Row } from '../../platform/database/tables.js';
import type { SyncFacts } from './sync-facts.js';

/** Number of days in the sync status, including today. */
export const SYNC_DAYS = 14;

export const syncKinds: ReadonlySet<CommandKind> = new Set(['sync_now', 'full_update']);

async function zoneOf(db: Db, practiceId: number): Promise<string> {
  const row = await db
    .selectFrom('practices')
    .select('time_zone')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow();
  return row.time_zone;
}

export async function recordSynced(transaction: Db, practiceId: number, now: Date): Promise<void> {
  await transaction
    .insertInto('sync_days')
    .values({
      practice_id: practiceId,
      date: dayIn(await zoneOf(transaction, practiceId), now),
      synced: 1,
      last_synced_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'date']).doUpdateSet({ synced: sql`sync_days.synced + 1`, last_synced_at: now }),
    )
    .execute();
}

export interface SyncFailure {
  practiceId: number;
  kind: SyncFailureKind;
  /** In the agent's words. Null when it gave no reason. */
  reason: string | null;
}

export async function recordSyncFailed(
  transaction: Db,
  { practiceId, kind, reason }: SyncFailure,
  now: Date,
): Promise<void> {
  const last = { last_failed_at: now, last_failed_kind: kind, last_failure: reason ?? 'The agent gave no reason.' };
  await transaction
    .insertInto('sync_days')
    .values({ practice_id: practiceId, date: dayIn(await zoneOf(transaction, practiceId), now), failed: 1, ...last })
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

/** The records of the last days in every time zone, newest first. */
export function readRecentSyncDays(db: Db, practiceId: number, now: Date): Promise<Row<'sync_days'>[]> {
  return db
    .selectFrom('sync_days')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('date', '>=', addDays(dayIn('UTC', now), -SYNC_DAYS))
    .orderBy('date', 'desc')
    .execute();
}

/** The last days and the last failure. Days before the practice's first record are `unknown`. */
export function syncHistoryOf(
  recent: readonly Row<'sync_days'>[],
  { timeZone, firstDay }: Pick<SyncFacts, 'timeZone' | 'firstDay'>,
  now: Date,
): SyncHistory {
  const today = dayIn(timeZone, now);
  const dates = Array.from({ length: SYNC_DAYS }, (_, index) => addDays(today, index + 1 - SYNC_DAYS));
  const rows = recent.filter(({ date }) => date >= (dates[0] ?? today));
  const days = dates.map((date): SyncDay => {
    const row = rows.find((one) => one.date === date);
    const isRecorded = firstDay !== null && date >= firstDay;
    return { date, state: isRecorded ? stateOf(row) : 'unknown', synced: row?.synced ?? 0, failed: row?.failed ?? 0 };
  });
  return { days, lastFailure: rows.find((row) => row.last_failed_at !== null) };
}
