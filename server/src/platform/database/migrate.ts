/** Brings the schema up to date. Runs each numbered SQL file exactly once, in order. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { packageRoot } from '../config/package-root.js';
import type { Db } from './tables.js';
import { inTransaction, sqlState, withoutTimeLimits } from './transaction.js';

const sources = path.join(packageRoot, 'src');

/**
 * The three error codes for "already exists" that replicas can get when they start together and create the same table.
 */
const alreadyMade = new Set(['23505', '42P07', '42710']);

async function prepare(db: Db): Promise<void> {
  const statements = [
    sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    sql`create table if not exists schema_migrations_lock (id integer primary key)`,
    sql`insert into schema_migrations_lock (id) values (1) on conflict do nothing`,
  ];
  for (const statement of statements) {
    try {
      await statement.execute(db);
    } catch (error) {
      if (!alreadyMade.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/**
 * The files of the migrations in this code: `migrations/NUMBER-NAME.sql` of the database and of each feature.
 *
 * @throws if two have the same number, because their order would then depend on their names
 */
async function migrationFiles(): Promise<Map<string, string>> {
  const all = await readdir(sources, { recursive: true });
  const files = all.filter((file) => /(^|[/\\])migrations[/\\][^/\\]+\.sql$/.test(file));
  const byName = new Map(files.map((file) => [path.basename(file), path.join(sources, file)]));
  const numbers = [...byName.keys()].map((name) => name.slice(0, 4));
  const double = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (double !== undefined || byName.size !== files.length) {
    throw new Error(`Two migrations have the number ${double ?? 'of one with the same name'}.`);
  }
  return byName;
}

/** Names of the migrations in this code, in order. */
export async function knownMigrations(): Promise<string[]> {
  return [...(await migrationFiles()).keys()].sort();
}

/** The migrations in this code with their SQL, in order. */
export async function readMigrations(): Promise<{ name: string; text: string }[]> {
  const files = [...(await migrationFiles())].sort(([left], [right]) => (left < right ? -1 : 1));
  return Promise.all(files.map(async ([name, file]) => ({ name, text: await readFile(file, 'utf8') })));
}

async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('schema_migrations').select('name').execute();
  return new Set(rows.map((row) => row.name));
}

/**
 * Applies the missing migrations in one transaction. Replicas that start together take turns by locking one row. It is
 * not an advisory lock, because distributed PostgreSQL has none.
 *
 * @returns names of the migrations that were applied now
 */
export async function migrate(db: Db): Promise<string[]> {
  await prepare(db);
  const migrations = await readMigrations();
  return inTransaction(db, async (transaction) => {
    await withoutTimeLimits(transaction);
    await sql`select id from schema_migrations_lock where id = 1 for update`.execute(transaction);
    const applied = await appliedMigrations(transaction);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, text } of missing) {
      await sql.raw(text).execute(transaction);
      await transaction.insertInto('schema_migrations').values({ name }).execute();
    }
    return missing.map(({ name }) => name);
  });
}

/** True when every migration in this code is applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const [known, applied] = await Promise.all([knownMigrations(), appliedMigrations(db)]);
  return known.every((name) => applied.has(name));
}
