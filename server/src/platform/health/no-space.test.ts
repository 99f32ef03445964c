import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { describeOnEveryEngine } from '../../testing/engines.js';
import {
  type TestServer,
  anonymousCaller,
  createTestPerson,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

/** What a database answers on a full disk: it reads, and refuses each statement that makes a file longer. */
async function fillDisk({ db }: TestServer): Promise<void> {
  await sql`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/16458": No space left on device' using errcode = '53100';
    end $$`.execute(db);
  await sql`
    create function refuse_table() returns event_trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/16459": No space left on device' using errcode = '53100';
    end $$`.execute(db);
  await sql`create trigger full_disk before insert on sessions execute function refuse_row()`.execute(db);
  await sql`
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function refuse_table()`.execute(db);
}

async function freeDisk({ db }: TestServer): Promise<void> {
  await sql`drop event trigger full_disk`.execute(db);
  await sql`drop trigger full_disk on sessions`.execute(db);
}

describeOnEveryEngine('while the database has no space left', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('says so to people and on /readyz, until it can write again', async () => {
    const { email } = await createTestPerson(server.db);
    const signIn = () => server.call(anonymousCaller, 'POST', '/api/session/', { email, password: testPassword });
    const ready = async () => {
      const answer = await server.call(anonymousCaller, 'GET', '/readyz');
      return [answer.statusCode, answer.json()];
    };
    await fillDisk(server);
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
    await freeDisk(server);
    expect(await ready()).toMatchObject([200, { status: 'ok' }]);
    expect((await signIn()).statusCode).toBe(200);
  });
});
