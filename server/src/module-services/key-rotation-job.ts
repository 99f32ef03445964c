/** The nightly job that rotates the keys for tokens to services, and deletes old counts of their requests. */
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../audit/actor.js';
import { NO_PRACTICE } from '../audit/audit-log.js';
import { nextNight } from '../billing/mirror/reconcile-job.js';
import type { Db } from '../database/tables.js';
import type { JobContext, RunningJob } from '../jobs/job-runner.js';
import { enqueueOnce } from '../jobs/jobs-repository.js';
import { deleteOldServiceCalls } from './service-health-repository.js';
import { rotateWhenDue } from './signing-keys.js';

export const KEY_ROTATION = 'service-key-rotation';

/** Enqueues tonight's rotation. It exists only once, however many replicas start. */
export function planKeyRotation(db: Db, now: Date): Promise<boolean> {
  const at = nextNight(now);
  return enqueueOnce(db, {
    practiceId: NO_PRACTICE,
    kind: KEY_ROTATION,
    name: at.toISOString(),
    input: {},
    progress: {},
    actor: systemActor('Rotation of keys for services'),
    now,
    runAt: at,
  });
}

/** Plans the next night's rotation first. */
export function keyRotationHandler(log: FastifyBaseLogger) {
  return async (_job: RunningJob, { db, now }: JobContext): Promise<void> => {
    await planKeyRotation(db, now());
    if (await rotateWhenDue(db, now())) log.info('the next key for tokens to services was published');
    await deleteOldServiceCalls(db, now());
  };
}
