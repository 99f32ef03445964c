/** The job that ends a support access at its time limit, so that the end is audited (docs/decisions/0062). */
import { z } from 'zod';
import { systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudits } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { JobHandler } from '../../platform/jobs/attempt-job.js';
import { enqueueOnce } from '../../platform/jobs/jobs-repository.js';
import {
  type AccessToExpire,
  type OpenAccess,
  expireAccesses,
  listUnendedAccesses,
} from './support-accesses-repository.js';

export const SUPPORT_ACCESS_EXPIRY = 'support-access-expiry';

const HOUR_MS = 3_600_000;
const timeLimit = systemActor('Time limit');
const expiryInput = z.object({ access: z.string() });

/** Enqueues the end of an access. Call it in the transaction that opens the access. */
export async function enqueueExpiry(
  transaction: Db,
  { id, endsAt }: Pick<OpenAccess, 'id' | 'endsAt'>,
  now: Date,
): Promise<void> {
  await enqueueOnce(transaction, {
    practiceId: NO_PRACTICE,
    kind: SUPPORT_ACCESS_EXPIRY,
    name: id,
    input: { access: id } satisfies z.infer<typeof expiryInput>,
    progress: {},
    actor: timeLimit,
    now,
    runAt: endsAt,
  });
}

/** Enqueues the ends of accesses that an earlier version opened. */
export async function enqueueAllExpiries(db: Db, now: Date): Promise<void> {
  for (const access of await listUnendedAccesses(db)) await enqueueExpiry(db, access, now);
}

/** Ends and records expired accesses, each once, whichever replica comes first. */
export async function recordExpiry(transaction: Db, which: AccessToExpire, now: Date): Promise<void> {
  const expired = await expireAccesses(transaction, which, now);
  await recordAudits(
    transaction,
    expired.map(({ id, personId, practiceId, reason, openedAt, endsAt }) => ({
      practiceId,
      actor: timeLimit,
      at: now,
      action: 'support_access.expire' as const,
      entity: 'person',
      entityId: personId,
      before: {
        access: id,
        reason,
        hours: Math.round((endsAt.getTime() - openedAt.getTime()) / HOUR_MS),
        ends_at: endsAt.toISOString(),
      },
    })),
  );
}

/** An access that was already ended stays as it is. */
export const supportAccessExpiryHandler: JobHandler = async ({ input }, { db, now, saveProgress }) => {
  const { access } = expiryInput.parse(input);
  await inTransaction(db, async (transaction) => {
    await saveProgress(transaction, {});
    await recordExpiry(transaction, { id: access }, now());
  });
};
