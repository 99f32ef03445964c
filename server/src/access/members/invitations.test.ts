/** Adding people to a practice by their address. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNT_LINK_PATH } from 'shared-api/contracts/account-links';
import { createLink, INVITATION_MS, SHOWN_LINK_MS } from '../accounts/account-links.js';
import { findPersonByEmail, type Person } from '../people/people-repository.js';
import { addPerson, setFlags, setPassword } from '../people/people-service.js';
import { linkLocalAccount } from '../sessions/oidc-people.js';
import { INVITATIONS } from '../sessions/sign-in-limit.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  createTestPerson,
  createTestPractice,
  quickCost,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { listMembershipsOf } from './members-repository.js';
import { setMembership, setRole } from './members-service.js';
import {
  callsOf,
  NEW_PASSWORD,
  newAddress,
  practiceWithOwner,
  type AddedMember,
  type InvitationCalls,
} from './testing/invitation-calls.js';

describeWithDatabase('invitations without mails', (database) => {
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

  describe('for an address without an account', () => {
    it('shows a link once, and lists the person as invited', async () => {
      const email = newAddress();
      const answer = (await calls.invite(email, { role: 'manager', rights: ['hours'] })).json<AddedMember>();
      const expires = Math.floor((server.clock.now.getTime() + INVITATION_MS) / 1000);
      expect(answer.invitation).toEqual({
        delivery: 'link',
        link_path: expect.stringMatching(new RegExp(`^${ACCOUNT_LINK_PATH}#[\\w-]{43}$`)),
        expires_at: expires,
      });
      const listed = {
        name: 'Ina Invited',
        email,
        role: 'manager',
        rights: ['hours'],
        state: 'invited',
        invitation: { link_expires_at: expires, has_expired: false, delivery: 'link' },
      };
      expect(answer.members.find((one) => one.email === email)).toMatchObject(listed);
      const again = (await calls.members()).find((one) => one.email === email);
      expect(again).toMatchObject(listed);
      expect(JSON.stringify(again)).not.toContain('#');
    });

    it('gives access only once the link has set a password', async () => {
      const email = newAddress();
      const token = await calls.invitedWithLink(email, { rights: ['hours'] });
      const person = await calls.person(email);
      expect((await calls.signIn(email)).statusCode).toBe(401);
      expect((await calls.read(token)).json()).toMatchObject({ email, practice_name: 'Bright Smiles' });
      expect((await calls.use(token)).statusCode).toBe(200);
      expect((await calls.signIn(email)).statusCode).toBe(200);
      const caller = await signedIn(server, person);
      expect(await calls.practiceOf(caller)).toBe(200);
      const session = (await server.call(caller, 'GET', '/api/session/')).json<{ practices: { rights: string[] }[] }>();
      expect(session.practices.map(({ rights }) => rights)).toEqual([['hours']]);
      expect((await calls.members()).find((one) => one.email === email)).toMatchObject({
        state: 'active',
        invitation: null,
      });
    });

    it('records the invitation and that the person joined', async () => {
      const email = newAddress();
      const token = await calls.invitedWithLink(email);
      calls.later(1000);
      await calls.use(token);
      calls.later(1000);
      await calls.signIn(email);
      const invited = { email, role: 'staff', rights: null, invited_as: 'Ina Invited' };
      const joined = { email, role: 'staff', rights: null };
      expect((await calls.audit(await calls.person(email))).filter((one) => one.practice_id === practiceId)).toEqual([
        { action: 'members.invite', practice_id: practiceId, actor_name: 'Olivia Owner', before: null, after: invited },
        { action: 'members.join', practice_id: practiceId, actor_name: 'Ina Invited', before: null, after: joined },
      ]);
    });

    it('stores the link only as a hash, and logs it nowhere', async () => {
      const token = await calls.invitedWithLink(newAddress());
      await calls.use(token);
      await calls.use(token);
      const tables = ['jobs', 'audit_log', 'account_links', 'ended_account_links', 'idempotency_keys'] as const;
      const stored = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()));
      expect(token).toHaveLength(43);
      expect(JSON.stringify([stored, server.log])).not.toContain(token);
    });

    it('names the account after its address when no name is sent', async () => {
      const email = newAddress();
      const response = await server.call(asOwner, 'POST', `/api/${practiceId}/members/`, {
        email,
        role: 'staff',
        rights: null,
      });
      expect(response.statusCode).toBe(200);
      expect((await calls.person(email)).name).toBe(email.split('@')[0]);
    });

    it.each([
      ['an address', { email: 'not an address' }, 'email'],
      ['a name', { name: ' ' }, 'name'],
      ['a shorter name', { name: 'x'.repeat(201) }, 'name'],
    ])('requires %s, and adds no account', async (_what, sent, field) => {
      const email = newAddress();
      const body = { email, name: 'Ina', role: 'staff', rights: null, ...sent };
      const response = await server.call(asOwner, 'POST', `/api/${practiceId}/members/`, body);
      expect([response.statusCode, Object.keys(response.json<{ fields: object }>().fields)]).toEqual([400, [field]]);
      expect(await findPersonByEmail(server.db, email)).toBeUndefined();
    });

    it('refuses to invite the same person twice', async () => {
      const email = newAddress();
      await calls.invite(email);
      const response = await calls.invite(email);
      const message = `${email} is already invited. Find the invitation in the list to renew its link.`;
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'exists', fields: { email: message } },
      ]);
    });

    it('creates one account when two practices invite the same person concurrently', async () => {
      const other = await createTestPractice(server.db, { providers: [] });
      const asOther = await signedIn(server, await createTestPerson(server.db, { practices: [other], role: 'owner' }));
      // The requests interleave differently for each person.
      for (const email of Array.from({ length: 10 }, newAddress)) {
        const responses = await Promise.all([calls.invite(email), calls.invite(email, {}, asOther, other)]);
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
        expect(await listMembershipsOf(server.db, (await calls.person(email)).id)).toEqual(
          [practiceId, other].sort((a, b) => a - b),
        );
      }
    });

    it('doesn’t make an invited owner count as an owner', async () => {
      await calls.invite(newAddress(), { role: 'owner' });
      expect((await calls.remove(owner)).json()).toMatchObject({ code: 'last_owner' });
    });
  });

  it('records an unknown token without the token', async () => {
    await calls.read('a-token-that-nobody-made');
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['entity', 'entity_id', 'after'])
      .where('action', '=', 'account_link.refuse')
      .where('entity', '=', 'unknown_caller')
      .orderBy('sequence')
      .execute();
    expect(entries.at(-1)?.after).toMatchObject({ reason: 'unknown' });
    expect(JSON.stringify(entries)).not.toContain('a-token-that-nobody-made');
  });

  it('gives access to an invited person who signs in through the identity provider', async () => {
    const email = newAddress();
    const token = await calls.invitedWithLink(email);
    const person = await calls.person(email);
    await linkLocalAccount(
      server.db,
      person,
      { issuer: 'https://id.example', subject: person.id, all: {} },
      { name: 'ID' } as never,
      testAudit(),
    );
    expect(await calls.practiceOf(await signedIn(server, person))).toBe(200);
    expect((await calls.use(token)).statusCode).toBe(404);
    expect((await calls.audit(person)).map(({ action }) => action)).toContain('members.join');
  });

  it('gives no access once expired, however the person first signs in', async () => {
    const [first, second] = [newAddress(), newAddress()];
    for (const email of [first, second]) await calls.invite(email);
    calls.later(INVITATION_MS);
    const audit = testAudit(server.clock.now);
    const [linked, reset] = [await calls.person(first), await calls.person(second)];
    const identity = { issuer: 'https://id.example', subject: linked.id, all: {} };
    await linkLocalAccount(server.db, linked, identity, { name: 'ID' } as never, audit);
    await setPassword(server.db, second, NEW_PASSWORD, audit, quickCost);
    for (const person of [linked, reset]) {
      expect(await calls.practiceOf(await signedIn(server, person))).toBe(403);
    }
    // An operator and the identity provider's claims add them all the same.
    await setMembership(server.db, { person: linked, practiceId }, true, audit);
    expect(await calls.practiceOf(await signedIn(server, linked))).toBe(200);
    // Once it is sent again, the person is asked.
    calls = callsOf(server, practiceId, await signedIn(server, owner));
    await calls.again(reset);
    const asReset = await signedIn(server, reset);
    expect((await calls.accept(asReset)).statusCode).toBe(200);
    expect(await calls.practiceOf(asReset)).toBe(200);
  });

  describe('for an account with more access than the inviting person can give', () => {
    const passwordless = async (flags = {}): Promise<Person> =>
      addPerson(server.db, { email: newAddress(), name: 'Nora New', flags }, testAudit());
    const tokenOf = (invitation: AddedMember['invitation']): string => invitation?.link_path?.split('#')[1] ?? 'none';

    it.each<[string, () => Promise<Person>]>([
      ['flags', () => passwordless({ task_admin: true })],
      [
        'another practice',
        async () => {
          const person = await passwordless();
          await setMembership(
            server.db,
            { person, practiceId: await createTestPractice(server.db, { providers: [] }) },
            true,
            testAudit(),
          );
          return person;
        },
      ],
      [
        'a second factor',
        async () => {
          const person = await passwordless();
          await server.db
            .insertInto('totp_authenticators')
            .values({ person_id: person.id, secret: null, added_at: null })
            .execute();
          return person;
        },
      ],
    ])('shows a link that doesn’t set the password of an account with %s', async (_what, create) => {
      const person = await create();
      for (const invite of [() => calls.invite(person.email), () => calls.again(person)]) {
        const { invitation } = (await invite()).json<AddedMember>();
        expect(invitation).toMatchObject({ delivery: 'link' });
        const token = tokenOf(invitation);
        expect((await calls.read(token)).json()).toMatchObject({ email: person.email, opens: 'either' });
        expect((await calls.use(token)).statusCode).toBe(200);
        expect((await calls.person(person.email)).password_hash).toBeNull();
        expect((await calls.signIn(person.email)).statusCode).toBe(401);
      }
      expect(
        await server.db.selectFrom('account_links').selectAll().where('person_id', '=', person.id).execute(),
      ).toEqual([]);
    });

    it('lets an operator’s link accept the invitation', async () => {
      const person = await passwordless({ developer: true });
      await calls.invite(person.email);
      await calls.use(await createLink(server.db, person, SHOWN_LINK_MS, testAudit()));
      expect(await calls.practiceOf(await signedIn(server, person))).toBe(200);
    });

    it('ends a shown link when another practice adds the person', async () => {
      const other = await createTestPractice(server.db, { providers: [] });
      const asOther = await signedIn(server, await createTestPerson(server.db, { practices: [other], role: 'owner' }));
      const email = newAddress();
      const token = await calls.invitedWithLink(email);
      const invitation = async () => (await calls.members()).find((one) => one.email === email)?.invitation;
      const before = await invitation();
      const theirs = tokenOf((await calls.invite(email, {}, asOther, other)).json<AddedMember>().invitation);
      const again = tokenOf((await calls.again(await calls.person(email))).json<AddedMember>().invitation);
      for (const one of [theirs, again]) expect((await calls.read(one)).json()).toMatchObject({ opens: 'either' });
      expect((await calls.use(token)).statusCode).toBe(404);
      for (const one of [theirs, again]) expect((await calls.use(one)).statusCode).toBe(200);
      expect((await calls.person(email)).password_hash).toBeNull();
      // The list doesn't reveal that the account changed.
      expect(await invitation()).toEqual(before);
    });

    it('ends the shown link when the account gets a flag', async () => {
      const email = newAddress();
      const token = await calls.invitedWithLink(email);
      await setFlags(server.db, await calls.person(email), { developer: true }, testAudit());
      expect((await calls.read(token)).json()).toMatchObject({ opens: 'either' });
      expect((await calls.use(token)).statusCode).toBe(200);
      expect((await calls.person(email)).password_hash).toBeNull();
    });

    it('shows a link to an owner of all practices that the account belongs to', async () => {
      const second = await createTestPractice(server.db, { providers: [] });
      await setMembership(server.db, { person: owner, practiceId: second }, true, testAudit());
      await server.db
        .updateTable('memberships')
        .set({ role: 'owner' })
        .where('practice_id', '=', second)
        .where('person_id', '=', owner.id)
        .execute();
      const email = newAddress();
      await calls.invite(email);
      const { invitation } = (await calls.invite(email, {}, asOwner, second)).json<AddedMember>();
      expect(invitation).toMatchObject({ delivery: 'link' });
      await calls.use(invitation?.link_path?.split('#')[1] ?? '');
      const caller = await signedIn(server, await calls.person(email));
      expect([await calls.practiceOf(caller), await calls.practiceOf(caller, second)]).toEqual([200, 200]);
    });
  });

  describe('for an account with an unconfirmed address', () => {
    const byAnotherPractice = async () => {
      const other = await createTestPractice(server.db, { providers: [] });
      const asOther = await signedIn(server, await createTestPerson(server.db, { practices: [other], role: 'owner' }));
      return { invite: (email: string) => calls.invite(email, {}, asOther, other), other };
    };

    it('joins no other practice', async () => {
      const email = newAddress();
      // The person who was shown the link may have set the password.
      await calls.use(await calls.invitedWithLink(email));
      const { invite, other } = await byAnotherPractice();
      expect((await invite(email)).statusCode).toBe(200);
      const response = await calls.accept(await signedIn(server, await calls.person(email)), other);
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'address_unproven', message: expect.stringContaining('Nobody has proven yet') },
      ]);
    });

    it('joins a practice whose members are managed by the same owner', async () => {
      const email = newAddress();
      await calls.use(await calls.invitedWithLink(email));
      const second = await createTestPractice(server.db, { providers: [] });
      await setMembership(server.db, { person: owner, practiceId: second }, true, testAudit());
      await setRole(server.db, { person: owner, practiceId: second }, { role: 'owner' }, testAudit());
      await calls.invite(email, {}, asOwner, second);
      expect((await calls.accept(await signedIn(server, await calls.person(email)), second)).statusCode).toBe(200);
    });

    it('is possible after an operator has set a password', async () => {
      const email = newAddress();
      await calls.use(await calls.invitedWithLink(email));
      await setPassword(server.db, email, testPassword, testAudit(), quickCost);
      const { invite, other } = await byAnotherPractice();
      await invite(email);
      expect((await calls.accept(await signedIn(server, await calls.person(email)), other)).statusCode).toBe(200);
    });
  });

  it('refuses to deactivate somebody who hasn’t joined', async () => {
    const email = newAddress();
    await calls.invite(email);
    const response = await calls.deactivate(await calls.person(email));
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'not_joined', message: 'This person hasn’t joined yet. Withdraw the invitation instead.' },
    ]);
  });

  it('is rate-limited per address', async () => {
    const email = newAddress();
    await calls.invite(email);
    const person = await calls.person(email);
    for (let count = 1; count < INVITATIONS.perAddress; count += 1) await calls.again(person);
    const response = await calls.again(person);
    expect([response.statusCode, response.json()]).toMatchObject([429, { code: 'too_many_attempts' }]);
  });
});
