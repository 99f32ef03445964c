import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import type { Session } from 'shared-api/contracts';
import type { TotpSetup } from 'shared-api/contracts/accounts';
import { personActor } from '../../platform/audit/actor.js';
import { hashPassword } from '../people/password.js';
import type { Person } from '../people/people-repository.js';
import { setPassword } from '../people/people-service.js';
import { PASSWORD_RULE } from '../people/password-strength.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  quickCost,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { createLink, MAILED_LINK_MS } from './account-links.js';
import { totpCode } from './totp.js';

const STEP = '/api/session/second-step/';
const OLD = 'Password2026';
const NEW = 'seven quiet herons';

type Answer = Awaited<ReturnType<TestServer['call']>>;

describeWithDatabase('a sign-in with a password that today’s rule refuses', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database(), { REQUIRE_MFA: '1' });
  });
  afterAll(() => server.close());
  beforeEach(() => server.db.deleteFrom('sign_in_attempts').execute());

  const withOldPassword = async (options: Parameters<typeof createTestPerson>[1] = {}) => {
    const person = await createTestPerson(server.db, options);
    const hash = await hashPassword(OLD, quickCost);
    await server.db.updateTable('people').set({ password_hash: hash }).where('id', '=', person.id).execute();
    return person;
  };
  const signIn = (person: Person, password = OLD) =>
    server.call(anonymousCaller, 'POST', '/api/session/', { email: person.email, password });
  const cookies = ({ cookies: set }: Answer): Caller => ({
    headers: { cookie: set.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const replace = (caller: Caller, password = NEW) =>
    server.call(caller, 'POST', `${STEP}password/`, { new_password: password });
  const stepOf = async (caller: Caller) => (await server.call(caller, 'GET', STEP)).json<{ step?: string }>().step;
  const rule = async ({ id }: Person) =>
    (await server.db.selectFrom('people').select('password_rule').where('id', '=', id).executeTakeFirstOrThrow())
      .password_rule;

  it('starts the session only once another password is set', async () => {
    const person = await withOldPassword();
    const elsewhere = await signedIn(server, person);
    const first = await signIn(person);
    expect([first.statusCode, first.json()]).toMatchObject([401, { code: 'second_step_required' }]);
    const pending = cookies(first);
    expect(await stepOf(pending)).toBe('replace_password');
    expect((await server.call(pending, 'GET', '/api/session/')).statusCode).toBe(401);
    const done = await replace(pending);
    expect(done.json<Session>().user.id).toBe(person.id);
    expect((await server.call(cookies(done), 'GET', '/api/session/')).statusCode).toBe(200);
    expect((await server.call(elsewhere, 'GET', '/api/session/')).statusCode).toBe(401);
    expect((await signIn(person, OLD)).statusCode).toBe(401);
    expect((await signIn(person, NEW)).statusCode).toBe(200);
    expect((await replace(pending, `${NEW} fly`)).json()).toMatchObject({ code: 'sign_in_expired' });
    const entries = await server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('entity_id', '=', person.id)
      .where('action', '=', 'person.password')
      .execute();
    expect(entries).toEqual([{ actor_id: person.id }]);
  });

  it.each([
    ['the same password', OLD, 'This password is easy to guess.'],
    ['a short password', 'x9$Qv!2k', 'Enter at least 12 characters'],
  ])('refuses %s at its field, and asks again', async (_, newPassword, reason) => {
    const pending = cookies(await signIn(await withOldPassword()));
    const refused = await replace(pending, newPassword);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'invalid', fields: { new_password: expect.stringContaining(reason) } },
    ]);
    expect((await replace(pending)).statusCode).toBe(200);
  });

  it('asks for the second factor first, so that a guessed password alone changes nothing', async () => {
    const person = await withOldPassword();
    const caller = await signedIn(server, person);
    const setup = await server.call(caller, 'POST', '/api/account/totp/', { password: OLD });
    const secret = Buffer.from(Secret.fromBase32(setup.json<TotpSetup>().secret).bytes);
    await server.call(caller, 'POST', '/api/account/totp/confirm/', { code: totpCode(secret, server.clock.now) });
    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    const pending = cookies(await signIn(person));
    expect(await stepOf(pending)).toBe('verify');
    expect((await replace(pending)).json()).toMatchObject({ code: 'second_step_required' });
    const proof = { method: 'totp', code: totpCode(secret, server.clock.now) };
    const verified = await server.call(pending, 'POST', STEP, proof);
    expect([verified.statusCode, verified.json()]).toMatchObject([401, { code: 'second_step_required' }]);
    expect(await stepOf(pending)).toBe('replace_password');
    const done = await replace(pending);
    expect(done.statusCode).toBe(200);
    expect((await server.call(cookies(done), 'GET', '/api/session/step-up/')).json()).toMatchObject({
      methods: ['totp', 'recovery_code'],
    });
  });

  it('then sets up the second factor that the account needs', async () => {
    const person = await withOldPassword({ flags: { internal: true } });
    const pending = cookies(await signIn(person));
    expect(await stepOf(pending)).toBe('replace_password');
    const early = await server.call(pending, 'POST', `${STEP}totp/`);
    expect(early.json()).toMatchObject({ code: 'second_step_required' });
    expect((await replace(pending)).json()).toMatchObject({ code: 'second_step_required' });
    expect(await stepOf(pending)).toBe('enroll');
    const setup = await server.call(pending, 'POST', `${STEP}totp/`);
    const secret = Buffer.from(Secret.fromBase32(setup.json<TotpSetup>().secret).bytes);
    const code = totpCode(secret, server.clock.now);
    const done = await server.call(pending, 'POST', `${STEP}totp/confirm/`, { code });
    expect((await server.call(cookies(done), 'GET', '/api/session/')).statusCode).toBe(200);
  });

  it('lets one of two concurrent replacements succeed', async () => {
    const pending = cookies(await signIn(await withOldPassword()));
    const responses = await Promise.all([replace(pending), replace(pending, `${NEW} fly`)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('refuses the name of the person’s practice in every password', async () => {
    const { db, clock } = server;
    const practice = await createTestPractice(db, { name: 'Lakeside Orthodontics' });
    const person = await createTestPerson(db, { practices: [practice] });
    const checkedPassword = 'Lakeside Orthodontics 2026';
    const reason = expect.stringContaining('It’s based on your name') as unknown as string;
    const own = { password: testPassword, new_password: checkedPassword };
    const changed = await server.call(await signedIn(server, person), 'POST', '/api/account/password/', own);
    expect([changed.statusCode, changed.json()]).toMatchObject([422, { fields: { new_password: reason } }]);
    const audit = { actor: personActor(person), now: clock.now };
    const token = await createLink(db, person, MAILED_LINK_MS, audit);
    const linked = await server.call(anonymousCaller, 'POST', '/api/session/account-link/use/', {
      token,
      password: checkedPassword,
    });
    expect([linked.statusCode, linked.json()]).toMatchObject([422, { fields: { password: reason } }]);
    await expect(setPassword(db, person.email, checkedPassword, audit, quickCost)).rejects.toMatchObject({
      details: { fields: { password: reason } },
    });
    const pending = cookies(await signIn(await withOldPassword({ practices: [practice] })));
    expect((await replace(pending, checkedPassword)).json()).toMatchObject({ fields: { new_password: reason } });
    const older = await createTestPerson(db, { practices: [practice] });
    const hash = await hashPassword(checkedPassword, quickCost);
    await db.updateTable('people').set({ password_hash: hash, password_rule: 1 }).where('id', '=', older.id).execute();
    expect((await signIn(older, checkedPassword)).json()).toMatchObject({ code: 'second_step_required' });
  });

  it('checks a password once per rule version', async () => {
    const person = await createTestPerson(server.db);
    expect(await rule(person)).toBeNull();
    expect((await signIn(person, testPassword)).statusCode).toBe(200);
    expect(await rule(person)).toBe(PASSWORD_RULE);
    const guessable = await withOldPassword();
    await signIn(guessable);
    expect(await rule(guessable)).toBeNull();
    // A password that an earlier rule accepted.
    await server.db.updateTable('people').set({ password_rule: 0 }).where('id', '=', guessable.id).execute();
    expect((await signIn(guessable)).json()).toMatchObject({ code: 'second_step_required' });
  });
});
