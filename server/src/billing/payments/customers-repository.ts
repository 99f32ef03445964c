import type { PracticeOwner } from 'shared-api/contracts';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../platform/database/prepared.js';
import type { Db, NewRow } from '../../platform/database/tables.js';

const customersOfPractice = prepared((db, practiceId: RawBuilder<number>) =>
  db
    .selectFrom('billing_customers')
    .select(['customer_id', sql<Date | null>`added_at`.as('added_at')])
    .where(sql<boolean>`practice_id = ${practiceId} and source = 'created'`)
    .unionAll((all) =>
      all
        .selectFrom('practice_settings')
        .select([sql<string>`stripe_customer_id`.as('customer_id'), sql<Date | null>`null`.as('added_at')])
        .where(sql<boolean>`practice_id = ${practiceId} and stripe_customer_id <> ''`),
    )
    .orderBy('added_at', (by) => by.asc().nullsLast())
    .orderBy('customer_id'),
);

/**
 * Ids of the customers that a practice owns: those created for it, and the one that its settings name. A seat on an
 * item of another customer does not make the practice its owner (docs/decisions/0033).
 */
export async function listCustomerIds(db: Db, practiceId: number): Promise<string[]> {
  const rows = await customersOfPractice(db, practiceId);
  return [...new Set(rows.map(({ customer_id: id }) => id))];
}

/** Practices that own a customer. */
export async function listPracticesOfCustomer(db: Db, customerId: string): Promise<number[]> {
  const [own, settings] = await Promise.all([
    db
      .selectFrom('billing_customers')
      .select('practice_id')
      .where('customer_id', '=', customerId)
      .where('source', '=', 'created')
      .execute(),
    db.selectFrom('practice_settings').select('practice_id').where('stripe_customer_id', '=', customerId).execute(),
  ]);
  return [...new Set([...own, ...settings].map(({ practice_id }) => practice_id))];
}

/** Practices with a seat on an item of a customer. */
async function listPracticesSeatedBy(db: Db, customerId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('item_assignments')
    .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
    .select('item_assignments.practice_id')
    .distinct()
    .where('billing_items.customer_id', '=', customerId)
    .execute();
  return rows.map(({ practice_id }) => practice_id);
}

/** Practices that a customer concerns: its owners or, without any, the practices with seats on its items. */
export async function listPracticesConcerned(db: Db, customerId: string): Promise<number[]> {
  const owners = await listPracticesOfCustomer(db, customerId);
  return owners.length > 0 ? owners : listPracticesSeatedBy(db, customerId);
}

/** @returns false when the customer already belonged to the practice */
export async function addCustomer(db: Db, customer: NewRow<'billing_customers'>): Promise<boolean> {
  const result = await db
    .insertInto('billing_customers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Owners of a practice, sorted by name. */
export async function listOwners(db: Db, practiceId: number): Promise<PracticeOwner[]> {
  return db
    .selectFrom('active_memberships')
    .innerJoin('people', 'people.id', 'active_memberships.person_id')
    .select(['people.id as user_id', 'people.name', 'people.email'])
    .where('active_memberships.practice_id', '=', practiceId)
    .where('active_memberships.role', '=', 'owner')
    .orderBy('people.name')
    .orderBy('people.id')
    .execute();
}
