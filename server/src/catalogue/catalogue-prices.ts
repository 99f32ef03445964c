/** Maps prices of the payment provider to prices of the catalogue. */
import type { Db } from '../database/tables.js';
import { prepared } from '../database/prepared.js';
import { inTransaction } from '../database/transaction.js';

export interface CataloguePrices {
  /** Catalogue key → id of the price that is currently sold. */
  current: ReadonlyMap<string, string>;
  /** Id of a current or former price → catalogue key. */
  keyOf: ReadonlyMap<string, string>;
}

const rowsOf = prepared((db) => db.selectFrom('catalogue_prices').select(['price_id', 'key', 'current']));

export async function readCataloguePrices(db: Db): Promise<CataloguePrices> {
  const rows = await rowsOf(db);
  return {
    current: new Map(rows.filter(({ current }) => current).map((row) => [row.key, row.price_id])),
    keyOf: new Map(rows.map((row) => [row.price_id, row.key])),
  };
}

/** Records current prices. Earlier ones are kept as former prices. */
export async function recordCataloguePrices(db: Db, prices: ReadonlyMap<string, string>, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    for (const [key, price] of prices) {
      await transaction
        .updateTable('catalogue_prices')
        .set({ current: false })
        .where('key', '=', key)
        .where('price_id', '<>', price)
        .where('current', '=', true)
        .execute();
      await transaction
        .insertInto('catalogue_prices')
        .values({ price_id: price, key, current: true, noted_at: now })
        .onConflict((conflict) => conflict.column('price_id').doUpdateSet({ key, current: true }))
        .execute();
    }
  });
}

/** Their prices are former ones from now on. Who pays one keeps it. */
export async function stopSelling(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('catalogue_prices')
    .set({ current: false })
    .where('key', 'in', [...keys])
    .execute();
}
