/** What is tried against every call at once, and against what reads bodies and cookies. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Call } from 'shared-api/contracts';
import { describeOnEveryEngine } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  aPerson,
  aPractice,
  nobodyAtAll,
  signedIn,
  testPassword,
  testServer,
} from '../testing/test-server.js';
import { everyCall } from './every-call.js';

const calls = [...everyCall.values()];
const json = { 'content-type': 'application/json' };

describeOnEveryEngine('an attack', (database) => {
  let server: TestServer;
  let practice: number;
  let owner: Caller;
  let admin: Caller;

  beforeAll(async () => {
    server = await testServer(database());
    practice = await aPractice(server.db, { providers: [] });
    owner = await signedIn(server, await aPerson(server.db, { practices: [practice] }));
    admin = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  const urlOf = (call: Call): string => call.path.replace(':practice', String(practice)).replace(/:[a-z]+/g, 'mf-x');
  const audited = () => server.db.selectFrom('audit_log').select('id').orderBy('id').execute();
  const save = (body: string | Buffer, headers: Record<string, string>) =>
    server.call(owner, 'POST', `/api/${practice}/provider-hours/bulk_update/`, body, { ...json, ...headers });

  it('from another site is refused by every call that changes anything', async () => {
    const unsafe = calls.filter(({ method }) => method !== 'GET');
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

  it('through a frame, a guessed type or a script finds no answer that a browser would run', async () => {
    for (const call of calls) {
      const answer = await server.call(nobodyAtAll, call.method, urlOf(call), call.method === 'GET' ? undefined : {});
      expect([call.name, answer.headers]).toEqual([
        call.name,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'referrer-policy': 'same-origin',
          'content-type': expect.stringMatching(/^application\/json/),
        }),
      ]);
    }
  });

  it('with a session token of the attacker’s choice signs nobody in under it', async () => {
    const person = await aPerson(server.db);
    const token = 'A'.repeat(43);
    const chosen: Caller = { headers: { cookie: `practice-console-session=${token}` } };
    const answer = await server.call(chosen, 'POST', '/api/session/', { email: person.email, password: testPassword });
    expect(answer.statusCode).toBe(200);
    const given = answer.cookies.find(({ name }) => name === 'practice-console-session');
    expect(given?.value).toHaveLength(token.length);
    expect(given?.value).not.toBe(token);
    expect((await server.call(chosen, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('with a body that unpacks to far more than it weighs is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const answer = await save(bomb, { 'content-encoding': encoding });
      expect([400, 415]).toContain(answer.statusCode);
    }
  });

  it('with a body as deep as it is long is refused', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const answer = await save(deep, {});
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with %s where a name is wanted finds nothing that every object has',
    async (name) => {
      const change = { action: 'add', type: 'feature', items: [name], practice_ids: [practice] };
      const bulk = await server.call(admin, 'POST', '/api/features/bulk_update/', change);
      expect(bulk.statusCode).toBe(422);
      const sorted = await server.call(admin, 'GET', `/api/${practice}/product-change-history/?sort_by=${name}`);
      expect(sorted.statusCode).toBeGreaterThanOrEqual(400);
      expect(sorted.statusCode).toBeLessThan(500);
    },
  );
});
