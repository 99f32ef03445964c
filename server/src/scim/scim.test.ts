import { beforeAll, expect, it } from '@jest/globals';
import { scimPatch } from 'scim-patch';
import SCIMMY from 'scimmy';
import { createLink, personOfLink, SHOWN_LINK_MS } from '../accounts/account-links.js';
import { findPendingSignIn, insertPendingSignIn } from '../accounts/pending-sign-ins.js';
import { setMembership } from '../members/members-service.js';
import { findPerson, linkIdentity, type Person } from '../people/people-repository.js';
import { setFlags } from '../people/people-service.js';
import { personOfClaims } from '../sessions/oidc-people.js';
import { REFUSALS_RECORDED } from '../sessions/sign-in-limit.js';
import { startSession } from '../sessions/session-service.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testPassword,
  testServer,
} from '../testing/test-server.js';
import { ERROR_SCHEMA } from './scim-error.js';
import { issueScimToken, revokeScimToken, rotateScimToken } from './scim-tokens.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const metricsToken = 'a-token-for-metrics';
const publicUrl = 'http://console.test';

interface User {
  id: string;
  userName: string;
  displayName: string;
  name: { formatted?: string; givenName?: string; familyName?: string };
  active: boolean;
  externalId?: string;
  groups?: { value: string }[];
  meta: { location: string };
  [attribute: string]: unknown;
}

