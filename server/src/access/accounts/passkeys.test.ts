import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Session } from 'shared-api/contracts';
import type { PasskeyAnswer, RecoveryCodes, SecondFactors } from 'shared-api/contracts/accounts';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Person } from '../people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import {
  type ResponseChanges,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from './testing/software-authenticator.js';

const ORIGIN = 'http://console.test';
const STEP = '/api/session/second-step/';

type Options = Record<string, unknown>;

describeWithDatabase('passkeys', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database(), { PUBLIC_URL: ORIGIN });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const cookies = (response: LightMyRequestResponse): Caller => ({
    headers: { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const optionsOf = (response: LightMyRequestResponse): Options => response.json<{ options: Options }>().options;

  const add = async (caller: Caller, authenticator: SoftwareAuthenticator, name = 'Laptop') => {
    const optionsResponse = await server.call(caller, 'POST', '/api/account/passkeys/options/', {
      password: testPassword,
    });
    // ML-DSA-44, EdDSA, ES256 and RS256 (COSE algorithms).
    const { pubKeyCredParams } = optionsResponse.json<{ options: { pubKeyCredParams: { alg: number }[] } }>().options;
    expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual([-48, -8, -7, -257]);
    const answer = authenticator.create(optionsOf(optionsResponse), ORIGIN);
    return server.call(caller, 'POST', '/api/account/passkeys/', { name, answer });
  };
  const withPasskey = async (options: Parameters<typeof createTestPerson>[1] = {}, on = server) => {
    const person = await createTestPerson(on.db, options);
    const caller = await signedIn(on, person);
    const authenticator = softwareAuthenticator();
    const added = await add(caller, authenticator);
    return { person, caller, authenticator, codes: added.json<RecoveryCodes>().recovery_codes };
  };
  const password = async (person: Person) =>
    cookies(
      await server.call(anonymousCaller, 'POST', '/api/session/', { email: person.email, password: testPassword }),
    );
  const askStep = async (pending: Caller) => optionsOf(await server.call(pending, 'POST', `${STEP}passkey/`));
  const finish = (pending: Caller, answer: PasskeyAnswer) =>
    server.call(pending, 'POST', STEP, { method: 'passkey', answer });
  const ask = async () => {
    const response = await server.call(anonymousCaller, 'POST', '/api/session/passkey/options/');
    return { browser: cookies(response), options: optionsOf(response) };
  };
  const signIn = (browser: Caller, answer: PasskeyAnswer) =>
    server.call(browser, 'POST', '/api/session/passkey/', { answer });
  const auditOf = async (entityId: string, action: AuditAction) => {
    const rows = server.db.selectFrom('audit_log').select('after').where('entity_id', '=', entityId);
    return (await rows.where('action', '=', action).execute()).map(({ after }) => after);
  };
  const refusalsOf = async (person: Person) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('after')
        .where('entity_id', '=', person.id)
        .where('action', '=', 'second_factor.refuse')
        .orderBy('sequence')
        .execute()
    ).map(({ after }) => after);
  const shownAt = async (response: LightMyRequestResponse): Promise<Date | null | undefined> => {
    const { user } = response.json<Session>();
    const rows = await server.db
      .selectFrom('sessions')
      .select('second_factor_at')
      .where('person_id', '=', user.id)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map((row) => row.second_factor_at).find((at) => at !== null);
  };

  it('are the second step after the password', async () => {
    const { person, authenticator, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    const pending = await password(person);
    expect((await server.call(pending, 'GET', STEP)).json()).toMatchObject({
      step: 'verify',
      methods: ['passkey', 'recovery_code'],
    });
    const options = await askStep(pending);
    expect(options).toMatchObject({ rpId: 'console.test', userVerification: 'preferred' });
    const done = await finish(pending, authenticator.sign(options, ORIGIN));
    expect(done.json<Session>().user.id).toBe(person.id);
    expect(await shownAt(done)).toEqual(server.clock.now);
  });

  it.each([
    ['ES256K', -47],
    ['RS1', -65_535],
    ['RS384', -258],
  ])('refuses a key of %s, which isn’t among the approved algorithms', async (_name, algorithm) => {
    const caller = await signedIn(server, await createTestPerson(server.db));
    const optionsResponse = await server.call(caller, 'POST', '/api/account/passkeys/options/', {
      password: testPassword,
    });
    const answer = softwareAuthenticator().create(optionsOf(optionsResponse), ORIGIN, { algorithm });
    const added = await server.call(caller, 'POST', '/api/account/passkeys/', { name: 'Laptop', answer });
    expect(added.statusCode).toBe(422);
    expect((await server.call(caller, 'GET', '/api/account/second-factors/')).json()).toMatchObject({ passkeys: [] });
  });

  it('are only a second step while the device doesn’t verify its user', async () => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    const key = softwareAuthenticator();
    const optionsResponse = await server.call(caller, 'POST', '/api/account/passkeys/options/', {
      password: testPassword,
    });
    const answer = key.create(optionsOf(optionsResponse), ORIGIN, { verified: false });
    const added = await server.call(caller, 'POST', '/api/account/passkeys/', { name: 'Key', answer });
    expect(added.json()).toMatchObject({ second_step_only: true });
    const listed = async () =>
      (await server.call(caller, 'GET', '/api/account/second-factors/'))
        .json<SecondFactors>()
        .passkeys.map(({ second_step_only: isOnly }) => isOnly);
    expect(await listed()).toEqual([true]);
    const first = await password(person);
    await finish(first, key.sign(await askStep(first), ORIGIN, { verified: false }));
    expect(await listed()).toEqual([true]);
    // Its owner has set a PIN since.
    const second = await password(person);
    await finish(second, key.sign(await askStep(second), ORIGIN));
    expect(await listed()).toEqual([false]);
    expect((await add(caller, softwareAuthenticator())).json()).toMatchObject({ second_step_only: false });
  });

  it('sign in without a password if the device verifies its user', async () => {
    const { person, authenticator } = await withPasskey();
    const first = await ask();
    expect(first.options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const unverified = authenticator.sign(first.options, ORIGIN, { verified: false });
    expect((await signIn(first.browser, unverified)).json()).toMatchObject({ code: 'wrong_passkey' });
    const second = await ask();
    const done = await signIn(second.browser, authenticator.sign(second.options, ORIGIN));
    expect(done.json<Session>().user.id).toBe(person.id);
    expect(await auditOf(person.id, 'session.start')).toContainEqual(expect.objectContaining({ methods: ['passkey'] }));
    expect(await shownAt(done)).toEqual(server.clock.now);
    expect((await server.call(cookies(done), 'GET', '/api/session/')).statusCode).toBe(200);
  });

  it.each<[string, ResponseChanges, string]>([
    ['another origin', { origin: 'http://console.test.evil.example' }, 'wrong'],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'replayed'],
    ['a challenge that no database stores', { challenge: '\0' }, 'replayed'],
    ['another account', { userHandle: Buffer.from('somebody else').toString('base64url') }, 'wrong'],
  ])('refuse and audit a response for %s', async (_, changes, reason) => {
    const { person, authenticator } = await withPasskey();
    // Twice, so that the counter is above 1.
    for (let used = 0; used < 2; used += 1) {
      const pending = await password(person);
      expect((await finish(pending, authenticator.sign(await askStep(pending), ORIGIN))).statusCode).toBe(200);
    }
    const pending = await password(person);
    const refused = await finish(pending, authenticator.sign(await askStep(pending), ORIGIN, changes));
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 'wrong_code' }]);
    const alone = await ask();
    const again = await signIn(alone.browser, authenticator.sign(alone.options, ORIGIN, changes));
    expect([again.statusCode, again.json()]).toMatchObject([401, { code: 'wrong_passkey' }]);
    expect(again.cookies.map(({ name }) => name)).not.toContain('practice-console-session');
    const refusal = { kind: 'passkey', reason, device: 'Unknown device', network: '127.0.0.1' };
    expect(await refusalsOf(person)).toEqual([refusal, refusal]);
  });

  it('refuse a counter that went back, audit it as such, and warn the owner once a day', async () => {
    const { person, authenticator } = await withPasskey();
    for (let used = 0; used < 2; used += 1) {
      const pending = await password(person);
      expect((await finish(pending, authenticator.sign(await askStep(pending), ORIGIN))).statusCode).toBe(200);
    }
    const copied = { counter: 1 };
    const pending = await password(person);
    const refused = await finish(pending, authenticator.sign(await askStep(pending), ORIGIN, copied));
    expect([refused.statusCode, refused.json()]).toMatchObject([
      401,
      { code: 'wrong_code', message: expect.stringContaining('may have been copied') },
    ]);
    const alone = await ask();
    const again = await signIn(alone.browser, authenticator.sign(alone.options, ORIGIN, copied));
    expect([again.statusCode, again.json()]).toMatchObject([401, { code: 'wrong_passkey' }]);
    const event = { name: 'Laptop', device: 'Unknown device', network: '127.0.0.1' };
    expect(await auditOf(person.id, 'passkey.copy')).toEqual([event, event]);
    expect(await refusalsOf(person)).toEqual([]);
    const warnings = await server.db
      .selectFrom('jobs')
      .select('input')
      .where(sql<boolean>`input->>'person_id' = ${person.id}`)
      .where(sql<boolean>`input->>'action' = 'copied_passkey'`)
      .execute();
    expect(warnings).toEqual([
      { input: { person_id: person.id, action: 'copied_passkey', place: 'Unknown device, 127.0.0.1' } },
    ]);
  });

  it('refuse a reused response, and one for another step', async () => {
    const { person, authenticator } = await withPasskey();
    const { browser, options } = await ask();
    const answer = authenticator.sign(options, ORIGIN);
    expect((await signIn(browser, answer)).statusCode).toBe(200);
    expect((await signIn(browser, answer)).statusCode).toBe(401);
    const other = await ask();
    const pending = await password(person);
    expect((await finish(pending, authenticator.sign(other.options, ORIGIN))).statusCode).toBe(401);
    expect(await refusalsOf(person)).toHaveLength(2);
  });

  it('refuse a response that is late or from another browser', async () => {
    const { authenticator } = await withPasskey();
    const [optionsResponse, elsewhere] = [await ask(), await ask()];
    expect((await signIn(elsewhere.browser, authenticator.sign(optionsResponse.options, ORIGIN))).statusCode).toBe(401);
    const answer = authenticator.sign(optionsResponse.options, ORIGIN);
    expect((await signIn(anonymousCaller, answer)).json()).toMatchObject({ code: 'sign_in_expired' });
    server.clock.now = new Date(server.clock.now.getTime() + 6 * 60_000);
    expect((await signIn(optionsResponse.browser, answer)).statusCode).toBe(401);
  });

  it('refuse another person’s passkey and an unknown one', async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()];
    const pending = await password(ann.person);
    expect((await finish(pending, ben.authenticator.sign(await askStep(pending), ORIGIN))).statusCode).toBe(401);
    const { browser, options } = await ask();
    const unknown = await signIn(browser, softwareAuthenticator().sign(options, ORIGIN));
    expect(unknown.json()).toMatchObject({ code: 'wrong_passkey' });
    const refused = await server.db
      .selectFrom('audit_log')
      .select(['entity', 'after'])
      .where('action', '=', 'sign_in.refuse')
      .execute();
    expect(refused).toMatchObject([{ entity: 'unknown_caller', after: { reason: 'unknown_passkey' } }]);
  });

  it('are added once, and only in response to the person’s own request', async () => {
    const { caller, authenticator } = await withPasskey();
    expect((await add(caller, authenticator)).json()).toMatchObject({ code: 'exists' });
    const other = await signedIn(server, await createTestPerson(server.db));
    const optionsResponse = await server.call(other, 'POST', '/api/account/passkeys/options/', {
      password: testPassword,
    });
    const answer = softwareAuthenticator().create(optionsOf(optionsResponse), ORIGIN);
    const foreign = await server.call(caller, 'POST', '/api/account/passkeys/', { name: 'Mine', answer });
    expect([foreign.statusCode, foreign.json()]).toMatchObject([422, { code: 'invalid' }]);
    const elsewhere = softwareAuthenticator().create(optionsOf(optionsResponse), 'http://evil.example');
    const refused = await server.call(other, 'POST', '/api/account/passkeys/', { name: 'Mine', answer: elsewhere });
    expect(refused.statusCode).toBe(422);
  });

  it('can be renamed and removed only by their owner', async () => {
    const { person, caller } = await withPasskey();
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    await add(caller, softwareAuthenticator(), 'Security key');
    const list = (await server.call(caller, 'GET', '/api/account/second-factors/')).json<SecondFactors>();
    expect(list.passkeys.map(({ name, used_at: used }) => [name, used])).toEqual([
      ['Laptop', null],
      ['Security key', null],
    ]);
    const url = `/api/account/passkeys/${list.passkeys[0]?.id ?? ''}/`;
    const stranger = await signedIn(server, await createTestPerson(server.db));
    expect((await server.call(stranger, 'PUT', url, { name: 'Stolen' })).statusCode).toBe(404);
    expect((await server.call(stranger, 'POST', `${url}remove/`, { password: testPassword })).statusCode).toBe(404);
    const renamed = await server.call(caller, 'PUT', url, { name: ' Front desk ' });
    expect(renamed.json<SecondFactors>().passkeys[0]?.name).toBe('Front desk');
    const removed = await server.call(caller, 'POST', `${url}remove/`, { password: testPassword });
    expect(removed.json<SecondFactors>()).toMatchObject({
      passkeys: [{ name: 'Security key' }],
      recovery_codes_left: 10,
    });
    const last = `/api/account/passkeys/${removed.json<SecondFactors>().passkeys[0]?.id ?? ''}/remove/`;
    const none = await server.call(caller, 'POST', last, { password: testPassword });
    expect(none.json<SecondFactors>()).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
    expect((await password(person)).headers['cookie']).toContain('practice-console-session');
  });

  it('can’t all be removed from an account that needs a second factor', async () => {
    const strict = await testServer(database(), { PUBLIC_URL: ORIGIN, REQUIRE_MFA: '1' });
    const { caller } = await withPasskey({ flags: { internal: true } });
    const { passkeys } = (await strict.call(caller, 'GET', '/api/account/second-factors/')).json<SecondFactors>();
    const url = `/api/account/passkeys/${passkeys[0]?.id ?? ''}/remove/`;
    const refused = await strict.call(caller, 'POST', url, { password: testPassword });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'second_factor_required' }]);
    expect((await strict.call(caller, 'GET', '/api/account/second-factors/')).json()).toMatchObject({
      required: true,
      passkeys: [{ name: 'Laptop' }],
    });
    await strict.close();
  });
});
