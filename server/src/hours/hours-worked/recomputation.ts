/**
 * Recomputes days whose inputs have changed, in the background. It does not count as a recalculation (DECISIONS 26).
 */
import { addDays, dayIn, payPeriodOf } from 'shared-api/contracts';
import { inTransaction } from '../../platform/database/transaction.js';
import type { JobContext, RunningJob } from '../../platform/jobs/attempt-job.js';
import { findPractice } from '../../access/practice-records/practice-lookups.js';
import { currentInputs, recompute } from './computing.js';
import { listStaleDates } from './hours-worked-repository.js';
import type { DayRange } from '../schedules/day-ranges.js';

/** Number of days that one transaction computes. */
const BATCH_DAYS = 28;

/** The next range to compute: it ends with the latest day and spans at most one batch. @param dates latest first */
function batchOf(dates: readonly string[]): DayRange | undefined {
  const [end] = dates;
  if (end === undefined) return undefined;
  const earliest = addDays(end, 1 - BATCH_DAYS);
  return { start: dates.filter((date) => date >= earliest).at(-1) ?? end, end };
}

/** Recomputes today and the pay period first, then all other stale stored days, latest first. */
export async function recomputeStaleDays(
  job: RunningJob,
  { db, now, signal, saveProgress }: JobContext,
): Promise<void> {
  const practice = await findPractice(db, job.practiceId);
  if (!practice) return;
  const period = payPeriodOf(dayIn(practice.time_zone, now()));
  for (let range: DayRange | undefined = period; range;) {
    signal.throwIfAborted();
    const batch: DayRange = range;
    await inTransaction(db, async (transaction) => {
      await recompute(transaction, job.practiceId, batch, now());
      await saveProgress(transaction, {});
    });
    const inputs = await currentInputs(db, job.practiceId);
    range = batchOf(await listStaleDates(db, job.practiceId, inputs, BATCH_DAYS));
  }
}
