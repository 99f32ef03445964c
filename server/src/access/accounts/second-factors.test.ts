import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { Secret } from 'otpauth';
import type { Session } from 'shared-api/contracts';
import type { RecoveryCodes, SecondFactors, TotpSetup } from 'shared-api/contracts/accounts';
import { endSessions, setPassword } from '../people/people-service.js';
import type { Person } from '../people/people-repository.js';
import { SECOND_FACTOR_ATTEMPTS } from '../sessions/sign-in-limit.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  quickCost,
  signedIn,
  testAudit,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { confirmTotp, methodsOf, resetSecondFactors, startTotp } from './second-factors-service.js';
import { signInExpired } from './second-step.js';
import { totpCode } from './totp.js';

const STEP = '/api/session/second-step/';
const STEP_MS = 30_000;

describeWithDatabase('second factors', (database, engine) => {
  let server: TestServer;
  /** A console where admins need a second factor. */
  let strict: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
    strict = await testServer(database(), { REQUIRE_MFA: '1' });
  });
  afterAll(async () => {
    await server.close();
    await strict.close();
  });
  beforeEach(async () => {
    server.clock.now = new Date();
    strict.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const cookies = (response: LightMyRequestResponse): Caller => ({
    headers: { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const signIn = (person: Person, on = server) =>
    on.call(anonymousCaller, 'POST', '/api/session/', { email: person.email, password: testPassword });
  const read = (caller: Caller) => server.call(caller, 'GET', '/api/session/');
  const secretOf = ({ secret }: TotpSetup): Buffer => Buffer.from(Secret.fromBase32(secret).bytes);
  const codeNow = (secret: Buffer, steps = 0): string =>
    totpCode(secret, new Date(server.clock.now.getTime() + steps * STEP_MS));
  const pass = (steps = 1): void => {
    server.clock.now = new Date(server.clock.now.getTime() + steps * STEP_MS);
  };

  /** A person who has set up an app. The clock is at the next time step, so the app shows a new code. */
  const enrolled = async (options: Parameters<typeof createTestPerson>[1] = {}) => {
    const person = await createTestPerson(server.db, options);
    const caller = await signedIn(server, person);
    const setup = await server.call(caller, 'POST', '/api/account/totp/', { password: testPassword });
    const secret = secretOf(setup.json<TotpSetup>());
    const confirmed = await server.call(caller, 'POST', '/api/account/totp/confirm/', { code: codeNow(secret) });
    pass();
    return { person, caller, secret, codes: confirmed.json<RecoveryCodes>().recovery_codes };
  };
  const finish = (caller: Caller, code: string, method = 'totp') => server.call(caller, 'POST', STEP, { method, code });
  const auditOf = async (person: Person, action: string) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select(['after', 'actor_id'])
        .where('entity_id', '=', person.id)
        .where('action', '=', action)
        .orderBy('sequence')
        .execute()
    ).map(({ after }) => after);

  it('signs in with the password alone without a second factor', async () => {
    expect((await signIn(await createTestPerson(server.db))).statusCode).toBe(200);
  });

  it('asks for the second step after the password, and opens nothing before it', async () => {
    const { person, secret } = await enrolled();
    const first = await signIn(person);
    expect([first.statusCode, first.json()]).toMatchObject([401, { code: 'second_step_required' }]);
    expect(first.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['practice-console-sign-in', true, 'Strict'],
    ]);
    const pending = cookies(first);
    expect((await read(pending)).statusCode).toBe(401);
    expect((await server.call(pending, 'GET', '/api/account/second-factors/')).statusCode).toBe(401);
    expect((await server.call(pending, 'GET', STEP)).json()).toEqual({
      step: 'verify',
      email: person.email,
      methods: ['totp', 'recovery_code'],
    });
    const second = await finish(pending, ` ${codeNow(secret).replace(/(...)/, '$1 ')}`);
    expect(second.json<Session>().user.id).toBe(person.id);
    expect(await auditOf(person, 'session.start')).toContainEqual(
      expect.objectContaining({ methods: ['password', 'totp'] }),
    );
    expect((await read(cookies(second))).statusCode).toBe(200);
    // The sign-in of the browser's cookie is complete.
    expect((await finish(pending, codeNow(secret, 1))).json()).toMatchObject({ code: 'sign_in_expired' });
  });

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { person, secret, codes } = await enrolled();
    const rows = await server.db.selectFrom('totp_authenticators').selectAll().execute();
    const stored = rows.find((row) => row.person_id === person.id)?.secret;
    expect(stored?.includes(secret)).toBe(false);
    expect(codes).toHaveLength(10);
    const recovery = await server.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(recovery)).not.toContain(codes[0]);
  });

  it('stores no app once the sign-in is complete', async () => {
    const person = await createTestPerson(server.db);
    const { now } = server.clock;
    const { secret } = await startTotp(server.db, person, server.config, now);
    const code = totpCode(Buffer.from(Secret.fromBase32(secret).bytes), now);
    const used = confirmTotp(
      server.db,
      person,
      { code, whenConfirmed: () => Promise.reject(signInExpired()) },
      server.config,
      testAudit(now),
    );
    await expect(used).rejects.toMatchObject({ code: 'sign_in_expired' });
    expect(await methodsOf(server.db, person.id)).toEqual([]);
  });

  it('refuses a reused code, also in another sign-in', async () => {
    const { person, secret } = await enrolled();
    const code = codeNow(secret);
    expect((await finish(cookies(await signIn(person)), code)).statusCode).toBe(200);
    const replay = await finish(cookies(await signIn(person)), code);
    expect([replay.statusCode, replay.json()]).toMatchObject([401, { code: 'wrong_code' }]);
    expect(replay.json<{ message: string }>().message).toContain('already used');
    // Also an older, unused code in the window.
    expect((await finish(cookies(await signIn(person)), codeNow(secret, -1))).statusCode).toBe(401);
    const place = { device: 'Unknown device', network: '127.0.0.1' };
    expect(await auditOf(person, 'second_factor.refuse')).toEqual([
      { kind: 'totp', reason: 'replayed', ...place },
      { kind: 'totp', reason: 'replayed', ...place },
    ]);
    const actors = await server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('entity_id', '=', person.id)
      .where('action', '=', 'second_factor.refuse')
      .execute();
    expect(actors).toEqual([{ actor_id: 'sign-in' }, { actor_id: 'sign-in' }]);
  });

  it('accepts one step of clock skew either way, and no more', async () => {
    const { person, secret } = await enrolled();
    pass(5);
    const outcome = async (steps: number) =>
      (await finish(cookies(await signIn(person)), codeNow(secret, steps))).statusCode;
    expect([await outcome(-2), await outcome(2), await outcome(-1), await outcome(1)]).toEqual([401, 401, 200, 200]);
  });

  it('lets one of many simultaneous sign-ins use a code', async () => {
    const { person, secret } = await enrolled();
    const pending = await Promise.all(Array.from({ length: 4 }, () => signIn(person)));
    const responses = await Promise.all(pending.map((response) => finish(cookies(response), codeNow(secret))));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  });

  it('limits wrong codes across a person’s sign-ins, and says for how long', async () => {
    const { person, secret } = await enrolled();
    for (let tried = 0; tried < SECOND_FACTOR_ATTEMPTS; tried += 1) {
      expect((await finish(cookies(await signIn(person)), '000000')).json()).toMatchObject({ code: 'wrong_code' });
    }
    const limited = await finish(cookies(await signIn(person)), codeNow(secret));
    expect([limited.statusCode, limited.json()]).toMatchObject([429, { code: 'too_many_attempts' }]);
    expect(limited.headers['retry-after']).toBeDefined();
    pass(31);
    expect((await finish(cookies(await signIn(person)), codeNow(secret))).statusCode).toBe(200);
    expect(await auditOf(person, 'second_factor.refuse')).toHaveLength(SECOND_FACTOR_ATTEMPTS);
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { person, codes } = await enrolled();
    const typed = ` ${(codes[0] ?? '').toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `;
    expect((await finish(cookies(await signIn(person)), typed, 'recovery_code')).statusCode).toBe(200);
    const reused = await finish(cookies(await signIn(person)), codes[0] ?? '', 'recovery_code');
    expect(reused.json<{ message: string }>().message).toContain('already used');
    expect((await finish(cookies(await signIn(person)), 'aaaa-bbbb', 'recovery_code')).statusCode).toBe(401);
    expect(await auditOf(person, 'recovery_code.use')).toEqual([{ left: 9 }]);
  });

  it('ends a sign-in after ten minutes, or when the password changes', async () => {
    const { person, secret } = await enrolled();
    const late = cookies(await signIn(person));
    pass(21);
    expect((await finish(late, codeNow(secret))).json()).toMatchObject({ code: 'sign_in_expired' });
    const overtaken = cookies(await signIn(person));
    await setPassword(server.db, person.email, 'another long password', testAudit(), quickCost);
    expect((await finish(overtaken, codeNow(secret))).json()).toMatchObject({ code: 'sign_in_expired' });
    expect((await server.call(anonymousCaller, 'GET', STEP)).json()).toMatchObject({ code: 'sign_in_expired' });
  });

  it('accepts only its own account’s codes', async () => {
    const [ann, ben] = [await enrolled(), await enrolled()];
    expect((await finish(cookies(await signIn(ann.person)), codeNow(ben.secret))).statusCode).toBe(401);
    expect((await finish(cookies(await signIn(ann.person)), ben.codes[0] ?? '', 'recovery_code')).statusCode).toBe(401);
  });

  const factors = async (caller: Caller) =>
    (await server.call(caller, 'GET', '/api/account/second-factors/')).json<SecondFactors>();

  it('asks for the password before any change of second factors', async () => {
    const { person, caller } = await enrolled();
    for (const path of ['totp/', 'totp/remove/', 'recovery-codes/']) {
      const response = await server.call(caller, 'POST', `/api/account/${path}`, { password: 'not the password' });
      expect([response.statusCode, response.json()]).toMatchObject([
        422,
        { code: 'invalid', fields: { password: 'The password is incorrect' } },
      ]);
    }
    expect(await factors(caller)).toMatchObject({ local: true, required: false, recovery_codes_left: 10 });
    const removed = await server.call(caller, 'POST', '/api/account/totp/remove/', { password: testPassword });
    expect(removed.json()).toEqual({ local: true, required: false, totp: null, passkeys: [], recovery_codes_left: 0 });
    expect((await signIn(person)).statusCode).toBe(200);
  });

  it('keeps the former app until the new one is confirmed', async () => {
    const { person, caller, secret } = await enrolled();
    const setup = await server.call(caller, 'POST', '/api/account/totp/', { password: testPassword });
    const wrong = await server.call(caller, 'POST', '/api/account/totp/confirm/', { code: '000000' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { fields: { code: 'This code doesn’t match' } }]);
    expect((await finish(cookies(await signIn(person)), codeNow(secret))).statusCode).toBe(200);
    const renewed = secretOf(setup.json<TotpSetup>());
    const confirmed = await server.call(caller, 'POST', '/api/account/totp/confirm/', { code: codeNow(renewed) });
    expect(confirmed.json()).toEqual({ recovery_codes: [] });
    pass();
    expect((await finish(cookies(await signIn(person)), codeNow(secret))).statusCode).toBe(401);
    expect((await finish(cookies(await signIn(person)), codeNow(renewed))).statusCode).toBe(200);
  });

  it('ends the setup after a quarter of an hour', async () => {
    const caller = await signedIn(server, await createTestPerson(server.db));
    const setup = await server.call(caller, 'POST', '/api/account/totp/', { password: testPassword });
    pass(31);
    const code = codeNow(secretOf(setup.json<TotpSetup>()));
    const response = await server.call(caller, 'POST', '/api/account/totp/confirm/', { code });
    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'setup_expired' }]);
  });

  it('replaces recovery codes', async () => {
    const { person, caller, codes } = await enrolled();
    const response = await server.call(caller, 'POST', '/api/account/recovery-codes/', { password: testPassword });
    const [fresh = ''] = response.json<RecoveryCodes>().recovery_codes;
    expect((await finish(cookies(await signIn(person)), codes[0] ?? '', 'recovery_code')).statusCode).toBe(401);
    expect((await finish(cookies(await signIn(person)), fresh, 'recovery_code')).statusCode).toBe(200);
    const without = await signedIn(server, await createTestPerson(server.db));
    const refused = await server.call(without, 'POST', '/api/account/recovery-codes/', { password: testPassword });
    expect(refused.json()).toMatchObject({ code: 'no_second_factor' });
  });

  it('lets an operator reset a person’s second factors, which ends their sessions', async () => {
    const { person, caller } = await enrolled();
    await resetSecondFactors(server.db, person, testAudit());
    expect((await read(caller)).statusCode).toBe(401);
    expect((await signIn(person)).statusCode).toBe(200);
  });

  it('leaves second factors to the identity provider for people without a password', async () => {
    const person = await createTestPerson(server.db);
    await server.db.updateTable('people').set({ password_hash: null }).where('id', '=', person.id).execute();
    const caller = await signedIn(server, person);
    expect(await factors(caller)).toMatchObject({ local: false });
    const response = await server.call(caller, 'POST', '/api/account/totp/', { password: testPassword });
    expect(response.json()).toMatchObject({ code: 'no_local_account' });
  });

  describe('where admins need a second factor', () => {
    const enrolling = async (person: Person) => {
      const first = await signIn(person, strict);
      expect(first.json()).toMatchObject({ code: 'second_step_required' });
      return cookies(first);
    };

    it.each([{ super_admin: true }, { internal: true }, { task_admin: true }])(
      'makes %p set one up right after the password, and opens nothing before',
      async (flags) => {
        const person = await createTestPerson(strict.db, { flags });
        const pending = await enrolling(person);
        expect((await strict.call(pending, 'GET', STEP)).json()).toMatchObject({ step: 'enroll', methods: [] });
        expect((await strict.call(pending, 'GET', '/api/session/')).statusCode).toBe(401);
        const guess = await strict.call(pending, 'POST', STEP, { method: 'totp', code: '000000' });
        expect(guess.statusCode).toBe(401);
        const secret = secretOf((await strict.call(pending, 'POST', `${STEP}totp/`)).json<TotpSetup>());
        const code = totpCode(secret, strict.clock.now);
        const done = await strict.call(pending, 'POST', `${STEP}totp/confirm/`, { code });
        expect(done.json<RecoveryCodes>().recovery_codes).toHaveLength(10);
        expect((await strict.call(cookies(done), 'GET', '/api/session/')).statusCode).toBe(200);
        const removed = await strict.call(cookies(done), 'POST', '/api/account/totp/remove/', {
          password: testPassword,
        });
        expect(removed.json()).toMatchObject({ code: 'second_factor_required' });
      },
    );

    it('doesn’t let the password alone replace a second factor', async () => {
      const { person } = await enrolled({ flags: { super_admin: true } });
      const pending = await enrolling(person);
      const response = await strict.call(pending, 'POST', `${STEP}totp/`);
      expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'has_second_factor' }]);
    });

    it('signs practice members in with the password alone', async () => {
      expect((await signIn(await createTestPerson(strict.db), strict)).statusCode).toBe(200);
    });
  });

  if (engine === 'postgres') {
    it('lets one of many simultaneous requests use a recovery code', async () => {
      const { person, codes } = await enrolled();
      const pending = await Promise.all(Array.from({ length: 6 }, () => signIn(person)));
      const responses = await Promise.all(
        pending.map((response) => finish(cookies(response), codes[0] ?? '', 'recovery_code')),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      await endSessions(server.db, person.email, testAudit());
    });
  }
});
