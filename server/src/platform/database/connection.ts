/** The database behind one `pg.Pool`: a PostgreSQL server, or PostgreSQL embedded in this process. */
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockFolder } from './folder-lock.js';
import type { AreaLimits } from './areas.js';
import { type PoolStats, kyselyPool } from './pool.js';
import { restrictToOwner } from './private-folder.js';
import type { Db, Tables } from './tables.js';

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Db;
  readonly pool: PoolStats;
  /** Waits for running statements, closes the connections and releases the data folder. */
  close(): Promise<void>;
}

/** Application name of the sessions of replicas and commands, unless the URL sets another one. */
export const APPLICATION_NAME = 'practice-console';

/** Connections of one replica to a PostgreSQL server. */
export const POOL_SIZE = 10;

/** Maximum connections per area, so that other areas continue while one's tables are locked. */
const CONNECTIONS_PER_AREA = 8;

/**
 * Timeouts of the database server, in milliseconds. A statement that waits for a lock gives up before its caller does,
 * and an abandoned transaction doesn't keep its locks.
 */
export const timeouts = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/** Maximum time to get a connection, in milliseconds: to wait for a free one, or for the server to respond. */
export const CONNECT_MS = 5000;

/** Dates stay text. By default, pg converts them to instants in the server's time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.DATE ? (text: string) => text : (pg.types.getTypeParser(id, format) as unknown),
};

function kyselyOn(pool: pg.Pool, limits?: AreaLimits): { db: Db; pool: PoolStats } {
  const measured = kyselyPool(pool, limits);
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: measured }) }), pool: measured.figures };
}

/** Opens a PostgreSQL server. */
export function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    types,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    ...timeouts,
  });
  // The pool replaces a broken idle connection at its next use. Without a listener, the event would end the process.
  pool.on('error', onError);
  const opened = kyselyOn(pool, { total: POOL_SIZE, perArea: CONNECTIONS_PER_AREA, waitMs: CONNECT_MS });
  return { engine: 'postgres', ...opened, close: () => opened.db.destroy() };
}

/** Wraps an open embedded database. Closing the wrapper closes it too. */
export function databaseOverEmbedded(
  embedded: PGlite,
  afterClose: () => Promise<void> = () => Promise.resolve(),
): Database {
  // The embedded database has one session, so the pool has one connection and never closes it for being idle.
  const pool = new pg.Pool({ ...createPgConfig(embedded), types, max: 1, idleTimeoutMillis: 0 });
  const opened = kyselyOn(pool);
  return {
    engine: 'embedded',
    ...opened,
    async close() {
      await opened.db.destroy();
      await embedded.close();
      await afterClose();
    },
  };
}

/**
 * Opens the embedded database in `<dataDir>/database`.
 *
 * @throws FolderInUse when another live process uses the folder
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = await lockFolder(dataDir);
  try {
    const folder = path.join(dataDir, 'database');
    const embedded = await PGlite.create(folder);
    // The engine creates its files readable for everyone, so access is restricted here.
    await restrictToOwner(folder);
    return databaseOverEmbedded(embedded, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Opens the configured database: `databaseUrl`, otherwise the embedded database in `dataDir`. */
export async function openDatabase(
  settings: { databaseUrl: string | undefined; dataDir: string },
  onError: (error: Error) => void,
): Promise<Database> {
  if (settings.databaseUrl !== undefined) return openPostgres(settings.databaseUrl, onError);
  return openEmbedded(settings.dataDir);
}
