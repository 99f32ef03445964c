/** Attacks on all calls, and on the code that reads bodies and cookies. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Call } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

const json = { 'content-type': 'application/json' };

describeWithDatabase('attacks', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Caller;
  let admin: Caller;

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { providers: [] });
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  const urlOf = (call: Call): string => call.path.replace(':practice', String(practiceId)).replace(/:[a-z]+/g, 'mf-x');
  const audited = () => server.db.selectFrom('audit_log').select('id').orderBy('id').execute();
  const save = (body: string | Buffer, headers: Record<string, string>) =>
    server.call(owner, 'POST', `/api/${practiceId}/provider-hours/bulk_update/`, body, { ...json, ...headers });

  it('refuses every unsafe call from another site', async () => {
    const unsafe = [...allContracts.values()].filter(({ method }) => method !== 'GET');
    expect(unsafe.length).toBeGreaterThan(30);
    const before = await audited();
    for (const call of unsafe) {
      const answer = await server.call(admin, call.method, urlOf(call), {}, { 'sec-fetch-site': 'cross-site' });
      expect([call.name, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        call.name,
        403,
        'cross_site',
      ]);
    }
    expect(await audited()).toEqual(before);
  });

  it('sends security headers and JSON in every answer', async () => {
    for (const call of allContracts.values()) {
      const answer = await server.call(
        anonymousCaller,
        call.method,
        urlOf(call),
        call.method === 'GET' ? undefined : {},
      );
      expect([call.name, answer.headers]).toEqual([
        call.name,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'referrer-policy': 'same-origin',
          'content-disposition': 'attachment; filename="api.json"',
          'content-type': expect.stringMatching(/^application\/json/),
        }),
      ]);
    }
  });

  it('replaces a session token that the attacker chose', async () => {
    const person = await createTestPerson(server.db);
    const token = 'A'.repeat(43);
    const chosen: Caller = { headers: { cookie: `practice-console-session=${token}` } };
    const answer = await server.call(chosen, 'POST', '/api/session/', { email: person.email, password: testPassword });
    expect(answer.statusCode).toBe(200);
    const given = answer.cookies.find(({ name }) => name === 'practice-console-session');
    expect(given?.value).toHaveLength(token.length);
    expect(given?.value).not.toBe(token);
    expect((await server.call(chosen, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('refuses a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const answer = await save(bomb, { 'content-encoding': encoding });
      expect([400, 415]).toContain(answer.statusCode);
    }
  });

  it('refuses a large body of somebody who has not signed in', async () => {
    const answer = await server.call(anonymousCaller, 'POST', '/api/session/', {
      email: 'x'.repeat(20_000),
      password: 'y',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { code: 'body_too_large' }]);
  });

  it('refuses a deeply nested body', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const answer = await save(deep, {});
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'finds nothing inherited under the name %s',
    async (name) => {
      const change = { action: 'add', type: 'feature', items: [name], practice_ids: [practiceId] };
      const bulk = await server.call(admin, 'POST', '/api/features/bulk_update/', change);
      expect(bulk.statusCode).toBe(422);
      const sorted = await server.call(admin, 'GET', `/api/${practiceId}/product-change-history/?sort_by=${name}`);
      expect(sorted.statusCode).toBeGreaterThanOrEqual(400);
      expect(sorted.statusCode).toBeLessThan(500);
    },
  );
});
