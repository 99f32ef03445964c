/**
 * Updates arrive in batches. Each batch is written exactly once, in order. An update continues after a broken
 * connection.
 */
import { randomUUID } from 'node:crypto';
import type { FromAgent, ToAgent } from 'shared-api/agent';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { requestRecomputation } from '../pms/request-recomputation.js';
import { raiseSyncVersion } from '../pms/pms-units.js';
import { recordCommandProgress } from './commands-repository.js';
import { appointmentsNotInRun, withCorrectionsRecorded } from './record-corrections.js';
import { withProvidersRecorded } from './record-providers.js';
import { findSyncDays } from './sync-dates.js';
import { recordSynced, recordSyncFailed } from './sync-days.js';
import { findInvalidRow, upsertSyncedRows, deleteRowsNotInRun } from './synced-rows.js';

/** Delay from a batch until hours are recomputed, if no further batch arrives. */
const AFTER_BATCH_MS = 60_000;

type Message<Type extends FromAgent['type']> = Extract<FromAgent, { type: Type }>;

export function rejection(code: string, message: string, syncId: string | null, received?: number): ToAgent {
  return { type: 'refused', code, message, sync_id: syncId, ...(received !== undefined && { received }) };
}

const unknownSync = (id: string): ToAgent =>
  rejection('unknown_sync', 'No such update is in progress. Start a new one.', id);

const outOfOrder = (id: string, received: number): ToAgent =>
  rejection('out_of_order', `${received} batches have arrived. Go on after them.`, id, received);

async function lockUnit(transaction: Db, practiceId: number): Promise<boolean> {
  const unit = await transaction
    .selectFrom('pms_units')
    .select('practice_id')
    .where('practice_id', '=', practiceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return unit !== undefined;
}

const noTables = (id: string): ToAgent => rejection('no_tables', 'The practice has no tables for PMS data yet.', id);

/**
 * Starts an update. Abandons another update in progress, whose batches stay. If nobody requested the abandoned update,
 * nothing else reports its failure, so it is recorded here.
 */
export async function startSync(
  db: Db,
  practiceId: number,
  message: Message<'sync_begin'>,
  now: Date,
): Promise<ToAgent | undefined> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockUnit(transaction, practiceId))) return noTables(message.sync_id);
    const givenUp = await transaction
      .updateTable('agent_syncs')
      .set({ state: 'given_up', finished_at: now })
      .where('practice_id', '=', practiceId)
      .where('state', '=', 'open')
      .returning(['sync_id', 'command_id'])
      .execute();
    if (givenUp.some((sync) => sync.command_id === null && sync.sync_id !== message.sync_id)) {
      const reason = 'It didn’t finish before the next update started.';
      await recordSyncFailed(transaction, { practiceId, kind: 'scheduled_sync', reason }, now);
    }
    const started = {
      run: randomUUID(),
      mode: message.mode,
      command_id: message.command_id,
      state: 'open' as const,
      received: 0,
      started_at: now,
      heard_at: now,
      finished_at: null,
    };
    await transaction
      .insertInto('agent_syncs')
      .values({ practice_id: practiceId, sync_id: message.sync_id, ...started })
      .onConflict((conflict) => conflict.columns(['practice_id', 'sync_id']).doUpdateSet(started))
      .execute();
    return undefined;
  });
}

