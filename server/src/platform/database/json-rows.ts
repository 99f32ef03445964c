/**
 * Passes any number of rows to a statement in one parameter. A list of values would exceed the maximum number of
 * parameters.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.js';

/** Columns by name, with their types in the database. */
export type Columns = Readonly<Record<string, string>>;

/**
 * The rows as a table that a statement can join, insert or delete by. Each column is a field of the rows. Objects are
 * for `jsonb` columns.
 */
export function jsonRows<Row extends object, Name extends keyof Row & string>(
  columns: Readonly<Record<Name, string>>,
  rows: readonly Row[],
  name = 'given',
): RawBuilder<unknown> {
  const typed = Object.entries<string>(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${sql.ref(name)} (${sql.join(typed)})`;
}

/** @param onConflict the SQL after `on conflict`; absent when no conflict is possible */
export async function insertRows<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  columns: Columns,
  rows: readonly Partial<Record<keyof Tables[Name], unknown>>[],
  onConflict?: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const conflict = onConflict ? sql`on conflict ${onConflict}` : sql``;
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${jsonRows(columns, rows)} ${conflict}`.execute(
    db,
  );
}
