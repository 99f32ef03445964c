import { beforeAll, expect, it } from '@jest/globals';
import { scimPatch } from 'scim-patch';
import SCIMMY from 'scimmy';
import { setMembership } from '../members/members-service.js';
import { findPerson } from '../people/people-repository.js';
import { personOfClaims } from '../sessions/oidc-people.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
} from '../../testing/test-server.js';
import {
  scimServer,
  scimRequests,
  USER,
  ENTERPRISE,
  publicUrl,
  type User,
  patch,
} from './testing/identity-provider.js';

describeWithDatabase('people of SCIM', (database) => {
  let server: TestServer;
  let token = '';
  const cleanUp = cleanUpAfterAll();
  const { send, done, aUser, create, list, find, entriesOf, errorOf } = scimRequests(
    () => server,
    () => token,
  );

  beforeAll(async () => {
    ({ server, token } = await scimServer(database()));
    cleanUp(() => server.close());
  });

  it('adds a person, who signs in through the identity provider', async () => {
    const answer = await send('POST', 'Users', {
      ...aUser({ userName: 'Nora.New@Clinic.example', displayName: 'Nora New', externalId: 'e-1', active: true }),
      schemas: [USER, ENTERPRISE],
      name: { givenName: 'Nora', familyName: 'New' },
      emails: [{ value: 'nora.new@clinic.example', type: 'work', primary: true }],
      [ENTERPRISE]: { department: 'Front desk' },
    });
    const user = answer.json<User>();
    expect([answer.statusCode, answer.headers.location]).toEqual([201, `${publicUrl}/api/scim/v2/Users/${user.id}`]);
    expect(user).toMatchObject({
      schemas: [USER],
      userName: 'nora.new@clinic.example',
      displayName: 'Nora New',
      externalId: 'e-1',
      name: { formatted: 'Nora New', givenName: 'Nora', familyName: 'New' },
      active: true,
    });
    // The client library rejects a response that doesn't match the schema.
    const { schemas: _, meta: __, groups: ___, ...values } = user;
    expect(new SCIMMY.Schemas.User(values, 'out')).toMatchObject({ userName: user.userName, active: true });
    expect(await entriesOf(user.id)).toMatchObject([{ action: 'person.add', actor_name: 'SCIM (Entra)' }]);

    const all = { email: 'nora.new@clinic.example', email_verified: true };
    const { oidc } = server.config;
    if (!oidc) throw new Error('There is no identity provider');
    const person = await personOfClaims(server.db, { issuer: oidc.issuer, subject: 'nora', all }, oidc, testAudit());
    expect(person).toMatchObject({ id: user.id, password_hash: null });
  });

  it('refuses an address already in use, also for concurrent requests', async () => {
    const body = aUser();
    const statuses = await Promise.all([send('POST', 'Users', body), send('POST', 'Users', body)]);
    expect(statuses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await errorOf('POST', 'Users', { ...body, userName: body.userName.toUpperCase() })).toEqual([
      409,
      'uniqueness',
    ]);
    const other = await create();
    expect(
      await errorOf('PATCH', `Users/${other.id}`, patch({ op: 'replace', path: 'userName', value: body.userName })),
    ).toEqual([409, 'uniqueness']);
  });

  it('finds people by the client library’s queries', async () => {
    const userName = 'filter-me@clinic.example';
    const active = await create({ userName, externalId: 'filter me' });
    await create({ externalId: 'filtered', active: false });
    const all = (await list('count=200')).Resources;
    for (const filter of [
      `userName eq "${userName}"`,
      `USERNAME EQ "${userName}"`,
      'externalId eq "filter me"',
      'externalId eq "filtered" and active eq false',
      'externalId eq "filtered" and active eq true',
      `id eq "${active.id}"`,
      'userName eq "nobody@clinic.example"',
    ]) {
      const expected = new SCIMMY.Types.Filter(filter).match(all) as User[];
      expect([filter, (await find(filter)).Resources.map(({ id }) => id)]).toEqual([
        filter,
        expected.map(({ id }) => id),
      ]);
    }
    expect((await find(`userName eq "${userName.toUpperCase()}"`)).totalResults).toBe(1);
    const quoted = await create({ externalId: 'in "quotes"' });
    const users = await find('externalId eq "in \\"quotes\\""');
    expect(users.Resources.map(({ id }) => id)).toEqual([quoted.id]);
  });

  it.each([
    'userName co "a"',
    'userName eq',
    'userName eq "a" or active eq true',
    'title eq "a"',
    '',
    'x'.repeat(500),
    String.raw`userName eq "\u0000"`,
    String.raw`externalId eq "\ud800"`,
  ])('refuses the filter %p', async (filter) => {
    expect(await errorOf('GET', `Users?filter=${encodeURIComponent(filter)}`)).toEqual([400, 'invalidFilter']);
  });

  it('returns pages and the requested attributes', async () => {
    for (let added = 0; added < 3; added += 1) await create();
    const { totalResults } = await list('count=0');
    const ids = new Set<string>();
    for (let startIndex = 1; startIndex <= totalResults; startIndex += 2) {
      const page = await list(`startIndex=${startIndex}&count=2`);
      expect(page).toMatchObject({ totalResults, startIndex, itemsPerPage: page.Resources.length });
      page.Resources.forEach(({ id }) => ids.add(id));
    }
    expect(ids.size).toBe(totalResults);
    expect((await list('startIndex=-3&count=-1')).itemsPerPage).toBe(0);
    expect(await errorOf('GET', 'Users?count=many')).toEqual([400, 'invalidValue']);
    expect(await errorOf('GET', 'Users?count=1&count=2')).toEqual([400, 'invalidSyntax']);
    const [first] = (await list('count=1&attributes=userName,name.givenName')).Resources;
    expect(Object.keys(first ?? {}).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
    const [group] = (await list('excludedAttributes=members', 'Groups')).Resources;
    expect(group).not.toHaveProperty('members');
  });

  it.each<[string, object[]]>([
    ['a path', [{ op: 'replace', path: 'displayName', value: 'Ulla User' }]],
    ['no path', [{ op: 'replace', value: { displayName: 'Ulla User', externalId: 'e-9' } }]],
    ['an operation in capitals, as Entra ID sends it', [{ op: 'Replace', path: 'displayName', value: 'Ulla User' }]],
    ['an added attribute', [{ op: 'Add', path: 'externalId', value: 'e-10' }]],
    ['a part of the name', [{ op: 'replace', path: 'name.givenName', value: 'Ulla' }]],
    ['the whole name', [{ op: 'add', path: 'name', value: { givenName: 'Ulla', familyName: 'Ulrich' } }]],
    ['a removed attribute', [{ op: 'remove', path: 'externalId' }]],
    [
      'several operations',
      [
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'externalId', value: 'e-11' },
        { op: 'remove', path: 'name.familyName' },
      ],
    ],
  ])('updates a person by %s, as the client libraries do', async (_, operations) => {
    const before = await create({ externalId: 'e-8', name: { givenName: 'Uma', familyName: 'User' } });
    const after = await done('PATCH', `Users/${before.id}`, patch(...operations));
    const stored = ({ displayName, externalId, active, name: { givenName, familyName } }: User) => ({
      externalId,
      active,
      givenName,
      familyName,
      // The console shows one name: without a display name, it is built from the parts.
      ...(JSON.stringify(operations).includes('displayName') && { displayName }),
    });
    const byScimPatch = scimPatch(structuredClone(before) as never, structuredClone(operations) as never) as never;
    expect(stored(after)).toEqual(stored(byScimPatch));
    const { schemas: __, meta: ___, ...values } = structuredClone(before);
    const message = new SCIMMY.Messages.PatchOp(patch(...operations) as never);
    const bySCIMMY = await message.apply(new SCIMMY.Schemas.User(values));
    expect(stored(after)).toEqual(stored(bySCIMMY as unknown as User));
    expect(await done('GET', `Users/${before.id}`)).toEqual(after);
  });

  it('accepts what Entra ID and Okta send', async () => {
    const { id } = await create();
    const disabled = await done(
      'PATCH',
      `Users/${id}`,
      patch(
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@clinic.example' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
        { op: 'Add', path: 'title', value: 'Dr.' },
      ),
    );
    expect(disabled.active).toBe(false);
    const dotted = patch({ op: 'Replace', value: { 'name.givenName': 'Gia', active: 'True', id } });
    expect(await done('PATCH', `Users/${id}`, dotted)).toMatchObject({ active: true, name: { givenName: 'Gia' } });
    const okta = await done('PUT', `Users/${id}`, {
      schemas: [USER],
      id,
      userName: 'renamed@clinic.example',
      name: { givenName: 'Gia', familyName: 'Gray' },
      emails: [{ primary: true, value: 'renamed@clinic.example', type: 'work' }],
      locale: 'en-US',
      groups: [],
      active: true,
    });
    expect(okta).toMatchObject({ userName: 'renamed@clinic.example', displayName: 'Gia Gray', active: true });
    const { before, after } = (await entriesOf(id)).findLast(({ action }) => action === 'person.update') ?? {};
    expect([before, after]).toMatchObject([
      { family_name: null },
      { email: 'renamed@clinic.example', name: 'Gia Gray' },
    ]);
  });

  it('records nothing when nothing changes', async () => {
    const user = await create();
    const before = await entriesOf(user.id);
    await done('PATCH', `Users/${user.id}`, patch({ op: 'replace', value: { active: true, displayName: 'Uma User' } }));
    expect(await entriesOf(user.id)).toEqual(before);
    expect(await done('GET', `Users/${user.id}`)).toEqual(user);
  });

  it('deletes an account, and restores it with its memberships when it is added again', async () => {
    const practiceId = await createTestPractice(server.db);
    const person = await createTestPerson(server.db, { flags: { internal: true }, practices: [practiceId] });
    const caller = await signedIn(server, person);
    expect((await send('DELETE', `Users/${person.id}`)).statusCode).toBe(204);
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await errorOf(method, `Users/${person.id}`)).toEqual([404, undefined]);
    }
    expect(await errorOf('PUT', `Users/${person.id}`, aUser())).toEqual([404, undefined]);
    expect((await find(`userName eq "${person.email}"`)).totalResults).toBe(0);
    expect(await findPerson(server.db, person.id)).toMatchObject({ internal: false, password_hash: null });

    const restored = await create({ userName: person.email, displayName: 'Back Again' });
    expect(restored).toMatchObject({ id: person.id, displayName: 'Back Again', active: true });
    expect(restored).not.toHaveProperty('groups');
    const session = await server.call(await signedIn(server, person), 'GET', '/api/session/');
    expect(session.json()).toMatchObject({ practices: [{ id: practiceId }], flags: { internal: false } });
    await setMembership(server.db, { person, practiceId }, false, testAudit());
  });
});
