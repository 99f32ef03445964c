/** Audit entries that earlier attempts of a request have written. */
import { sql } from 'kysely';
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

/**
 * The card that became the default last, by the audit log. A card that is added can become the default with it.
 *
 * @returns undefined where no entry says so
 */
export async function findRecordedDefault(db: Db, customerId: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit_log')
    .select(sql<string>`after ->> 'payment_method'`.as('card'))
    .where('entity_id', '=', customerId)
    .where((where) =>
      where.or([
        where('action', '=', 'card.default'),
        where.and([where('action', '=', 'card.add'), where(sql`after ->> 'is_default'`, '=', 'true')]),
      ]),
    )
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  return entry?.card;
}
