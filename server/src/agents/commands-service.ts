import type { CommandKind } from 'shared-api/agent';
import type { SyncCommand } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal } from '../http/refusal.js';
import { hasPmsUnit } from '../pms/pms-units.js';
import { type CommandRow, findUnfinished, insertCommand, timeOutCommands } from './commands-repository.js';
import { findConnection, isConnected } from './connections-repository.js';

/** Specification: settings and hours, 8.1. */
const words: Record<CommandKind, { requested: string; what: string }> = {
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

const NO_AGENT = 'No agent is connected: it stays requested, which may take up to 15 minutes.';

const needTables: ReadonlySet<CommandKind> = new Set(['sync_now', 'full_update']);

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export function syncCommandOf(row: CommandRow): SyncCommand {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    requested_at: seconds(row.requested_at),
    requested_by: row.requested_by,
    started_at: row.started_at && seconds(row.started_at),
    finished_at: row.finished_at && seconds(row.finished_at),
    percent: row.percent,
    message: row.message,
  };
}

export interface CommandAnswer {
  status: 'success' | 'info';
  message: string;
  command: SyncCommand;
}

/**
 * Asks the practice's agent for something. While a command of the kind has not ended, that one is answered and no other
 * is made (DECISIONS, server rule 15).
 *
 * @throws Refusal `no_tables` for an update of a practice that has nowhere to put it
 */
export async function requestCommand(
  db: Db,
  { practice, kind }: { practice: number; kind: CommandKind },
  { actor, now }: Doing,
): Promise<CommandAnswer> {
  return inTransaction(db, async (transaction) => {
    if (needTables.has(kind) && !(await hasPmsUnit(transaction, practice))) {
      throw new Refusal(
        409,
        'no_tables',
        'This practice has no database tables yet, so nothing can be synced. A super admin can create them.',
      );
    }
    await timeOutCommands(transaction, practice, now);
    const connected = isConnected(await findConnection(transaction, practice), now);
    const made = await insertCommand(transaction, { practice, kind, by: actor.name, now });
    const note = connected ? '' : ` ${NO_AGENT}`;
    if (made) {
      await recordAudit(transaction, {
        practice,
        actor,
        at: now,
        action: 'sync.command',
        entity: 'agent_command',
        entityId: made.id,
        after: { kind },
      });
      const said =
        !connected && kind === 'unblock' ? 'PMS update unblock requested successfully' : words[kind].requested;
      return { status: 'success', message: connected ? said : `${said}.${note}`, command: syncCommandOf(made) };
    }
    const running = await findUnfinished(transaction, practice, kind);
    // It ended between the two statements.
    if (!running) throw new Refusal(409, 'just_ended', `${words[kind].what} has just ended. Ask again.`);
    return {
      status: 'info',
      message: `${words[kind].what} is already running or waiting.${note}`,
      command: syncCommandOf(running),
    };
  });
}
