/** Attacks on all calls, and on the code that parses bodies and cookies. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Access, Call } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  signedIn,
  testPassword,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { scimTokens } from '../../access/scim/scim-tokens.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
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
      const response = await server.call(admin, call.method, urlOf(call), {}, { 'sec-fetch-site': 'cross-site' });
      expect([call.name, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        call.name,
        403,
        'cross_site',
      ]);
    }
    expect(await audited()).toEqual(before);
  });

  it('sends security headers and JSON in every response', async () => {
    for (const call of allContracts.values()) {
      const response = await server.call(
        anonymousCaller,
        call.method,
        urlOf(call),
        call.method === 'GET' ? undefined : {},
      );
      expect([call.name, response.headers]).toEqual([
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
    const attacker: Caller = { headers: { cookie: `practice-console-session=${token}` } };
    const response = await server.call(attacker, 'POST', '/api/session/', {
      email: person.email,
      password: testPassword,
    });
    expect(response.statusCode).toBe(200);
    const newCookie = response.cookies.find(({ name }) => name === 'practice-console-session');
    expect(newCookie?.value).toHaveLength(token.length);
    expect(newCookie?.value).not.toBe(token);
    expect((await server.call(attacker, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('refuses a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const response = await save(bomb, { 'content-encoding': encoding });
      expect([400, 415]).toContain(response.statusCode);
    }
  });

  it('refuses a large body without a session', async () => {
    const response = await server.call(anonymousCaller, 'POST', '/api/session/', {
      email: 'x'.repeat(20_000),
      password: 'y',
    });
    expect([response.statusCode, response.json()]).toMatchObject([413, { code: 'body_too_large' }]);
  });

  it('refuses a deeply nested body', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const response = await save(deep, {});
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });

  const nestingOf = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  /** The list itself is a value. */
  const listOf = (values: number, value: string) => `[${Array.from({ length: values - 1 }, () => value).join(',')}]`;
  const refused = (text: string) => [400, expect.objectContaining({ code: 'invalid', message: text })];
  const TOO_DEEP = 'The request is nested too deeply. Send at most 32 levels.';
  const TOO_MANY = 'The request has too many values. Send at most 10,000.';

  /** Calls whose largest body has more values than the default allows. */
  const ownLimits: Readonly<Record<string, number>> = {
    bulkUpdateFeatures: 110_500,
    previewBulkUpdate: 110_500,
    saveHoursWorked: 252_001,
    saveSchedule: 66_010,
    saveWeeklyHours: 66_010,
  };

  it('bounds nesting and value count of every body before schema validation', async () => {
    const { token } = await deployTokens.issue(server.db, { name: 'Team', module: null }, testAudit(server.clock.now));
    const callers: Partial<Record<Access, Caller>> = {
      'module-token': { headers: { authorization: `Bearer ${token}` } },
      'task-admin': await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } })),
    };
    // Calls to a module's service are forwarded byte by byte, up to the service's limit.
    const calls = [...allContracts.values()].filter(({ method, access }) => method !== 'GET' && access !== 'module');
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ownLimits)));
    for (const call of calls) {
      const caller = callers[call.access] ?? admin;
      const most = call.access === 'everyone' ? 0 : (ownLimits[call.name] ?? 10_000);
      const tooMany = `The request has too many values. Send at most ${most.toLocaleString('en-US')}.`;
      const bodies = most === 0 ? [nestingOf(33)] : [nestingOf(33), listOf(most + 1, '1')];
      const answers = [];
      for (const body of bodies) answers.push(await server.call(caller, call.method, urlOf(call), body, json));
      expect([call.name, ...answers.flatMap((response) => [response.statusCode, response.json<unknown>()])]).toEqual([
        call.name,
        ...refused(TOO_DEEP),
        ...(most === 0 ? [] : refused(tooMany)),
      ]);
    }
  });

  it('bounds the number of values from provisioning clients', async () => {
    const { token } = await scimTokens.issue(server.db, { name: 'Okta' }, testAudit(server.clock.now));
    const send = (text: string) =>
      server.call({ headers: { authorization: `Bearer ${token}` } }, 'POST', '/api/scim/v2/Users', text, {
        'content-type': 'application/scim+json',
      });
    for (const [text, detail] of [
      [nestingOf(33), TOO_DEEP],
      [listOf(10_001, '{}'), TOO_MANY],
    ] as const) {
      const response = await send(text);
      expect([response.statusCode, response.json()]).toMatchObject([400, { detail }]);
    }
  });

  it('refuses 75,000 unknown fields by their count', async () => {
    const fields = Object.fromEntries(Array.from({ length: 75_000 }, (_, key) => [`k${key}`, 1]));
    const response = await server.call(owner, 'POST', `/api/${practiceId}/settings/update_practice_settings/`, fields);
    expect([response.statusCode, response.json()]).toEqual(refused(TOO_MANY));
  });

  it('applies the same bounds to JSON text inside a body', async () => {
    const send = (text: string) =>
      server.call(owner, 'POST', `/api/${practiceId}/settings/update_practice_settings/`, { additional_data: text });
    for (const [text, message] of [
      [nestingOf(33), TOO_DEEP],
      [listOf(10_001, '{}'), TOO_MANY],
      [
        '{"insurance_writeoff_date":"a\\u0000"}',
        'A value in the request can’t be read. Remove the character that has no width (NUL).',
      ],
    ] as const) {
      const response = await send(text);
      expect([response.statusCode, response.json()]).toEqual(refused(message));
    }
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
