/** Signing out here offers to end the session at the identity provider. */
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
const END = '/api/session/oidc/end';

const accounts = { pat: { email: 'pat@idp.example', email_verified: true, name: 'Pat Plain' } };

describeWithDatabase('ending the session at the identity provider', (database) => {
  let provider: IdentityProvider;
  let server: TestServer;
  let returning: TestServer;
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
    returning = await testServer(database(), { ...envFor(provider.issuer), OIDC_RETURN_AFTER_SIGN_OUT: '1' });
    cleanUp(() => returning.close());
  });

  const cookiesOf = (answer: LightMyRequestResponse): Caller => ({
    headers: { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const signIn = async (on = server) => {
    const started = await on.call(anonymousCaller, 'GET', '/api/session/oidc/start');
    const back = await signInAtProvider(String(started.headers.location), 'pat');
    return cookiesOf(await on.call(cookiesOf(started), 'GET', back.pathname + back.search));
  };
  const signOut = (caller: Caller, on = server) => on.call(caller, 'DELETE', '/api/session/');
  const offered = async (caller: Caller) => {
    const { body } = await server.call(caller, 'GET', '/');
    const [, json = '{}'] = /<script type="application\/json" id="page-data"[^>]*>([^<]*)<\/script>/.exec(body) ?? [];
    return (JSON.parse(json) as Partial<PageData>).provider_sign_out;
  };
  const followTo = async (location: string) => {
    const page = await fetch(location, { redirect: 'manual' });
    return { status: page.status, text: await page.text() };
  };

  it('is offered after the sign-out, and leads to the provider with proof of the session, once', async () => {
    const caller = await signIn();
    const answer = await signOut(caller);
    expect(answer.json()).toEqual({ status: 'success', provider_sign_out: END });
    const signedOut = cookiesOf(answer);
    expect(await offered(signedOut)).toEqual({ name: 'Clinic ID', href: END });
    const left = await server.call(signedOut, 'GET', END);
    expect(left.statusCode).toBe(302);
    const location = new URL(String(left.headers.location));
    expect(`${location.origin}${location.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(location.searchParams.get('client_id')).toBe(oidcClientSettings.id);
    const [, payload = ''] = (location.searchParams.get('id_token_hint') ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: 'pat' });
    expect((await followTo(location.href)).status).toBe(200);
    const again = await server.call(signedOut, 'GET', END);
    expect(again.headers.location).toBe('/');
    expect(await offered(signedOut)).toBeUndefined();
  });

  it('comes back to the console where the operator has registered that', async () => {
    const signedOut = cookiesOf(await signOut(await signIn(returning), returning));
    const location = new URL(String((await returning.call(signedOut, 'GET', END)).headers.location));
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`);
    expect((await followTo(location.href)).status).toBe(200);
    const plain = cookiesOf(await signOut(await signIn()));
    const without = new URL(String((await server.call(plain, 'GET', END)).headers.location));
    expect(without.searchParams.has('post_logout_redirect_uri')).toBe(false);
  });

  it('stores the provider’s statement encrypted, and no longer than the offer lasts', async () => {
    const caller = await signIn();
    const stored = await server.db
      .selectFrom('sessions')
      .select('id_token')
      .where('id_token', 'is not', null)
      .execute();
    expect(stored.length).toBeGreaterThan(0);
    for (const row of stored) expect(row.id_token?.toString('latin1')).not.toMatch(/eyJ|pat/);
    const signedOut = cookiesOf(await signOut(caller));
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 11 * 60_000);
    expect(await offered(signedOut)).toBeUndefined();
    expect((await server.call(signedOut, 'GET', END)).headers.location).toBe('/');
    await signOut(await signIn());
    const rows = await server.db.selectFrom('provider_sign_outs').select('started_at').execute();
    server.clock.now = before;
    expect(rows.every(({ started_at: at }) => at > before)).toBe(true);
  });

  it('answers a page while the provider is down, and can be tried again', async () => {
    const signedOut = cookiesOf(await signOut(await signIn()));
    // A replica that hasn't read the provider's description yet.
    const late = await testServer(database(), envFor('http://127.0.0.1:9'));
    const answer = await late.call(signedOut, 'GET', END);
    await late.close();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('Clinic ID isn’t responding. Try again in a minute.');
    expect(answer.body).toContain(`<a href="${END}">Try again</a>`);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const location = String((await server.call(signedOut, 'GET', END)).headers.location);
    expect(location).toContain(`${provider.issuer}/session/end`);
  });

  it('is not offered to somebody who signed in with a password, and not without a session', async () => {
    const { email } = await createTestPerson(server.db);
    const signedIn = await server.call(anonymousCaller, 'POST', '/api/session/', { email, password: testPassword });
    const answer = await signOut(cookiesOf(signedIn));
    expect(answer.json()).toEqual({ status: 'success', provider_sign_out: null });
    expect((await signOut(anonymousCaller)).json()).toEqual({ status: 'success', provider_sign_out: null });
    expect(await offered(anonymousCaller)).toBeUndefined();
    expect((await server.call(anonymousCaller, 'GET', END)).headers.location).toBe('/');
  });

  it.each([
    ['has no such address', 200],
    ['doesn’t answer', 500],
  ])('is not offered where the provider %s, and signs out all the same', async (_, status) => {
    const caller = await signIn();
    // Answers discovery alone.
    const other = createServer((_request, response) => {
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: provider.issuer }));
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    await server.db
      .updateTable('sessions')
      .set({ identity_issuer: issuer })
      .where('id_token', 'is not', null)
      .execute();
    const without = await testServer(database(), envFor(issuer));
    const answer = await signOut(caller, without);
    expect(answer.json()).toEqual({ status: 'success', provider_sign_out: null });
    expect((await without.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    await without.close();
    await new Promise((resolve) => other.close(resolve));
  });
});
