/** The sync information about a practice that a person may see. */
import type { CommandKind } from 'shared-api/agent';
import type { Flags, SyncInfo } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { endsSoon } from '../../access/tokens/token-expiry.js';
import { findExpiry } from './agent-tokens.js';
import { COMMAND_TIMEOUT_MS, hasOverdueCommand, newestCommands, timeOutCommands } from './commands-repository.js';
import { syncCommandOf } from './commands-service.js';
import { type ConnectionRow, findConnection, isConnected } from './connections-repository.js';
import { readSyncHistory } from './sync-days.js';
import { syncStateOf } from './sync-summary.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

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
  if (await hasOverdueCommand(db, practiceId, now))
    await inTransaction(db, (transaction) => timeOutCommands(transaction, practiceId, now));
  const [connection, commands, unit, { days, lastFailure }, underWay, tokenExpiresAt] = await Promise.all([
    findConnection(db, practiceId),
    newestCommands(db, practiceId, kindsFor(flags)),
    db.selectFrom('pms_units').select('last_synced_at').where('practice_id', '=', practiceId).executeTakeFirst(),
    readSyncHistory(db, practiceId, now),
    db
      .selectFrom('agent_syncs')
      .select('sync_id')
      .where('practice_id', '=', practiceId)
      .where('state', '=', 'open')
      .where('heard_at', '>', new Date(now.getTime() - COMMAND_TIMEOUT_MS))
      .executeTakeFirst(),
    findExpiry(db, practiceId),
  ]);
  const syncedAt = unit?.last_synced_at ?? null;
  const failedAt = lastFailure?.last_failed_at ?? null;
  const state = syncStateOf({
    connected: isConnected(connection, now),
    blocked: connection?.services.pms_update_blocked ?? false,
    running: underWay !== undefined,
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
    last_synced_at: unit?.last_synced_at ? epochSeconds(unit.last_synced_at) : null,
    last_seen_at: connection ? epochSeconds(connection.heard_at) : null,
    token_expires_at: tokenExpiresAt && endsSoon(tokenExpiresAt, now) ? epochSeconds(tokenExpiresAt) : null,
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
