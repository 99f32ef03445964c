/** The job that expires an undecided request. */
import { systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import type { JobHandler } from '../../platform/jobs/attempt-job.js';
import { enqueueOnce } from '../../platform/jobs/jobs-repository.js';
import { listWaiting, type WaitingRow } from './approvals-repository.js';
import { expireApprovals } from './expire-approvals.js';

export const APPROVAL_EXPIRY = 'approval-expiry';

/** Call it in the transaction that stores the request. */
export async function enqueueExpiry(
  transaction: Db,
  { id, expires_at: runAt }: Pick<WaitingRow, 'id' | 'expires_at'>,
  now: Date,
): Promise<void> {
  const actor = systemActor('approvals');
  const job = { practiceId: NO_PRACTICE, kind: APPROVAL_EXPIRY, name: id, input: {}, progress: {}, actor, now, runAt };
  await enqueueOnce(transaction, job);
}

/** Enqueues the expiry of requests that an earlier version stored. */
export async function enqueueAllExpiries(db: Db, now: Date): Promise<void> {
  for (const request of await listWaiting(db, now)) await enqueueExpiry(db, request, now);
}

export const approvalExpiryHandler: JobHandler = (_job, { db, now }) => expireApprovals(db, now());