function lockSync(transaction: Db, practiceId: number, id: string): Promise<Row<'agent_syncs'> | undefined> {
  return transaction
    .selectFrom('agent_syncs')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('sync_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

async function changeSync(
  transaction: Db,
  { practice_id: practiceId, sync_id: id }: Row<'agent_syncs'>,
  change: Partial<Row<'agent_syncs'>>,
): Promise<void> {
  await transaction
    .updateTable('agent_syncs')
    .set(change)
    .where('practice_id', '=', practiceId)
    .where('sync_id', '=', id)
    .execute();
}

/** Stores one batch. A repeated batch is acknowledged again and changes nothing. */
export async function storeBatch(db: Db, practiceId: number, message: Message<'batch'>, now: Date): Promise<ToAgent> {
  const problem = findInvalidRow(message.content);
  if (problem !== undefined) return rejection('invalid', problem, message.sync_id);
  return inTransaction(db, async (transaction): Promise<ToAgent> => {
    const sync = await lockSync(transaction, practiceId, message.sync_id);
    if (sync?.state !== 'open') return unknownSync(message.sync_id);
    if (message.number > sync.received + 1) return outOfOrder(message.sync_id, sync.received);
    if (message.number === sync.received + 1) {
      const days = await findSyncDays(transaction, practiceId, now);
      const { content } = message;
      const write = () => upsertSyncedRows(transaction, practiceId, { run: sync.run, days }, content);
      if (content.entity === 'providers') {
        await withProvidersRecorded(transaction, practiceId, { now, days }, write);
      } else if (content.entity === 'appointments') {
        const ids = [...new Set(content.rows.map((row) => row.appointment_id))];
        await withCorrectionsRecorded(transaction, practiceId, { now, days, ids }, write);
      } else await write();
      await raiseSyncVersion(transaction, practiceId);
      // A completed sync requests a recomputation immediately. This delayed one prevents stale hours after an abandoned
      // sync.
      await requestRecomputation(transaction, practiceId, now, { delayMs: AFTER_BATCH_MS });
      await changeSync(transaction, sync, { received: message.number, heard_at: now });
      if (sync.command_id !== null) await recordCommandProgress(transaction, practiceId, sync.command_id, now);
    }
    return { type: 'acknowledged', sync_id: message.sync_id, number: message.number };
  });
}

/** Ends an update whose batches have all arrived. */
export async function endSync(db: Db, practiceId: number, message: Message<'sync_end'>, now: Date): Promise<ToAgent> {
  return inTransaction(db, async (transaction): Promise<ToAgent> => {
    const sync = await lockSync(transaction, practiceId, message.sync_id);
    const finished: ToAgent = { type: 'sync_finished', sync_id: message.sync_id };
    // The agent may have missed the first reply.
    if (sync?.state === 'finished') return finished;
    if (sync?.state !== 'open') return unknownSync(message.sync_id);
    if (message.batches !== sync.received) return outOfOrder(message.sync_id, sync.received);
    if (sync.mode === 'full') {
      const days = await findSyncDays(transaction, practiceId, now);
      const ids = await appointmentsNotInRun(transaction, practiceId, sync.run);
      await withProvidersRecorded(transaction, practiceId, { now, days }, () =>
        withCorrectionsRecorded(transaction, practiceId, { now, days, ids }, () =>
          deleteRowsNotInRun(transaction, practiceId, { run: sync.run, days }),
        ),
      );
      await raiseSyncVersion(transaction, practiceId);
    }
    await requestRecomputation(transaction, practiceId, now);
    await changeSync(transaction, sync, { state: 'finished', heard_at: now, finished_at: now });
    await transaction
      .updateTable('pms_units')
      .set({ last_synced_at: now })
      .where('practice_id', '=', practiceId)
      .execute();
    await recordSynced(transaction, practiceId, now);
    return finished;
  });
}

/**
 * Records the failure of an update that the agent's own timetable started or should have started. Repeating it for a
 * finished update changes nothing. The failure of an update that a person requested is recorded with its command.
 */
export async function failSync(
  db: Db,
  practiceId: number,
  message: Message<'sync_failed'>,
  now: Date,
): Promise<ToAgent> {
  return inTransaction(db, async (transaction): Promise<ToAgent> => {
    if (!(await lockUnit(transaction, practiceId))) return noTables(message.sync_id);
    const recorded: ToAgent = { type: 'sync_failure_recorded', sync_id: message.sync_id };
    const sync = await lockSync(transaction, practiceId, message.sync_id);
    if (sync && sync.state !== 'open') return recorded;
    if (sync) await changeSync(transaction, sync, { state: 'given_up', heard_at: now, finished_at: now });
    else {
      await transaction
        .insertInto('agent_syncs')
        .values({
          practice_id: practiceId,
          sync_id: message.sync_id,
          run: randomUUID(),
          mode: message.mode,
          command_id: null,
          state: 'given_up',
          received: 0,
          started_at: now,
          heard_at: now,
          finished_at: now,
        })
        .execute();
    }
    if (!sync || sync.command_id === null) {
      await recordSyncFailed(transaction, { practiceId, kind: 'scheduled_sync', reason: message.message }, now);
    }
    return recorded;
  });
}

/** How much of the update has arrived; null when it must restart. */
export async function resumeOf(
  db: Db,
  practiceId: number,
  id: string | null,
): Promise<{ sync_id: string; received: number } | null> {
  if (id === null) return null;
  const sync = await db
    .selectFrom('agent_syncs')
    .select(['sync_id', 'received'])
    .where('practice_id', '=', practiceId)
    .where('sync_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return sync ?? null;
}
