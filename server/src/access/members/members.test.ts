import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GrantableRight, Member, MemberRole, Session } from 'shared-api/contracts';
import { listOwners } from '../../billing/payments/customers-repository.js';
import type { Person } from '../people/people-repository.js';
import { addPerson } from '../people/people-service.js';
import { listPracticeUsers } from '../../product-access/practice-features/practice-users.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { copyMemberships } from './members-repository.js';
import { setMembership } from './members-service.js';

const LAST_OWNER = 'A practice needs at least one owner. Make someone else an owner first.';

describeWithDatabase('practice members', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Person;
  let staff: Person;
  let asOwner: Caller;
  let asStaff: Caller;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    practiceId = await createTestPractice(server.db, { providers: [] });
    owner = await createTestPerson(server.db, { practices: [practiceId], role: 'owner', name: 'Olivia Owner' });
    staff = await createTestPerson(server.db, { practices: [practiceId], name: 'Stella Staff' });
    asOwner = await signedIn(server, owner);
    asStaff = await signedIn(server, staff);
  });

  const base = () => `/api/${practiceId}/members/`;
  const list = async (caller = asOwner) =>
    (await server.call(caller, 'GET', base())).json<{ members: Member[] }>().members;
  const add = (email: string, role: MemberRole, rights: GrantableRight[] | null = null, caller = asOwner) =>
    server.call(caller, 'POST', base(), { email, role, rights });
  const update = (person: Person, role: MemberRole, rights: GrantableRight[] | null = null, caller = asOwner) =>
    server.call(caller, 'PUT', `${base()}${person.id}/`, { role, rights });
  const remove = (person: Person, caller = asOwner) => server.call(caller, 'DELETE', `${base()}${person.id}/`);
  const deactivate = (person: Person, caller = asOwner) =>
    server.call(caller, 'POST', `${base()}${person.id}/deactivation/`);
  const reactivate = (person: Person, caller = asOwner) =>
    server.call(caller, 'DELETE', `${base()}${person.id}/deactivation/`);
  const audit = async () => {
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'entity_id', 'before', 'after'])
      .where('practice_id', '=', practiceId)
      .where('actor_kind', '=', 'person')
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.filter(({ action }) => action.startsWith('members.'));
  };
  const rightsInSession = async (caller: Caller) => {
    const { practices } = (await server.call(caller, 'GET', '/api/session/')).json<Session>();
    return practices.find(({ id }) => id === practiceId)?.rights;
  };

  it('lists members with their rights, owners first, then by name', async () => {
    await createTestPerson(server.db, {
      practices: [practiceId],
      role: 'manager',
      rights: ['billing'],
      name: 'Anna Manager',
    });
    expect(await list()).toMatchObject([
      { user_id: owner.id, name: 'Olivia Owner', email: owner.email, role: 'owner', has_own_rights: false },
      { name: 'Anna Manager', role: 'manager', rights: ['billing.read', 'billing'], has_own_rights: true },
      { name: 'Stella Staff', role: 'staff', rights: ['settings', 'hours'], has_own_rights: false },
    ]);
  });

  it('returns how and when members sign in, and nothing about invited people', async () => {
    await add('ina.invited@console.example', 'staff');
    const signInOf = async (id: string) => (await list()).find(({ user_id: userId }) => userId === id)?.sign_in;
    expect(await signInOf(owner.id)).toEqual({ ways: ['password'], has_second_step: false, last_at: null });
    const at = new Date('2026-11-20T08:00:00Z');
    await server.db
      .insertInto('known_browsers')
      .values([
        { person_id: owner.id, browser_hash: Buffer.alloc(32, 1), used_at: at },
        { person_id: owner.id, browser_hash: Buffer.alloc(32, 2), used_at: new Date('2026-10-20T08:00:00Z') },
      ])
      .execute();
    const app = { person_id: owner.id, secret: null, added_at: null, new_secret: Buffer.alloc(8), new_secret_at: at };
    await server.db.insertInto('totp_authenticators').values(app).execute();
    expect(await signInOf(owner.id)).toEqual({
      ways: ['password'],
      has_second_step: false,
      last_at: at.getTime() / 1000,
    });
    await server.db
      .updateTable('totp_authenticators')
      .set({ secret: Buffer.alloc(8), added_at: at })
      .where('person_id', '=', owner.id)
      .execute();
    expect(await signInOf(owner.id)).toMatchObject({ has_second_step: true });
    const invited = (await list()).find(({ email }) => email === 'ina.invited@console.example');
    expect(invited).toMatchObject({ state: 'invited', sign_in: null });
  });

  describe('addMember', () => {
    it('invites an existing account, ignoring the case of its email address', async () => {
      const person = await createTestPerson(server.db, { name: 'Nora New' });
      const response = await add(` ${person.email.toUpperCase()} `, 'manager', ['hours']);
      expect(response.json<{ members: Member[] }>().members).toContainEqual({
        // An id of the invitation.
        user_id: expect.not.stringContaining(person.id),
        name: person.email.split('@')[0],
        email: person.email,
        role: 'manager',
        rights: ['hours'],
        has_own_rights: true,
        state: 'invited',
        is_linked: false,
        sign_in: null,
        invitation: { link_expires_at: expect.any(Number), has_expired: false, delivery: 'link' },
      });
      expect(await audit()).toEqual([
        {
          action: 'members.invite',
          actor_name: 'Olivia Owner',
          entity_id: person.id,
          before: null,
          after: {
            email: person.email,
            role: 'manager',
            rights: ['hours'],
            invited_as: person.email.split('@')[0],
          },
        },
      ]);
    });

    it('finds an address with accents in every spelling', async () => {
      const person = await addPerson(server.db, { email: 'josé.núñez@münchen.example', name: 'José' }, testAudit());
      expect((await add('JOSÉ.NÚÑEZ@MÜNCHEN.example'.normalize('NFD'), 'staff')).statusCode).toBe(200);
      expect(await list()).toContainEqual(expect.objectContaining({ state: 'invited', email: person.email }));
      // What Chrome turns the domain in an email field into.
      const again = await add('josé.núñez@xn--mnchen-3ya.example', 'staff');
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'exists']);
    });

    it('refuses a person who is already a member', async () => {
      const response = await add(staff.email, 'owner');
      const message = 'Stella Staff is already a member of this practice.';
      expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'exists', message }]);
      expect((await list()).at(1)).toMatchObject({ role: 'staff' });
    });

    it('refuses chosen rights for an owner', async () => {
      const person = await createTestPerson(server.db);
      const response = await add(person.email, 'owner', ['billing']);
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { fields: { rights: 'Owners have every right. Choose another role to change rights.' } },
      ]);
      expect(await list()).toHaveLength(2);
    });

    it.each<[string, unknown]>([
      ['rights.0', { role: 'staff', rights: ['members'] }],
      ['role', { role: 'king', rights: null }],
      ['rights', { role: 'staff' }],
    ])('refuses an invalid %s', async (field, body) => {
      const response = await server.call(asOwner, 'POST', base(), { email: staff.email, ...(body as object) });
      expect([response.statusCode, Object.keys(response.json<{ fields: object }>().fields)]).toEqual([400, [field]]);
    });
  });

  describe('updateMember', () => {
    it('changes rights, which apply to the next call of an open session', async () => {
      const preview = () => server.call(asStaff, 'POST', `/api/${practiceId}/practice-features/preview/`, {});
      expect((await preview()).statusCode).toBe(403);
      expect((await update(staff, 'staff', ['billing'])).statusCode).toBe(200);
      expect((await preview()).statusCode).toBe(400);
      expect(await rightsInSession(asStaff)).toEqual(['billing.read', 'billing']);
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      await update(staff, 'staff', []);
      expect((await preview()).statusCode).toBe(403);
      expect(await audit()).toMatchObject([
        {
          action: 'members.update',
          before: { role: 'staff', rights: null },
          after: { role: 'staff', rights: ['billing.read', 'billing'] },
        },
        { before: { rights: ['billing.read', 'billing'] }, after: { rights: [] } },
      ]);
    });

    it('writes no audit entry when nothing changes', async () => {
      expect((await update(staff, 'staff')).statusCode).toBe(200);
      await update(staff, 'staff', ['billing', 'hours']);
      await update(staff, 'staff', ['hours', 'billing', 'billing.read']);
      expect(await audit()).toHaveLength(1);
    });

    it('keeps the last owner', async () => {
      const response = await update(owner, 'manager');
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'last_owner', message: LAST_OWNER, fields: { role: LAST_OWNER } },
      ]);
      expect((await list())[0]).toMatchObject({ role: 'owner' });
      expect(await audit()).toEqual([]);
    });

    it('lets an owner step back once another owner exists', async () => {
      await update(staff, 'owner');
      expect((await update(owner, 'staff')).statusCode).toBe(200);
      expect((await server.call(asOwner, 'GET', base())).statusCode).toBe(403);
      expect((await list(asStaff)).map(({ role }) => role)).toEqual(['owner', 'staff']);
    });

    it('refuses chosen rights for an owner', async () => {
      const response = await update(staff, 'owner', []);
      expect([response.statusCode, Object.keys(response.json<{ fields: object }>().fields)]).toEqual([400, ['rights']]);
    });

    it('returns 404 for a person who is not a member', async () => {
      for (const id of [(await createTestPerson(server.db)).id, randomUUID()]) {
        const response = await server.call(asOwner, 'PUT', `${base()}${id}/`, { role: 'staff', rights: null });
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not_found']);
      }
    });

    it('keeps one owner when two demote each other concurrently', async () => {
      const other = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
      const asOther = await signedIn(server, other);
      for (let round = 0; round < 5; round += 1) {
        const responses = await Promise.all([update(other, 'staff'), update(owner, 'staff', null, asOther)]);
        const admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
        const owners = (await list(admin)).filter(({ role }) => role === 'owner');
        expect([responses.map(({ statusCode }) => statusCode === 200).sort(), owners.length]).toEqual([
          [false, true],
          1,
        ]);
        await update(other, 'owner', null, admin);
        await update(owner, 'owner', null, admin);
      }
    });
  });

  describe('removeMember', () => {
    it('ends only this membership', async () => {
      const other = await createTestPractice(server.db);
      const person = await createTestPerson(server.db, { practices: [practiceId, other], role: 'manager' });
      const caller = await signedIn(server, person);
      expect((await remove(person)).json<{ members: Member[] }>().members).toHaveLength(2);
      expect((await server.call(caller, 'GET', `/api/practices/${practiceId}/`)).statusCode).toBe(403);
      expect((await server.call(caller, 'GET', `/api/practices/${other}/`)).statusCode).toBe(200);
      expect(await audit()).toMatchObject([
        { action: 'members.remove', before: { email: person.email, role: 'manager', rights: null }, after: null },
      ]);
      expect((await remove(person)).statusCode).toBe(404);
      expect(await audit()).toHaveLength(1);
    });

    it('keeps the last owner', async () => {
      const response = await remove(owner);
      expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'last_owner', message: LAST_OWNER }]);
      expect(await list()).toHaveLength(2);
    });
  });

  describe('deactivateMember', () => {
    it('ends an open session’s access at the next call, and keeps role, rights and history', async () => {
      await update(staff, 'staff', ['hours']);
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      expect((await server.call(asStaff, 'GET', `/api/practices/${practiceId}/`)).statusCode).toBe(200);
      const response = await deactivate(staff);
      expect(response.json<{ members: Member[] }>().members.at(1)).toMatchObject({
        user_id: staff.id,
        role: 'staff',
        rights: ['hours'],
        state: 'deactivated',
      });
      expect((await server.call(asStaff, 'GET', `/api/practices/${practiceId}/`)).statusCode).toBe(403);
      expect(await rightsInSession(asStaff)).toBeUndefined();
      expect((await audit()).at(-1)).toEqual({
        action: 'members.deactivate',
        actor_name: 'Olivia Owner',
        entity_id: staff.id,
        before: { email: staff.email, role: 'staff', rights: ['hours'] },
        after: { email: staff.email, role: 'staff', rights: ['hours'] },
      });
    });

    it('hides the practice from the member’s search, and the member from the practice', async () => {
      const owners = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
      await deactivate(owners);
      await deactivate(staff);
      const searchResponse = await server.call(asStaff, 'GET', `/api/practices/?search=${practiceId}`);
      expect(searchResponse.json<{ results: unknown[] }>().results).toEqual([]);
      expect((await listPracticeUsers(server.db, practiceId)).map((one) => one.user_id)).toEqual([owner.id]);
      expect((await listOwners(server.db, practiceId)).map((one) => one.user_id)).toEqual([owner.id]);
      const copy = await createTestPractice(server.db);
      expect(await copyMemberships(server.db, practiceId, copy)).toBe(1);
    });

    it('writes one entry for a member who is deactivated twice', async () => {
      await deactivate(staff);
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      expect((await deactivate(staff)).statusCode).toBe(200);
      expect(await audit()).toHaveLength(1);
    });

    it('refuses the signed-in person', async () => {
      await update(staff, 'owner');
      const response = await deactivate(owner);
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'own_membership', message: 'You can’t deactivate yourself. Ask another owner.' },
      ]);
      expect((await list())[0]).toMatchObject({ state: 'active' });
    });

    it('keeps the last owner who has access', async () => {
      const other = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
      const admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
      expect((await deactivate(other)).statusCode).toBe(200);
      // The other owner is deactivated, so every way to remove the last one is refused.
      const responses = [await deactivate(owner, admin), await update(owner, 'manager'), await remove(owner)];
      expect(responses.map((one) => [one.statusCode, one.json<{ code: string }>().code])).toEqual(
        responses.map(() => [409, 'last_owner']),
      );
      expect((await remove(other)).statusCode).toBe(200);
    });

    it('keeps one owner when two deactivate each other concurrently', async () => {
      const other = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
      const asOther = await signedIn(server, other);
      const admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
      for (let round = 0; round < 5; round += 1) {
        const responses = await Promise.all([deactivate(other), deactivate(owner, asOther)]);
        const acting = (await list(admin)).filter(({ role, state }) => role === 'owner' && state === 'active');
        expect([responses.map(({ statusCode }) => statusCode === 200).sort(), acting.length]).toEqual([
          [false, true],
          1,
        ]);
        await reactivate(other, admin);
        await reactivate(owner, admin);
      }
    });

    it('returns 404 for a person who is not a member', async () => {
      const stranger = await createTestPerson(server.db);
      expect((await deactivate(stranger)).statusCode).toBe(404);
      expect((await reactivate(stranger)).statusCode).toBe(404);
    });
  });

  describe('reactivateMember', () => {
    it('gives the former role and rights back to an open session', async () => {
      await update(staff, 'staff', ['billing']);
      await deactivate(staff);
      server.clock.now = new Date(server.clock.now.getTime() + 1000);
      const response = await reactivate(staff);
      expect(response.json<{ members: Member[] }>().members.at(1)).toMatchObject({ state: 'active' });
      expect(await rightsInSession(asStaff)).toEqual(['billing.read', 'billing']);
      expect((await audit()).at(-1)).toMatchObject({ action: 'members.reactivate', entity_id: staff.id });
    });

    it('applies a role that changed in the meantime', async () => {
      await deactivate(staff);
      await update(staff, 'manager', ['hours']);
      expect(await rightsInSession(asStaff)).toBeUndefined();
      await reactivate(staff);
      expect(await rightsInSession(asStaff)).toEqual(['hours']);
    });
  });

  it('gives a deactivated member whom an operator adds again their former access back', async () => {
    await update(staff, 'manager', ['hours']);
    await deactivate(staff);
    expect(await setMembership(server.db, { person: staff, practiceId }, true, testAudit())).toBe(true);
    expect(await rightsInSession(asStaff)).toEqual(['hours']);
  });

  it('allows only owners, task admins and super admins to manage members', async () => {
    const manager = await createTestPerson(server.db, { practices: [practiceId], role: 'manager' });
    const refused = [asStaff, await signedIn(server, manager)];
    const message = 'You don’t have permission to manage members. Ask an owner of this practice.';
    for (const caller of refused) {
      const responses = [
        await server.call(caller, 'GET', base()),
        await update(staff, 'owner', null, caller),
        await remove(staff, caller),
        await deactivate(staff, caller),
        await reactivate(staff, caller),
        await server.call(caller, 'POST', `${base()}${staff.id}/invitation/`),
        await add(owner.email, 'staff', null, caller),
      ];
      expect(responses.map((one) => [one.statusCode, one.json<{ message: string }>().message])).toEqual(
        responses.map(() => [403, message]),
      );
    }
    for (const flags of [{ task_admin: true }, { super_admin: true }]) {
      const admin = await signedIn(server, await createTestPerson(server.db, { flags }));
      expect((await update(staff, 'manager', null, admin)).statusCode).toBe(200);
      expect((await update(staff, 'staff', null, admin)).statusCode).toBe(200);
    }
    expect(await audit()).toHaveLength(4);
  });

  describe('rights in responses about a practice', () => {
    const everyRight = ['billing.read', 'billing', 'settings', 'communication', 'hours', 'activity', 'members'];
    it.each<[string, Parameters<typeof createTestPerson>[1], string[]]>([
      ['owners', { role: 'owner' }, everyRight],
      ['managers', { role: 'manager' }, everyRight.filter((right) => right !== 'members')],
      ['staff', {}, ['settings', 'hours']],
      ['staff with billing', { rights: ['billing'] }, ['billing.read', 'billing']],
      ['staff who are task admins', { flags: { task_admin: true } }, everyRight.filter((it) => it !== 'communication')],
      ['managers who are task admins', { flags: { task_admin: true }, role: 'manager' }, everyRight],
      ['staff who are internal', { flags: { internal: true } }, ['settings', 'hours']],
    ])('returns the rights of %s', async (_who, person, expectedRights) => {
      const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], ...person }));
      const read = await server.call(caller, 'GET', `/api/practices/${practiceId}/`);
      const listed = await server.call(caller, 'GET', `/api/practices/?search=${practiceId}`);
      expect([await rightsInSession(caller), read.json<{ rights: string[] }>().rights]).toEqual([
        expectedRights,
        expectedRights,
      ]);
      expect(listed.json<{ results: { rights: string[] }[] }>().results[0]?.rights).toEqual(expectedRights);
    });

    it.each<[string, object, string[]]>([
      ['super admins', { super_admin: true }, everyRight],
      ['task admins', { task_admin: true }, everyRight.filter((right) => right !== 'communication')],
      ['internal staff', { internal: true }, ['billing.read', 'billing']],
    ])('returns the rights of %s who are not members', async (_who, flags, expectedRights) => {
      const caller = await signedIn(server, await createTestPerson(server.db, { flags }));
      const read = await server.call(caller, 'GET', `/api/practices/${practiceId}/`);
      expect(read.json<{ rights: string[] }>().rights).toEqual(expectedRights);
    });
  });
});
