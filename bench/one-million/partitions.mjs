// @ts-check
/** Divides the tables that grow into partitions by a hash of the practice, as a measurement: the console has no such migration. */
import { query } from '../../tools/postgres-databases.mjs';

/** Tables that grow with time, not only with practices. */
const growingTables = ['audit_log', 'hours_worked', 'product_change_history'];

/**
 * @param {string} database
 * @param {string} table
 * @returns {Promise<string[]>} statements that give a copy of the table its constraints, indexes and triggers
 */
async function rulesOf(database, table) {
  const rows = await query(
    database,
    `select format('alter table %I add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'f')
     union all
     select pg_get_indexdef(indexrelid) from pg_index where indrelid = $1::regclass and not indisprimary
     union all
     select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  // A unique index of a partitioned table must have the practice. Here the numbers of a sequence are unique anyway.
  return rows.map(({ statement }) => statement.replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX'));
}

/** @param {string} database @param {number} count number of partitions */
export async function partitionByPractice(database, count) {
  for (const table of growingTables) {
    const rules = await rulesOf(database, table);
    const parts = Array.from(
      { length: count },
      (_, at) =>
        `create table ${table}_${at} partition of ${table} for values with (modulus ${count}, remainder ${at});`,
    );
    await query(
      database,
      `begin;
       alter table ${table} rename to ${table}_before;
       create table ${table} (like ${table}_before including defaults including constraints)
         partition by hash (practice_id);
       ${parts.join('\n')}
       insert into ${table} select * from ${table}_before;
       drop table ${table}_before;
       ${rules.join(';\n')};
       commit;`,
    );
    await query(database, `vacuum analyze ${table}`);
  }
}
