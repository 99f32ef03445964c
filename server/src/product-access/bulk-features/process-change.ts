/**
 * Processes the practices of a bulk change, several hundred per transaction. A practice's change and its outcome are
 * written together, so that resuming after a crash neither repeats nor skips a practice.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DatabaseBusy, DatabaseUnreachable } from '../../platform/database/unreachable.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import { AppError } from '../../platform/errors/app-error.js';
import { LeaseLost } from '../../platform/jobs/attempt-job.js';
import { type Outcome, applyToPractices } from './apply.js';
import {
  type BulkChangeRow,
  lockChange,
  listOpenPractices,
  updateChange,
  writeOutcomes,
} from './bulk-changes-repository.js';
import { FIRST_BATCH_SIZE, nextBatchSize } from './batch-size.js';
import { messages } from './messages.js';

export interface BatchRun {
  db: Db;
  log: FastifyBaseLogger;
  audit: () => AuditContext;
  /** Runs inside each transaction. Throws when the job has lost its lease or the requester has lost the right. */
  within?: (transaction: Db) => Promise<void>;
  /** Called between two batches. Throws to leave the rest to the next run. */
  between?: () => void;
}

/** Writes the change's entry with the first practice that changes or fails. A change without effect has none. */
async function recordStart(transaction: Db, change: BulkChangeRow, at: Date): Promise<void> {
  const { id, action, type, items, total } = change;
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor: { kind: change.requested_by_kind, id: change.requested_by_id, name: change.requested_by_name },
    at,
    action: 'bulk_change.start',
    entity: 'bulk_change',
    entityId: id,
    after: { action, type, items, practices: total, job: change.job_id !== null, ...change.selection },
  });
  await updateChange(transaction, id, { is_logged: true });
}

/**
 * Runs one transaction for practices that were unprocessed a moment ago. It locks the change and checks them again,
 * because another replica may have processed some or stopped the change.
 */
async function withOpenBatch(
  { db, within, audit }: BatchRun,
  id: string,
  practiceIds: readonly number[],
  work: (transaction: Db, change: BulkChangeRow, open: number[]) => Promise<Outcome[]>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const change = await lockChange(transaction, id);
    if (change?.state !== 'waiting' && change?.state !== 'running') return;
    const open = await listOpenPractices(transaction, id, practiceIds.length, practiceIds);
    if (open.length === 0) return;
    const outcomes = await work(transaction, change, open);
    await writeOutcomes(transaction, change, outcomes);
    if (!change.is_logged && outcomes.some(({ outcome }) => outcome !== 'unchanged')) {
      await recordStart(transaction, change, audit().now);
    }
    await within?.(transaction);
  });
}

/** True for errors that the practices didn't cause. */
const concernsTheRun = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  error instanceof DatabaseUnreachable ||
  error instanceof DatabaseBusy ||
  (error instanceof AppError && error.statusCode === 403);

/** Changes a batch. If it fails, tries its halves, until only the failing practice fails. */
async function processBatch(run: BatchRun, id: string, practiceIds: readonly number[]): Promise<void> {
  try {
    await withOpenBatch(run, id, practiceIds, (transaction, change, open) =>
      applyToPractices(transaction, change, open, { ...run.audit(), bulkChangeId: id }),
    );
  } catch (error) {
    if (concernsTheRun(error)) throw error;
    if (practiceIds.length > 1) {
      const middle = Math.ceil(practiceIds.length / 2);
      await processBatch(run, id, practiceIds.slice(0, middle));
      await processBatch(run, id, practiceIds.slice(middle));
      return;
    }
    run.log.error(
      { err: error, change: id, practices: practiceIds },
      'a practice of a bulk change could not be changed',
    );
    await withOpenBatch(run, id, practiceIds, (_transaction, _change, open) =>
      Promise.resolve(
        open.map((practiceId) => ({ practiceId, outcome: 'failed', message: messages.fault, items: [] })),
      ),
    );
  }
}

/** @returns practices of the next batch; none when the change has finished or was stopped */
function nextBatch({ db, within }: BatchRun, id: string, size: number): Promise<number[]> {
  return inTransaction(db, async (transaction) => {
    const change = await lockChange(transaction, id);
    if (!change || change.state === 'stopped' || change.state === 'done') return [];
    await within?.(transaction);
    const practiceIds = await listOpenPractices(transaction, id, size);
    const isStopping = change.state === 'stopping';
    const state = practiceIds.length === 0 ? 'done' : isStopping ? 'stopped' : 'running';
    if (state !== change.state) await updateChange(transaction, id, { state });
    return isStopping ? [] : practiceIds;
  });
}

/** Number of event loop turns between two batches: enough for the statements of a typical call. */
const EVENT_LOOP_TURNS = 25;

/**
 * The embedded database runs in this thread. Other calls get enough turns to finish before the next batch, instead of
 * waiting for one batch per statement.
 */
async function yieldToOtherCalls(): Promise<void> {
  for (let turn = 0; turn < EVENT_LOOP_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs until the change has finished or is stopped. */
export async function processChange(run: BatchRun, id: string): Promise<void> {
  let size = FIRST_BATCH_SIZE;
  for (;;) {
    run.between?.();
    const started = performance.now();
    const practiceIds = await nextBatch(run, id, size);
    if (practiceIds.length === 0) return;
    await processBatch(run, id, practiceIds);
    size = nextBatchSize(size, performance.now() - started);
    await yieldToOtherCalls();
  }
}