describeWithDatabase('SCIM', (database) => {
  let server: TestServer;
  let token = '';
  let admin: Person;
  const cleanUp = cleanUpAfterAll();

  beforeAll(async () => {
    server = await testServer(database(), {
      PUBLIC_URL: publicUrl,
      METRICS_TOKEN: metricsToken,
      OIDC_ISSUER: 'https://idp.example',
      OIDC_CLIENT_ID: 'console',
      OIDC_NAME: 'Clinic ID',
    });
    cleanUp(() => server.close());
    admin = await createTestPerson(server.db, { name: 'Ada Admin', flags: { super_admin: true } });
    ({ token } = await issueScimToken(server.db, { name: 'Entra' }, testAudit()));
  });

  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  const send = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.app.inject({
      method,
      url: `/api/scim/v2/${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  /** Sends what must succeed. */
  const done = async <T = User>(method: Method, path: string, body?: unknown): Promise<T> => {
    const answer = await send(method, path, body);
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json<T>();
  };
  const patch = (...operations: object[]) => ({ schemas: [PATCH_OP], Operations: operations });

  let made = 0;
  const aUser = (values: object = {}) => {
    made += 1;
    return { schemas: [USER], userName: `user-${made}@clinic.example`, displayName: 'Uma User', ...values };
  };
  const create = (values?: object) => done('POST', 'Users', aUser(values));
  const list = (query: string, kind = 'Users') =>
    done<{ totalResults: number; startIndex: number; itemsPerPage: number; Resources: User[] }>(
      'GET',
      `${kind}?${query}`,
    );
  const find = (filter: string) => list(`filter=${encodeURIComponent(filter)}`);
  const entriesOf = (entityId: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('entity_id', '=', entityId)
      .orderBy('sequence')
      .execute();
  const refusals = () => entriesOfAction('scim.refuse');
  const entriesOfAction = (action: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'after'])
      .where('action', '=', action)
      .orderBy('sequence')
      .execute();
  const errorOf = async (method: Method, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    const error = answer.json<{ schemas: string[]; status: string; scimType?: string; detail: string }>();
    expect(error.schemas).toEqual([ERROR_SCHEMA]);
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(error.status).toBe(String(answer.statusCode));
    return [answer.statusCode, error.scimType];
  };

  it('states what it supports, by schemas that a client library reads', async () => {
    expect(await done('GET', 'ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
    });
    const types = await list('', 'ResourceTypes');
    expect(types.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
    const { Resources: found } = await list('', 'Schemas');
    expect(found.map(({ id }) => id)).toEqual([USER, GROUP]);
    // Each attribute that is described here is one of the standard, with its type.
    for (const { id, attributes } of found as unknown as {
      id: string;
      attributes: { name: string; type: string }[];
    }[]) {
      const standard = id === USER ? SCIMMY.Schemas.User : SCIMMY.Schemas.Group;
      for (const { name, type } of attributes) {
        expect([name, standard.definition.attribute(name)]).toMatchObject([name, { type }]);
      }
    }
    expect(await done('GET', `Schemas/${USER}`)).toMatchObject({ id: USER });
    expect(await errorOf('GET', 'ResourceTypes/Bulk')).toEqual([404, undefined]);
    expect(await errorOf('GET', 'Bulk')).toEqual([404, undefined]);
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
    // The client library refuses an answer that doesn't follow the schema.
    const { schemas: _, meta: __, groups: ___, ...values } = user;
    expect(new SCIMMY.Schemas.User(values, 'out')).toMatchObject({ userName: user.userName, active: true });
    expect(await entriesOf(user.id)).toMatchObject([{ action: 'person.add', actor_name: 'SCIM (Entra)' }]);

    const all = { email: 'nora.new@clinic.example', email_verified: true };
    const { oidc } = server.config;
    if (!oidc) throw new Error('There is no identity provider');
    const person = await personOfClaims(server.db, { issuer: oidc.issuer, subject: 'nora', all }, oidc, testAudit());
    expect(person).toMatchObject({ id: user.id, password_hash: null });
  });

  it('refuses an address that another account has, also of two requests at the same moment', async () => {
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

  it('finds people as the client library does', async () => {
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
    const found = await find('externalId eq "in \\"quotes\\""');
    expect(found.Resources.map(({ id }) => id)).toEqual([quoted.id]);
  });

  it.each(['userName co "a"', 'userName eq', 'userName eq "a" or active eq true', 'title eq "a"', '', 'x'.repeat(500)])(
    'refuses the filter %p',
    async (filter) => {
      expect(await errorOf('GET', `Users?filter=${encodeURIComponent(filter)}`)).toEqual([400, 'invalidFilter']);
    },
  );

  it('lists pages, and the attributes that are asked for', async () => {
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
  ])('changes a person by %s, as the client libraries do', async (_, operations) => {
    const before = await create({ externalId: 'e-8', name: { givenName: 'Uma', familyName: 'User' } });
    const after = await done('PATCH', `Users/${before.id}`, patch(...operations));
    const stored = ({ displayName, externalId, active, name: { givenName, familyName } }: User) => ({
      externalId,
      active,
      givenName,
      familyName,
      // The console shows one name: without a display name it follows the parts.
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

  it('takes what Entra ID and Okta send', async () => {
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

  it('leaves no trace when nothing changes', async () => {
    const user = await create();
    const before = await entriesOf(user.id);
    await done('PATCH', `Users/${user.id}`, patch({ op: 'replace', value: { active: true, displayName: 'Uma User' } }));
    expect(await entriesOf(user.id)).toEqual(before);
    expect(await done('GET', `Users/${user.id}`)).toEqual(user);
  });

  it.each<[string, Method, unknown, string]>([
    ['text that is no JSON', 'POST', '{"schemas":', 'invalidSyntax'],
    ['nothing', 'POST', undefined, 'invalidSyntax'],
    ['a list', 'POST', [], 'invalidSyntax'],
    ['a body without schemas', 'POST', { userName: 'a@b.example' }, 'invalidSyntax'],
    ['schemas that are no list', 'POST', { schemas: USER, userName: 'a@b.example' }, 'invalidSyntax'],
    ['the schema of another resource', 'POST', { schemas: [GROUP], userName: 'a@b.example' }, 'invalidSyntax'],
    ['an unknown attribute', 'POST', aBody({ shoeSize: 44 }), 'invalidSyntax'],
    ['a name twice', 'POST', aBody({ username: 'b@b.example' }), 'invalidSyntax'],
    ['a polluted prototype', 'POST', '{"__proto__":{"active":true}}', 'invalidSyntax'],
    ['an extension that schemas doesn’t name', 'POST', aBody({ [ENTERPRISE]: {} }), 'invalidSyntax'],
    ['no userName', 'POST', { schemas: [USER] }, 'invalidValue'],
    ['a userName that is no address', 'POST', aBody({ userName: 'nora' }), 'invalidValue'],
    ['a number as a name', 'POST', aBody({ displayName: 7 }), 'invalidValue'],
    ['a name as text', 'POST', aBody({ name: 'Nora' }), 'invalidValue'],
    ['an unknown part of the name', 'POST', aBody({ name: { nick: 'N' } }), 'invalidSyntax'],
    ['active as a word', 'POST', aBody({ active: 'yes' }), 'invalidValue'],
    ['emails as text', 'POST', aBody({ emails: 'a@b.example' }), 'invalidValue'],
    ['a text that is too long', 'POST', aBody({ externalId: 'x'.repeat(321) }), 'invalidValue'],
    ['a NUL character', 'POST', aBody({ displayName: 'a\0b' }), 'invalidValue'],
    ['a patch without operations', 'PATCH', { schemas: [PATCH_OP] }, 'invalidSyntax'],
    ['a patch without its schema', 'PATCH', { Operations: [{ op: 'remove', path: 'externalId' }] }, 'invalidSyntax'],
    ['an empty list of operations', 'PATCH', { schemas: [PATCH_OP], Operations: [] }, 'invalidSyntax'],
    ['an unknown operation', 'PATCH', aPatch({ op: 'move', path: 'active' }), 'invalidSyntax'],
    ['an unknown path', 'PATCH', aPatch({ op: 'replace', path: 'shoeSize', value: 1 }), 'invalidPath'],
    ['a path that can’t be read', 'PATCH', aPatch({ op: 'replace', path: 'a[b', value: 1 }), 'invalidPath'],
    [
      'a filter on a single value',
      'PATCH',
      aPatch({ op: 'replace', path: 'active[a eq 1]', value: true }),
      'invalidPath',
    ],
    ['a removal without a path', 'PATCH', aPatch({ op: 'remove' }), 'noTarget'],
    ['an operation without a value', 'PATCH', aPatch({ op: 'replace', path: 'displayName' }), 'invalidValue'],
    ['a changed id', 'PATCH', aPatch({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    [
      'groups of a person',
      'PATCH',
      aPatch({ op: 'add', path: 'groups', value: [{ value: 'internal' }] }),
      'mutability',
    ],
    ['a removed userName', 'PATCH', aPatch({ op: 'remove', path: 'userName' }), 'mutability'],
  ])('refuses, audits and counts %s', async (_, method, body, scimType) => {
    const counted = async () => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const { body: text } = await server.app.inject({ url: '/metrics', headers });
      const code = `scim_${scimType.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}`;
      return Number(
        new RegExp(`^http_refusals_total\\{code="${code}",call="none"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
      );
    };
    const people = () => server.db.selectFrom('people').selectAll().orderBy('id').execute();
    const [before, count] = [await people(), await counted()];
    const path = method === 'POST' ? 'Users' : `Users/${admin.id}`;
    expect(await errorOf(method, path, body)).toEqual([400, scimType]);
    expect((await refusals()).at(-1)).toMatchObject({ actor_name: 'SCIM (Entra)', after: { reason: scimType } });
    expect(await counted()).toBe(count + 1);
    expect(await people()).toEqual(before);
  });

  it('refuses other media types', async () => {
    const answer = await send('POST', 'Users', 'userName=a', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.statusCode).toBe(415);
    expect((await send('POST', 'Users', aUser(), { 'content-type': 'application/json' })).statusCode).toBe(201);
  });

  it('keeps the log from being filled', async () => {
    await server.db.deleteFrom('sign_in_attempts').execute();
    const before = (await refusals()).length;
    for (let sent = 0; sent < REFUSALS_RECORDED.ofAccount + 5; sent += 1) await send('POST', 'Users', {});
    expect((await refusals()).length - before).toBe(REFUSALS_RECORDED.ofAccount);
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  it('ends all sessions of a deactivated person, who can’t sign in until they are reactivated', async () => {
    const practiceId = await createTestPractice(server.db);
    const person = await createTestPerson(server.db, { practices: [practiceId], name: 'Dee' });
    const caller = await signedIn(server, person);
    const link = await createLink(server.db, person, SHOWN_LINK_MS, testAudit(server.clock.now));
    await linkIdentity(server.db, person.id, 'https://idp.example', 'dee');
    const passwordHash = person.password_hash ?? '';
    const pending = await insertPendingSignIn(
      server.db,
      { personId: person.id, passwordHash, replacesPassword: false },
      server.clock.now,
    );
    const status = async () => (await server.call(caller, 'GET', '/api/session/')).statusCode;
    const signIn = async () => {
      const credentials = { email: person.email, password: testPassword };
      const answer = await server.call(anonymousCaller, 'POST', '/api/session/', credentials);
      return [answer.statusCode, answer.json<{ code?: string }>().code];
    };
    const throughProvider = async () => {
      const { oidc } = server.config;
      if (!oidc) throw new Error('There is no identity provider');
      const claims = { issuer: oidc.issuer, subject: 'dee', all: { console_flags: ['internal'] } };
      const { id } = await personOfClaims(server.db, claims, oidc, testAudit());
      return startSession(server.db, id, undefined, server.clock.now, server.config, {
        methods: ['identity_provider'],
      });
    };
    expect(await status()).toBe(200);

    await done('PATCH', `Users/${person.id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(await status()).toBe(401);
    expect(await signIn()).toEqual([403, 'account_deactivated']);
    expect((await entriesOf(person.id)).at(-1)).toMatchObject({
      action: 'sign_in.refuse',
      after: { reason: 'deactivated' },
    });
    await expect(throughProvider()).rejects.toMatchObject({ code: 'account_deactivated' });
    expect(await findPerson(server.db, person.id)).toMatchObject({ internal: false });
    const withPasskey = { methods: ['passkey'] as const, secondFactor: true };
    await expect(
      startSession(server.db, person.id, undefined, server.clock.now, server.config, withPasskey),
    ).rejects.toMatchObject({ code: 'account_deactivated' });
    expect(await findPendingSignIn(server.db, pending, server.clock.now)).toBeUndefined();
    await expect(personOfLink(server.db, link, server.clock.now)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await entriesOf(person.id)).toContainEqual({
      action: 'person.deactivate',
      actor_name: 'SCIM (Entra)',
      before: null,
      after: { sessions: 1 },
    });

    await done('PATCH', `Users/${person.id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect(await signIn()).toEqual([200, undefined]);
    expect(await throughProvider()).toEqual(expect.any(String));
    expect(await entriesOf(person.id)).toContainEqual(
      expect.objectContaining({ action: 'person.reactivate', actor_name: 'SCIM (Entra)' }),
    );
  });

  it('keeps the last super admin who can sign in', async () => {
    const active = (value: boolean) => patch({ op: 'replace', path: 'active', value });
    const remove = patch({ op: 'remove', path: `members[value eq "${admin.id}"]` });
    // One that is deactivated doesn't count.
    const former = await createTestPerson(server.db, { flags: { super_admin: true } });
    await done('PATCH', `Users/${former.id}`, active(false));
    expect(await errorOf('PATCH', `Users/${admin.id}`, active(false))).toEqual([409, undefined]);
    expect(await errorOf('DELETE', `Users/${admin.id}`)).toEqual([409, undefined]);
    expect(await errorOf('PATCH', 'Groups/super_admin', remove)).toEqual([409, undefined]);
    expect((await send('PATCH', `Users/${admin.id}`, active(false))).json()).toMatchObject({
      detail: expect.stringContaining('last super admin'),
    });
    expect((await refusals()).at(-1)).toMatchObject({ after: { reason: 'lastAdmin' } });
    expect(await findPerson(server.db, admin.id)).toMatchObject({ super_admin: true, deactivated_at: null });

    const other = await createTestPerson(server.db, { flags: { super_admin: true } });
    const answers = await Promise.all([admin, other].map(({ id }) => send('PATCH', `Users/${id}`, active(false))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await done('PATCH', `Users/${admin.id}`, active(true));
    await setFlags(server.db, other, { super_admin: false }, testAudit());
    await done('PATCH', `Users/${other.id}`, active(true));
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
    await setMembership(server.db, person, practiceId, false, testAudit());
  });

  it('gives members of a group its flag', async () => {
    const [one, other] = [await create(), await create()];
    const membersOf = async (id: string) => {
      const group = await done<{ members: { value: string }[] }>('GET', `Groups/${id}`);
      return group.members.map(({ value }) => value);
    };
    const [found] = (await list(`filter=${encodeURIComponent('displayName eq "Internal staff"')}`, 'Groups')).Resources;
    expect(found).toMatchObject({ id: 'internal', displayName: 'Internal staff', schemas: [GROUP] });
    const member = ({ id }: User) => ({ value: id });
    await done('PATCH', 'Groups/internal', patch({ op: 'replace', path: 'members', value: [] }));
    await done('PATCH', 'Groups/internal', patch({ op: 'Add', path: 'members', value: [one, other].map(member) }));
    expect(await membersOf('internal')).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(await done('GET', `Users/${one.id}`)).toMatchObject({ groups: [{ value: 'internal' }] });
    expect((await entriesOf(one.id)).at(-1)).toMatchObject({
      action: 'person.flags',
      actor_name: 'SCIM (Entra)',
      after: { internal: true },
    });
    await done('PATCH', 'Groups/internal', patch({ op: 'remove', path: `members[value eq "${one.id}"]` }));
    expect(await membersOf('internal')).toEqual([other.id]);
    // Entra ID names the members in the value.
    await done('PATCH', 'Groups/internal', patch({ op: 'Remove', path: 'members', value: [member(other)] }));
    expect(await membersOf('internal')).toEqual([]);
    // Okta sends the group as it is, and then whole lists.
    await done(
      'PATCH',
      'Groups/internal',
      patch({ op: 'replace', value: { id: 'internal', displayName: 'Internal staff' } }),
    );
    await done('PATCH', 'Groups/internal', patch({ op: 'replace', path: 'members', value: [member(one)] }));
    expect(await membersOf('internal')).toEqual([one.id]);
    const body = { schemas: [GROUP], displayName: 'Internal staff', members: [member(other)] };
    await done('PUT', 'Groups/internal', body);
    expect(await membersOf('internal')).toEqual([other.id]);
  });

  it.each<[string, Method, string, unknown, [number, string | undefined]]>([
    ['a new group', 'POST', 'Groups', { schemas: [GROUP], displayName: 'New' }, [501, undefined]],
    ['the end of a group', 'DELETE', 'Groups/internal', undefined, [501, undefined]],
    ['an unknown group', 'GET', 'Groups/unknown', undefined, [404, undefined]],
    [
      'another name',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'displayName', value: 'X' }),
      [400, 'mutability'],
    ],
    [
      'an unknown attribute',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'color', value: 'X' }),
      [400, 'invalidPath'],
    ],
    [
      'a member that is no id',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'add', path: 'members', value: [{ value: 'x' }] }),
      [400, 'invalidValue'],
    ],
    [
      'a member that nobody is',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'add', path: 'members', value: [{ value: '00000000-0000-4000-8000-000000000000' }] }),
      [400, 'invalidValue'],
    ],
    ['members as text', 'PUT', 'Groups/internal', { schemas: [GROUP], members: 'x' }, [400, 'invalidValue']],
    [
      'a part of a member',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'members.value', value: [] }),
      [400, 'invalidPath'],
    ],
  ])('refuses %s', async (_, method, path, body, expected) => {
    expect(await errorOf(method, path, body)).toEqual(expected);
  });

  it('opens nothing without a valid token', async () => {
    const statusWith = async (authorization: string) => {
      const answer = await send('GET', 'Users', undefined, { authorization });
      if (answer.statusCode === 401) {
        expect(answer.headers['www-authenticate']).toBe('Bearer');
        expect(answer.json()).toMatchObject({ schemas: [ERROR_SCHEMA], status: '401' });
      }
      return answer.statusCode;
    };
    expect(await statusWith('')).toBe(401);
    expect(await statusWith('Bearer pcst_unknown')).toBe(401);
    const issued = await issueScimToken(server.db, { name: 'Okta' }, testAudit(server.clock.now));
    expect(await statusWith(`Bearer ${issued.token}`)).toBe(200);
    // It opens nothing else.
    const elsewhere = await server.call(
      { headers: { authorization: `Bearer ${issued.token}` } },
      'GET',
      '/api/session/',
    );
    expect(elsewhere.statusCode).toBe(401);

    const rotated = await rotateScimToken(server.db, issued.id, { overlapHours: 1 }, testAudit(server.clock.now));
    expect(await statusWith(`Bearer ${issued.token}`)).toBe(200);
    expect(await statusWith(`Bearer ${rotated.token}`)).toBe(200);
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 2 * 3_600_000);
    expect([await statusWith(`Bearer ${issued.token}`), await statusWith(`Bearer ${issued.token}`)]).toEqual([
      401, 401,
    ]);
    expect(await statusWith(`Bearer ${rotated.token}`)).toBe(200);
    server.clock.now = before;
    expect((await entriesOf(issued.id)).filter(({ action }) => action === 'scim_token.refuse')).toHaveLength(1);

    await revokeScimToken(server.db, rotated.token.slice(0, 11), testAudit());
    expect(await statusWith(`Bearer ${rotated.token}`)).toBe(401);
    const stored = await server.db.selectFrom('scim_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(rotated.token);
  });

  it('limits the requests of a token', async () => {
    const limited = await testServer(database(), { RATE_LIMITS: 'token:1' });
    const headers = { authorization: `Bearer ${token}` };
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const answer = await limited.app.inject({ url: '/api/scim/v2/Users?count=0', headers });
      statuses.push([answer.statusCode, answer.headers['retry-after'] !== undefined]);
    }
    await limited.close();
    expect(statuses.at(-1)).toEqual([429, true]);
  });
});

function aBody(values: object): object {
  return { schemas: [USER], userName: 'a@b.example', ...values };
}

function aPatch(operation: object): object {
  return { schemas: [PATCH_OP], Operations: [operation] };
}
