/** Makes the databases that tests run on. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Database, openPostgres, overEmbedded } from '../database/connection.js';
import { knownMigrations, migrate, migrationText } from '../database/migrate.js';
import { packageRoot } from '../package-root.js';

/** A PostgreSQL server on which tests may create databases. */
const testDatabaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const cache = path.join(packageRoot, '.cache');

async function dumpFile(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await knownMigrations()) hash.update(await migrationText(name));
  return path.join(cache, `migrated-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function makeDump(file: string): Promise<void> {
  const embedded = await PGlite.create();
  const database = overEmbedded(embedded);
  await migrate(database.db);
  const dump = await embedded.dumpDataDir('none');
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache))
    if (old.startsWith('migrated-')) await rm(path.join(cache, old), { force: true });
  // Two workers may make it at once: each writes its own, and the last one stays.
  const own = path.join(cache, `dump-${randomUUID()}.tar`);
  await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  await rename(own, file);
  await database.close();
}

/** The embedded database after all migrations. Creating one takes seconds, so it is made once and kept. */
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
  const admin = new pg.Client({ connectionString: testDatabaseUrl, connectionTimeoutMillis: 5000 });
  await admin.connect().catch((error: unknown) => {
    throw new Error(
      `The server tests run on both engines, but no PostgreSQL answers at ${testDatabaseUrl}. Start one there, or set ` +
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

/** A new, empty database on the PostgreSQL server. */
export async function newPostgres(): Promise<NewPostgres> {
  const name = `console_test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(async (admin) => {
    await admin.query(`create database ${name}`);
  });
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      withAdmin(async (admin) => {
        await admin.query(`drop database ${name} with (force)`);
      }),
  };
}

/** Opens such a database. A connection that breaks fails the test, unless the database is being closed. */
export function openTestPostgres(url: string): Database {
  let closing = false;
  const database = openPostgres(url, (error) => {
    // Dropping the database may overtake the last goodbye of an idle connection.
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
