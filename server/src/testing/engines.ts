/** Runs a suite on both engines: the embedded database in memory, and a PostgreSQL server. */
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Database, databaseOverEmbedded } from '../database/connection.js';
import { migratedDump, newMigratedPostgres, openTestPostgres } from './test-databases.js';

export type EngineName = 'embedded' | 'postgres';

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
 * @param body receives a function that returns the database; it is available once the tests run: migrated, empty, and
 *   shared by the tests of the suite
 */
export function describeOnEveryEngine(
  name: string,
  body: (database: () => Database, engine: EngineName) => void,
): void {
  describe.each<EngineName>(['embedded', 'postgres'])(`${name} (%s)`, (engine) => {
    let open: Database | undefined;
    beforeAll(async () => {
      open = await openMigrated(engine);
    }, 60_000);
    afterAll(async () => {
      await open?.close();
    });
    body(() => {
      if (!open) throw new Error('The database is open only while tests run');
      return open;
    }, engine);
  });
}
