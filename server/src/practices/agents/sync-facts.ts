import type { Db } from '../../platform/database/tables.js';
import { overdueSince, unfinished } from './commands-repository.js';

export interface SyncFacts {
  timeZone: string;
  lastSyncedAt: Date | null;
  /** The first day with a sync. Null before any. */
  firstDay: string | null;
  isSyncing: boolean;
  /** True if `timeOutCommands` would end a command. */
  hasOverdueCommand: boolean;
  /** The expiry of the agent's most recently used token. */
  tokenExpiresAt: Date | null;
}

/** The sync status without its lists, in one statement, because open pages poll it. */
export async function readSyncFacts(db: Db, practiceId: number, now: Date): Promise<SyncFacts> {
  const row = await db
    .selectFrom('practices')
    .leftJoin('pms_units', 'pms_units.practice_id', 'practices.id')
    .where('practices.id', '=', practiceId)
    .select(['practices.time_zone', 'pms_units.last_synced_at'])
    .select(({ exists, selectFrom }) => [
      selectFrom('sync_days')
        .select('date')
        .where('practice_id', '=', practiceId)
        .orderBy('date')
        .limit(1)
        .as('first_day'),
      exists(
        selectFrom('agent_syncs')
          .select('sync_id')
          .where('practice_id', '=', practiceId)
          .where('state', '=', 'open')
          .where('heard_at', '>', overdueSince(now)),
      ).as('is_syncing'),
      exists(
        selectFrom('agent_commands')
          .select('id')
          .where('practice_id', '=', practiceId)
          .where('state', 'in', unfinished)
          .where('heard_at', '<=', overdueSince(now)),
      ).as('has_overdue_command'),
      selectFrom('agent_tokens')
        .select('expires_at')
        .where('practice_id', '=', practiceId)
        .where('revoked_at', 'is', null)
        .where('used_at', 'is not', null)
        .orderBy('used_at', 'desc')
        .limit(1)
        .as('token_expires_at'),
    ])
    .executeTakeFirstOrThrow();
  return {
    timeZone: row.time_zone,
    lastSyncedAt: row.last_synced_at,
    firstDay: row.first_day,
    isSyncing: Boolean(row.is_syncing),
    hasOverdueCommand: Boolean(row.has_overdue_command),
    tokenExpiresAt: row.token_expires_at,
  };
}
