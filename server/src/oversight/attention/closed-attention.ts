/** Settles and dismisses what needs attention. What still does is shown again after some days. */
import { ATTENTION_REST_DAYS, type AttentionClosing } from 'shared-api/contracts/attention';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';

const REOPENS_AFTER_MS = ATTENTION_REST_DAYS * 86_400_000;

const restSince = (now: Date): Date => new Date(now.getTime() - REOPENS_AFTER_MS);

export async function listClosed(db: Db, practiceId: number, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_attention')
    .select('item')
    .where('practice_id', '=', practiceId)
    .where('closed_at', '>', restSince(now))
    .orderBy('item')
    .execute();
  return rows.map(({ item }) => item);
}

/** Closes an item for everyone. One that is closed already stays as it is, without another entry. */
export function close(
  db: Db,
  practiceId: number,
  { item, title, outcome, reason }: AttentionClosing,
  { actor, now }: AuditContext,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const since = restSince(now);
    await transaction
      .deleteFrom('closed_attention')
      .where('practice_id', '=', practiceId)
      .where('closed_at', '<=', since)
      .execute();
    const row = { practice_id: practiceId, item, closed_at: now };
    const inserted = await transaction
      .insertInto('closed_attention')
      .values(row)
      .onConflict((conflict) => conflict.columns(['practice_id', 'item']).doNothing())
      .executeTakeFirst();
    if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return;
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: outcome === 'settled' ? 'attention.settle' : 'attention.dismiss',
      entity: 'attention',
      entityId: item,
      after: { title, reason },
    });
  });
}
