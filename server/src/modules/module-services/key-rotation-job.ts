/** The nightly job that rotates the keys for service tokens, and deletes old request counts. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/database/tables.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { enqueueNightlyJob } from '../../platform/jobs/nightly.js';
import { deleteOldServiceCalls } from './service-health-repository.js';
import { rotateWhenDue } from './signing-keys.js';

export const KEY_ROTATION = 'service-key-rotation';

/** Enqueues tonight's rotation, once for all replicas. */
export function enqueueKeyRotation(db: Db, now: Date): Promise<boolean> {
  return enqueueNightlyJob(db, { kind: KEY_ROTATION, actor: 'Rotation of keys for services' }, now);
}

/** Enqueues the next night's rotation first. */
export function keyRotationHandler(log: FastifyBaseLogger) {
  return async (_job: RunningJob, { db, now }: JobContext): Promise<void> => {
    await enqueueKeyRotation(db, now());
    if (await rotateWhenDue(db, now())) log.info('the next key for tokens to services was published');
    await deleteOldServiceCalls(db, now());
  };
}
