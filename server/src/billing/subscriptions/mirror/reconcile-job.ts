/** The nightly reconciliation with the provider. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../platform/database/tables.js';
import type { JobContext, RunningJob } from '../../../platform/jobs/attempt-job.js';
import { enqueueNightlyJob } from '../../../platform/jobs/nightly.js';
import type { Payments } from '../../stripe/stripe-client.js';
import { deleteEventsBefore } from './events-repository.js';
import { deleteExpiredKeys } from '../../../platform/idempotency/keys-repository.js';
import { deleteExpiredRequests } from '../../requests/requests-repository.js';
import { deleteExpiredResponses } from '../../stripe/cached-responses.js';
import { customersToReconcile, reconcileCustomer } from './reconcile.js';

export const RECONCILIATION = 'billing-reconciliation';

const DAY_MS = 86_400_000;
/** Longer than the three days during which the provider repeats an event: https://docs.stripe.com/webhooks#retries */
const KEEP_EVENTS_MS = 30 * DAY_MS;

interface Progress {
  /** The last compared customer. Null before the first. */
  last: string | null;
  checked: number;
  differences: number;
}

/** Enqueues tonight's reconciliation, once for all replicas. */
export function enqueueReconciliation(db: Db, now: Date): Promise<boolean> {
  const progress: Progress = { last: null, checked: 0, differences: 0 };
  return enqueueNightlyJob(db, { kind: RECONCILIATION, actor: 'Reconciliation', progress }, now);
}

/**
 * Reconciles customer by customer, so that a restart continues where it stopped. Enqueues the next night's run first.
 */
export function reconciliationHandler(payments: Payments, log: FastifyBaseLogger) {
  return async (job: RunningJob, { db, now, signal, saveProgress }: JobContext): Promise<void> => {
    await enqueueReconciliation(db, now());
    await deleteEventsBefore(db, new Date(now().getTime() - KEEP_EVENTS_MS));
    await deleteExpiredRequests(db);
    await deleteExpiredKeys(db);
    await deleteExpiredResponses(db, now());
    let progress = job.progress as Progress;
    const customerIds = await customersToReconcile(db, undefined);
    for (const customerId of customerIds.filter((id) => progress.last === null || id > progress.last)) {
      signal.throwIfAborted();
      const audit = { actor: job.actor, now: now(), notes: 'Found by the nightly comparison with Stripe' };
      const { checked, differences } = await reconcileCustomer({ db, stripe: payments.stripe }, customerId, audit);
      for (const difference of differences)
        log.warn({ difference }, 'billing differed from the provider and was mended');
      progress = {
        last: customerId,
        checked: progress.checked + checked,
        differences: progress.differences + differences.length,
      };
      await saveProgress(db, progress);
    }
    log.info({ ...progress }, 'billing was compared with the provider');
  };
}
