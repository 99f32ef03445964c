/** Creates the databases that tests run on. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Database, openPostgres, databaseOverEmbedded } from '../platform/database/connection.js';
import { migrate, readMigrations } from '../platform/database/migrate.js';
import { packageRoot } from '../platform/config/package-root.js';

/** A PostgreSQL server where tests may create databases. */
const testDatabaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const cache = path.join(packageRoot, '.cache');

/** A hash that identifies the result of all migrations. */
async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const { text } of await readMigrations()) hash.update(text);
  return hash.digest('hex').slice(0, 16);
}

async function dumpFile(): Promise<string> {
  return path.join(cache, `migrated-${await migrationsHash()}.tar`);
}

async function makeDump(file: string): Promise<void> {
  const embedded = await PGlite.create();
  const database = databaseOverEmbedded(embedded);
  await migrate(database.db);
  const dump = await embedded.dumpDataDir('none');
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache))
    if (old.startsWith('migrated-')) await rm(path.join(cache, old), { force: true });
  // Two workers may create it concurrently. Each writes its own file, and the last one stays.
  const own = path.join(cache, `dump-${randomUUID()}.tar`);
  await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  await rename(own, file);
  await database.close();
}

/** A dump of the embedded database after all migrations. It is cached, because creating it takes seconds. */
export async function migratedDump(): Promise<Blob> {
  const file = await dumpFile();
  const read = () => readFile(file);
  const content = await read().catch(async () => {
    await makeDump(file);
    return read();
  });
  return new Blob([content]);
}

async function withAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: testDatabaseUrl, connectionTimeoutMillis: 60_000 });
  await admin.connect().catch((error: unknown) => {
    throw new Error(
      `The server tests need PostgreSQL, but none responds at ${testDatabaseUrl}. Start one there, or set ` +
        'TEST_DATABASE_URL to a PostgreSQL server on which databases may be created.',
      { cause: error },
    );
  });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

export interface NewPostgres {
  url: string;
  drop(): Promise<void>;
}

const newName = (): string => `console_test_${randomUUID().replaceAll('-', '')}`;

function urlOf(name: string): string {
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Like `dropDatabase` of tools/postgres-databases.mjs: ordinary roles may not end the autovacuum workers that `with (force)` ends. */
const dropDatabase = (name: string): Promise<void> =>
  withAdmin(async (admin) => {
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    );
    await admin.query(`drop database ${name}`);
  });

async function createDatabase(name: string): Promise<void> {
  await withAdmin(async (admin) => {
    await admin.query(`create database ${name}`);
  });
}

/** A new, empty database on the PostgreSQL server. */
export async function newPostgres(): Promise<NewPostgres> {
  const name = newName();
  await createDatabase(name);
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

/** If two workers create the template concurrently, the later one drops its own. */
async function createTemplate(template: string): Promise<void> {
  const own = newName();
  await createDatabase(own);
  const database = openTestPostgres(urlOf(own));
  await migrate(database.db);
  await database.close();
  await withAdmin(async (admin) => {
    await admin.query(`alter database ${own} rename to ${template}`).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== '42P04') throw error;
      await dropDatabase(own);
    });
  });
}

/** By default, PostgreSQL 15 copies a database through its log. Copying files takes a third of the time. */
const FIRST_VERSION_WITH_STRATEGY = 150_000;

/** @throws the server's error 3D000 when the template is missing */
async function copyDatabase(template: string, name: string): Promise<void> {
  await withAdmin(async (admin) => {
    const { rows } = await admin.query<{ version: number }>(
      "select current_setting('server_version_num')::integer as version",
    );
    const strategy = (rows[0]?.version ?? 0) < FIRST_VERSION_WITH_STRATEGY ? '' : ' strategy file_copy';
    await admin.query(`create database ${name} template ${template}${strategy}`);
  });
}

/** A new database after all migrations: a copy, which is much faster than migrating. */
export async function newMigratedPostgres(): Promise<NewPostgres> {
  const name = newName();
  const template = `console_template_${await migrationsHash()}`;
  await copyDatabase(template, name).catch(async (error: unknown) => {
    if ((error as { code?: string }).code !== '3D000') throw error;
    await createTemplate(template);
    await copyDatabase(template, name);
  });
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

/** Opens such a database. A broken connection fails the test, unless the database is being closed. */
export function openTestPostgres(url: string): Database {
  let closing = false;
  const database = openPostgres(url, (error) => {
    // Dropping the database may end an idle connection before it has closed.
    if (!closing) throw error;
  });
  return {
    ...database,
    close() {
      closing = true;
      return database.close();
    },
  };
}
