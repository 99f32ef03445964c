/** Invitations that are mailed, instead of a link that is shown. */
import { afterEach, expect, it } from '@jest/globals';
import { ACCOUNT_LINK_PATH } from 'shared-api/contracts/account-links';
import type { TestMailServer } from '../../platform/mail/testing/mail-server.js';
import { type MailingConsole, startMailingConsole } from '../../platform/mail/testing/mailing-console.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, createTestPractice, runJobs, signedIn, type TestServer } from '../../testing/test-server.js';
import {
  DAY_MS,
  newAddress,
  practiceWithOwner,
  type AddedMember,
  type InvitationCalls,
} from './testing/invitation-calls.js';

describeWithDatabase('invitations by mail', (database) => {
  let mailing: MailingConsole;
  let mails: TestMailServer;
  let server: TestServer;
  let calls: InvitationCalls;
  const start = async (env: Record<string, string> = {}): Promise<void> => {
    mailing = await startMailingConsole(database(), env);
    ({ mails, server } = mailing);
    ({ calls } = await practiceWithOwner(server));
  };
  afterEach(() => mailing.close());
  const sourceOfMail = (): string => mails.mails.at(-1)?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
  const tokenOfMail = (): string =>
    new RegExp(`http://localhost${ACCOUNT_LINK_PATH}#([\\w-]+)`).exec(sourceOfMail())?.[1] ?? 'none';

  it('mails the link to the invited person, and shows it to nobody', async () => {
    await start();
    const email = newAddress();
    const response = await calls.invite(email);
    expect(response.json<AddedMember>().invitation).toEqual({ delivery: 'mail', link_path: null, expires_at: null });
    expect((await calls.members()).map(({ invitation }) => invitation?.delivery)).toContain('mail');
    await runJobs(server);
    expect(mails.mails.map(({ to }) => to)).toEqual([[email]]);
    expect(sourceOfMail()).toContain('invited to Bright Smiles');
    expect((await calls.use(tokenOfMail())).statusCode).toBe(200);
    expect((await calls.signIn(email)).statusCode).toBe(200);
  });

  it('lets another practice add a person who joined by a mailed link', async () => {
    await start();
    const email = newAddress();
    await calls.invite(email);
    await runJobs(server);
    await calls.use(tokenOfMail());
    const other = await createTestPractice(server.db, { providers: [] });
    const asOther = await signedIn(server, await createTestPerson(server.db, { practices: [other], role: 'owner' }));
    expect((await calls.invite(email, {}, asOther, other)).statusCode).toBe(200);
  });

  it('asks a person with an account, and sets no password', async () => {
    await start();
    const person = await createTestPerson(server.db, { name: 'Nora New' });
    const response = await calls.invite(person.email, { role: 'manager' });
    expect(response.json<AddedMember>().invitation).toEqual({ delivery: 'mail', link_path: null, expires_at: null });
    await runJobs(server);
    expect(mails.mails.map(({ to }) => to)).toEqual([[person.email]]);
    expect(sourceOfMail()).toContain('Bright Smiles would like to add you as Manager');
    expect(sourceOfMail()).toContain('http://localhost/account');
    expect([tokenOfMail(), sourceOfMail().includes('Ina Invited')]).toEqual(['none', false]);
    expect((await calls.accept(await signedIn(server, person))).statusCode).toBe(200);
  });

  it('sends nothing that the inviting person typed', async () => {
    await start();
    await calls.invite(newAddress(), { name: 'Win a prize at evil.example' });
    await runJobs(server);
    expect(sourceOfMail()).not.toContain('evil.example');
  });

  it('sends nothing after the invitation was withdrawn', async () => {
    await start();
    const email = newAddress();
    await calls.invite(email);
    await calls.remove(await calls.person(email));
    await runJobs(server);
    expect(mails.mails).toEqual([]);
  });

  it('sends a new link, which ends the former one', async () => {
    await start();
    const email = newAddress();
    await calls.invite(email);
    await runJobs(server);
    const first = tokenOfMail();
    calls.later(DAY_MS / 24);
    await calls.again(await calls.person(email));
    await runJobs(server);
    expect(mails.mails).toHaveLength(2);
    expect([(await calls.use(first)).statusCode, (await calls.use(tokenOfMail())).statusCode]).toEqual([404, 200]);
  });

  it('links to the sign-in page when people sign in only through the identity provider', async () => {
    await start({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      LOCAL_ACCOUNTS: '0',
    });
    await calls.invite(newAddress());
    await runJobs(server);
    expect(sourceOfMail()).toContain('Sign in');
    expect(sourceOfMail()).not.toContain(ACCOUNT_LINK_PATH);
  });
});
