/** The nightly job that deletes old reports. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/database/tables.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { enqueueNightlyJob } from '../../platform/jobs/nightly.js';
import { deleteOldReports } from './report-repository.js';

export const REPORT_CLEAN_UP = 'browser-report-clean-up';

/** Enqueues tonight's deletion, once for all replicas. */
export function enqueueReportCleanUp(db: Db, now: Date): Promise<boolean> {
  return enqueueNightlyJob(db, { kind: REPORT_CLEAN_UP, actor: 'Deletion of old reports' }, now);
}

/** Enqueues the next night's deletion first. */
export function reportCleanUpHandler(log: FastifyBaseLogger) {
  return async (_job: RunningJob, { db, now }: JobContext): Promise<void> => {
    await enqueueReportCleanUp(db, now());
    const rows = await deleteOldReports(db, now());
    log.info({ rows }, 'old reports of browsers were deleted');
  };
}
