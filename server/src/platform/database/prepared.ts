/**
 * Prepared statements: parsed and planned once per connection, because parsing and planning take as long as running
 * them. A frequent statement is prepared automatically, unless it selects `*`: its plan breaks when a migration adds a
 * column while an older replica still runs. `prepared` also compiles a query once per process, for queries that nearly
 * every call makes.
 */
import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.js';

/** Placeholder in a prepared statement for a value that is only known when it runs. */
class Placeholder {
  constructor(readonly index: number) {}
}

const names = new Map<string, string>();

const nameStatement = (text: string): string => {
  const name = `console_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
};

/** Number of runs after which a statement is prepared. Value lists of varying length make many texts that run once. */
const USES_BEFORE = 5;
/** Each connection keeps the plans of all prepared statements. */
const MAX_PREPARED = 250;
const MAX_COUNTED = 1000;
const uses = new Map<string, number>();
/** Statements whose plan a migration broke. */
const unprepared = new Set<string>();

const mayBePrepared = (text: string): boolean =>
  /^(select|insert|update|delete|with) /.test(text) && !text.includes('*') && !unprepared.has(text);

/** The name of a prepared statement on a connection. Undefined if the statement isn't prepared. */
export function nameOfStatement(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= MAX_PREPARED || !mayBePrepared(text)) return name;
  const count = (uses.get(text) ?? 0) + 1;
  if (count >= USES_BEFORE) {
    uses.delete(text);
    return nameStatement(text);
  }
  if (uses.size >= MAX_COUNTED) uses.clear();
  uses.set(text, count);
  return undefined;
}

/** Stops preparing a statement after `cached plan must not change result type` (SQLSTATE 0A000): a column's type changed. */
export function forgetStatement(text: string): void {
  names.delete(text);
  unprepared.add(text);
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
    nameStatement(query.sql);
    return query;
  };
  return async (db, ...values) => {
    compiled ??= compile(db);
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
    const filled: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(filled)).rows;
  };
}
