/** Jobs that run once a night. */
import { systemActor } from '../audit/actor.js';
import { NO_PRACTICE } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { enqueueOnce } from './jobs-repository.js';

/** Night in the United States. */
const START_HOUR_UTC = 8;
const DAY_MS = 86_400_000;

/** The next start of nightly jobs after a time. Pure function. */
export function nextNight(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), START_HOUR_UTC);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}

export interface NightlyJob {
  kind: string;
  /** The actor for the audit log: "Reconciliation". */
  actor: string;
  /** Initial progress. */
  progress?: object;
}

/**
 * Enqueues a job for the coming night, once for all replicas.
 *
 * @returns false when it already existed
 */
export function enqueueNightlyJob(db: Db, { kind, actor, progress = {} }: NightlyJob, now: Date): Promise<boolean> {
  const runAt = nextNight(now);
  return enqueueOnce(db, {
    practiceId: NO_PRACTICE,
    kind,
    name: runAt.toISOString(),
    input: {},
    progress,
    actor: systemActor(actor),
    now,
    runAt,
  });
}
