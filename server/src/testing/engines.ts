/**
 * Runs suites on a database: the embedded one in memory, or a PostgreSQL server. Most suites run on one engine, which
 * `TEST_ENGINE` names: PostgreSQL in `npm test`, the embedded one in `npm run verify` (docs/decisions/0098-tests-with-ordinary-tools.md).
 */
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Database, databaseOverEmbedded } from '../platform/database/connection.js';
import { migratedDump, newMigratedPostgres, openTestPostgres } from './test-databases.js';

export type EngineName = 'embedded' | 'postgres';

const engines: readonly EngineName[] = ['embedded', 'postgres'];

/** @param name the value of `TEST_ENGINE` */
export function engineNamed(name = 'postgres'): EngineName {
  const engine = engines.find((known) => known === name);
  if (!engine) throw new Error(`TEST_ENGINE is ${name}, but must be ${engines.join(' or ')}`);
  return engine;
}

async function openMigrated(engine: EngineName): Promise<Database> {
  if (engine === 'embedded') {
    return databaseOverEmbedded(await PGlite.create({ loadDataDir: await migratedDump() }));
  }
  const { url, drop } = await newMigratedPostgres();
  const database = openTestPostgres(url);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/**
 * Receives a function that returns the database once the tests run: migrated, empty, and shared by the suite's tests.
 */
export type SuiteBody = (database: () => Database, engine: EngineName) => void;

function describeOn(engine: EngineName, name: string, body: SuiteBody): void {
  describe(`${name} (${engine})`, () => {
    let open: Database | undefined;
    beforeAll(async () => {
      open = await openMigrated(engine);
    });
    afterAll(async () => {
      await open?.close();
    });
    body(() => {
      if (!open) throw new Error('The database is open only while tests run');
      return open;
    }, engine);
  });
}

/** A suite that runs on the engine that `TEST_ENGINE` names. */
export function describeWithDatabase(name: string, body: SuiteBody): void {
  describeOn(engineNamed(process.env['TEST_ENGINE']), name, body);
}

/**
 * A suite that runs on both engines each time, because it tests what differs between them (the database layer, locks, jobs),
 * or compares both.
 */
export function describeOnEveryEngine(name: string, body: SuiteBody): void {
  for (const engine of engines) describeOn(engine, name, body);
}
