/**
 * Prepared statements for queries that nearly every call makes. They are compiled once per process, and parsed and
 * planned once per connection, because parsing and planning take as long as running them. Name every column: the plan
 * of a `*` breaks when a migration adds a column while an older replica still runs.
 */
import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.js';

/** Placeholder in a prepared statement for a value that is only known when it runs. */
class Placeholder {
  constructor(readonly index: number) {}
}

const names = new Map<string, string>();

/** The name of a prepared statement on a connection. Undefined for a statement that is not prepared. */
export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}

/**
 * @param build builds the query once, with a placeholder for each value
 * @returns a function that runs the statement with the values, in their order, and returns its rows
 */
export function prepared<Values extends unknown[], Row>(
  build: (db: Db, ...values: { [Index in keyof Values]: RawBuilder<Values[Index]> }) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  const compile = (db: Db): CompiledQuery<Row> => {
    const standIns = Array.from({ length: build.length - 1 }, (_, index) => sql`${new Placeholder(index)}`);
    const query = build(db, ...(standIns as { [Index in keyof Values]: RawBuilder<Values[Index]> })).compile();
    names.set(query.sql, `console_${createHash('sha256').update(query.sql).digest('hex').slice(0, 16)}`);
    return query;
  };
  return async (db, ...values) => {
    compiled ??= compile(db);
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
    const filled: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(filled)).rows;
  };
}
