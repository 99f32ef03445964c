/** Audit entries that earlier attempts of a request have written. */
import type { AuditAction } from '../audit/actions.js';
import type { Db } from '../database/tables.js';

/** The recorded outcomes of an action on an entity, in any order. */
export async function listRecordedOutcomes(db: Db, action: AuditAction, entityId: string): Promise<unknown[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute();
  return entries.map(({ after }) => after);
}

/** Whether an entry of the action names the card. */
export async function isCardRecorded(
  db: Db,
  action: 'card.add' | 'card.remove',
  customerId: string,
  cardId: string,
): Promise<boolean> {
  const outcomes = await listRecordedOutcomes(db, action, customerId);
  return outcomes.some((after) => (after as { payment_method?: string } | null)?.payment_method === cardId);
}
