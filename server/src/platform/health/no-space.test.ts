import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { type EngineName, describeOnEveryEngine } from '../../testing/engines.js';
import {
  type TestServer,
  anonymousCaller,
  createTestPerson,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

const FULL = { message: 'could not extend file "base/5/16458": No space left on device', code: '53100' };

/**
 * The probe of `/readyz` fails too. An ordinary role can't make PostgreSQL refuse a table, so the client fakes the
 * error.
 */
function refuseTables(engine: EngineName, { db }: TestServer): Promise<unknown> {
  if (engine === 'postgres') {
    const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
    const refusing = async function (this: pg.Client, ...args: unknown[]): Promise<unknown> {
      const [text] = args;
      const isProbe = typeof text === 'string' && text.startsWith('create temporary table');
      return isProbe ? Promise.reject(Object.assign(new Error(FULL.message), FULL)) : query.apply(this, args);
    };
    jest.spyOn(pg.Client.prototype, 'query').mockImplementation(refusing as never);
    return Promise.resolve();
  }
  return sql`
    create function refuse_table() returns event_trigger language plpgsql as $$ begin
      raise exception ${sql.lit(FULL.message)} using errcode = ${sql.lit(FULL.code)};
    end $$;
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function refuse_table()`.execute(db);
}

/** A database with a full disk: it reads, and refuses every statement that makes a file longer. */
async function fillDisk(engine: EngineName, server: TestServer): Promise<void> {
  await sql`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception ${sql.lit(FULL.message)} using errcode = ${sql.lit(FULL.code)};
    end $$`.execute(server.db);
  await sql`create trigger full_disk before insert on sessions execute function refuse_row()`.execute(server.db);
  await refuseTables(engine, server);
}

async function freeDisk(engine: EngineName, { db }: TestServer): Promise<void> {
  if (engine === 'postgres') jest.restoreAllMocks();
  else await sql`drop event trigger full_disk`.execute(db);
  await sql`drop trigger full_disk on sessions`.execute(db);
}

describeOnEveryEngine('while the database has no space left', (database, engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('is reported to people and on /readyz until writes work again', async () => {
    const { email } = await createTestPerson(server.db);
    const signIn = () => server.call(anonymousCaller, 'POST', '/api/session/', { email, password: testPassword });
    const ready = async () => {
      const response = await server.call(anonymousCaller, 'GET', '/readyz');
      return [response.statusCode, response.json()];
    };
    await fillDisk(engine, server);
    const refused = await signIn();
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
      503,
      '60',
      {
        code: 'no_space',
        message: 'The console’s database has no space left, so nothing was saved. Try again in a few minutes.',
      },
    ]);
    expect(server.log.join('')).toContain('No space left on device');
    const noSpace = [503, { status: 'error', reason: 'the database has no space left' }];
    expect([await ready(), await ready()]).toEqual([noSpace, noSpace]);
    expect((await server.call(anonymousCaller, 'GET', '/healthz')).statusCode).toBe(200);
    await freeDisk(engine, server);
    expect(await ready()).toMatchObject([200, { status: 'ok' }]);
    expect((await signIn()).statusCode).toBe(200);
  });
});
