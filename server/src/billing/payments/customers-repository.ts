import type { PracticeOwner } from 'shared-api/contracts';
import type { Db, NewRow } from '../../platform/database/tables.js';

/**
 * Ids of the customers that a practice owns: those created for it, and the one that its settings name. A seat on an
 * item of another customer does not make the practice its owner (docs/decisions/0033).
 */
export async function listCustomerIds(db: Db, practiceId: number): Promise<string[]> {
  const [own, settings] = await Promise.all([
    db
      .selectFrom('billing_customers')
      .select('customer_id')
      .where('practice_id', '=', practiceId)
      .where('source', '=', 'created')
      .orderBy('added_at')
      .orderBy('customer_id')
      .execute(),
    db
      .selectFrom('practice_settings')
      .select('stripe_customer_id')
      .where('practice_id', '=', practiceId)
      .executeTakeFirst(),
  ]);
  const named = settings?.stripe_customer_id;
  return [...new Set([...own.map(({ customer_id }) => customer_id), ...(named ? [named] : [])])];
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

/**
 * Practices that a customer concerns: its owners, and where it has none, the practices with seats on its items.
 */
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

/** Owners of a practice, by name. */
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
