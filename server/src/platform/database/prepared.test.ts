import { beforeAll, expect, it } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { describeOnEveryEngine } from '../../testing/engines.js';
import { batchLookup } from './batch-lookup.js';
import { prepared } from './prepared.js';
import type { Db } from './tables.js';
import { inTransaction } from './transaction.js';

const described = prepared((db, number: RawBuilder<number>, text: RawBuilder<string>) =>
  db
    .selectNoFrom([
      sql<string>`${text}::text || ${number}::integer`.as('said'),
      sql<number>`${number}::integer`.as('n'),
    ])
    .where(sql<boolean>`${number}::integer > ${0}`),
);

describeOnEveryEngine('prepared statements', (database, engine) => {
  let db: Db;
  beforeAll(() => {
    ({ db } = database());
  });

  it('returns the right rows for changing values', async () => {
    for (let n = 1; n < 12; n += 1)
      expect(await described(db, n, `no. ${n}: `)).toEqual([{ said: `no. ${n}: ${n}`, n }]);
    expect(await described(db, -1, '')).toEqual([]);
  });

  it('keeps a statement prepared on the connection, also within a transaction', async () => {
    const isPrepared = await inTransaction(db, async (transaction) => {
      await described(transaction, 1, '');
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%::text || %'`.execute(transaction);
      return rows;
    });
    expect(isPrepared).toEqual([{ name: expect.stringMatching(/^console_[0-9a-f]{16}$/) }]);
  });

  const preparedLike = async (transaction: Db, pattern: string): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from pg_prepared_statements where statement like ${pattern}`.execute(transaction);
    return Number(rows[0]?.count);
  };

  it('prepares frequent statements, but not rare ones or those without column names', async () => {
    await inTransaction(db, async (transaction) => {
      for (let n = 0; n < 6; n += 1) {
        // Unique texts, because statements are counted per process.
        await transaction.selectFrom('practices').select(`name as ${engine}_often`).where('id', '=', n).execute();
        await transaction.selectFrom(`practices as ${engine}_all`).selectAll().where('id', '=', n).execute();
        if (n < 3) await transaction.selectFrom('practices').select(`name as ${engine}_few`).execute();
      }
      expect(await preparedLike(transaction, `select "name" as "${engine}_often"%`)).toBe(1);
      expect(await preparedLike(transaction, `%practices" as "${engine}_all"%`)).toBe(0);
      expect(await preparedLike(transaction, `select "name" as "${engine}_few"%`)).toBe(0);
    });
  });

  it('recovers after a migration changes a column’s type', async () => {
    await sql`create table prepared_test (n integer)`.execute(db);
    await sql`insert into prepared_test values (7)`.execute(db);
    const read = async (on: Db) =>
      (await sql<{ n: unknown }>`select n from prepared_test as ${sql.ref(engine)}`.execute(on)).rows;
    await db.connection().execute(async (connection) => {
      for (let n = 0; n < 6; n += 1) expect(await read(connection)).toEqual([{ n: 7 }]);
      await sql`alter table prepared_test alter column n type text`.execute(connection);
      await expect(read(connection)).rejects.toMatchObject({ code: '0A000' });
      expect(await read(connection)).toEqual([{ n: '7' }]);
    });
    await sql`drop table prepared_test`.execute(db);
  });

  it('returns the right rows for concurrent statements', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => described(db, index + 1, 'n')));
    expect(all.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });
});

describeOnEveryEngine('batched lookups', (database) => {
  let batches: number[][];
  beforeAll(() => {
    batches = [];
  });

  const square = batchLookup(async (db, keys: number[]) => {
    batches.push(keys);
    if (keys.includes(13)) throw new Error('13 cannot be looked up');
    const { rows } = await sql<{ n: number }>`select unnest(${keys}::integer[]) as n`.execute(db);
    return new Map(rows.filter(({ n }) => n !== 7).map(({ n }) => [n, n * n]));
  });

  it('combines simultaneous lookups into one query with each key once', async () => {
    const { db } = database();
    expect(await Promise.all([3, 4, 3, 7].map((n) => square(db, n)))).toEqual([9, 16, 9, undefined]);
    expect(batches.splice(0)).toEqual([[3, 4, 7]]);
  });

  it('queries again for each later lookup', async () => {
    const { db } = database();
    expect([await square(db, 5), await square(db, 5)]).toEqual([25, 25]);
    expect(batches.splice(0)).toEqual([[5], [5]]);
  });

  it('rejects all lookups of a failed query, but not the next one', async () => {
    const { db } = database();
    const both = await Promise.allSettled([square(db, 13), square(db, 2)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await square(db, 2)).toBe(4);
    batches.splice(0);
  });

  it('runs a lookup within its own transaction', async () => {
    const { db } = database();
    await inTransaction(db, (transaction) => square(transaction, 6));
    await Promise.all([square(db, 8), inTransaction(db, (transaction) => square(transaction, 9))]);
    expect(batches.splice(0).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([[6], [8], [9]]);
  });
});
