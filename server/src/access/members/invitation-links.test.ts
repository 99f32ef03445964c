/** Invitation links that are no longer valid. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { INVITATION_MS } from '../accounts/account-links.js';
import { linkIdentity, type Person } from '../people/people-repository.js';
import { setPassword } from '../people/people-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  createTestPractice,
  quickCost,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { setMembership } from './members-service.js';
import {
  DAY_MS,
  newAddress,
  callsOf,
  practiceWithOwner,
  type AddedMember,
  type InvitationCalls,
} from './testing/invitation-calls.js';

describeWithDatabase('a link of an invitation that counts no longer', (database) => {
  let server: TestServer;
  let practiceId: number;
  let calls: InvitationCalls;
  let owner: Person;
  let asOwner: Caller;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    ({ practiceId, calls, owner, asOwner } = await practiceWithOwner(server));
  });

  const refused = async (token: string): Promise<void> => {
    const responses = [await calls.read(token), await calls.use(token)];
    for (const response of responses) {
      expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'link_invalid' }]);
      expect(response.json<{ message: string }>().message).toMatch(/ask the practice that invited you\.$/);
    }
  };
  const reasons = async (person: Person) =>
    (await calls.audit(person))
      .filter(({ action }) => action === 'account_link.refuse')
      .map(({ practice_id, after }) => [practice_id, after?.['reason']]);

  it('is refused after 7 days', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    calls.later(INVITATION_MS);
    asOwner = await signedIn(server, owner);
    calls = callsOf(server, practiceId, asOwner);
    expect((await calls.members()).find((one) => one.email === email)?.invitation).toMatchObject({
      has_expired: true,
    });
    await refused(token);
    expect(await reasons(await calls.person(email))).toEqual([
      [0, 'expired'],
      [0, 'expired'],
    ]);
  });

  it('is refused after its use, also with the same password', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    await calls.use(token);
    await refused(token);
    expect(await reasons(await calls.person(email))).toEqual([
      [0, 'used'],
      [0, 'used'],
    ]);
  });

  it('is refused after a newer link was made, which works', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    const person = await calls.person(email);
    const newer = (await calls.again(person)).json<AddedMember>().invitation?.link_path?.split('#')[1] ?? '';
    await refused(token);
    expect(await reasons(person)).toEqual([
      [0, 'replaced'],
      [0, 'replaced'],
    ]);
    expect((await calls.use(newer)).statusCode).toBe(200);
  });

  it('is refused after the invitation was withdrawn; a new invitation works', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    const person = await calls.person(email);
    calls.later(1000);
    expect((await calls.remove(person)).statusCode).toBe(200);
    expect((await calls.members()).map((one) => one.email)).toEqual([owner.email]);
    await refused(token);
    expect(await reasons(person)).toEqual([
      [0, 'withdrawn'],
      [0, 'withdrawn'],
    ]);
    expect((await calls.audit(person)).find(({ action }) => action === 'members.withdraw')).toMatchObject({
      practice_id: practiceId,
      before: { email, role: 'staff', rights: null, invited_as: 'Ina Invited' },
    });
    const newer = await calls.invitedWithLink(email, { name: 'Ina Renamed' });
    expect((await calls.person(email)).name).toBe('Ina Renamed');
    expect((await calls.use(newer)).statusCode).toBe(200);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['flags', ({ id }) => server.db.updateTable('people').set({ internal: true }).where('id', '=', id).execute()],
    ['an identity', ({ id }) => linkIdentity(server.db, id, 'https://id.example', id)],
    [
      'a second factor',
      ({ id }) =>
        server.db.insertInto('totp_authenticators').values({ person_id: id, secret: null, added_at: null }).execute(),
    ],
    [
      'a membership of another practice',
      async (person) =>
        setMembership(
          server.db,
          { person, practiceId: await createTestPractice(server.db, { providers: [] }) },
          true,
          testAudit(),
        ),
    ],
    ['a password of an operator', ({ email }) => setPassword(server.db, email, testPassword, testAudit(), quickCost)],
  ])('sets no password once the account has %s', async (_what, happens) => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    await happens(await calls.person(email));
    const { password_hash: before } = await calls.person(email);
    // The page looks the same, unless the event accepted the invitation.
    const read = await calls.read(token);
    expect([200, 404]).toContain(read.statusCode);
    if (read.statusCode === 200) expect(read.json()).toMatchObject({ opens: 'either' });
    expect((await calls.use(token)).statusCode).toBe(read.statusCode);
    expect((await calls.person(email)).password_hash).toEqual(before);
    expect((await calls.signIn(email)).statusCode).toBe(401);
  });

  it('is deleted 30 days after it ended', async () => {
    const token = await calls.invitedWithLink(newAddress());
    await calls.use(token);
    const ended = () => server.db.selectFrom('ended_account_links').select('token_hash').execute();
    const count = (await ended()).length;
    calls.later(30 * DAY_MS + 1000);
    calls = callsOf(server, practiceId, await signedIn(server, owner));
    await calls.use(await calls.invitedWithLink(newAddress()));
    expect([count > 0, (await ended()).length]).toEqual([true, 1]);
    expect((await calls.use(token)).json<{ message: string }>().message).toMatch(/^This link doesn’t work anymore/);
  });

  it('lets one of two concurrent uses succeed', async () => {
    const token = await calls.invitedWithLink(newAddress());
    const responses = await Promise.all([calls.use(token), calls.use(token, 'amber lantern sailing')]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });
});
