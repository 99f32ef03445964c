/** Commands to agents and their life: requested, delivered, running, and one of three ends. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandKind } from 'shared-api/agent';
import type { Db, Row } from '../database/tables.js';
import { recordSyncFailed, syncKinds } from './sync-days.js';

export type CommandRow = Row<'agent_commands'>;

/** A command that nobody fetched, or of which nothing was heard for so long, has timed out (DECISIONS, server rule 15). */
export const COMMAND_TIMES_OUT_MS = 15 * 60_000;

const unfinished = ['requested', 'delivered', 'running'] as const;

/** Ends the commands of a practice that have waited too long. An update among them is a failed sync. */
export async function timeOutCommands(transaction: Db, practice: number, now: Date): Promise<void> {
  const ended = await transaction
    .updateTable('agent_commands')
    .set({
      state: 'timed_out',
      finished_at: now,
      message: sql<string>`case state
        when 'requested' then 'No agent fetched it within 15 minutes.'
        else 'The agent has said nothing of it for 15 minutes.' end`,
    })
    .where('practice_id', '=', practice)
    .where('state', 'in', unfinished)
    .where('heard_at', '<=', new Date(now.getTime() - COMMAND_TIMES_OUT_MS))
    .returning(['kind', 'message'])
    .execute();
  for (const { kind, message } of ended) await recordIfSync(transaction, { practice, kind, reason: message }, now);
}

async function recordIfSync(
  transaction: Db,
  { practice, kind, reason }: { practice: number; kind: CommandKind; reason: string | null },
  now: Date,
): Promise<void> {
  if (!syncKinds.has(kind)) return;
  await recordSyncFailed(transaction, { practice, kind, reason: reason ?? 'The agent did not say why.' }, now);
}

/** @returns undefined when a command of the kind has not ended yet: there is one of each at a time */
export function insertCommand(
  transaction: Db,
  { practice, kind, by, now }: { practice: number; kind: CommandKind; by: string; now: Date },
): Promise<CommandRow | undefined> {
  return transaction
    .insertInto('agent_commands')
    .values({
      practice_id: practice,
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

export function findUnfinished(db: Db, practice: number, kind: CommandKind): Promise<CommandRow | undefined> {
  return db
    .selectFrom('agent_commands')
    .selectAll()
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .where('state', 'in', unfinished)
    .executeTakeFirst();
}

/** The newest command of each of the kinds, in the order of the kinds. */
export async function newestCommands(db: Db, practice: number, kinds: readonly CommandKind[]): Promise<CommandRow[]> {
  const rows = await db
    .selectFrom('agent_commands')
    .selectAll()
    .distinctOn('kind')
    .where('practice_id', '=', practice)
    .where('kind', 'in', kinds)
    .orderBy('kind')
    .orderBy('requested_at', 'desc')
    .execute();
  return kinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
}

/**
 * Takes what was requested of agents that these connections hold, for this copy to deliver. A connection that another one
 * has replaced takes nothing.
 */
export function takeRequested(db: Db, connections: readonly string[], now: Date): Promise<CommandRow[]> {
  return db
    .updateTable('agent_commands')
    .set({ state: 'delivered', heard_at: now })
    .where('state', '=', 'requested')
    .where('heard_at', '>', new Date(now.getTime() - COMMAND_TIMES_OUT_MS))
    .where(
      sql<boolean>`practice_id in (
        select practice_id from agent_connections where connection_id = any(${[...connections]}::uuid[]))`,
    )
    .returningAll()
    .execute();
}

/** An agent that joins anew may never have got what was sent to it before: it is delivered again, under the same id. */
export async function deliverAgain(db: Db, practice: number): Promise<void> {
  await db
    .updateTable('agent_commands')
    .set({ state: 'requested' })
    .where('practice_id', '=', practice)
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
 * Writes what the agent says of a command. An end that comes late, after the command had timed out, is still its end.
 *
 * @returns false when there is no such command that has not ended
 */
export async function writeReport(
  transaction: Db,
  practice: number,
  report: CommandReport,
  now: Date,
): Promise<boolean> {
  const ended = report.state !== 'running';
  const before = await transaction
    .selectFrom('agent_commands')
    .select(['kind', 'state'])
    .where('practice_id', '=', practice)
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
    .where('practice_id', '=', practice)
    .where(sql<boolean>`id::text = ${report.id}`)
    .where('state', 'in', ended ? [...unfinished, 'timed_out'] : unfinished)
    .executeTakeFirst();
  const changed = result.numUpdatedRows > 0n;
  // One that had timed out was recorded as failed then.
  if (changed && before && before.state !== 'timed_out' && report.state === 'failed') {
    await recordIfSync(transaction, { practice, kind: before.kind, reason: report.message }, now);
  }
  return changed;
}

/** The agent is at work on the command: a batch of its update came. */
export async function noteCommandHeard(db: Db, practice: number, id: string, now: Date): Promise<void> {
  await db
    .updateTable('agent_commands')
    .set({ heard_at: now })
    .where('practice_id', '=', practice)
    .where(sql<boolean>`id::text = ${id}`)
    .where('state', 'in', unfinished)
    .execute();
}
