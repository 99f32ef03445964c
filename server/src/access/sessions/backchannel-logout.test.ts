import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { type CryptoKey, type JWK, SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type IdentityProvider,
  oidcClientSettings,
  providerBrowser,
  signInAtProvider,
  signOutAtProvider,
  startIdentityProvider,
} from '../../testing/identity-provider.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { BACKCHANNEL_LOGOUT_PATH } from './backchannel-logout.js';
import { assertNotLoggedOut } from './provider-logouts.js';
import { REFUSALS_RECORDED } from './sign-in-limit.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const publicUrl = 'http://console.test';
const metricsToken = 'a-token-for-metrics';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const accounts: Record<string, Record<string, unknown>> = {
  pat: { email: 'pat@idp.example', email_verified: true, name: 'Pat Plain' },
  lou: { email: 'lou@idp.example', email_verified: true, name: 'Lou Local' },
};

const cookiesOf = (response: LightMyRequestResponse): Caller => ({
  headers: { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
});

describeWithDatabase('logout by the identity provider', (database) => {
  let provider: IdentityProvider;
  let server: TestServer;
  let privateKey: CryptoKey;
  let publicJwk: JWK;
  const cleanUp = cleanUpAfterAll();

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    ({ privateKey } = pair);
    publicJwk = await exportJWK(pair.publicKey);
    const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
    // The provider calls the console over the network.
    const network = createServer((request, response) => server.app.routing(request, response));
    await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
    cleanUp(() => new Promise((resolve) => network.close(resolve)));
    const { port } = network.address() as AddressInfo;
    provider = await startIdentityProvider(accounts, `${publicUrl}/api/session/oidc/callback`, {
      logoutUri: `http://127.0.0.1:${port}${BACKCHANNEL_LOGOUT_PATH}`,
      keys: [key],
    });
    cleanUp(() => provider.stop());
    server = await testServer(database(), {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: oidcClientSettings.id,
      OIDC_CLIENT_SECRET: oidcClientSettings.secret,
      OIDC_NAME: 'Clinic ID',
      METRICS_TOKEN: metricsToken,
    });
    cleanUp(() => server.close());
  });

  beforeEach(async () => {
    server.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  /** The whole sign-in of a browser. @returns the callback's response */
  const comeBack = async (login: string, jar = providerBrowser()) => {
    const started = await server.call(anonymousCaller, 'GET', '/api/session/oidc/start');
    const back = await signInAtProvider(String(started.headers.location), login, jar);
    return server.call(cookiesOf(started), 'GET', back.pathname + back.search);
  };
  const signIn = async (login: string, jar = providerBrowser()): Promise<Caller> =>
    cookiesOf(await comeBack(login, jar));
  const statusOf = async (caller: Caller) => (await server.call(caller, 'GET', '/api/session/')).statusCode;
  const sidOf = async (): Promise<string> => {
    const rows = await server.db.selectFrom('sessions').select('identity_sid').orderBy('created_at', 'desc').execute();
    return rows.find(({ identity_sid: sid }) => sid !== null)?.identity_sid ?? '';
  };

  const send = (token: string | string[], headers: Record<string, string> = {}) =>
    server.callWithoutKey(
      anonymousCaller,
      'POST',
      BACKCHANNEL_LOGOUT_PATH,
      new URLSearchParams([token].flat().map((text): [string, string] => ['logout_token', text])).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    );

  let made = 0;
  /** Claims of a token that ends Pat's sessions. `undefined` removes a claim. */
  const claimsWith = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
    const seconds = epochSeconds(server.clock.now);
    made += 1;
    return {
      iss: provider.issuer,
      aud: oidcClientSettings.id,
      iat: seconds,
      exp: seconds + 120,
      jti: `token ${made}`,
      events: { [LOGOUT_EVENT]: {} },
      sub: 'pat',
      ...changes,
    };
  };
  const signedWith = (
    key: CryptoKey | Uint8Array,
    claims: Record<string, unknown>,
    header: { alg: string; typ?: string } = { alg: 'RS256', typ: 'logout+jwt' },
  ) => new SignJWT(claims).setProtectedHeader({ kid: 'test', ...header }).sign(key);
  const tokenWith = (changes?: Record<string, unknown>) => signedWith(privateKey, claimsWith(changes));

  const entriesOf = (action: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'entity_id', 'before', 'after'])
      .where('action', '=', action)
      .orderBy('sequence')
      .execute();
  const refusals = async () => {
    const response = await server.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const [, count = '0'] =
      /^http_refusals_total\{code="invalid_logout_token",call="none"\} (\d+)$/m.exec(response.body) ?? [];
    return Number(count);
  };

  it('ends the console’s session when the person signs out at the provider', async () => {
    const [jar, otherJar] = [providerBrowser(), providerBrowser()];
    const caller = await signIn('pat', jar);
    const elsewhere = await signIn('pat', otherJar);
    expect([await statusOf(caller), await statusOf(elsewhere)]).toEqual([200, 200]);
    await signOutAtProvider(provider, jar);
    expect([await statusOf(caller), await statusOf(elsewhere)]).toEqual([401, 200]);
    expect((await entriesOf('session.end')).at(-1)).toMatchObject({ actor_name: 'Clinic ID', before: { sessions: 1 } });
    await signOutAtProvider(provider, otherJar);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it('ends all sessions of the identity when the token names no session', async () => {
    const callers = [await signIn('pat'), await signIn('pat')];
    const person = await createTestPerson(server.db);
    const other = await signedIn(server, person);
    const response = await send(await tokenWith());
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await Promise.all([...callers, other].map(statusOf))).toEqual([401, 401, 200]);
    expect((await entriesOf('session.end')).at(-1)).toMatchObject({ actor_name: 'Clinic ID', before: { sessions: 2 } });
  });

  it('keeps a session that the person started with a password', async () => {
    const person = await createTestPerson(server.db);
    await server.db.updateTable('people').set({ email: 'lou@idp.example' }).where('id', '=', person.id).execute();
    const pending = await comeBack('lou');
    const linked = await server.call(cookiesOf(pending), 'POST', '/api/session/link/', { password: testPassword });
    const local = await signedIn(server, person);
    expect([await statusOf(cookiesOf(linked)), await statusOf(local)]).toEqual([200, 200]);
    await send(await tokenWith({ sub: 'lou', sid: await sidOf() }));
    expect([await statusOf(cookiesOf(linked)), await statusOf(local)]).toEqual([401, 200]);
  });

  it('ends a sign-in that waits for a local account’s password', async () => {
    const person = await createTestPerson(server.db);
    const email = `waiting-${made}@idp.example`;
    await server.db.updateTable('people').set({ email }).where('id', '=', person.id).execute();
    await server.db
      .insertInto('pending_identity_links')
      .values({
        token_hash: Buffer.from(email),
        person_id: person.id,
        issuer: provider.issuer,
        subject: 'waiting',
        claims: JSON.stringify({ sid: 'of the waiting' }),
        return_to: '/',
        popup: false,
        started_at: server.clock.now,
      })
      .execute();
    const waiting = () =>
      server.db.selectFrom('pending_identity_links').select('subject').where('subject', '=', 'waiting').execute();
    await send(await tokenWith({ sub: 'waiting', sid: 'of another' }));
    expect(await waiting()).toHaveLength(1);
    await send(await tokenWith({ sub: undefined, sid: 'of the waiting' }));
    expect(await waiting()).toEqual([]);
  });

  it('refuses to start a session that the provider has already ended', async () => {
    await send(await tokenWith({ sid: 'ended' }));
    const session = { issuer: provider.issuer, subject: 'pat', sid: 'ended', issuedAt: server.clock.now };
    await expect(assertNotLoggedOut(server.db, session)).rejects.toMatchObject({ code: 'provider_logged_out' });
    await expect(assertNotLoggedOut(server.db, { ...session, sid: 'another' })).resolves.toBeUndefined();
    await send(await tokenWith({ sub: 'someone' }));
    const before = { ...session, subject: 'someone', sid: undefined, issuedAt: new Date(0) };
    await expect(assertNotLoggedOut(server.db, before)).rejects.toMatchObject({ code: 'provider_logged_out' });
    const after = { ...before, issuedAt: new Date(server.clock.now.getTime() + 1000) };
    await expect(assertNotLoggedOut(server.db, after)).resolves.toBeUndefined();
  });

  it('accepts a token without sessions, and without a type', async () => {
    const before = await entriesOf('session.end');
    const untyped = await signedWith(privateKey, claimsWith({ sub: 'nobody' }), { alg: 'RS256' });
    expect((await send(untyped)).statusCode).toBe(200);
    expect(await entriesOf('session.end')).toEqual(before);
  });

  it.each([
    ['ahead', 4],
    ['behind', -6],
  ])('accepts a token of a provider whose clock is minutes %s, as a sign-in does', async (_, minutes) => {
    const caller = await signIn('pat');
    const issued = aMinute(minutes);
    const sid = await sidOf();
    expect((await send(await tokenWith({ iat: issued, exp: issued + 120, sid }))).statusCode).toBe(200);
    expect(await statusOf(caller)).toBe(401);
  });

  const aMinute = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;
  it.each<[string, string, () => Promise<string> | string]>([
    ['another issuer', 'issuer', () => tokenWith({ iss: 'https://elsewhere.example' })],
    ['another audience', 'audience', () => tokenWith({ aud: 'another client' })],
    ['a second audience', 'audience', () => tokenWith({ aud: [oidcClientSettings.id, 'another client'] })],
    ['an end in the past', 'expired', () => tokenWith({ iat: aMinute(-10), exp: aMinute(-6) })],
    ['no end', 'time', () => tokenWith({ exp: undefined })],
    ['no time of issue', 'time', () => tokenWith({ iat: undefined })],
    ['a time of issue in the future', 'time', () => tokenWith({ iat: aMinute(10), exp: aMinute(12) })],
    ['a nonce', 'nonce', () => tokenWith({ nonce: 'of a sign-in' })],
    ['no event', 'event', () => tokenWith({ events: undefined })],
    ['another event', 'event', () => tokenWith({ events: { 'http://schemas.example/other': {} } })],
    ['an event that is no object', 'event', () => tokenWith({ events: { [LOGOUT_EVENT]: true } })],
    ['neither person nor session', 'identity', () => tokenWith({ sub: undefined })],
    ['a session that is no text', 'identity', () => tokenWith({ sid: 7 })],
    ['no id', 'jti', () => tokenWith({ jti: undefined })],
    ['another type', 'type', () => signedWith(privateKey, claimsWith(), { alg: 'RS256', typ: 'at+jwt' })],
    ['no signature', 'signature', () => new UnsecuredJWT(claimsWith()).encode()],
    [
      'the signature of another key',
      'signature',
      async () => signedWith((await generateKeyPair('RS256')).privateKey, claimsWith()),
    ],
    [
      'the client’s secret as its key',
      'signature',
      () => signedWith(new TextEncoder().encode(oidcClientSettings.secret.padEnd(32)), claimsWith(), { alg: 'HS256' }),
    ],
    [
      'the public key as its secret',
      'signature',
      () => signedWith(new TextEncoder().encode(JSON.stringify(publicJwk)), claimsWith(), { alg: 'HS256' }),
    ],
    ['words in place of a token', 'malformed', () => 'not a token'],
    ['nothing', 'malformed', () => ''],
  ])('refuses, audits and counts a token with %s', async (_, reason, token) => {
    const caller = await signIn('pat');
    const counted = await refusals();
    const response = await send(await token());
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await entriesOf('logout_token.refuse')).at(-1)).toMatchObject({
      actor_name: 'Clinic ID',
      entity_id: provider.issuer,
      after: { reason, network: '127.0.0.1' },
    });
    expect(await refusals()).toBe(counted + 1);
    expect(await statusOf(caller)).toBe(200);
  });

  it('refuses a reused token until it expires', async () => {
    const token = await tokenWith();
    expect((await send(token)).statusCode).toBe(200);
    const caller = await signIn('pat');
    expect((await send(token)).statusCode).toBe(400);
    expect((await entriesOf('logout_token.refuse')).at(-1)).toMatchObject({ after: { reason: 'replayed' } });
    expect(await statusOf(caller)).toBe(200);
    server.clock.now = new Date(server.clock.now.getTime() + 20 * 60_000);
    await send(await tokenWith({ sub: 'nobody' }));
    expect(await server.db.selectFrom('oidc_logouts').select('subject').execute()).toEqual([{ subject: 'nobody' }]);
    await send(token);
    expect((await entriesOf('logout_token.refuse')).at(-1)).toMatchObject({ after: { reason: 'expired' } });
  });

  it('accepts one of two concurrent uses', async () => {
    const token = await tokenWith({ sub: 'nobody' });
    const statuses = (await Promise.all([send(token), send(token)])).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it.each<[string, () => Promise<LightMyRequestResponse>]>([
    ['two tokens', async () => send([await tokenWith(), await tokenWith()])],
    [
      'JSON',
      async () =>
        server.callWithoutKey(anonymousCaller, 'POST', BACKCHANNEL_LOGOUT_PATH, { logout_token: await tokenWith() }),
    ],
    ['no body', () => server.callWithoutKey(anonymousCaller, 'POST', BACKCHANNEL_LOGOUT_PATH)],
    ['a body that is too large', () => send('x'.repeat(70_000))],
  ])('refuses %s', async (_, call) => {
    const response = await call();
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
    expect((await entriesOf('logout_token.refuse')).at(-1)).toMatchObject({ after: { reason: 'malformed' } });
  });

  it('limits the entries in the log', async () => {
    const recorded = async () => (await entriesOf('logout_token.refuse')).length;
    const before = await recorded();
    for (let sent = 0; sent < REFUSALS_RECORDED.ofAccount + 5; sent += 1) await send('not a token');
    expect((await recorded()) - before).toBe(REFUSALS_RECORDED.ofAccount);
  });

  it('limits the calls per network', async () => {
    const env = { PUBLIC_URL: publicUrl, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: oidcClientSettings.id };
    const limited = await testServer(database(), { ...env, RATE_LIMITS: 'network:1' });
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const response = await limited.callWithoutKey(anonymousCaller, 'POST', BACKCHANNEL_LOGOUT_PATH);
      statuses.push([response.statusCode, response.headers['retry-after'] !== undefined]);
    }
    await limited.close();
    expect(statuses.at(-1)).toEqual([429, true]);
  });

  it('returns 502 while the provider’s keys can’t be fetched, and ends nothing', async () => {
    const env = { PUBLIC_URL: publicUrl, OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: oidcClientSettings.id };
    const cutOff = await testServer(database(), env);
    // Later than the calls of the limited server.
    cutOff.clock.now = server.clock.now;
    const caller = await signIn('pat');
    const before = await entriesOf('logout_token.refuse');
    const body = new URLSearchParams({ logout_token: await tokenWith() }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await cutOff.callWithoutKey(anonymousCaller, 'POST', BACKCHANNEL_LOGOUT_PATH, body, headers);
    await cutOff.close();
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([502, 'identity_provider_down']);
    expect([await statusOf(caller), await entriesOf('logout_token.refuse')]).toEqual([200, before]);
  });
});
