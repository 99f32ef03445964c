import { systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudits } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { notifyRequester } from './notify-approvers.js';
import { markExpired } from './approvals-repository.js';

/** Marks expired requests, each once, whichever replica notices first. */
export async function expireApprovals(db: Db, now: Date): Promise<void> {
  const actor = systemActor('approvals');
  await inTransaction(db, async (transaction) => {
    const expired = await markExpired(transaction, now);
    await recordAudits(
      transaction,
      expired.map(({ id, summary }) => ({
        practiceId: NO_PRACTICE,
        actor,
        at: now,
        action: 'approval.expire' as const,
        entity: 'approval',
        entityId: id,
        before: { summary },
      })),
    );
    for (const request of expired) await notifyRequester(transaction, request, { actor, now });
  });
}
