/**
 * Recomputes days whose inputs have changed, in the background. It does not count as a recalculation (DECISIONS 26).
 */
import { addDays, dayIn, payPeriodOf } from 'shared-api/contracts';
import { type AuditContext, systemActor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import type { JobContext, RunningJob } from '../jobs/job-runner.js';
import { enqueue } from '../jobs/jobs-repository.js';
import { findPractice } from '../practices/practices-repository.js';
import { currentInputs, recompute } from './computing.js';
import { listStaleDates } from './hours-worked-repository.js';
import type { DayRange } from './local-days.js';

export const RECOMPUTATION = 'hours-recomputation';

/** Number of days that one transaction computes. */
const BATCH_DAYS = 28;

/**
 * Requests a recomputation of days whose inputs have changed, in the transaction of the change. At most one job waits:
 * it sees everything that was committed before it starts.
 *
 * @param delayMs for changes that are soon followed by others, such as the batches of a sync
 */
export async function requestRecomputation(
  transaction: Db,
  practiceId: number,
  now: Date,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const runAt = new Date(now.getTime() + delayMs);
  const waiting = await transaction
    .selectFrom('jobs')
    .select(['id', 'run_at'])
    .where('practice_id', '=', practiceId)
    .where('kind', '=', RECOMPUTATION)
    .where('state', '=', 'pending')
    .orderBy('run_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (waiting && waiting.run_at <= runAt) return;
  if (waiting) {
    await transaction
      .updateTable('jobs')
      .set({ run_at: runAt })
      .where('practice_id', '=', practiceId)
      .where('id', '=', waiting.id)
      .execute();
    return;
  }
  const audit: AuditContext = { actor: systemActor('Hours'), now };
  const id = await enqueue(transaction, {
    practiceId: practiceId,
    kind: RECOMPUTATION,
    input: {},
    progress: {},
    ...audit,
  });
  if (delayMs > 0) {
    await transaction
      .updateTable('jobs')
      .set({ run_at: runAt })
      .where('practice_id', '=', practiceId)
      .where('id', '=', id)
      .execute();
  }
}

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
