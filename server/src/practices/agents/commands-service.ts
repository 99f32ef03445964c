import type { CommandKind } from 'shared-api/agent';
import type { SyncCommand } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { hasPmsUnit } from '../pms/pms-units.js';
import { type CommandRow, findUnfinished, insertCommand, timeOutCommands } from './commands-repository.js';
import { findConnection, isConnected } from './connections-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** Texts from the specification: settings and hours, 8.1. */
const texts: Record<CommandKind, { requested: string; what: string }> = {
  sync_now: { requested: 'PMS sync requested successfully', what: 'A PMS sync' },
  full_update: { requested: 'Full PMS update requested successfully', what: 'A full PMS update' },
  restart_database_service: {
    requested: 'Database service restart requested successfully',
    what: 'A restart of the database service',
  },
  restart_phone_service: {
    requested: 'Phone service restart requested successfully',
    what: 'A restart of the phone service',
  },
  unblock: { requested: 'PMS update unblocked successfully', what: 'Unblocking the PMS update' },
};

const NO_AGENT = 'No agent is connected. The request waits up to 15 minutes for it.';

const needTables: ReadonlySet<CommandKind> = new Set(['sync_now', 'full_update']);

export function syncCommandOf(row: CommandRow): SyncCommand {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    requested_at: epochSeconds(row.requested_at),
    requested_by: row.requested_by,
    started_at: row.started_at && epochSeconds(row.started_at),
    finished_at: row.finished_at && epochSeconds(row.finished_at),
    percent: row.percent,
    message: row.message,
  };
}

export interface CommandResponse {
  status: 'success' | 'info';
  message: string;
  command: SyncCommand;
}

/**
 * Requests a command from the practice's agent. While a command of the kind is unfinished, that command is returned and
 * no other is created (DECISIONS, server rule 15).
 *
 * @throws AppError `no_tables` for an update of a practice without tables
 */
export async function requestCommand(
  db: Db,
  { practiceId, kind }: { practiceId: number; kind: CommandKind },
  { actor, now }: AuditContext,
): Promise<CommandResponse> {
  return inTransaction(db, async (transaction) => {
    if (needTables.has(kind) && !(await hasPmsUnit(transaction, practiceId))) {
      throw new AppError(
        409,
        'no_tables',
        'This practice has no database tables yet, so nothing can be synced. A super admin can create them.',
      );
    }
    await timeOutCommands(transaction, practiceId, now);
    const connected = isConnected(await findConnection(transaction, practiceId), now);
    const command = await insertCommand(transaction, { practiceId, kind, by: actor.name, now });
    const note = connected ? '' : ` ${NO_AGENT}`;
    if (command) {
      await recordAudit(transaction, {
        practiceId,
        actor,
        at: now,
        action: 'sync.command',
        entity: 'agent_command',
        entityId: command.id,
        after: { kind },
      });
      const answer =
        !connected && kind === 'unblock' ? 'PMS update unblock requested successfully' : texts[kind].requested;
      return { status: 'success', message: connected ? answer : `${answer}.${note}`, command: syncCommandOf(command) };
    }
    const running = await findUnfinished(transaction, practiceId, kind);
    // The command ended between the two statements.
    if (!running) throw new AppError(409, 'just_ended', `${texts[kind].what} has just finished. Try again.`);
    return {
      status: 'info',
      message: `${texts[kind].what} is already running or waiting.${note}`,
      command: syncCommandOf(running),
    };
  });
}
