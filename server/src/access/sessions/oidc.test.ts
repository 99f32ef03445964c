import { beforeAll, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import { hasIdentityOf } from '../people/people-repository.js';
import { personByEmail } from '../people/people-service.js';
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
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

const publicUrl = 'http://console.test';

const accounts: Record<string, Record<string, unknown>> = {
  ines: { email: 'Ines@idp.example', email_verified: true, name: 'Ines Internal', console_flags: ['internal'] },
  secured: { email: 'secured@idp.example', email_verified: true, console_flags: ['internal'], amr: ['pwd', 'mfa'] },
  plain: { email: 'plain@idp.example', email_verified: true, name: 'Pat Plain' },
  unverified: { email: 'local-unverified@idp.example', email_verified: false, name: 'Mallory' },
  verified: { email: 'local-verified@idp.example', email_verified: true, name: 'Vera' },
  member: { email: 'member@idp.example', email_verified: true, name: 'Mo', console_practices: '1, 2 999' },
  demoted: {
    email: 'demoted@idp.example',
    email_verified: true,
    name: 'Del',
    console_flags: [],
    console_practices: [],
  },
  invited: { email: 'invited@idp.example', email_verified: true, name: 'Ivy' },
  guarded: { email: 'guarded@idp.example', email_verified: true, name: 'Gus' },
  impostor: { email: 'plain@idp.example', email_verified: true, name: 'Not Pat' },
  stranger: { email: 'new@idp.example', email_verified: false, name: 'Stranger' },
  nomail: { name: 'No Mail' },
  cancels: { email: 'cancels@idp.example', email_verified: true },
  closes: { email: 'closes@idp.example', email_verified: true },
};

interface Cookies {
  [name: string]: string;
}

function cookiesOf(response: LightMyRequestResponse): Cookies {
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
}

const asHeader = (cookies: Cookies): Caller => ({
  headers: {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  },
});

describeWithDatabase('sign-in through an identity provider', (database) => {
  let provider: IdentityProvider;
  let server: TestServer;
  /** A console where admins and internal staff need a second factor. */
  let strict: TestServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    provider = await startIdentityProvider(accounts, `${publicUrl}/api/session/oidc/callback`);
    cleanUp(() => provider.stop());
    const env = {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: oidcClientSettings.id,
      OIDC_CLIENT_SECRET: oidcClientSettings.secret,
      OIDC_NAME: 'Clinic ID',
    };
    server = await testServer(database(), env);
    cleanUp(() => server.close());
    strict = await testServer(database(), { ...env, REQUIRE_MFA: '1' });
    cleanUp(() => strict.close());
    await createTestPractice(server.db, { name: 'One' });
    await createTestPractice(server.db, { name: 'Two' });
  });

  const start = async (query = '', on = server) => {
    const answer = await on.call(anonymousCaller, 'GET', `/api/session/oidc/start${query}`);
    return { address: String(answer.headers.location), cookies: cookiesOf(answer) };
  };
  /** A browser's whole sign-in: to the provider, through its forms, and back. */
  const signInAs = async (login: string, query = '', on = server) => {
    const { address, cookies } = await start(query, on);
    const back = await signInAtProvider(address, login);
    return on.call(asHeader(cookies), 'GET', back.pathname + back.search);
  };
  const sessionOf = async (answer: LightMyRequestResponse) => {
    const session = await server.call(asHeader(cookiesOf(answer)), 'GET', '/api/session/');
    return session.json<{ user: { email: string; name: string }; flags: object; practices: { id: number }[] }>();
  };

  it('signs a new person in and returns to the page where they were', async () => {
    const answer = await signInAs('plain', `?return_to=${encodeURIComponent('/settings/1/practice/general?tab=a')}`);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/settings/1/practice/general?tab=a');
    expect(await sessionOf(answer)).toMatchObject({
      user: { email: 'plain@idp.example', name: 'Pat Plain' },
      flags: { super_admin: false, internal: false },
      practices: [],
    });
  });

  it('recognizes the same person again', async () => {
    const first = await sessionOf(await signInAs('plain'));
    const second = await sessionOf(await signInAs('plain'));
    expect(second.user).toEqual(first.user);
  });

  it('sets flags and memberships from the claims, and ignores unknown practices', async () => {
    expect(await sessionOf(await signInAs('ines'))).toMatchObject({ flags: { internal: true, super_admin: false } });
    const member = await sessionOf(await signInAs('member'));
    expect(member.practices.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('removes flags and memberships that the claims no longer list, and logs it', async () => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true }, practices: [1] });
    await server.db
      .updateTable('people')
      .set({ email: 'demoted@idp.example', password_hash: null })
      .where('id', '=', person.id)
      .execute();
    expect(await sessionOf(await signInAs('demoted'))).toMatchObject({ flags: { super_admin: false }, practices: [] });
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('entity_id', '=', person.id)
      .execute();
    expect(rows).toContainEqual({ action: 'person.flags', actor_name: 'Clinic ID' });
    expect(rows).toContainEqual({ action: 'members.remove', actor_name: 'Clinic ID' });
  });

  const withEmail = async (email: string, change: { practices?: number[]; local?: boolean } = {}) => {
    const { practices: practiceIds = [], local = true } = change;
    const person = await createTestPerson(server.db, { practices: practiceIds });
    await server.db
      .updateTable('people')
      .set({ email, ...(!local && { password_hash: null }) })
      .where('id', '=', person.id)
      .execute();
    return person;
  };
  const withProof = (answer: LightMyRequestResponse, password: string) =>
    server.call(asHeader(cookiesOf(answer)), 'POST', '/api/session/link/', { password });
  const signInEntries = () =>
    server.db
      .selectFrom('audit_log')
      .select(['entity', 'after'])
      .where('action', 'in', ['session.start', 'sign_in.refuse'])
      .orderBy('sequence')
      .execute();
  const sessionCookieOf = (answer: LightMyRequestResponse) => cookiesOf(answer)['practice-console-session'];

  it('asks for the password of a local account before linking it, and then signs in to it', async () => {
    await withEmail('local-verified@idp.example', { practices: [2] });
    const answer = await signInAs('verified', '?return_to=%2Fsettings%2F2%2Fhours');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/api/session/oidc/link']);
    expect(sessionCookieOf(answer)).toBeUndefined();
    const page = await server.call(asHeader(cookiesOf(answer)), 'GET', '/api/session/oidc/link');
    expect(page.body).toContain('local-verified@idp.example');

    const wrong = await withProof(answer, 'not the password');
    expect([wrong.statusCode, sessionCookieOf(wrong)]).toEqual([401, undefined]);
    const linked = await withProof(answer, testPassword);
    expect(linked.json()).toEqual({ return_to: '/settings/2/hours' });
    expect((await sessionOf(linked)).practices.map(({ id }) => id)).toEqual([2]);
    expect((await withProof(answer, testPassword)).json()).toMatchObject({ code: 'link_expired' });

    const again = await signInAs('verified');
    expect(again.headers.location).toBe('/');
    expect((await sessionOf(again)).user.email).toBe('local-verified@idp.example');
  });

  it('links an account without a password by its verified email address', async () => {
    await withEmail('invited@idp.example', { practices: [1], local: false });
    const session = await sessionOf(await signInAs('invited'));
    expect(session.practices.map(({ id }) => id)).toEqual([1]);
  });

  it('refuses another account of the provider with the email address of a linked person', async () => {
    await signInAs('plain');
    const answer = await signInAs('impostor');
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('is linked to another account of Clinic ID. Ask your administrator to unlink it.');
    expect(sessionCookieOf(answer)).toBeUndefined();
  });

  it.each([
    ['links no local account', true],
    ['makes no account', false],
  ])('%s for an email address that the provider has not verified', async (_, isKnown) => {
    if (isKnown) await withEmail('local-unverified@idp.example');
    const answer = await signInAs(isKnown ? 'unverified' : 'stranger');
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('hasn’t verified the address');
    expect((await signInEntries()).at(-1)).toMatchObject({
      entity: 'unknown_caller',
      after: { reason: 'unknown_identity', network: '127.0.0.1' },
    });
    expect(sessionCookieOf(answer)).toBeUndefined();
    const made = await server.db.selectFrom('people').select('id').where('email', '=', 'new@idp.example').execute();
    expect(made).toEqual([]);
  });

  it('requires a second factor at the provider where internal staff need one', async () => {
    const refused = await signInAs('ines', '', strict);
    expect([refused.statusCode, sessionCookieOf(refused)]).toEqual([403, undefined]);
    expect(refused.body).toContain('Clinic ID didn’t ask for one');
    expect((await signInEntries()).at(-1)).toMatchObject({ entity: 'person', after: { reason: 'no_second_factor' } });
    const accepted = await signInAs('secured', '', strict);
    expect(accepted.statusCode).toBe(302);
    const { second_factor_at: shownAt } = await server.db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .select('second_factor_at')
      .where('email', '=', 'secured@idp.example')
      .executeTakeFirstOrThrow();
    expect(shownAt).toEqual(strict.clock.now);
    expect((await signInEntries()).at(-1)).toMatchObject({ after: { methods: ['identity_provider'] } });
    expect((await signInAs('member', '', strict)).statusCode).toBe(302);
  });

  it('doesn’t bypass the second factor that a person has here', async () => {
    await withEmail('guarded@idp.example', { local: true });
    const answer = await signInAs('guarded');
    const person = await personByEmail(server.db, 'guarded@idp.example');
    await server.db
      .insertInto('totp_authenticators')
      .values({ person_id: person.id, secret: Buffer.from('encrypted'), added_at: new Date() })
      .execute();
    expect((await withProof(answer, testPassword)).json()).toMatchObject({ code: 'second_factor_required' });
    expect(await hasIdentityOf(server.db, person.id, provider.issuer)).toBe(false);
  });

  it('redirects a link from another site to the start page, and counts no attempt', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    const before = await server.db.selectFrom('sign_in_attempts').selectAll().execute();
    const answer = await server.call(anonymousCaller, 'GET', '/api/session/oidc/start', undefined, headers);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    expect(await server.db.selectFrom('sign_in_attempts').selectAll().execute()).toEqual(before);
  });

  it('refuses an account without an email address', async () => {
    expect((await signInAs('nomail')).statusCode).toBe(403);
  });

  it('notifies other windows after a sign-in in a popup', async () => {
    const answer = await signInAs('plain', '?popup=1');
    expect(answer.headers.location).toBe('/api/session/oidc/done');
    const done = await server.call(anonymousCaller, 'GET', '/api/session/oidc/done');
    expect(done.headers['content-security-policy']).toContain("script-src 'self'");
    expect(done.body).toContain('<script src="/api/session/oidc/done.js"></script>');
    const script = await server.call(anonymousCaller, 'GET', '/api/session/oidc/done.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toContain("BroadcastChannel('practice-console-session').postMessage('signed-in')");
  });

  it('sends PKCE, a state and a nonce to the provider', async () => {
    const query = new URL((await start()).address).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{43}$/);
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/);
  });

  it('asks the provider for another account if the person wants one', async () => {
    const promptOf = async (query: string) => new URL((await start(query)).address).searchParams.get('prompt');
    expect([await promptOf(''), await promptOf('?account=other')]).toEqual([null, 'select_account']);
  });

  it('signs in two tabs that start at the same time', async () => {
    const [one, other] = [await start('?return_to=%2Fone'), await start('?return_to=%2Fother')];
    let cookies = { ...one.cookies, ...other.cookies };
    const finish = async ({ address }: { address: string }) => {
      const back = await signInAtProvider(address, 'plain');
      const answer = await server.call(asHeader(cookies), 'GET', back.pathname + back.search);
      cookies = { ...cookies, ...cookiesOf(answer) };
      return answer.headers.location;
    };
    expect([await finish(one), await finish(other)]).toEqual(['/one', '/other']);
  });

  const callbackOf = async (query: string, answer: Record<string, string>, on = server) => {
    const { address, cookies } = await start(query, on);
    const state = new URL(address).searchParams.get('state') ?? '';
    const url = `/api/session/oidc/callback?${new URLSearchParams({ ...answer, state, iss: provider.issuer })}`;
    return on.call(asHeader(cookies), 'GET', url);
  };

  it.each([
    ['access_denied', 400, 'The sign-in at Clinic ID was canceled.'],
    ['temporarily_unavailable', 502, 'Clinic ID isn’t available right now. Try again in a minute.'],
    ['unauthorized_client', 502, 'Clinic ID refuses this console (unauthorized_client). Tell your administrator.'],
    ['<b>x</b>', 502, 'Clinic ID refuses this console. Tell your administrator.'],
  ])('shows the provider’s error: %s', async (error, status, message) => {
    const answer = await callbackOf('', { error });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(message);
    expect((await signInEntries()).at(-1)).toMatchObject({
      entity: 'unknown_caller',
      after: { reason: 'provider_refused', network: '127.0.0.1' },
    });
  });

  it.each([
    ['?return_to=%2Fsettings%2F1%2Fmembers', '/settings/1/members'],
    ['?popup=1&return_to=%2Fa', '/api/session/oidc/start?popup=1&amp;return_to=%2Fa'],
  ])('leads back to where the person was after a canceled sign-in with %s', async (query, again) => {
    expect((await callbackOf(query, { error: 'access_denied' })).body).toContain(`<a href="${again}">Try again</a>`);
  });

  it.each([
    ['a local path', '?return_to=%2Fsettings%2F1%2Fmembers', '/settings/1/members'],
    ['its window', '?popup=1&return_to=%2Fa', '/api/session/oidc/start?popup=1&amp;return_to=%2Fa'],
  ])('leads back to %s from a reloaded or late callback', async (_, query, again) => {
    const { address, cookies } = await start(query);
    const state = new URL(address).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const load = (browser: Cookies) =>
      server.call(asHeader(browser), 'GET', `/api/session/oidc/callback?${answer.toString()}`);
    // A browser drops the cookies that the first response clears.
    const first = await load(cookies);
    const left = Object.fromEntries(Object.entries({ ...cookies, ...cookiesOf(first) }).filter(([, value]) => value));
    const second = await load(left);
    expect(second.body).toContain('This sign-in was already completed. Start again.');
    expect(second.body).toContain(`<a href="${again}">Try again</a>`);

    const late = await start(query);
    const sent = server.clock.now;
    server.clock.now = new Date(sent.getTime() + 16 * 60_000);
    await start(); // another person signs in in between
    const back = await signInAtProvider(late.address, 'plain');
    const refused = await server.call(asHeader(late.cookies), 'GET', back.pathname + back.search);
    server.clock.now = sent;
    expect(refused.body).toContain('This sign-in took too long. Start again.');
    expect(refused.body).toContain(`<a href="${again}">Try again</a>`);
  });

  it('keeps a sign-in’s cookie as long as the page can say that it took too long', async () => {
    const answer = await server.call(anonymousCaller, 'GET', '/api/session/oidc/start');
    const { maxAge = 0 } = answer.cookies.find(({ name }) => name.startsWith('practice-console-oidc-')) ?? {};
    expect(maxAge).toBeGreaterThan(30 * 60);
  });

  it('asks for a new sign-in when the provider has no account selection', async () => {
    const { address, cookies } = await start('?account=other&return_to=%2Fa');
    const refused = await signInAtProvider(address, 'plain');
    expect(refused.searchParams.get('error')).toBe('invalid_request');
    const next = await server.call(asHeader(cookies), 'GET', refused.pathname + refused.search);
    const again = new URL(String(next.headers.location));
    expect([again.origin, again.searchParams.get('prompt')]).toEqual([provider.issuer, 'login']);
    const back = await signInAtProvider(again.href, 'plain');
    const answer = await server.call(asHeader(cookiesOf(next)), 'GET', back.pathname + back.search);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/a']);
  });

  it('asks for another account only once', async () => {
    const { address, cookies } = await start('?account=other');
    const refused = (at: string) => {
      const state = new URL(at).searchParams.get('state') ?? '';
      const answer = new URLSearchParams({ error: 'account_selection_required', state, iss: provider.issuer });
      return `/api/session/oidc/callback?${answer.toString()}`;
    };
    const next = await server.call(asHeader(cookies), 'GET', refused(address));
    const last = await server.call(asHeader(cookiesOf(next)), 'GET', refused(String(next.headers.location)));
    expect(last.statusCode).toBe(400);
    expect(last.body).toContain('The sign-in at Clinic ID wasn’t completed.');
  });

  it.each([
    ['where the person was', 'cancels', '?return_to=%2Fsettings%2F2%2Fhours', '/settings/2/hours'],
    ['its window', 'closes', '?popup=1&return_to=%2Fa', '/api/session/oidc/start?popup=1&amp;return_to=%2Fa'],
  ])('leads back to %s from a local account’s password page', async (_, login, query, again) => {
    await withEmail(`${login}@idp.example`);
    const browser = asHeader(cookiesOf(await signInAs(login, query)));
    const open = () => server.call(browser, 'GET', '/api/session/oidc/link');
    expect((await open()).body).toContain(`<a href="${again}">Cancel</a>`);
    const sent = server.clock.now;
    server.clock.now = new Date(sent.getTime() + 16 * 60_000);
    const expired = await open();
    server.clock.now = sent;
    expect(expired.statusCode).toBe(400);
    expect(expired.body).toContain(`<a href="${again}">Try again</a>`);
  });

  const place = { device: 'Unknown device', network: '127.0.0.1' };
  const refusedCallback = { actor_kind: 'system', actor_id: 'sign-in', entity: 'unknown_caller' };
  const lastRefusal = () =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'entity', 'after'])
      .where('action', '=', 'sign_in.refuse')
      .orderBy('sequence', 'desc')
      .executeTakeFirst();

  it('refuses a callback in a browser that didn’t start the sign-in', async () => {
    const { address } = await start();
    const back = await signInAtProvider(address, 'plain');
    const answer = await server.call(anonymousCaller, 'GET', back.pathname + back.search);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('wasn’t started in this browser');
    expect(await lastRefusal()).toEqual({ ...refusedCallback, after: { reason: 'not_started_here', ...place } });
  });

  it('refuses a repeated callback', async () => {
    const { address, cookies } = await start();
    const back = await signInAtProvider(address, 'plain');
    const url = back.pathname + back.search;
    expect((await server.call(asHeader(cookies), 'GET', url)).statusCode).toBe(302);
    expect((await server.call(asHeader(cookies), 'GET', url)).statusCode).toBe(400);
    expect(await lastRefusal()).toEqual({ ...refusedCallback, after: { reason: 'callback_expired', ...place } });
  });

  it('refuses a callback after more than 15 minutes', async () => {
    const { address, cookies } = await start();
    const back = await signInAtProvider(address, 'plain');
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 16 * 60_000);
    const answer = await server.call(asHeader(cookies), 'GET', back.pathname + back.search);
    server.clock.now = before;
    expect(answer.statusCode).toBe(400);
    expect(await lastRefusal()).toEqual({ ...refusedCallback, after: { reason: 'callback_expired', ...place } });
  });

  it('refuses a code that the provider did not issue', async () => {
    const answer = await callbackOf('', { code: 'forged' });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Clinic ID doesn’t recognize this sign-in anymore. Start again.');
  });

  it('keeps code and state out of the log', async () => {
    const { address, cookies } = await start();
    const back = await signInAtProvider(address, 'plain');
    server.log.length = 0;
    await server.call(asHeader(cookies), 'GET', back.pathname + back.search);
    const lines = server.log.join('\n');
    expect(lines).toContain('/api/session/oidc/callback');
    expect(lines).not.toContain(back.searchParams.get('code'));
    expect(lines).not.toContain(back.searchParams.get('state'));
  });
});
