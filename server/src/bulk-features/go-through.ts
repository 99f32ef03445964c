/**
 * Goes through the practices of a bulk change, some hundred in each transaction. What became of a practice stands with its
 * change or not at all, so that whoever goes on after a crash neither repeats a practice nor leaves one out.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { DatabaseBusy, DatabaseUnreachable } from '../database/unreachable.js';
import { LeaseLost } from '../jobs/job-runner.js';
import { type Outcome, applyTo } from './apply.js';
import { type BulkChangeRow, lockChange, openPractices, setState, writeOutcomes } from './bulk-changes-repository.js';
import { FIRST_BATCH, nextBatchSize } from './batch-size.js';
import { messages } from './messages.js';

export interface Going {
  db: Db;
  log: FastifyBaseLogger;
  doing: () => Doing;
  /** Goes into each transaction: a job's fence. */
  within?: (transaction: Db) => Promise<void>;
  /** Called between two batches; throws to leave the rest to whoever comes next. */
  between?: () => void;
}

/**
 * One transaction about practices that were open a moment ago. Somebody else may have dealt with some of them since, or have
 * stopped the change: the lock of its row and their own rows say.
 */
async function inStep(
  { db, within }: Going,
  id: string,
  practices: readonly number[],
  work: (transaction: Db, change: BulkChangeRow, open: number[]) => Promise<Outcome[]>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const change = await lockChange(transaction, id);
    if (change?.state !== 'waiting' && change?.state !== 'running') return;
    const open = await openPractices(transaction, id, practices.length, practices);
    if (open.length === 0) return;
    await writeOutcomes(transaction, id, await work(transaction, change, open));
    await within?.(transaction);
  });
}

/** True for what says nothing of the practices: the next attempt may well come through. */
const isOfTheMoment = (error: unknown): boolean =>
  error instanceof LeaseLost || error instanceof DatabaseUnreachable || error instanceof DatabaseBusy;

/** Where some practices cannot be changed together, their halves are tried, until the one that fails fails alone. */
async function deal(going: Going, id: string, practices: readonly number[]): Promise<void> {
  try {
    await inStep(going, id, practices, (transaction, change, open) =>
      applyTo(transaction, change, open, going.doing()),
    );
  } catch (error) {
    if (isOfTheMoment(error)) throw error;
    if (practices.length > 1) {
      const middle = Math.ceil(practices.length / 2);
      await deal(going, id, practices.slice(0, middle));
      await deal(going, id, practices.slice(middle));
      return;
    }
    going.log.error({ err: error, change: id, practices }, 'a practice of a bulk change could not be changed');
    await inStep(going, id, practices, (_transaction, _change, open) =>
      Promise.resolve(open.map((practice) => ({ practice, outcome: 'failed', message: messages.fault }))),
    );
  }
}

/** @returns practices of the next batch; none when it is over, or has been stopped */
function nextBatch({ db, within }: Going, id: string, size: number): Promise<number[]> {
  return inTransaction(db, async (transaction) => {
    const change = await lockChange(transaction, id);
    if (!change || change.state === 'stopped' || change.state === 'done') return [];
    await within?.(transaction);
    const practices = await openPractices(transaction, id, size);
    const isStopping = change.state === 'stopping';
    const state = practices.length === 0 ? 'done' : isStopping ? 'stopped' : 'running';
    if (state !== change.state) await setState(transaction, id, { state });
    return isStopping ? [] : practices;
  });
}

/** Turns of the event loop between two batches: as many as the statements of a whole call take, one after another. */
const TURNS = 25;

/**
 * The embedded database works in this very thread. Other calls get so many turns that they come to their end before the next
 * batch, instead of waiting for a batch with each of their statements.
 */
async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Until it is over, or somebody stops it. */
export async function goThrough(going: Going, id: string): Promise<void> {
  let size = FIRST_BATCH;
  for (;;) {
    going.between?.();
    const started = performance.now();
    const practices = await nextBatch(going, id, size);
    if (practices.length === 0) return;
    await deal(going, id, practices);
    size = nextBatchSize(size, performance.now() - started);
    await letOthersIn();
  }
}
