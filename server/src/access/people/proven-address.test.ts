import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLink, MAILED_LINK_MS } from '../accounts/account-links.js';
import type { MailConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { executeCommand } from '../../command-line/run.js';
import { peopleCommands } from '../../command-line/people-commands.js';
import {
  type InvitationCalls,
  newAddress,
  NEW_PASSWORD,
  practiceWithOwner,
} from '../members/testing/invitation-calls.js';
import { aPatch, scimRequests, scimServer } from '../scim/testing/identity-provider.js';
import { personOfClaims } from '../sessions/oidc-people.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, type TestServer, createTestPractice, signedIn, testAudit } from '../../testing/test-server.js';
import { addressUnproven, type ProofWays } from './proven-address.js';

describe('addressUnproven', () => {
  const provider = { issuer: 'https://idp.example' } as NonNullable<ProofWays['oidc']>;
  const mail = { from: 'console@test.example' } as MailConfig;
  const signIn = 'They can sign in through the identity provider.';
  const mailedLink = 'They can use a mailed link to a new password.';
  const both = 'They can sign in through the identity provider or use a mailed link to a new password.';
  const reset = 'An operator can reset the account with “person reset-link”.';
  it.each<[string, ProofWays, string]>([
    ['nothing else', { localAccounts: true, oidc: undefined, mail: undefined }, reset],
    ['a provider', { localAccounts: true, oidc: provider, mail: undefined }, `${signIn} ${reset}`],
    ['mail', { localAccounts: true, oidc: undefined, mail }, `${mailedLink} ${reset}`],
    ['a provider and mail', { localAccounts: true, oidc: provider, mail }, `${both} ${reset}`],
    ['a provider and mail, but no passwords', { localAccounts: false, oidc: provider, mail }, `${signIn} ${reset}`],
  ])('names only what a console with %s offers', (_, ways, steps) => {
    const { message } = addressUnproven('ina@test.example', ways);
    expect(message).toBe(
      `Nobody has proven yet that ina@test.example belongs to the person who uses this account. ${steps}`,
    );
  });
});

describeWithDatabase('an account that an owner prepared with the link that was shown to them', (database) => {
  let server: TestServer;
  let token = '';
  let calls: InvitationCalls;
  const cleanUp = cleanUpAfterAll();
  const { send } = scimRequests(
    () => server,
    () => token,
  );
  beforeAll(async () => {
    ({ server, token } = await scimServer(database()));
    cleanUp(() => server.close());
    ({ calls } = await practiceWithOwner(server));
  });

  /** The owner invites an address, uses the link, signs in and adds a passkey. */
  const prepare = async () => {
    const email = newAddress();
    await calls.use(await calls.invitedWithLink(email));
    const person = await calls.person(email);
    const passkey = { id: randomUUID(), person_id: person.id, credential_id: email, name: 'Key' };
    const key = { public_key: Buffer.from('key'), counter: '0', transports: '[]', added_at: server.clock.now };
    await server.db
      .insertInto('passkeys')
      .values({ ...passkey, ...key })
      .execute();
    const intruder = await signedIn(server, person);
    return { email, person, intruder };
  };
  const command = async (...argv: string[]) => {
    const lines: string[] = [];
    const print = { out: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    return {
      exit: await executeCommand({ argv, operator: 'ada' }, peopleCommands, server.db, print, server.config),
      text: lines.join('\n'),
    };
  };
  const isSignedIn = async (caller: Caller) => (await server.call(caller, 'GET', '/api/session/')).statusCode === 200;
  const passkeysOf = (personId: string) =>
    server.db.selectFrom('passkeys').select('id').where('person_id', '=', personId).execute();
  const flagsOf = async (email: string) => {
    const { super_admin: superAdmin, internal } = await calls.person(email);
    return { superAdmin, internal };
  };
  const claims = { issuer: 'https://idp.example', flagsClaim: 'console_flags', practicesClaim: 'console_practices' };
  const signInAtProvider = (email: string, all: object = {}) =>
    personOfClaims(
      server.db,
      { issuer: claims.issuer, subject: email, all: { email, email_verified: true, name: 'New Hire', ...all } },
      {
        ...claims,
        clientId: 'console',
        clientSecret: undefined,
        name: 'single sign-on',
        externalIdClaim: 'sub',
        trustAddresses: false,
        returnAfterSignOut: false,
        mfaValues: ['mfa'],
      },
      testAudit(),
    );

  describe('before the address is proven', () => {
    it('can’t get a flag from an identity provider’s group, and names the next step', async () => {
      const { email, person } = await prepare();
      const members = [{ value: person.id }];
      const response = await send(
        'PATCH',
        'Groups/super_admin',
        aPatch({ op: 'add', path: 'members', value: members }),
      );
      expect(response.statusCode).toBe(409);
      const { detail } = response.json<{ detail: string }>();
      expect(detail).toContain('sign in through the identity provider');
      expect(detail).not.toContain('mailed link');
      expect(await flagsOf(email)).toEqual({ superAdmin: false, internal: false });
    });

    it('can’t get a flag from an operator, and names the next step', async () => {
      const { email } = await prepare();
      const { exit, text } = await command('person', 'flag', email, 'internal');
      expect(exit).not.toBe(0);
      expect(text).toContain('sign in through the identity provider. An operator can reset');
      expect(await flagsOf(email)).toEqual({ superAdmin: false, internal: false });
    });
  });

  it('can’t join another practice, by an invitation or through an operator', async () => {
    const { email, person, intruder } = await prepare();
    const other = await practiceWithOwner(server);
    // The owner there learns nothing about the account. Its user sees the reason when they accept.
    expect((await other.calls.invite(email)).statusCode).toBe(200);
    const refused = (await other.calls.accept(intruder)).json<{ code: string; message: string }>();
    expect(refused.code).toBe('address_unproven');
    expect(refused.message).toContain('sign in through the identity provider. An operator can reset');
    const memberships = await server.db
      .selectFrom('active_memberships')
      .select('practice_id')
      .where('person_id', '=', person.id)
      .execute();
    expect(memberships.map(({ practice_id: id }) => id)).not.toContain(other.practiceId);
    const practiceId = await createTestPractice(server.db);
    const { exit, text } = await command('member', 'add', email, String(practiceId));
    expect(exit).not.toBe(0);
    expect(text).toContain('sign in through the identity provider. An operator can reset');
  });

  describe('when somebody proves the address', () => {
    it('transfers the account when they sign in at the provider, and sets its flags and practices', async () => {
      const { email, person, intruder } = await prepare();
      const practiceId = await createTestPractice(server.db);
      await signInAtProvider(email, { console_flags: ['super_admin'], console_practices: [String(practiceId)] });
      expect(await flagsOf(email)).toMatchObject({ superAdmin: true });
      expect(await isSignedIn(intruder)).toBe(false);
      expect(await passkeysOf(person.id)).toEqual([]);
      expect((await calls.signIn(email)).statusCode).toBe(401);
    });

    it('transfers the account when they use a mailed link, and allows flags', async () => {
      const { email, person, intruder } = await prepare();
      const invited = await calls.person(email);
      const link = await inTransaction(server.db, (transaction) =>
        createLink(transaction, invited, MAILED_LINK_MS, testAudit(server.clock.now)),
      );
      expect((await calls.use(link, `${NEW_PASSWORD} again`)).statusCode).toBe(200);
      expect(await isSignedIn(intruder)).toBe(false);
      expect(await passkeysOf(person.id)).toEqual([]);
      expect((await command('person', 'flag', email, 'internal')).exit).toBe(0);
    });

    it.each([['reset-link'], ['password']])(
      'transfers the account when an operator runs “person %s”',
      async (reset) => {
        const { email, person, intruder } = await prepare();
        expect((await command('person', reset, email)).exit).toBe(0);
        expect(await isSignedIn(intruder)).toBe(false);
        expect(await passkeysOf(person.id)).toEqual([]);
        expect((await calls.signIn(email)).statusCode).toBe(401);
        expect((await command('person', 'flag', email, 'internal')).exit).toBe(0);
      },
    );
  });

  it('revokes an unused link when the account gets flags', async () => {
    const email = newAddress();
    const link = await calls.invitedWithLink(email);
    expect((await command('person', 'flag', email, 'internal')).exit).toBe(0);
    expect((await calls.use(link)).statusCode).toBe(200);
    expect((await calls.person(email)).password_hash).toBeNull();
  });
});
