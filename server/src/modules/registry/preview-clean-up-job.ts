/** The nightly job that deletes expired previews. Nobody gets them after they expire; the job frees their space. */
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { enqueueNightlyJob } from '../../platform/jobs/nightly.js';
import { endExpiredPreviews } from './preview-service.js';

export const PREVIEW_CLEAN_UP = 'module-preview-clean-up';
const ACTOR = 'Deletion of ended previews';

/** Enqueues tonight's run, once for all replicas. */
export function enqueuePreviewCleanUp(db: Db, now: Date): Promise<boolean> {
  return enqueueNightlyJob(db, { kind: PREVIEW_CLEAN_UP, actor: ACTOR }, now);
}

/** Enqueues the next night's run first. */
export function previewCleanUpHandler(log: FastifyBaseLogger) {
  return async (_job: RunningJob, { db, now }: JobContext): Promise<void> => {
    await enqueuePreviewCleanUp(db, now());
    const ended = await endExpiredPreviews(db, { actor: systemActor(ACTOR), now: now() });
    log.info({ ended }, 'previews of modules whose time was over have ended');
  };
}
