import { Readable } from 'node:stream';
import { beforeAll, expect, it } from '@jest/globals';
import SCIMMY from 'scimmy';
import type { Person } from '../people/people-repository.js';
import { REFUSALS_RECORDED } from '../sessions/sign-in-limit.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, testAudit, testServer } from '../../testing/test-server.js';
import { ERROR_SCHEMA } from './scim-error.js';
import { scimTokens } from './scim-tokens.js';
import {
  scimServer,
  scimRequests,
  USER,
  GROUP,
  PATCH_OP,
  ENTERPRISE,
  metricsToken,
  type Method,
  aBody,
  aPatch,
} from './testing/identity-provider.js';

describeWithDatabase('SCIM', (database) => {
  let server: TestServer;
  let token = '';
  let admin: Person;
  const cleanUp = cleanUpAfterAll();
  const { send, done, aUser, list, entriesOf, refusals, errorOf } = scimRequests(
    () => server,
    () => token,
  );

  beforeAll(async () => {
    ({ server, token, admin } = await scimServer(database()));
    cleanUp(() => server.close());
  });

  it('refuses a request whose token was revoked before its body arrived', async () => {
    const issued = await scimTokens.issue(server.db, { name: 'late' }, testAudit(server.clock.now));
    const body = JSON.stringify(aUser());
    const parts = async function* () {
      yield body.slice(0, 1);
      await scimTokens.revoke(server.db, issued.id, testAudit(server.clock.now));
      yield body.slice(1);
    };
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/scim/v2/Users',
      headers: { authorization: `Bearer ${issued.token}`, 'content-type': 'application/scim+json' },
      payload: Readable.from(parts()),
    });
    expect(response.statusCode).toBe(401);
  });

  it('describes its features in schemas that a client library reads', async () => {
    expect(await done('GET', 'ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
    });
    const types = await list('', 'ResourceTypes');
    expect(types.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
    const { Resources: listedSchemas } = await list('', 'Schemas');
    expect(listedSchemas.map(({ id }) => id)).toEqual([USER, GROUP]);
    // Each described attribute is part of the standard, with the same type.
    for (const { id, attributes } of listedSchemas as unknown as {
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

  it.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas', `Schemas/${USER}`])(
    'refuses a filter on the discovery document %s',
    async (path) => {
      expect(await errorOf('GET', `${path}?filter=id%20eq%20%22x%22`)).toEqual([403, undefined]);
    },
  );

  it.each<[Method, string, string]>([
    ['PUT', 'Users', 'GET, POST'],
    ['DELETE', 'Users', 'GET, POST'],
    ['POST', 'Users/x', 'GET, PUT, PATCH, DELETE'],
    ['PUT', 'Groups', 'GET'],
    ['POST', 'Groups/x', 'GET, PUT, PATCH'],
    ['PATCH', 'Schemas', 'GET'],
  ])('returns 405 and the allowed methods for %s %s', async (method, path, allowed) => {
    const response = await send(method, path);
    expect([response.statusCode, response.headers['allow']]).toEqual([405, allowed]);
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
    ['a line break in a name', 'POST', aBody({ displayName: 'a\nb' }), 'invalidValue'],
    ['a name of 201 characters', 'POST', aBody({ displayName: 'a'.repeat(201) }), 'invalidValue'],
    [
      'a name of 201 characters in a patch',
      'PATCH',
      aPatch({ op: 'replace', path: 'displayName', value: 'a'.repeat(201) }),
      'invalidValue',
    ],
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
    const response = await send('POST', 'Users', 'userName=a', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(response.statusCode).toBe(415);
    expect((await send('POST', 'Users', aUser(), { 'content-type': 'application/json' })).statusCode).toBe(201);
  });

  it('limits the entries in the log', async () => {
    await server.db.deleteFrom('sign_in_attempts').execute();
    const before = (await refusals()).length;
    for (let sent = 0; sent < REFUSALS_RECORDED.ofAccount + 5; sent += 1) await send('POST', 'Users', {});
    expect((await refusals()).length - before).toBe(REFUSALS_RECORDED.ofAccount);
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  it('refuses every call without a valid token', async () => {
    const statusWith = async (authorization: string) => {
      const response = await send('GET', 'Users', undefined, { authorization });
      if (response.statusCode === 401) {
        expect(response.headers['www-authenticate']).toBe('Bearer');
        expect(response.json()).toMatchObject({ schemas: [ERROR_SCHEMA], status: '401' });
      }
      return response.statusCode;
    };
    expect(await statusWith('')).toBe(401);
    expect(await statusWith('Bearer pcst_unknown')).toBe(401);
    const issued = await scimTokens.issue(server.db, { name: 'Okta' }, testAudit(server.clock.now));
    expect(await statusWith(`Bearer ${issued.token}`)).toBe(200);
    // The token gives access to nothing else.
    const elsewhere = await server.call(
      { headers: { authorization: `Bearer ${issued.token}` } },
      'GET',
      '/api/session/',
    );
    expect(elsewhere.statusCode).toBe(401);

    const rotated = await scimTokens.rotate(server.db, issued.id, { overlapHours: 1 }, testAudit(server.clock.now));
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

    await scimTokens.revoke(server.db, rotated.token.slice(0, 11), testAudit());
    expect(await statusWith(`Bearer ${rotated.token}`)).toBe(401);
    const stored = await server.db.selectFrom('scim_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(rotated.token);
  });

  it('limits the requests per token', async () => {
    const limited = await testServer(database(), { RATE_LIMITS: 'token:1' });
    const headers = { authorization: `Bearer ${token}` };
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const response = await limited.app.inject({ url: '/api/scim/v2/Users?count=0', headers });
      statuses.push([response.statusCode, response.headers['retry-after'] !== undefined]);
    }
    await limited.close();
    expect(statuses.at(-1)).toEqual([429, true]);
  });
});
