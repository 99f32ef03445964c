/** The progress and results of a bulk change, and stopping and resuming it. */
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type BulkJob, bulkResultsCsvHead, bulkResultsCsvLines } from 'shared-api/contracts';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import type { JobHandler } from '../../platform/jobs/attempt-job.js';
import { enqueue } from '../../platform/jobs/jobs-repository.js';
import { toNamedItem } from '../practice-features/named-items.js';
import { assertActorHas } from '../../access/sessions/actor-authority.js';
import {
  type BulkChangeWithJob,
  findChange,
  findChangeWithJob,
  lockChange,
  readAllResults,
  readResults,
  reopenFailed,
  updateChange,
} from './bulk-changes-repository.js';
import { processChange } from './process-change.js';
import { messages } from './messages.js';
import { BULK_FEATURES, type BulkInput } from './request-bulk-change.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** Processes the remaining practices, whichever replica started the change. */
export function bulkHandler(log: FastifyBaseLogger): JobHandler {
  return (job, { db, now, signal, saveProgress }) =>
    processChange(
      {
        db,
        log,
        audit: () => ({ actor: job.actor, now: now() }),
        within: async (transaction) => {
          await assertActorHas(transaction, 'internal', job.actor);
          await saveProgress(transaction, {});
        },
        between: () => signal.throwIfAborted(),
      },
      (job.input as BulkInput).change,
    );
}

/** A small change runs within its call. After this time, the call must have been interrupted. */
const MAX_CALL_MS = 60_000;

/** When a job fails permanently, the state of its change stays unchanged. */
function stateOf(
  { state, job_id: jobId, requested_at: requestedAt, job_state: jobState }: BulkChangeWithJob,
  now: Date,
): BulkJob['state'] {
  if (state === 'stopped' || state === 'done') return state;
  if (jobId === null) return now.getTime() - requestedAt.getTime() > MAX_CALL_MS ? 'failed' : state;
  return jobState === 'failed' ? 'failed' : state;
}

/** @throws AppError `not_found` */
function assertFound<Change>(change: Change | undefined): Change {
  if (!change) throw notFound(messages.unknownJob);
  return change;
}

/** @throws AppError `not_found` */
export async function readBulkJob(db: Db, id: string, maxResults: number, now: Date): Promise<BulkJob> {
  const [found, results] = await Promise.all([
    findChangeWithJob(db, id),
    maxResults === 0 ? [] : readResults(db, id, maxResults),
  ]);
  const change = assertFound(found);
  const { changed, unchanged, failed } = change;
  return {
    bulk_change_id: id,
    job_id: id,
    state: stateOf(change, now),
    action: change.action,
    type: change.type,
    items: change.items.map((name) => toNamedItem(change.type, name)),
    for_insiders: change.for_insiders,
    total: change.total,
    done: changed + unchanged + failed,
    changed,
    unchanged,
    failed,
    started_by: change.requested_by_name,
    started_at: epochSeconds(change.requested_at),
    results,
  };
}

/** Results per statement of a CSV file. */
const CSV_BATCH_SIZE = 2000;

async function* resultsCsv(db: Db, id: string): AsyncGenerator<string> {
  yield bulkResultsCsvHead();
  for await (const results of readAllResults(db, id, CSV_BATCH_SIZE)) yield bulkResultsCsvLines(results);
}

/** The results of all processed practices as a CSV file. @throws AppError `not_found` */
export async function streamResultsCsv(db: Db, id: string): Promise<Readable> {
  assertFound(await findChange(db, id));
  return Readable.from(resultsCsv(db, id), { objectMode: false });
}

async function recordStep(
  transaction: Db,
  id: string,
  action: AuditAction,
  { actor, now }: AuditContext,
): Promise<void> {
  const entry = { practiceId: NO_PRACTICE, actor, at: now, action, entity: 'bulk_change', entityId: id };
  await recordAudit(transaction, entry);
}

/**
 * Stops after the current batch; finished practices stay changed. Stopping again is not an error.
 *
 * @throws AppError `not_found`, `already_over`
 */
export async function stopBulkJob(db: Db, id: string, audit: AuditContext): Promise<string> {
  await inTransaction(db, async (transaction) => {
    assertFound(await lockChange(transaction, id));
    const change = assertFound(await findChangeWithJob(transaction, id));
    const state = stateOf(change, audit.now);
    if (state === 'stopping') return;
    if (state !== 'waiting' && state !== 'running') throw new AppError(409, 'already_over', messages.over);
    await updateChange(transaction, id, { state: 'stopping' });
    await recordStep(transaction, id, 'bulk_change.stop', audit);
  });
  return messages.stopping;
}

/**
 * Resumes a stopped change; a finished one retries its failed practices.
 *
 * @throws AppError `not_found`, `already_running`, `nothing_left`
 */
export function resumeBulkJob(db: Db, id: string, audit: AuditContext): Promise<string> {
  return inTransaction(db, async (transaction) => {
    assertFound(await lockChange(transaction, id));
    const change = assertFound(await findChangeWithJob(transaction, id));
    const state = stateOf(change, audit.now);
    if (state === 'waiting' || state === 'running' || state === 'stopping') {
      throw new AppError(409, 'already_running', messages.stillRunning);
    }
    const isOver = state === 'done';
    if (isOver && change.failed === 0) throw new AppError(409, 'nothing_left', messages.nothingLeft);
    if (isOver) await reopenFailed(transaction, id);
    const input: BulkInput = { change: id };
    const job = await enqueue(transaction, {
      practiceId: NO_PRACTICE,
      kind: BULK_FEATURES,
      input,
      progress: {},
      ...audit,
    });
    await updateChange(transaction, id, { state: 'waiting', job_id: job });
    await recordStep(transaction, id, isOver ? 'bulk_change.retry' : 'bulk_change.resume', audit);
    return isOver ? messages.retried(change.failed) : messages.resumed;
  });
}
