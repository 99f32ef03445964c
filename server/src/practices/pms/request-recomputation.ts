/** Requests a recomputation of hours worked. `hours-worked` handles the job. */
import { type AuditContext, systemActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { enqueue } from '../../platform/jobs/jobs-repository.js';

export const RECOMPUTATION = 'hours-recomputation';

/**
 * Requests a recomputation of days whose inputs have changed, in the transaction of the change. At most one job waits:
 * it sees everything that was committed before it starts.
 *
 * @param delayMs for changes soon followed by others, such as the batches of a sync
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
    practiceId,
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
