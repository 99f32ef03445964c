/** The sync information about a practice that a person may see. */
import type { CommandKind } from 'shared-api/agent';
import type { Flags, SyncInfo } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { expiresSoon } from '../../access/tokens/token-expiry.js';
import { newestCommands, timeOutCommands } from './commands-repository.js';
import { syncCommandOf } from './commands-service.js';
import { type ConnectionRow, findConnection, isConnected } from './connections-repository.js';
import { readRecentSyncDays, syncHistoryOf } from './sync-days.js';
import { readSyncFacts } from './sync-facts.js';
import { syncStateOf } from './sync-summary.js';
import { epochSeconds, epochSecondsOrNull } from '../../platform/dates/epoch-seconds.js';

/** Commands that a person may give (specification: settings and hours, 6). */
function kindsFor({ super_admin: superAdmin, task_admin: taskAdmin }: Flags): CommandKind[] {
  return [
    'sync_now',
    ...(superAdmin ? (['full_update'] as const) : []),
    ...(taskAdmin ? (['restart_database_service', 'restart_phone_service', 'unblock'] as const) : []),
  ];
}

function servicesOf(connection: ConnectionRow | undefined, taskAdmin: boolean): SyncInfo['pms_sync'] {
  const services = connection?.services;
  return {
    last_update_status: services?.last_update_status ?? null,
    database_service_status: taskAdmin ? (services?.database_service_status ?? null) : null,
    phone_service_status: taskAdmin ? (services?.phone_service_status ?? null) : null,
    pms_update_blocked: services?.pms_update_blocked ?? false,
  };
}

/** The agent's last report stays readable after it disconnects, with the time it was last seen. */
export async function readSyncInfo(db: Db, practiceId: number, flags: Flags, now: Date): Promise<SyncInfo> {
  const read = () =>
    Promise.all([
      readSyncFacts(db, practiceId, now),
      findConnection(db, practiceId),
      newestCommands(db, practiceId, kindsFor(flags)),
      readRecentSyncDays(db, practiceId, now),
    ]);
  let [facts, connection, commands, recent] = await read();
  if (facts.hasOverdueCommand) {
    await inTransaction(db, (transaction) => timeOutCommands(transaction, practiceId, now));
    [facts, connection, commands, recent] = await read();
  }
  const { days, lastFailure } = syncHistoryOf(recent, facts, now);
  const { lastSyncedAt: syncedAt, tokenExpiresAt } = facts;
  const failedAt = lastFailure?.last_failed_at ?? null;
  const state = syncStateOf({
    connected: isConnected(connection, now),
    blocked: connection?.services.pms_update_blocked ?? false,
    running: facts.isSyncing,
    databaseService: connection?.services.database_service_status ?? null,
    syncedAt,
    failedAt,
  });
  return {
    pms_sync_socket_info: isConnected(connection, now)
      ? { joined_at: epochSeconds(connection.joined_at), ip: connection.ip, user_agent: connection.user_agent }
      : null,
    pms_sync_versions: flags.task_admin ? (connection?.versions ?? null) : null,
    pms_sync: servicesOf(connection, flags.task_admin),
    last_synced_at: epochSecondsOrNull(syncedAt),
    last_seen_at: connection ? epochSeconds(connection.heard_at) : null,
    token_expires_at: tokenExpiresAt && expiresSoon(tokenExpiresAt, now) ? epochSeconds(tokenExpiresAt) : null,
    commands: commands.map(syncCommandOf),
    summary: {
      state,
      last_failure:
        lastFailure?.last_failed_kind && failedAt
          ? {
              at: epochSeconds(failedAt),
              kind: lastFailure.last_failed_kind,
              reason: lastFailure.last_failure ?? '',
              resolved: syncedAt !== null && syncedAt >= failedAt,
            }
          : null,
      days,
    },
  };
}
