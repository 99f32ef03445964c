/** Updates in batches: each is written once, in its order, and an update goes on after a broken connection. */
import { randomUUID } from 'node:crypto';
import type { FromAgent, ToAgent } from 'shared-api/agent';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { requestRecomputation } from '../hours-worked/recomputation.js';
import { raiseSyncVersion } from '../pms/pms-units.js';
import { noteCommandHeard } from './commands-repository.js';
import { recordSynced } from './sync-days.js';
import { faultIn, putSyncedRows, removeWhatDidNotCome } from './synced-rows.js';

/** From a batch until hours are computed from it, where no further one comes. */
const AFTER_BATCH_MS = 60_000;

type Message<Type extends FromAgent['type']> = Extract<FromAgent, { type: Type }>;

export function refused(code: string, message: string, syncId: string | null, received?: number): ToAgent {
  return { type: 'refused', code, message, sync_id: syncId, ...(received !== undefined && { received }) };
}

const unknownSync = (id: string): ToAgent =>
  refused('unknown_sync', 'There is no such update under way. Begin it anew.', id);

const outOfOrder = (id: string, received: number): ToAgent =>
  refused('out_of_order', `${received} batches have arrived. Go on after them.`, id, received);

/** Begins an update, from its start. Another one that was under way is given up: its batches count, its end never comes. */
export async function beginSync(
  db: Db,
  practice: number,
  message: Message<'sync_begin'>,
  now: Date,
): Promise<ToAgent | undefined> {
  return inTransaction(db, async (transaction) => {
    const unit = await transaction
      .selectFrom('pms_units')
      .select('practice_id')
      .where('practice_id', '=', practice)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!unit) {
      return refused('no_tables', 'The practice has no tables for PMS data yet.', message.sync_id);
    }
    await transaction
      .updateTable('agent_syncs')
      .set({ state: 'given_up', finished_at: now })
      .where('practice_id', '=', practice)
      .where('state', '=', 'open')
      .execute();
    const begun = {
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
      .values({ practice_id: practice, sync_id: message.sync_id, ...begun })
      .onConflict((conflict) => conflict.columns(['practice_id', 'sync_id']).doUpdateSet(begun))
      .execute();
    return undefined;
  });
}

function lockSync(transaction: Db, practice: number, id: string): Promise<Row<'agent_syncs'> | undefined> {
  return transaction
    .selectFrom('agent_syncs')
    .selectAll()
    .where('practice_id', '=', practice)
    .where('sync_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

async function changeSync(
  transaction: Db,
  { practice_id: practice, sync_id: id }: Row<'agent_syncs'>,
  change: Partial<Row<'agent_syncs'>>,
): Promise<void> {
  await transaction
    .updateTable('agent_syncs')
    .set(change)
    .where('practice_id', '=', practice)
    .where('sync_id', '=', id)
    .execute();
}

/** Takes one batch. One that has arrived before is acknowledged again and changes nothing. */
export async function takeBatch(db: Db, practice: number, message: Message<'batch'>, now: Date): Promise<ToAgent> {
  const fault = faultIn(message.content);
  if (fault !== undefined) return refused('invalid', fault, message.sync_id);
  return inTransaction(db, async (transaction): Promise<ToAgent> => {
    const sync = await lockSync(transaction, practice, message.sync_id);
    if (sync?.state !== 'open') return unknownSync(message.sync_id);
    if (message.number > sync.received + 1) return outOfOrder(message.sync_id, sync.received);
    if (message.number === sync.received + 1) {
      await putSyncedRows(transaction, practice, sync.run, message.content);
      await raiseSyncVersion(transaction, practice);
      // The end of the sync asks for it at once; one that is given up must not leave the figures stale.
      await requestRecomputation(transaction, practice, now, { delayMs: AFTER_BATCH_MS });
      await changeSync(transaction, sync, { received: message.number, heard_at: now });
      if (sync.command_id !== null) await noteCommandHeard(transaction, practice, sync.command_id, now);
    }
    return { type: 'acknowledged', sync_id: message.sync_id, number: message.number };
  });
}

/** Ends an update of which every batch has arrived. */
export async function endSync(db: Db, practice: number, message: Message<'sync_end'>, now: Date): Promise<ToAgent> {
  return inTransaction(db, async (transaction): Promise<ToAgent> => {
    const sync = await lockSync(transaction, practice, message.sync_id);
    const finished: ToAgent = { type: 'sync_finished', sync_id: message.sync_id };
    // The agent may have missed the first answer.
    if (sync?.state === 'finished') return finished;
    if (sync?.state !== 'open') return unknownSync(message.sync_id);
    if (message.batches !== sync.received) return outOfOrder(message.sync_id, sync.received);
    if (sync.mode === 'full') {
      await removeWhatDidNotCome(transaction, practice, sync.run);
      await raiseSyncVersion(transaction, practice);
    }
    await requestRecomputation(transaction, practice, now);
    await changeSync(transaction, sync, { state: 'finished', heard_at: now, finished_at: now });
    await transaction
      .updateTable('pms_units')
      .set({ last_synced_at: now })
      .where('practice_id', '=', practice)
      .execute();
    await recordSynced(transaction, practice, now);
    return finished;
  });
}

/** How much of the update has arrived; null when it is to begin anew. */
export async function resumeOf(
  db: Db,
  practice: number,
  id: string | null,
): Promise<{ sync_id: string; received: number } | null> {
  if (id === null) return null;
  const sync = await db
    .selectFrom('agent_syncs')
    .select(['sync_id', 'received'])
    .where('practice_id', '=', practice)
    .where('sync_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return sync ?? null;
}
