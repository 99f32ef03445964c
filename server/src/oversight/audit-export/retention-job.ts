/** The nightly job that deletes audit entries beyond the configured retention. */
import type { FastifyBaseLogger } from 'fastify';
import { expireEntries } from '../../platform/audit/expire-entries.js';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { enqueueNightlyJob } from '../../platform/jobs/nightly.js';
import { readPosition } from './webhook-repository.js';

export const AUDIT_RETENTION = 'audit-retention';

const DAY_MS = 86_400_000;
/** Number of entries deleted per transaction. */
const BATCH_SIZE = 5_000;

/** Enqueues tonight's deletion, once for all replicas. */
export function planAuditRetention(db: Db, now: Date): Promise<boolean> {
  return enqueueNightlyJob(db, { kind: AUDIT_RETENTION, actor: 'Retention of the audit log' }, now);
}

/** Enqueues the next night's deletion first. Entries that a configured webhook hasn't sent yet stay. */
export function auditRetentionHandler(
  { auditRetentionDays, auditWebhook }: Pick<Config, 'auditRetentionDays' | 'auditWebhook'>,
  log: FastifyBaseLogger,
  batchSize = BATCH_SIZE,
) {
  return async ({ actor }: RunningJob, { db, now, signal, saveProgress }: JobContext): Promise<void> => {
    if (auditRetentionDays === undefined) return;
    await planAuditRetention(db, now());
    const position = auditWebhook && (await readPosition(db));
    if (auditWebhook && !position) return;
    const expiry = {
      before: new Date(now().getTime() - auditRetentionDays * DAY_MS),
      upTo: position?.acceptedTo,
      limit: batchSize,
    };
    let entries = 0;
    for (let count = batchSize; count === batchSize; entries += count) {
      signal.throwIfAborted();
      count = await inTransaction(db, async (transaction) => {
        await saveProgress(transaction, {});
        return expireEntries(transaction, expiry, { actor, now: now() });
      });
    }
    log.info({ entries }, 'old entries of the audit log were deleted');
  };
}
