/** Whether the database has space on its disk. */
import { sql } from 'kysely';
import type { PoolStats } from './pool.js';
import type { Db } from './tables.js';
import { DatabaseFull } from './unreachable.js';

/** Writes some pages of a file, which are dropped with the transaction. */
async function writePages(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create temporary table space_probe on commit drop as select generate_series(1, 2000) as number`.execute(
      transaction,
    );
  });
}

/**
 * False while the disk is full. Only writes after a statement has found no space.
 *
 * @throws any other database error
 */
export async function hasSpace(db: Db, pool: PoolStats): Promise<boolean> {
  if (!pool.isFull) return true;
  try {
    await writePages(db);
  } catch (error) {
    if (error instanceof DatabaseFull) return false;
    throw error;
  }
  pool.isFull = false;
  return true;
}
