/** Maps the payment provider's prices to the catalogue's prices. */
import type { Db } from '../../platform/database/tables.js';
import { prepared } from '../../platform/database/prepared.js';
import { inTransaction } from '../../platform/database/transaction.js';

export interface CataloguePrices {
  /** Catalogue key → id of the price currently sold. */
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

/** Records current prices. Earlier ones are kept as former prices. @param prices by catalogue key */
export async function recordCataloguePrices(db: Db, prices: ReadonlyMap<string, string>, now: Date): Promise<void> {
  if (prices.size === 0) return;
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('catalogue_prices')
      .set({ current: false })
      .where('key', 'in', [...prices.keys()])
      .where('price_id', 'not in', [...prices.values()])
      .where('current', '=', true)
      .execute();
    await record(transaction, prices, true, now);
  });
}

/**
 * Records prices that aren't sold, so that people who pay one are recognized as paying for its plan. @param prices by
 * catalogue key
 */
export async function recordFormerPrices(db: Db, prices: ReadonlyMap<string, string>, now: Date): Promise<void> {
  if (prices.size > 0) await record(db, prices, false, now);
}

async function record(db: Db, prices: ReadonlyMap<string, string>, current: boolean, now: Date): Promise<void> {
  await db
    .insertInto('catalogue_prices')
    .values([...prices].map(([key, price]) => ({ price_id: price, key, current, noted_at: now })))
    .onConflict((conflict) =>
      conflict.column('price_id').doUpdateSet(({ ref }) => ({ key: ref('excluded.key'), current })),
    )
    .execute();
}

/** Their prices become former ones. People who pay one keep it. */
export async function stopSelling(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('catalogue_prices')
    .set({ current: false })
    .where('key', 'in', [...keys])
    .execute();
}
