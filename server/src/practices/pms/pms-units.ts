/**
 * The unit that holds a practice's PMS data: rows of shared tables under one row of `pms_units`, which 'Create Tables'
 * creates (decision 0010). Foreign keys prevent writing data before the unit exists.
 */
import type { Db } from '../../platform/database/tables.js';

/** True when the practice has its unit: `schema_has_tables` in the documents. */
export async function hasPmsUnit(db: Db, practiceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('pms_units')
    .select('practice_id')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Increments the version after a change of rows that hours are computed from. Call it in the transaction of the change.
 */
export async function raiseSyncVersion(transaction: Db, practiceId: number): Promise<void> {
  await transaction
    .updateTable('pms_units')
    .set((unit) => ({ version: unit('version', '+', 1) }))
    .where('practice_id', '=', practiceId)
    .execute();
}

/** @returns false when the practice already had its unit */
export async function createPmsUnit(db: Db, practiceId: number, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('pms_units')
    .values({ practice_id: practiceId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export interface Provider {
  provider_id: number;
  first_name: string;
  last_name: string;
}

/** A fixed order, independent of the database's collation. */
const byName = new Intl.Collator('en-US', { sensitivity: 'base' });

async function listByActivity(db: Db, practiceId: number, active: boolean): Promise<Provider[]> {
  const providers = await db
    .selectFrom('pms_providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where('practice_id', '=', practiceId)
    .where('active', '=', active)
    .execute();
  return providers.sort(
    (left, right) =>
      byName.compare(left.last_name, right.last_name) ||
      byName.compare(left.first_name, right.first_name) ||
      left.provider_id - right.provider_id,
  );
}

/** Active providers by last name, then first name. */
export function listProviders(db: Db, practiceId: number): Promise<Provider[]> {
  return listByActivity(db, practiceId, true);
}

/** Providers who have left the practice, by last name, then first name. */
export function listFormerProviders(db: Db, practiceId: number): Promise<Provider[]> {
  return listByActivity(db, practiceId, false);
}

/** Inserts providers, or updates their names and activity. The practice must have its unit. */
export async function upsertProviders(
  db: Db,
  practiceId: number,
  providers: readonly (Provider & { active?: boolean })[],
): Promise<void> {
  if (providers.length === 0) return;
  await db
    .insertInto('pms_providers')
    .values(providers.map((provider) => ({ practice_id: practiceId, active: true, ...provider })))
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'provider_id']).doUpdateSet((set) => ({
        first_name: set.ref('excluded.first_name'),
        last_name: set.ref('excluded.last_name'),
        active: set.ref('excluded.active'),
      })),
    )
    .execute();
}
