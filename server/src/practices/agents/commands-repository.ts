/** Commands to agents and their states: requested, delivered, running, and one of three final states. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandKind } from 'shared-api/agent';
import type { Db, Row } from '../../platform/database/tables.js';
import { recordSyncFailed, syncKinds } from './sync-days.js';

export type CommandRow = Row<'agent_commands'>;

/** A command times out when it isn't fetched or reported on for this long (DECISIONS, server rule 15). */
export const COMMAND_TIMEOUT_MS = 15 * 60_000;

export const unfinished = ['requested', 'delivered', 'running'] as const;

/** Times out commands of a practice that have waited too long. An update among them is a failed sync. */
export const overdueSince = (now: Date): Date => new Date(now.getTime() - COMMAND_TIMEOUT_MS);

export async function timeOutCommands(transaction: Db, practiceId: number, now: Date): Promise<void> {
  const ended = await transaction
    .updateTable('agent_commands')
    .set({
      state: 'timed_out',
      finished_at: now,
      message: sql<string>`case state
        when 'requested' then 'No agent fetched it within 15 minutes.'
        else 'The agent hasn’t reported on it for 15 minutes.' end`,
    })
    .where('practice_id', '=', practiceId)
    .where('state', 'in', unfinished)
    .where('heard_at', '<=', overdueSince(now))
    .returning(['kind', 'message'])
    .execute();
  for (const { kind, message } of ended) await recordIfSync(transaction, { practiceId, kind, reason: message }, now);
}

async function recordIfSync(
  transaction: Db,
  { practiceId, kind, reason }: { practiceId: number; kind: CommandKind; reason: string | null },
  now: Date,
): Promise<void> {
  if (!syncKinds.has(kind)) return;
  await recordSyncFailed(transaction, { practiceId, kind, reason }, now);
}

/** @returns undefined when an unfinished command of the kind exists; a practice has at most one per kind */
export function insertCommand(
  transaction: Db,
  { practiceId, kind, by, now }: { practiceId: number; kind: CommandKind; by: string; now: Date },
): Promise<CommandRow | undefined> {
  return transaction
    .insertInto('agent_commands')
    .values({
      practice_id: practiceId,
      id: randomUUID(),
      kind,
      state: 'requested',
      requested_at: now,
      requested_by: by,
      heard_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'kind'])
        .where(sql<boolean>`state in ('requested', 'delivered', 'running')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

export function findUnfinished(db: Db, practiceId: number, kind: CommandKind): Promise<CommandRow | undefined> {
  return db
    .selectFrom('agent_commands')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('kind', '=', kind)
    .where('state', 'in', unfinished)
    .executeTakeFirst();
}

/** The newest command of each of the kinds, in the order of the kinds. */
export async function newestCommands(db: Db, practiceId: number, kinds: readonly CommandKind[]): Promise<CommandRow[]> {
  const rows = await db
    .selectFrom('agent_commands')
    .selectAll()
    .distinctOn('kind')
    .where('practice_id', '=', practiceId)
    .where('kind', 'in', kinds)
    .orderBy('kind')
    .orderBy('requested_at', 'desc')
    .execute();
  return kinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
}

/**
 * Claims requested commands for these connections, so that this replica delivers them. A replaced connection claims
 * nothing.
 */
export function claimRequestedCommands(db: Db, connectionIds: readonly string[], now: Date): Promise<CommandRow[]> {
  return db
    .updateTable('agent_commands')
    .set({ state: 'delivered', heard_at: now })
    .where('state', '=', 'requested')
    .where('heard_at', '>', new Date(now.getTime() - COMMAND_TIMEOUT_MS))
    .where(
      sql<boolean>`practice_id in (
        select practice_id from agent_connections where connection_id = any(${[...connectionIds]}::uuid[]))`,
    )
    .returningAll()
    .execute();
}

/** A reconnecting agent may have missed commands sent before. They are redelivered under the same id. */
export async function requeueSentCommands(db: Db, practiceId: number): Promise<void> {
  await db
    .updateTable('agent_commands')
    .set({ state: 'requested' })
    .where('practice_id', '=', practiceId)
    .where('state', '=', 'delivered')
    .execute();
}

export interface CommandReport {
  id: string;
  state: 'running' | 'done' | 'failed';
  percent: number | null;
  message: string | null;
}

/**
 * Records an agent's report on a command. A late report after a timeout still counts.
 *
 * @returns false when no such unfinished command exists
 */
export async function recordReport(
  transaction: Db,
  practiceId: number,
  report: CommandReport,
  now: Date,
): Promise<boolean> {
  const ended = report.state !== 'running';
  const before = await transaction
    .selectFrom('agent_commands')
    .select(['kind', 'state'])
    .where('practice_id', '=', practiceId)
    .where(sql<boolean>`id::text = ${report.id}`)
    .forUpdate()
    .executeTakeFirst();
  const result = await transaction
    .updateTable('agent_commands')
    .set({
      state: report.state,
      heard_at: now,
      started_at: sql<Date>`coalesce(started_at, ${now}::timestamptz)`,
      finished_at: ended ? now : null,
      percent: report.percent,
      message: report.message,
    })
    .where('practice_id', '=', practiceId)
    .where(sql<boolean>`id::text = ${report.id}`)
    .where('state', 'in', ended ? [...unfinished, 'timed_out'] : unfinished)
    .executeTakeFirst();
  const changed = result.numUpdatedRows > 0n;
  // A timed-out command was already recorded as failed.
  if (changed && before && before.state !== 'timed_out' && report.state === 'failed') {
    await recordIfSync(transaction, { practiceId, kind: before.kind, reason: report.message }, now);
  }
  return changed;
}

/** Records that the agent is working on the command, because a batch arrived. */
export async function recordCommandProgress(db: Db, practiceId: number, id: string, now: Date): Promise<void> {
  await db
    .updateTable('agent_commands')
    .set({ heard_at: now })
    .where('practice_id', '=', practiceId)
    .where(sql<boolean>`id::text = ${id}`)
    .where('state', 'in', unfinished)
    .execute();
}
