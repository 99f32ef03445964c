/** Links for replacing a forgotten password. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNT_LINK_PATH } from 'shared-api/contracts/account-links';
import type { TestMailServer } from '../../platform/mail/testing/mail-server.js';
import { type MailingConsole, startMailingConsole } from '../../platform/mail/testing/mailing-console.js';
import type { Person } from '../people/people-repository.js';
import { setPassword } from '../people/people-service.js';
import { LINK_REQUESTS } from '../sessions/sign-in-limit.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  anonymousCaller,
  type Caller,
  createTestPerson,
  quickCost,
  runJobs,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';

const NEW_PASSWORD = 'violet harbour tractor nineteen';
const MINUTE_MS = 60_000;

describeWithDatabase('a link to a new password', (database) => {
  let mailing: MailingConsole;
  let mails: TestMailServer;
  let server: TestServer;
  beforeEach(async () => {
    mailing = await startMailingConsole(database());
    ({ mails, server } = mailing);
    await server.db.deleteFrom('sign_in_attempts').execute();
  });
  afterEach(() => mailing.close());

  const post = (path: string, body: object, on = server) =>
    on.call(anonymousCaller, 'POST', `/api/session/${path}`, body);
  const ask = (email: string) => post('password-reset/', { email });
  const use = (token: string, password = NEW_PASSWORD) => post('account-link/use/', { token, password });
  const later = (ms: number): void => {
    server.clock.now = new Date(server.clock.now.getTime() + ms);
  };
  /** The token of the newest mail, out of its text. */
  const tokenOfMail = (): string => {
    const text = mails.mails.at(-1)?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
    const token = new RegExp(`http://localhost${ACCOUNT_LINK_PATH}#([\\w-]+)`).exec(text)?.[1];
    if (token === undefined) throw new Error(`No link in the mail: ${text}`);
    return token;
  };
  const newLink = async (person: Person): Promise<string> => {
    expect((await ask(person.email)).statusCode).toBe(200);
    await runJobs(server);
    return tokenOfMail();
  };
  const canSignIn = async (email: string, password: string) =>
    (await server.call(anonymousCaller, 'POST', '/api/session/', { email, password })).statusCode === 200;

  it('sets no password while somebody else is signed in on the browser, and names them', async () => {
    const person = await createTestPerson(server.db);
    const other = await createTestPerson(server.db, { name: 'Marcus Bell' });
    const token = await newLink(person);
    const asOther = await signedIn(server, other);
    const postAs = (caller: Caller, path: string, body: object) =>
      server.call(caller, 'POST', `/api/session/${path}`, body);
    const read = await postAs(asOther, 'account-link/', { token });
    expect(read.json()).toMatchObject({
      email: person.email,
      signed_in_as: { id: other.id, name: 'Marcus Bell', email: other.email },
    });
    const refused = await postAs(asOther, 'account-link/use/', { token, password: NEW_PASSWORD });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'someone_signed_in', message: 'Marcus Bell is signed in on this browser. Sign out first.' },
    ]);
    expect(await canSignIn(person.email, NEW_PASSWORD)).toBe(false);
    expect((await server.call(asOther, 'DELETE', '/api/session/')).statusCode).toBe(200);
    expect((await postAs(asOther, 'account-link/', { token })).json()).toMatchObject({ signed_in_as: null });
    expect((await postAs(asOther, 'account-link/use/', { token, password: NEW_PASSWORD })).statusCode).toBe(200);
  });

  it('sets the password in a browser where its owner is signed in', async () => {
    const person = await createTestPerson(server.db);
    const token = await newLink(person);
    const caller = await signedIn(server, person);
    const read = await server.call(caller, 'POST', '/api/session/account-link/', { token });
    expect(read.json()).toMatchObject({ signed_in_as: null, signed_in: true });
    const used = await server.call(caller, 'POST', '/api/session/account-link/use/', { token, password: NEW_PASSWORD });
    expect(used.statusCode).toBe(200);
  });

  it('arrives by mail and sets the password once', async () => {
    const person = await createTestPerson(server.db);
    const token = await newLink(person);
    expect(mails.mails.map(({ to }) => to)).toEqual([[person.email]]);
    expect((await post('account-link/', { token })).json()).toMatchObject({ email: person.email, practice_name: null });
    expect((await use(token)).statusCode).toBe(200);
    expect(await canSignIn(person.email, testPassword)).toBe(false);
    expect(await canSignIn(person.email, NEW_PASSWORD)).toBe(true);
    const again = await use(token, 'another harbour tractor');
    expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'link_invalid' }]);
    await runJobs(server);
    expect(mails.mails.at(-1)?.source).toContain('Subject: Your password was changed');
  });

  it('ends the person’s sessions, starts none, and keeps second factors', async () => {
    const person = await createTestPerson(server.db);
    const session = await signedIn(server, person);
    const response = await use(await newLink(person));
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await server.call(session, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('is stored only as a hash, and in no job, entry or log', async () => {
    const person = await createTestPerson(server.db);
    const token = await newLink(person);
    await use(token);
    await runJobs(server);
    const stored = await Promise.all(
      (['jobs', 'audit_log', 'account_links'] as const).map((table) =>
        server.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify([stored, server.log])).not.toContain(token);
    expect(JSON.stringify([stored, server.log])).not.toContain('violet');
  });

  it('returns the same for an unknown address, and mails nothing', async () => {
    const person = await createTestPerson(server.db);
    const [known, unknownAddress] = [await ask(person.email), await ask('nobody@test.example')];
    const shown = ({ statusCode, body }: typeof known) => [statusCode, body];
    expect(shown(unknownAddress)).toEqual(shown(known));
    expect(Object.keys(unknownAddress.headers).sort()).toEqual(Object.keys(known.headers).sort());
    expect(await server.db.selectFrom('jobs').select('kind').execute()).toHaveLength(2);
    await runJobs(server);
    expect(mails.mails.map(({ to }) => to)).toEqual([[person.email]]);
  });

  it('isn’t sent to an account without a password', async () => {
    const person = await createTestPerson(server.db);
    await server.db.updateTable('people').set({ password_hash: null }).where('id', '=', person.id).execute();
    await ask(person.email);
    await runJobs(server);
    expect(mails.mails).toEqual([]);
  });

  describe('that counts no longer', () => {
    it.each<[string, (person: Person) => Promise<unknown>]>([
      ['after an hour', () => Promise.resolve(later(60 * MINUTE_MS))],
      ['after another one was sent', (person) => newLink(person)],
      [
        'after the password was changed',
        (person) => setPassword(server.db, person.email, 'amber lantern sailing', testAudit(), quickCost),
      ],
      [
        'after the address was changed',
        ({ id }) =>
          server.db
            .updateTable('people')
            .set({ email: `moved-${id}@test.example` })
            .where('id', '=', id)
            .execute(),
      ],
    ])('is refused %s', async (_when, happens) => {
      const person = await createTestPerson(server.db);
      const token = await newLink(person);
      await happens(person);
      const responses = [await post('account-link/', { token }), await use(token)];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      expect(responses[1]?.json<{ message: string }>().message).toContain('Ask for a new one on the sign-in page');
    });
  });

  it('lets one of two concurrent uses succeed', async () => {
    const person = await createTestPerson(server.db);
    const token = await newLink(person);
    const responses = await Promise.all([use(token), use(token, 'amber lantern sailing')]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it.each([
    ['a short password', 'short', 'password'],
    ['a guessable password', 'passwordpassword', 'password'],
  ])('refuses %s at its field and stays usable', async (_what, password, field) => {
    const person = await createTestPerson(server.db);
    const token = await newLink(person);
    const response = await use(token, password);
    expect([response.statusCode, Object.keys(response.json<{ fields: object }>().fields)]).toEqual([422, [field]]);
    expect((await use(token)).statusCode).toBe(200);
  });

  it('limits requests to a few per quarter of an hour', async () => {
    const person = await createTestPerson(server.db);
    for (let count = 0; count < LINK_REQUESTS.perAddressFrom; count += 1) await ask(person.email);
    const response = await ask(person.email);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([429, 'too_many_attempts']);
    expect(response.headers['retry-after']).toBeDefined();
    later(15 * MINUTE_MS);
    expect((await ask(person.email)).statusCode).toBe(200);
  });

  it('is refused without a mail server, with the next step', async () => {
    const without = await testServer(database());
    const response = await post('password-reset/', { email: 'ana@clinic.example' }, without);
    await without.close();
    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'no_mails' }]);
  });

  it('is refused when people sign in only through the identity provider', async () => {
    const oidc = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      LOCAL_ACCOUNTS: '0',
      PUBLIC_URL: 'http://localhost',
    };
    const without = await testServer(database(), oidc);
    const responses = [
      await post('password-reset/', { email: 'ana@clinic.example' }, without),
      await post('account-link/', { token: 'x' }, without),
      await post('account-link/use/', { token: 'x', password: NEW_PASSWORD }, without),
    ];
    await without.close();
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  });

  it('drops a request that waited longer than a link’s lifetime', async () => {
    const person = await createTestPerson(server.db);
    await ask(person.email);
    later(60 * MINUTE_MS);
    await runJobs(server);
    expect(mails.mails).toEqual([]);
  });

  it('opens its page with and without a session', async () => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    const html = (await server.call(caller, 'GET', ACCOUNT_LINK_PATH)).body;
    expect(html).not.toContain(person.email);
  });
});
