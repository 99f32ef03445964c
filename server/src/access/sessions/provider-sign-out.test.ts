/** Signing out offers to end the session at the identity provider. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { PageData } from 'shared-api/contracts';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type IdentityProvider,
  oidcClientSettings,
  signInAtProvider,
  startIdentityProvider,
} from '../../testing/identity-provider.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

const publicUrl = 'http://console.test';
const END_SESSION_PATH = '/api/session/oidc/end';

const accounts = { pat: { email: 'pat@idp.example', email_verified: true, name: 'Pat Plain' } };

describeWithDatabase('ending the session at the identity provider', (database) => {
  let provider: IdentityProvider;
  let server: TestServer;
  let serverWithReturn: TestServer;
  const cleanUp = cleanUpAfterAll();
  const envFor = (issuer: string) => ({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: oidcClientSettings.id,
    OIDC_CLIENT_SECRET: oidcClientSettings.secret,
    OIDC_NAME: 'Clinic ID',
  });
  beforeAll(async () => {
    provider = await startIdentityProvider(accounts, `${publicUrl}/api/session/oidc/callback`);
    cleanUp(() => provider.stop());
    server = await testServer(database(), envFor(provider.issuer));
    cleanUp(() => server.close());
    serverWithReturn = await testServer(database(), { ...envFor(provider.issuer), OIDC_RETURN_AFTER_SIGN_OUT: '1' });
    cleanUp(() => serverWithReturn.close());
  });

  const cookiesOf = (response: LightMyRequestResponse): Caller => ({
    headers: { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const signIn = async (on = server) => {
    const startResponse = await on.call(anonymousCaller, 'GET', '/api/session/oidc/start');
    const callbackUrl = await signInAtProvider(String(startResponse.headers.location), 'pat');
    return cookiesOf(await on.call(cookiesOf(startResponse), 'GET', callbackUrl.pathname + callbackUrl.search));
  };
  const signOut = (caller: Caller, on = server) => on.call(caller, 'DELETE', '/api/session/');
  const readSignOutOffer = async (caller: Caller) => {
    const { body } = await server.call(caller, 'GET', '/');
    const [, json = '{}'] = /<script type="application\/json" id="page-data"[^>]*>([^<]*)<\/script>/.exec(body) ?? [];
    return (JSON.parse(json) as Partial<PageData>).provider_sign_out;
  };
  const followTo = async (location: string) => {
    const page = await fetch(location, { redirect: 'manual' });
    return { status: page.status, text: await page.text() };
  };

  it('offers the provider sign-out once and redirects with an `id_token_hint`', async () => {
    const caller = await signIn();
    const response = await signOut(caller);
    expect(response.json()).toEqual({ status: 'success', provider_sign_out: END_SESSION_PATH });
    const signedOutCaller = cookiesOf(response);
    expect(await readSignOutOffer(signedOutCaller)).toEqual({ name: 'Clinic ID', href: END_SESSION_PATH });
    const redirect = await server.call(signedOutCaller, 'GET', END_SESSION_PATH);
    expect(redirect.statusCode).toBe(302);
    const location = new URL(String(redirect.headers.location));
    expect(`${location.origin}${location.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(location.searchParams.get('client_id')).toBe(oidcClientSettings.id);
    const [, payload = ''] = (location.searchParams.get('id_token_hint') ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: 'pat' });
    expect((await followTo(location.href)).status).toBe(200);
    const secondResponse = await server.call(signedOutCaller, 'GET', END_SESSION_PATH);
    expect(secondResponse.headers.location).toBe('/');
    expect(await readSignOutOffer(signedOutCaller)).toBeUndefined();
  });

  it('redirects back to the console if the operator enabled it', async () => {
    const signedOutCaller = cookiesOf(await signOut(await signIn(serverWithReturn), serverWithReturn));
    const location = new URL(
      String((await serverWithReturn.call(signedOutCaller, 'GET', END_SESSION_PATH)).headers.location),
    );
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`);
    expect((await followTo(location.href)).status).toBe(200);
    const callerWithoutReturn = cookiesOf(await signOut(await signIn()));
    const locationWithoutReturn = new URL(
      String((await server.call(callerWithoutReturn, 'GET', END_SESSION_PATH)).headers.location),
    );
    expect(locationWithoutReturn.searchParams.has('post_logout_redirect_uri')).toBe(false);
  });

  it('stores the ID token encrypted and deletes it after the offer expires', async () => {
    const caller = await signIn();
    const stored = await server.db
      .selectFrom('sessions')
      .select('id_token')
      .where('id_token', 'is not', null)
      .execute();
    expect(stored.length).toBeGreaterThan(0);
    for (const row of stored) expect(row.id_token?.toString('latin1')).not.toMatch(/eyJ|pat/);
    const signedOutCaller = cookiesOf(await signOut(caller));
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 11 * 60_000);
    expect(await readSignOutOffer(signedOutCaller)).toBeUndefined();
    expect((await server.call(signedOutCaller, 'GET', END_SESSION_PATH)).headers.location).toBe('/');
    await signOut(await signIn());
    const rows = await server.db.selectFrom('provider_sign_outs').select('started_at').execute();
    server.clock.now = before;
    expect(rows.every(({ started_at: at }) => at > before)).toBe(true);
  });

  it('returns an error page with a retry link while the provider is down', async () => {
    const signedOutCaller = cookiesOf(await signOut(await signIn()));
    // A replica that hasn't fetched the discovery document yet.
    const coldReplica = await testServer(database(), envFor('http://127.0.0.1:9'));
    const response = await coldReplica.call(signedOutCaller, 'GET', END_SESSION_PATH);
    await coldReplica.close();
    expect([response.statusCode, response.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(response.body).toContain('Clinic ID isn’t responding. Try again in a minute.');
    expect(response.body).toContain(`<a href="${END_SESSION_PATH}">Try again</a>`);
    expect(response.headers['set-cookie']).toBeUndefined();
    const location = String((await server.call(signedOutCaller, 'GET', END_SESSION_PATH)).headers.location);
    expect(location).toContain(`${provider.issuer}/session/end`);
  });

  it('offers no provider sign-out after a password sign-in or without a session', async () => {
    const { email } = await createTestPerson(server.db);
    const signInResponse = await server.call(anonymousCaller, 'POST', '/api/session/', {
      email,
      password: testPassword,
    });
    const response = await signOut(cookiesOf(signInResponse));
    expect(response.json()).toEqual({ status: 'success', provider_sign_out: null });
    expect((await signOut(anonymousCaller)).json()).toEqual({ status: 'success', provider_sign_out: null });
    expect(await readSignOutOffer(anonymousCaller)).toBeUndefined();
    expect((await server.call(anonymousCaller, 'GET', END_SESSION_PATH)).headers.location).toBe('/');
  });

  it.each([
    ['has no end-session endpoint', 200],
    ['doesn’t respond', 500],
  ])('signs out without the offer when the provider %s', async (_, status) => {
    const caller = await signIn();
    // Serves only the discovery document.
    const fakeProvider = createServer((_request, response) => {
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: provider.issuer }));
    });
    await new Promise<void>((resolve) => void fakeProvider.listen(0, '127.0.0.1', resolve));
    const { port } = fakeProvider.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    await server.db
      .updateTable('sessions')
      .set({ identity_issuer: issuer })
      .where('id_token', 'is not', null)
      .execute();
    const serverWithoutEndpoint = await testServer(database(), envFor(issuer));
    const answer = await signOut(caller, serverWithoutEndpoint);
    expect(answer.json()).toEqual({ status: 'success', provider_sign_out: null });
    expect((await serverWithoutEndpoint.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    await serverWithoutEndpoint.close();
    await new Promise((resolve) => fakeProvider.close(resolve));
  });
});
