/** A shown invitation link reveals nothing about the account of its address. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { INVITATION_MS } from '../accounts/account-links.js';
import { linkIdentity, type Person } from '../people/people-repository.js';
import { addPerson } from '../people/people-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { setMembership } from './members-service.js';
import {
  type AddedMember,
  callsOf,
  type InvitationCalls,
  newAddress,
  NEW_PASSWORD,
  practiceWithOwner,
} from './testing/invitation-calls.js';

describeWithDatabase('a shown link of an invitation', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Person;
  let calls: InvitationCalls;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    ({ practiceId, owner, calls } = await practiceWithOwner(server));
  });

  const withIdentity = async (): Promise<string> => {
    const person = await addPerson(server.db, { email: newAddress(), name: 'Nora Ny Rask' }, testAudit());
    await linkIdentity(server.db, person.id, 'https://id.example', person.id);
    return person.email;
  };
  const deactivated = async (): Promise<string> => {
    const { id, email } = await createTestPerson(server.db, { name: 'Nora Ny Rask' });
    await server.db.updateTable('people').set({ deactivated_at: new Date() }).where('id', '=', id).execute();
    return email;
  };
  const ofAnotherPractice = async (): Promise<string> => {
    const person = await addPerson(server.db, { email: newAddress(), name: 'Nora Ny Rask' }, testAudit());
    const other = await createTestPractice(server.db, { providers: [] });
    await setMembership(server.db, { person, practiceId: other }, true, testAudit());
    return person.email;
  };
  /** An address without an account first, then each kind of account. */
  const everyAddress = async (): Promise<string[]> => [
    newAddress(),
    (await createTestPerson(server.db, { name: 'Nora Ny Rask' })).email,
    (await createTestPerson(server.db, { flags: { super_admin: true } })).email,
    await withIdentity(),
    await deactivated(),
    await ofAnotherPractice(),
  ];

  /** The list's entry without its random parts. */
  const listed = async (email: string) => {
    const { user_id: _id, email: _email, ...entry } = (await calls.members()).find((one) => one.email === email) ?? {};
    return entry;
  };

  /** Everything that a link shows, in order. Addresses are replaced by a placeholder. */
  async function everythingSeen(email: string, act: (token: string) => Promise<unknown>): Promise<unknown> {
    const token = await calls.invitedWithLink(email);
    const seen = async (answer: Promise<{ statusCode: number; body: string; headers: object }>) => {
      const { statusCode, body, headers } = await answer;
      return { statusCode, headers: Object.keys(headers).sort(), body: body.replaceAll(email, 'ADDRESS') };
    };
    const before = await seen(calls.read(token));
    const done = await act(token);
    return [before, done, await seen(calls.read(token)), await seen(calls.use(token)), await listed(email)];
  }

  const answerOf = (response: { statusCode: number; body: string }) => ({
    code: response.statusCode,
    body: response.body,
  });

  it.each<[string, (token: string, email: string) => Promise<unknown>]>([
    ['nothing was done with it', () => Promise.resolve(null)],
    ['a password was set with it', async (token) => answerOf(await calls.use(token))],
    ['a password was refused', async (token) => answerOf(await calls.use(token, 'ina invited ina'))],
    [
      'the name of the account was chosen as a password',
      async (token) => answerOf(await calls.use(token, 'nora ny rask')),
    ],
    [
      'the invitation was sent again',
      async (_token, email) => (await calls.again(await calls.person(email))).statusCode,
    ],
    [
      'a password was set, and the invitation was sent again',
      async (token, email) => {
        await calls.use(token);
        const { invitation } = (await calls.again(await calls.person(email))).json<AddedMember>();
        const next = invitation?.link_path?.split('#')[1] ?? '';
        return [answerOf(await calls.read(next)).body.replaceAll(email, 'ADDRESS'), answerOf(await calls.use(next))];
      },
    ],
    ['it was withdrawn', async (_token, email) => (await calls.remove(await calls.person(email))).statusCode],
    [
      'it has expired',
      async () => {
        calls.later(INVITATION_MS);
        calls = callsOf(server, practiceId, await signedIn(server, owner));
        return null;
      },
    ],
  ])('shows the same for each address after %s', async (_when, act) => {
    const all: string[] = [];
    for (const email of await everyAddress()) {
      server.clock.now = new Date();
      calls = callsOf(server, practiceId, await signedIn(server, owner));
      server.clock.now = new Date(Math.floor(server.clock.now.getTime() / 1000) * 1000);
      const start = server.clock.now.getTime();
      const seen = JSON.stringify(await everythingSeen(email, (token) => act(token, email)));
      // Times differ by the test's duration.
      all.push(seen.replaceAll(String(Math.floor((start + INVITATION_MS) / 1000)), 'EXPIRY'));
    }
    expect(all).toEqual(all.map(() => all[0]));
  });

  it('doesn’t change an account in use, and records that in its activity', async () => {
    const person = await createTestPerson(server.db);
    const asPerson = await signedIn(server, person);
    const token = await calls.invitedWithLink(person.email);
    expect((await calls.use(token)).statusCode).toBe(200);
    expect((await calls.signIn(person.email)).statusCode).toBe(401);
    expect((await calls.signIn(person.email, testPassword)).statusCode).toBe(200);
    expect((await server.call(asPerson, 'GET', '/api/session/')).statusCode).toBe(200);
    expect((await calls.audit(person)).at(-3)).toMatchObject({
      action: 'account_link.refuse',
      practice_id: 0,
      after: { reason: 'has_password' },
    });
    expect((await calls.accept(asPerson)).statusCode).toBe(200);
  });

  it('lets a new person join by signing in with the password that they set', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    expect((await calls.use(token)).statusCode).toBe(200);
    expect(await listed(email)).toMatchObject({ state: 'invited' });
    expect((await calls.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await listed(email)).toMatchObject({ state: 'active' });
    expect((await calls.audit(await calls.person(email))).map(({ action }) => action)).toContain('members.join');
  });

  it('asks a new person who signs in after the invitation was resent', async () => {
    const email = newAddress();
    await calls.use(await calls.invitedWithLink(email));
    await calls.again(await calls.person(email));
    expect((await calls.signIn(email)).statusCode).toBe(200);
    expect(await listed(email)).toMatchObject({ state: 'invited' });
    expect((await calls.accept(await signedIn(server, await calls.person(email)))).statusCode).toBe(200);
  });

  it('works once, also for concurrent uses, with and without an account', async () => {
    const { email: used } = await createTestPerson(server.db);
    for (const email of [newAddress(), used]) {
      const token = await calls.invitedWithLink(email);
      const responses = await Promise.all([calls.use(token), calls.use(token, 'amber lantern sailing')]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    }
  });
});
