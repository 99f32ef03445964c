import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { Session } from 'shared-api/contracts';
import { hashPassword } from '../people/password.js';
import { type Person, replacePasswordHash } from '../people/people-repository.js';
import { setFlags, setPassword } from '../people/people-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  anonymousCaller,
  quickCost,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { startSession } from './session-service.js';
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ACCOUNT_OVERALL, ATTEMPTS_PER_NETWORK } from './sign-in-limit.js';

const HOUR_MS = 3_600_000;

describeWithDatabase('sessions', (database, engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const signIn = (email: string, password = testPassword, caller: Caller = anonymousCaller) =>
    server.call(caller, 'POST', '/api/session/', { email, password });
  const cookieOf = (response: LightMyRequestResponse) =>
    response.cookies.find(({ name }) => name.endsWith('practice-console-session'));
  const callerOf = (response: LightMyRequestResponse): Caller => ({
    headers: { cookie: `practice-console-session=${cookieOf(response)?.value ?? ''}` },
  });
  const read = (caller: Caller) => server.call(caller, 'GET', '/api/session/');

  it('returns the person, their flags and their practices, sorted by name', async () => {
    const [second, first] = [
      await createTestPractice(server.db, { name: 'Zebra' }),
      await createTestPractice(server.db, { name: 'alpha' }),
    ];
    const person = await createTestPerson(server.db, { practices: [second, first] });
    const session = (await signIn(person.email.toUpperCase())).json<Session>();
    expect(session.user).toEqual({ id: person.id, name: person.name, email: person.email });
    expect(session.practices.map(({ id }) => id)).toEqual([first, second]);
    expect(session).toMatchObject({ all_practices: false, overrides: [], flags: { super_admin: false } });
    expect(session.expires_at).toBe(Math.floor((server.clock.now.getTime() + 12 * HOUR_MS) / 1000));
  });

  it.each([
    [{ super_admin: true }, { super_admin: true, internal: true, developer: true, task_admin: false }, true],
    [{ task_admin: true }, { super_admin: false, internal: false, developer: false, task_admin: true }, true],
    [{ internal: true }, { super_admin: false, internal: true, developer: false, task_admin: false }, false],
  ])('expands the stored flags %p to %p', async (stored, flags, allPractices) => {
    const person = await createTestPerson(server.db, { flags: stored });
    expect((await signIn(person.email)).json()).toMatchObject({ flags, all_practices: allPractices });
  });

  it('hides the token from scripts and other sites, and stores only its hash', async () => {
    const response = await signIn((await createTestPerson(server.db)).email);
    const cookie = cookieOf(response);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.maxAge).toBeUndefined();
    const rows = await server.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie?.value);
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
  });

  it('sends a secure __Host- cookie over https', async () => {
    const secure = await testServer(database(), { PUBLIC_URL: 'https://console.example' });
    const person = await createTestPerson(server.db);
    const response = await secure.call(anonymousCaller, 'POST', '/api/session/', {
      email: person.email,
      password: testPassword,
    });
    expect(cookieOf(response)).toMatchObject({ name: '__Host-practice-console-session', secure: true, path: '/' });
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d+/);
    await secure.close();
  });

  it('issues a new token at every sign-in, and ends the old session', async () => {
    const person = await createTestPerson(server.db);
    const first = await signIn(person.email);
    const second = await signIn(person.email, testPassword, callerOf(first));
    expect(cookieOf(second)?.value).not.toBe(cookieOf(first)?.value);
    expect((await read(callerOf(first))).statusCode).toBe(401);
    expect((await read(callerOf(second))).statusCode).toBe(200);
  });

  it('ends the session at sign-out', async () => {
    const caller = callerOf(await signIn((await createTestPerson(server.db)).email));
    const response = await server.call(caller, 'DELETE', '/api/session/');
    expect(response.json()).toEqual({ status: 'success', provider_sign_out: null });
    expect(cookieOf(response)?.value).toBe('');
    const after = await read(caller);
    expect(after.statusCode).toBe(401);
    expect(after.json()).toMatchObject({ status: 'error', code: 'signed_out' });
  });

  it('extends a session while it is used, and ends it after the idle time', async () => {
    const caller = callerOf(await signIn((await createTestPerson(server.db)).email));
    const start = server.clock.now.getTime();
    server.clock.now = new Date(start + 11 * HOUR_MS);
    const used = (await read(caller)).json<Session>();
    expect(used.expires_at).toBe(Math.floor((start + 23 * HOUR_MS) / 1000));
    server.clock.now = new Date(start + 23 * HOUR_MS + 1000);
    expect((await read(caller)).json()).toMatchObject({ code: 'signed_out' });
  });

  it('does not extend a session on automatic polling', async () => {
    const practiceId = await createTestPractice(server.db);
    const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const start = server.clock.now.getTime();
    const poll = async (hours: number) => {
      server.clock.now = new Date(start + hours * HOUR_MS);
      return (await server.call(caller, 'GET', `/api/${practiceId}/settings/pms_sync_info/`)).statusCode;
    };
    expect([await poll(6), await poll(11), await poll(12.1)]).toEqual([200, 200, 401]);
  });

  it('applies removed flags to the next call', async () => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    const caller = await signedIn(server, person);
    const promote = () => server.call(caller, 'GET', '/api/modules/mf-none/releases/');
    expect((await promote()).statusCode).toBe(404);
    await setFlags(server.db, person, { super_admin: false }, testAudit());
    expect((await promote()).statusCode).toBe(403);
  });

  it('ends all sessions when the password changes', async () => {
    const person = await createTestPerson(server.db);
    const caller = callerOf(await signIn(person.email));
    await setPassword(server.db, person.email, 'another good password', testAudit(), quickCost);
    expect((await read(caller)).statusCode).toBe(401);
    expect((await signIn(person.email)).statusCode).toBe(401);
    expect((await signIn(person.email, 'another good password')).statusCode).toBe(200);
  });

  it('returns the same for an unknown email address, wrong password or missing local account', async () => {
    const knownPerson = await createTestPerson(server.db);
    const withoutPassword = await createTestPerson(server.db);
    await server.db.updateTable('people').set({ password_hash: null }).where('id', '=', withoutPassword.id).execute();
    const responses = [
      await signIn('nobody@test.example'),
      await signIn(knownPerson.email, 'not the password'),
      await signIn(withoutPassword.email),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: 'wrong_credentials' });
      expect(response.body).toBe(responses[0]?.body);
      expect(response.cookies).toEqual([]);
    }
  });

  it('accepts a password that was set ten years ago', async () => {
    const person = await createTestPerson(server.db);
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 10 * 365 * 86_400_000);
    expect((await signIn(person.email)).statusCode).toBe(200);
    server.clock.now = before;
  });

  it('rehashes a password whose hash has a lower cost', async () => {
    const person: Person = await createTestPerson(server.db);
    const weak = await hashPassword(testPassword, { ...quickCost, ln: quickCost.ln - 1 });
    await server.db.updateTable('people').set({ password_hash: weak }).where('id', '=', person.id).execute();
    expect((await signIn(person.email)).statusCode).toBe(200);
    const row = await server.db
      .selectFrom('people')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^scrypt\$ln=4,r=8,p=1\$/);
    expect((await signIn(person.email)).statusCode).toBe(200);
  });

  it('rehashes a password whose hash was made without the current secret key', async () => {
    const [key, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const text = (keys: Buffer[]) => keys.map((one) => one.toString('base64')).join();
    const person: Person = await createTestPerson(server.db);
    const withKeys = async (keys: Buffer[]) => {
      const other = await testServer(database(), { PASSWORD_SECRET_KEY: text(keys) });
      const body = { email: person.email, password: testPassword };
      const { statusCode } = await other.call(anonymousCaller, 'POST', '/api/session/', body);
      const { password_hash: hash } = await server.db
        .selectFrom('people')
        .select('password_hash')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      await other.close();
      return { statusCode, key: /,key=(\w+)\$/.exec(hash ?? '')?.[1] };
    };
    const first = await withKeys([former]);
    expect(first).toEqual({ statusCode: 200, key: expect.stringMatching(/^[0-9a-f]{8}$/) });
    const rotated = await withKeys([key, former]);
    expect(rotated).toEqual({ statusCode: 200, key: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(rotated.key).not.toBe(first.key);
    expect(await withKeys([key])).toEqual(rotated);
    // Without the key nobody signs in, and the log says why.
    expect((await signIn(person.email)).statusCode).toBe(500);
    expect(server.log.join('')).toContain('PASSWORD_SECRET_KEY has no key for this password');
  });

  it('refuses further attempts on an account for 15 minutes, also with the right password', async () => {
    const person = await createTestPerson(server.db);
    for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT; attempt += 1) {
      expect((await signIn(person.email, 'wrong password')).statusCode).toBe(401);
    }
    const refused = await signIn(person.email);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'too_many_attempts',
      message: expect.stringContaining('in 15 minutes'),
    });
    expect(refused.headers['retry-after']).toBe('900');
    server.clock.now = new Date(server.clock.now.getTime() + 15 * 60_000);
    expect((await signIn(person.email)).statusCode).toBe(200);
  });

  it('forgets failures after a success', async () => {
    const person = await createTestPerson(server.db);
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT - 1; attempt += 1)
        await signIn(person.email, 'wrong password');
      expect((await signIn(person.email)).statusCode).toBe(200);
    }
  });

  it('limits a network address that tries many accounts', async () => {
    for (let attempt = 0; attempt < ATTEMPTS_PER_NETWORK; attempt += 1) {
      expect((await signIn(`nobody-${attempt}@test.example`)).statusCode).toBe(401);
    }
    expect((await signIn('one-more@test.example')).statusCode).toBe(429);
  });

  /** The test server trusts this header of a proxy, so the tests can call it from many addresses. */
  const from = (address: string): Caller => ({ headers: { 'x-forwarded-for': address } });

  it('lets the owner sign in while a stranger at another address guesses the password', async () => {
    const behindProxy = await testServer(database(), { TRUST_PROXY: '1' });
    behindProxy.clock.now = server.clock.now;
    const person = await createTestPerson(server.db);
    const attempt = (address: string, password: string) =>
      behindProxy.call(from(address), 'POST', '/api/session/', { email: person.email, password });
    for (let count = 0; count <= ATTEMPTS_PER_ACCOUNT; count += 1) await attempt('203.0.113.9', 'wrong password');
    expect((await attempt('203.0.113.9', testPassword)).statusCode).toBe(429);
    expect((await attempt('198.51.100.7', testPassword)).statusCode).toBe(200);
    await behindProxy.close();
  });

  it('limits guesses at one account from many addresses', async () => {
    const behindProxy = await testServer(database(), { TRUST_PROXY: '1' });
    behindProxy.clock.now = server.clock.now;
    const person = await createTestPerson(server.db);
    const attempt = (index: number) =>
      behindProxy.call(from(`203.0.113.${index}`), 'POST', '/api/session/', { email: person.email, password: 'wrong' });
    for (let index = 0; index < ATTEMPTS_PER_ACCOUNT_OVERALL; index += 1) {
      expect((await attempt(index)).statusCode).toBe(401);
    }
    expect((await attempt(200)).statusCode).toBe(429);
    await behindProxy.close();
  });

  it('counts all addresses of an IPv6 network as one', async () => {
    const behindProxy = await testServer(database(), { TRUST_PROXY: '1' });
    behindProxy.clock.now = server.clock.now;
    const attempt = (index: number) =>
      behindProxy.call(from(`2001:db8:1:2::${index}`), 'POST', '/api/session/', {
        email: `nobody-${index}@test.example`,
        password: 'wrong',
      });
    for (let index = 1; index <= ATTEMPTS_PER_NETWORK; index += 1) expect((await attempt(index)).statusCode).toBe(401);
    expect((await attempt(999)).statusCode).toBe(429);
    await behindProxy.close();
  });

  it('refuses to start a session with a password that has changed since it was checked', async () => {
    const person = await createTestPerson(server.db);
    const former = person.password_hash ?? '';
    await setPassword(server.db, person.email, 'another good password', testAudit(), quickCost);
    const start = startSession(server.db, person.id, server.clock.now, server.config, {
      methods: ['password'],
      passwordHash: former,
    });
    await expect(start).rejects.toMatchObject({ code: 'wrong_credentials' });
    const left = await server.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('person_id', '=', person.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('leaves no session of the old password when it changes during sign-ins', async () => {
    const person = await createTestPerson(server.db);
    const [, ...responses] = await Promise.all([
      setPassword(server.db, person.email, 'another good password', testAudit(), quickCost),
      ...Array.from({ length: 8 }, () => signIn(person.email)),
    ]);
    const reads = await Promise.all(
      responses.filter(({ statusCode }) => statusCode === 200).map((response) => read(callerOf(response))),
    );
    expect(reads.filter(({ statusCode }) => statusCode === 200)).toEqual([]);
  });

  it('keeps a new password when an old hash is replaced', async () => {
    const person = await createTestPerson(server.db);
    await replacePasswordHash(server.db, person.id, 'the former hash', 'a renewed hash');
    expect((await signIn(person.email)).statusCode).toBe(200);
  });

  it('ends a session after its maximum lifetime, even when it is used', async () => {
    const caller = callerOf(await signIn((await createTestPerson(server.db)).email));
    const start = server.clock.now.getTime();
    const readAfter = async (hours: number) => {
      server.clock.now = new Date(start + hours * HOUR_MS);
      return (await read(caller)).statusCode;
    };
    expect([await readAfter(10), await readAfter(20), await readAfter(23.9), await readAfter(24.1)]).toEqual([
      200, 200, 200, 401,
    ]);
  });

  if (engine === 'postgres') {
    it('allows no extra attempt for simultaneous sign-ins on two replicas', async () => {
      const copy = await testServer(database());
      const person = await createTestPerson(server.db);
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? server : copy).call(anonymousCaller, 'POST', '/api/session/', {
          email: person.email,
          password: 'wrong password',
        }),
      );
      const codes = (await Promise.all(tries)).map((response) => response.statusCode);
      expect(codes.filter((code) => code === 401)).toHaveLength(ATTEMPTS_PER_ACCOUNT);
      expect(codes.filter((code) => code === 429)).toHaveLength(40 - ATTEMPTS_PER_ACCOUNT);
      await copy.close();
    });
  }

  it('refuses local accounts when only the identity provider may sign people in', async () => {
    const only = await testServer(database(), {
      LOCAL_ACCOUNTS: '0',
      OIDC_ISSUER: 'http://idp.test',
      OIDC_CLIENT_ID: 'console',
      PUBLIC_URL: 'http://console.test',
    });
    const person = await createTestPerson(server.db);
    const response = await only.call(anonymousCaller, 'POST', '/api/session/', {
      email: person.email,
      password: testPassword,
    });
    expect(response.statusCode).toBe(403);
    await only.close();
  });
});
