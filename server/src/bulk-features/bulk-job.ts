/** The job behind a large bulk change: how far it is, stopping it, and going on. */
import type { FastifyBaseLogger } from 'fastify';
import type { BulkJob } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, notFound } from '../http/refusal.js';
import type { JobHandler } from '../jobs/job-runner.js';
import { enqueue } from '../jobs/jobs-repository.js';
import { told } from '../practice-features/named-items.js';
import {
  type BulkChangeRow,
  findChange,
  lockChange,
  readResults,
  reopenFailed,
  setState,
} from './bulk-changes-repository.js';
import { goThrough } from './go-through.js';
import { messages } from './messages.js';
import { BULK_FEATURES, type BulkInput } from './request-bulk-change.js';

/** Goes through the practices that are left, whoever began. */
export function bulkHandler(log: FastifyBaseLogger): JobHandler {
  return (job, { db, now, signal, saveProgress }) =>
    goThrough(
      {
        db,
        log,
        doing: () => ({ actor: job.actor, now: now() }),
        within: (transaction) => saveProgress(transaction, {}),
        between: () => signal.throwIfAborted(),
      },
      (job.input as BulkInput).change,
    );
}

/** A job that has failed for good has left its change as it was. */
async function stateOf(db: Db, { state, job_id: id }: BulkChangeRow): Promise<BulkJob['state']> {
  if (id === null || state === 'stopped' || state === 'done') return state;
  const job = await db
    .selectFrom('jobs')
    .select('state')
    .where('practice_id', '=', NO_PRACTICE)
    .where('id', '=', id)
    .executeTakeFirst();
  return job?.state === 'failed' ? 'failed' : state;
}

/** Those that were small enough to be made at once are no jobs. @throws Refusal `not_found` */
function jobOf(change: BulkChangeRow | undefined): BulkChangeRow {
  if (change?.job_id == null) throw notFound(messages.unknownJob);
  return change;
}

/** @throws Refusal `not_found` */
export async function readBulkJob(db: Db, id: string, mostResults: number): Promise<BulkJob> {
  const change = jobOf(await findChange(db, id));
  const { changed, unchanged, failed } = change;
  return {
    job_id: id,
    state: await stateOf(db, change),
    action: change.action,
    type: change.type,
    items: change.items.map((name) => told(change.type, name)),
    for_insiders: change.for_insiders,
    total: change.total,
    done: changed + unchanged + failed,
    changed,
    unchanged,
    failed,
    started_by: change.requested_by_name,
    started_at: Math.floor(change.requested_at.getTime() / 1000),
    results: mostResults === 0 ? [] : await readResults(db, id, mostResults),
  };
}

async function recordStep(transaction: Db, id: string, action: string, { actor, now }: Doing): Promise<void> {
  const entry = { practice: NO_PRACTICE, actor, at: now, action, entity: 'bulk_change', entityId: id };
  await recordAudit(transaction, entry);
}

/**
 * Stops after the practices under way; what is done stays done. Stopping what is being stopped is no fault.
 *
 * @throws Refusal `not_found`, `already_over`
 */
export async function stopBulkJob(db: Db, id: string, doing: Doing): Promise<string> {
  await inTransaction(db, async (transaction) => {
    const change = jobOf(await lockChange(transaction, id));
    const state = await stateOf(transaction, change);
    if (state === 'stopping') return;
    if (state !== 'waiting' && state !== 'running') throw new Refusal(409, 'already_over', messages.over);
    await setState(transaction, id, { state: 'stopping' });
    await recordStep(transaction, id, 'bulk_change.stop', doing);
  });
  return messages.stopping;
}

/**
 * Goes on where it stopped; what is over tries its failed practices again.
 *
 * @throws Refusal `not_found`, `already_running`, `nothing_left`
 */
export function resumeBulkJob(db: Db, id: string, doing: Doing): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const change = jobOf(await lockChange(transaction, id));
    const state = await stateOf(transaction, change);
    if (state === 'waiting' || state === 'running' || state === 'stopping') {
      throw new Refusal(409, 'already_running', messages.stillRunning);
    }
    const isOver = state === 'done';
    if (isOver && change.failed === 0) throw new Refusal(409, 'nothing_left', messages.nothingLeft);
    if (isOver) await reopenFailed(transaction, id);
    const input: BulkInput = { change: id };
    const job = await enqueue(transaction, {
      practice: NO_PRACTICE,
      kind: BULK_FEATURES,
      input,
      progress: {},
      ...doing,
    });
    await setState(transaction, id, { state: 'waiting', job_id: job });
    await recordStep(transaction, id, isOver ? 'bulk_change.retry' : 'bulk_change.resume', doing);
    return isOver ? messages.retried(change.failed) : messages.resumed;
  });
}
