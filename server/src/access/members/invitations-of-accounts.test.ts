/** People with an account are asked, and the practice learns nothing about the account before they accept. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Session } from 'shared-api/contracts';
import { createLink, INVITATION_MS, SHOWN_LINK_MS } from '../accounts/account-links.js';
import { linkIdentity, type Person } from '../people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { setMembership } from './members-service.js';
import { newAddress, practiceWithOwner, type AddedMember, type InvitationCalls } from './testing/invitation-calls.js';

const NAME = 'Nora Ny Rask';

describeWithDatabase('an invitation of somebody who has an account', (database) => {
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

  const nora = () => createTestPerson(server.db, { name: NAME });
  const stateOf = async ({ email }: Person) => (await calls.members()).find((one) => one.email === email)?.state;
  const invitationsOf = async (caller: Caller) =>
    (await server.call(caller, 'GET', '/api/session/')).json<Session>().invitations;

  it('returns and lists the same as for an unknown address', async () => {
    const linked = await nora();
    await linkIdentity(server.db, linked.id, 'https://id.example', linked.id);
    const staff = await createTestPerson(server.db, { name: NAME, flags: { super_admin: true } });
    const addresses = [newAddress(), (await nora()).email, linked.email, staff.email];
    const seen = [];
    for (const email of addresses) {
      const { invitation, members } = (await calls.invite(email)).json<AddedMember>();
      const [again] = (await calls.members()).filter((one) => one.email === email);
      expect(again).toEqual(members.find((one) => one.email === email));
      expect(invitation?.link_path).toMatch(/^\/account-link#[\w-]{43}$/);
      seen.push({ invitation: { ...invitation, link_path: '' }, listed: { ...again, user_id: '', email: '' } });
    }
    const [unknown] = seen;
    expect(unknown?.listed).toMatchObject({ name: 'Ina Invited', state: 'invited', sign_in: null, is_linked: false });
    expect(seen).toEqual(addresses.map(() => unknown));
  });

  it('names the person nowhere before they accept', async () => {
    const person = await nora();
    await calls.invite(person.email);
    await calls.again(person);
    const path = `/api/${practiceId}/members/${await calls.listedId(person)}/`;
    expect((await server.call(asOwner, 'PUT', path, { role: 'manager', rights: null })).statusCode).toBe(200);
    const read = async (): Promise<string> => {
      const paths = [
        `/api/${practiceId}/members/`,
        `/api/${practiceId}/activity/`,
        `/api/${practiceId}/activity-actors/`,
      ];
      const responses = await Promise.all(paths.map((path) => server.call(asOwner, 'GET', path)));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      return responses.map(({ body }) => body).join(' ');
    };
    const before = await read();
    expect(before).toContain('invited ');
    expect(before).not.toContain(NAME);
    const asNora = await signedIn(server, person);
    await calls.decline(asNora);
    const declined = await read();
    expect(declined).toContain('declined the invitation');
    expect(declined).not.toContain(NAME);
    await calls.invite(person.email);
    await calls.accept(asNora);
    expect(await read()).toContain(NAME);
  });

  it('has an id that reveals nothing else the person did in the practice', async () => {
    const staff = await createTestPerson(server.db, { name: NAME, flags: { super_admin: true } });
    const asStaff = await signedIn(server, staff);
    const changed = await createTestPerson(server.db, { practices: [practiceId] });
    await server.call(asStaff, 'DELETE', `/api/${practiceId}/members/${changed.id}/`);
    await calls.invite(staff.email);
    const id = (await calls.members()).find((one) => one.email === staff.email)?.user_id ?? '';
    const { actors } = (await server.call(asOwner, 'GET', `/api/${practiceId}/activity-actors/`)).json<{
      actors: { id: string; name: string }[];
    }>();
    expect(actors.map(({ name }) => name)).toContain(NAME);
    expect(actors.map((actor) => actor.id)).not.toContain(id);
    const done = await server.call(asOwner, 'GET', `/api/${practiceId}/activity/?actor=${id}`);
    expect(done.json()).toMatchObject({ results: [] });
    // The account's id doesn't reveal the invitation either.
    const path = `/api/${practiceId}/members/${staff.id}/`;
    expect((await server.call(asOwner, 'PUT', path, { role: 'manager', rights: null })).statusCode).toBe(404);
    expect((await server.call(asOwner, 'DELETE', path)).statusCode).toBe(404);
    expect((await server.call(asOwner, 'DELETE', `/api/${practiceId}/members/${id}/`)).statusCode).toBe(200);
    expect(await stateOf(staff)).toBeUndefined();
  });

  it('appears in the person’s session, and gives the offered rights once accepted', async () => {
    const person = await nora();
    await calls.invite(person.email, { rights: ['hours'] });
    const asNora = await signedIn(server, person);
    expect(await calls.practiceOf(asNora)).toBe(403);
    expect(await invitationsOf(asNora)).toEqual([
      {
        practice_id: practiceId,
        practice_name: 'Bright Smiles',
        role: 'staff',
        expires_at: Math.floor((server.clock.now.getTime() + INVITATION_MS) / 1000),
      },
    ]);
    expect((await calls.accept(asNora)).statusCode).toBe(200);
    expect(await calls.practiceOf(asNora)).toBe(200);
    expect(await invitationsOf(asNora)).toBeUndefined();
    expect((await calls.members()).find(({ user_id: id }) => id === person.id)).toMatchObject({
      name: NAME,
      state: 'active',
      rights: ['hours'],
    });
    expect((await calls.audit(person)).at(-1)).toMatchObject({ action: 'members.join', actor_name: NAME });
    expect((await calls.again(person)).json()).toMatchObject({ code: 'joined' });
  });

  it('disappears when declined, and is audited under the name that the practice typed', async () => {
    const person = await nora();
    await calls.invite(person.email);
    const asNora = await signedIn(server, person);
    expect((await calls.decline(asNora)).statusCode).toBe(200);
    expect([await stateOf(person), await invitationsOf(asNora)]).toEqual([undefined, undefined]);
    expect((await calls.audit(person)).at(-1)).toMatchObject({
      action: 'members.decline',
      actor_name: 'Ina Invited',
      before: { email: person.email, role: 'staff' },
    });
    expect((await calls.accept(asNora)).statusCode).toBe(404);
    expect((await calls.invite(person.email)).statusCode).toBe(200);
  });

  it('can’t be accepted by others, or once withdrawn or expired', async () => {
    const person = await nora();
    const [asNora, asOther] = [await signedIn(server, person), await signedIn(server, await nora())];
    await calls.invite(person.email);
    for (const response of [await calls.accept(asOther), await calls.decline(asOther)]) {
      expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'not_found' }]);
    }
    await calls.remove(person);
    expect((await calls.accept(asNora)).statusCode).toBe(404);
    await calls.invite(person.email);
    calls.later(INVITATION_MS);
    const later = await signedIn(server, person);
    expect(await invitationsOf(later)).toBeUndefined();
    const response = await calls.accept(later);
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'invitation_expired', message: 'This invitation has expired. Ask Bright Smiles to send it again.' },
    ]);
    expect(await calls.practiceOf(later)).toBe(403);
  });

  it('isn’t accepted by setting a new password', async () => {
    const person = await nora();
    await calls.invite(person.email);
    await calls.use(await createLink(server.db, person, SHOWN_LINK_MS, testAudit()));
    expect(await stateOf(person)).toBe('invited');
    expect(await calls.practiceOf(await signedIn(server, person))).toBe(403);
  });

  it('doesn’t affect a password link', async () => {
    const person = await nora();
    const token = await createLink(server.db, person, SHOWN_LINK_MS, testAudit());
    await calls.invite(person.email);
    expect((await calls.use(token)).statusCode).toBe(200);
  });

  it('has a link to the sign-in page until it is withdrawn', async () => {
    const person = await nora();
    const token = await calls.invitedWithLink(person.email);
    expect((await calls.read(token)).json()).toEqual({
      email: person.email,
      practice_name: 'Bright Smiles',
      signed_in_as: null,
      opens: 'either',
    });
    await calls.remove(person);
    expect((await calls.read(token)).statusCode).toBe(404);
  });

  it('gives no power over the account', async () => {
    const person = await nora();
    await linkIdentity(server.db, person.id, 'https://id.example', person.id);
    await calls.invite(person.email);
    const admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const path = `/api/${practiceId}/members/${await calls.listedId(person)}/identity/`;
    expect((await server.call(admin, 'DELETE', path)).statusCode).toBe(404);
  });

  it('isn’t shown once an operator or the identity provider makes them a member', async () => {
    const person = await nora();
    await calls.invite(person.email, { role: 'manager' });
    await setMembership(server.db, { person, practiceId }, true, testAudit(new Date(Date.now() + 1000)));
    expect((await calls.members()).find(({ user_id: id }) => id === person.id)).toMatchObject({
      state: 'active',
      role: 'manager',
      name: NAME,
    });
    expect((await calls.audit(person)).at(-1)?.action).toBe('members.add');
  });

  it('doesn’t affect the person’s other practices', async () => {
    const other = await createTestPractice(server.db, { providers: [] });
    const person = await createTestPerson(server.db, { practices: [other], name: NAME });
    await calls.invite(person.email);
    await calls.decline(await signedIn(server, person));
    expect(await calls.practiceOf(await signedIn(server, person), other)).toBe(200);
    expect((await calls.members()).map(({ email }) => email)).toEqual([owner.email]);
  });
});
