/** Recalculates a practice's hours in the background (specification: settings and hours, 4.3, 8.3 and 9). */
import { RECALCULATIONS_PER_DAY, type Recalculation, addDays, daysBetween, payPeriodOf } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { enqueue, type JobRow } from '../../platform/jobs/jobs-repository.js';
import { recompute } from './computing.js';
import { practiceExists } from '../../access/practice-records/practice-lookups.js';
import { hoursDays } from '../schedules/bounds.js';
import { lockOverridesVersion, deleteComputedOutside } from './hours-worked-repository.js';
import type { DayRange } from '../schedules/day-ranges.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export const RECALCULATION = 'hours-recalculation';

const A_DAY_MS = 86_400_000;
/** Number of days that one transaction computes. */
const BATCH_DAYS = 28;

const LIMIT_MESSAGE = `Rate limit exceeded. You can recalculate provider hours up to ${RECALCULATIONS_PER_DAY} times in a 24-hour period.`;

/** The job's range and progress. Null before the job has started. */
interface Progress {
  range: DayRange | null;
  /** The first day not computed yet. */
  next: string | null;
}

const notStarted: Progress = { range: null, next: null };

/** The request times of the recalculations of the last 24 hours, oldest first. */
async function recentRequests(transaction: Db, practiceId: number, now: Date): Promise<Date[]> {
  const rows = await transaction
    .selectFrom('jobs')
    .select('requested_at')
    .where('practice_id', '=', practiceId)
    .where('kind', '=', RECALCULATION)
    .where('requested_at', '>', new Date(now.getTime() - A_DAY_MS))
    .orderBy('requested_at')
    .execute();
  return rows.map(({ requested_at }) => requested_at);
}

/**
 * Requests a recalculation. At most 20 are accepted within 24 hours; rejected ones don't count. A new one replaces one
 * that waits or runs, because it covers the same days.
 *
 * @throws AppError 429 `rate_limited`, with the seconds until one is accepted again
 */
export async function requestRecalculation(db: Db, practiceId: number, { actor, now }: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // The lock makes counting and adding atomic.
    await lockOverridesVersion(transaction, practiceId);
    const recent = await recentRequests(transaction, practiceId, now);
    const [oldest] = recent.slice(-RECALCULATIONS_PER_DAY);
    if (oldest && recent.length >= RECALCULATIONS_PER_DAY) {
      throw new AppError(429, 'rate_limited', LIMIT_MESSAGE, {
        retryAfter: Math.ceil((oldest.getTime() + A_DAY_MS - now.getTime()) / 1000),
      });
    }
    await replaceUnfinished(transaction, practiceId, now);
    await enqueue(transaction, { practiceId, kind: RECALCULATION, input: {}, progress: notStarted, actor, now });
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'hours_worked.recalculate',
      entity: 'hours_worked',
      entityId: String(practiceId),
    });
  });
}

/** Cancels unfinished recalculations. A running one notices at its next step, which is rolled back. */
async function replaceUnfinished(transaction: Db, practiceId: number, now: Date): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ state: 'failed', message: 'Replaced by a newer recalculation.', leased_until: null, finished_at: now })
    .where('practice_id', '=', practiceId)
    .where('kind', '=', RECALCULATION)
    .where('state', 'in', ['pending', 'running'])
    .execute();
}

/** Number of days of a range, at least 1. */
function lengthOf({ start, end }: DayRange): number {
  return Math.max(1, daysBetween(start, end));
}

function percentOf({ range, next }: Progress): number {
  if (!range || next === null) return 0;
  return Math.min(100, Math.floor(((lengthOf({ start: range.start, end: next }) - 1) / lengthOf(range)) * 100));
}

/**
 * Recomputes every day of the practice, a few weeks per transaction, so that a restart does not lose finished days. The
 * pay period comes first, because people look at it.
 */
export async function recalculate(job: RunningJob, { db, now, signal, saveProgress }: JobContext): Promise<void> {
  let progress = job.progress as Progress;
  if (!(await practiceExists(db, job.practiceId))) return;
  const { today, bounds } = await hoursDays(db, job.practiceId, now());
  const range = progress.range ?? bounds;
  if (progress.next === null) {
    await inTransaction(db, async (transaction) => {
      await deleteComputedOutside(transaction, job.practiceId, range);
      await recompute(transaction, job.practiceId, payPeriodOf(today), now());
      await saveProgress(transaction, { range, next: range.start });
    });
  }
  progress = { range, next: progress.next ?? range.start };
  while (progress.next !== null && progress.next <= range.end) {
    signal.throwIfAborted();
    const start = progress.next;
    const last = addDays(start, BATCH_DAYS - 1);
    const end = last < range.end ? last : range.end;
    const after: Progress = { range, next: addDays(end, 1) };
    await inTransaction(db, async (transaction) => {
      await recompute(transaction, job.practiceId, { start, end }, now());
      await saveProgress(transaction, after);
    });
    progress = after;
  }
}

/** A recalculation, for the page of its practice. */
export function recalculationOf(job: JobRow): Recalculation {
  return {
    state: job.state,
    percent: job.state === 'done' ? 100 : percentOf(job.progress as Progress),
    requested_at: epochSeconds(job.requested_at),
    requested_by: job.requested_by_name,
    finished_at: job.finished_at && epochSeconds(job.finished_at),
    message: job.message,
    range: (job.progress as Progress).range,
  };
}
