/** Audit entries written by earlier attempts of a request. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

/** The actions whose entries can be found by entity, through the partial index of migration 0068. */
type Outcome = 'card.add' | 'card.default' | 'card.remove' | 'invoice.pay' | 'subscription.card';

/** A literal, because the partial index needs the value in the statement. */
const isOutcome = (action: Outcome) => sql<boolean>`action = ${sql.lit(action)}`;

/** The recorded outcomes of an action on an entity, in any order. */
async function listRecordedOutcomes(db: Db, action: Outcome, entityId: string): Promise<unknown[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select('after')
    .where(isOutcome(action))
    .where('entity_id', '=', entityId)
    .execute();
  return entries.map(({ after }) => after);
}

/** True if an earlier attempt of the request recorded its outcome. */
export async function isRequestRecorded(
  db: Db,
  action: Outcome,
  entityId: string,
  requestId: string,
): Promise<boolean> {
  const outcomes = await listRecordedOutcomes(db, action, entityId);
  return outcomes.some((after) => (after as { request?: string } | null)?.request === requestId);
}

/** True if an entry of the action names the card. */
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
 * The latest default card in the audit log. Adding a card can make it the default too.
 *
 * @returns undefined without such an entry
 */
export async function findRecordedDefault(db: Db, customerId: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit_log')
    .select(sql<string>`after ->> 'payment_method'`.as('card'))
    .where('entity_id', '=', customerId)
    .where((where) =>
      where.or([
        isOutcome('card.default'),
        where.and([isOutcome('card.add'), where(sql`after ->> 'is_default'`, '=', 'true')]),
      ]),
    )
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  return entry?.card;
}
