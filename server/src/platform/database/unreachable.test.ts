import { afterEach, describe, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { newPostgres } from '../../testing/test-databases.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { type Database, openPostgres } from './connection.js';
import { migrate } from './migrate.js';
import { DatabaseUnreachable } from './unreachable.js';

const WORDS = 'The console can’t reach its database. Try again in a minute.';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openServer(
  url: string,
  env: Record<string, string> = {},
): Promise<{ database: Database; server: TestServer }> {
  // The tests break connections on purpose, so the errors are ignored.
  const database = openPostgres(url, () => undefined);
  ends.push(() => database.close());
  const server = await testServer(database, env);
  ends.push(() => server.close());
  return { database, server };
}

/** A port without a server, which no other program gets by chance. */
const NOWHERE = 'postgres://console:a-secret@127.0.0.1:1/console';

const someone: Caller = { headers: { cookie: 'practice-console-session=somebody' } };

function expectPage(response: LightMyRequestResponse): void {
  expect(response.statusCode).toBe(503);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '60',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(response.body).toContain(`<p>${WORDS}</p>`);
  expect(response.body).toContain('<a href="">');
}

function expectJson(response: LightMyRequestResponse): void {
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { status: 'error', code: 'unavailable', message: WORDS, error: WORDS },
  ]);
  expect(response.headers['retry-after']).toBe('60');
}

describe('while the database is unreachable', () => {
  it('returns an error page for pages and JSON for calls, and logs the cause', async () => {
    const { server } = await openServer(NOWHERE);
    for (const caller of [anonymousCaller, someone]) {
      for (const url of ['/', '/settings/1/practice/provider-hours?day=mon']) {
        expectPage(await server.call(caller, 'GET', url));
      }
    }
    expectJson(await server.call(someone, 'GET', '/api/session/'));
    expectJson(await server.call(someone, 'GET', '/api/practices/1/'));
    expectJson(await server.call({ headers: { authorization: 'Bearer pcdt_x' } }, 'POST', '/api/modules/a/rollback/'));
    const credentials = { email: 'kim@clinic.example', password: 'a good password' };
    expectJson(await server.call(anonymousCaller, 'POST', '/api/session/', credentials));
    expect(server.log.join('')).toContain('ECONNREFUSED');
    expect(server.log.join('')).not.toContain('a-secret');
  });

  it('returns 200 on /healthz and 503 on /readyz', async () => {
    const { server } = await openServer(NOWHERE);
    expect((await server.call(anonymousCaller, 'GET', '/healthz')).statusCode).toBe(200);
    expect((await server.call(anonymousCaller, 'GET', '/readyz')).statusCode).toBe(503);
  });

  it('returns an error page for identity provider sign-ins', async () => {
    const { server } = await openServer(NOWHERE, {
      PUBLIC_URL: 'http://console.test',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'console',
    });
    expectPage(await server.call(anonymousCaller, 'GET', '/api/session/oidc/start'));
  });

  it('returns 401 where no database is needed', async () => {
    const { server } = await openServer(NOWHERE);
    const response = await server.call(anonymousCaller, 'GET', '/api/session/');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, 'signed_out']);
  });

  it('reports the cause to operators', async () => {
    const { database } = await openServer(NOWHERE);
    const refused = await migrate(database.db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnreachable);
    expect((refused as DatabaseUnreachable).withCause).toMatch(/^The console can’t .* \(connect ECONNREFUSED .*\)$/);
  });
});

describe('when a running server loses the database', () => {
  it('fails running statements, and returns JSON for calls and an error page for pages', async () => {
    const { url, drop } = await newPostgres();
    const { database, server } = await openServer(url);
    await migrate(database.db);
    const caller = await signedIn(server, await createTestPerson(database.db));
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(200);
    const waiting = sql`select pg_sleep(60)`.execute(database.db).catch((error: unknown) => error);
    await sql`select pg_sleep(0.05)`.execute(database.db);
    await drop();
    expect(await waiting).toBeInstanceOf(DatabaseUnreachable);
    expectJson(await server.call(caller, 'GET', '/api/session/'));
    expectPage(await server.call(caller, 'GET', '/'));
  });

  it('reconnects once the database is back', async () => {
    const { url, drop } = await newPostgres();
    ends.push(drop);
    const { database, server } = await openServer(url);
    await migrate(database.db);
    const caller = await signedIn(server, await createTestPerson(database.db));
    const other = openPostgres(url, () => undefined);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    await other.close();
    const responses = [
      await server.call(caller, 'GET', '/api/session/'),
      await server.call(caller, 'GET', '/api/session/'),
    ];
    expect(responses.at(-1)?.statusCode).toBe(200);
  });

  it('leaves a server that became a standby, and reconnects', async () => {
    const { url, drop } = await newPostgres();
    ends.push(drop);
    // Connected to another database, so it can always write.
    const owner = openPostgres(new URL('/postgres', url).href, () => undefined);
    ends.push(() => owner.close());
    const name = sql.id(new URL(url).pathname.slice(1));
    const setReadOnly = (value: 'on' | 'off') =>
      sql`alter database ${name} set default_transaction_read_only = ${sql.raw(value)}`.execute(owner.db);
    await setReadOnly('on');
    const { database } = await openServer(url);
    const write = () => sql`create table written ()`.execute(database.db);
    expect(await write().catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnreachable);
    await setReadOnly('off');
    // The former connection would refuse this.
    await write();
  });

  it('passes on a statement’s error unchanged', async () => {
    const { url, drop } = await newPostgres();
    ends.push(drop);
    const { database } = await openServer(url);
    const refused = await sql`select 1 / 0`.execute(database.db).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '22012' });
  });
});
