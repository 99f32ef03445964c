/** People with a new subject at the identity provider, or an address that it doesn't state as verified. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { scimTokens } from '../scim/scim-tokens.js';
import { unlinkIdentities } from '../people/unlink-identities.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { LinkProofNeeded, personOfClaims } from './oidc-people.js';

describeWithDatabase('a person who returns', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await testServer(database());
    ({ token } = await scimTokens.issue(server.db, { name: 'Clinic ID' }, testAudit()));
  });
  afterAll(() => server.close());

  const config = {
    issuer: 'https://idp.example',
    clientId: 'console',
    clientSecret: undefined,
    name: 'Clinic ID',
    flagsClaim: 'console_flags',
    practicesClaim: 'console_practices',
    externalIdClaim: 'sub',
    trustAddresses: false,
    returnAfterSignOut: false,
    mfaValues: ['mfa'],
  };
  const signIn = (subject: string, claims: Record<string, unknown>, settings: Partial<typeof config> = {}) =>
    personOfClaims(
      server.db,
      { issuer: config.issuer, subject, all: { sub: subject, ...claims } },
      { ...config, ...settings },
      testAudit(),
    );
  const provision = async (user: Record<string, unknown>): Promise<string> => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/scim/v2/Users',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], ...user }),
    });
    expect(response.statusCode).toBe(201);
    return response.json<{ id: string }>().id;
  };
  const remove = async (id: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.app.inject({ method: 'DELETE', url: `/api/scim/v2/Users/${id}`, headers })).statusCode).toBe(
      204,
    );
  };
  /** Gives the account another externalId. */
  const rename = async (id: string, externalId: string): Promise<void> => {
    const response = await server.app.inject({
      method: 'PATCH',
      url: `/api/scim/v2/Users/${id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'externalId', value: externalId }],
      }),
    });
    expect(response.statusCode).toBe(200);
  };
  const actionsOf = async (id: string) => {
    const rows = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('sequence')
      .execute();
    return rows.map(({ action }) => action);
  };

  it('signs in with a new subject after the provider deleted and recreated the account', async () => {
    const verified = { email: 'rita@idp.example', email_verified: true };
    const id = await provision({ userName: 'rita@idp.example' });
    expect((await signIn('rita-1', verified)).id).toBe(id);
    await remove(id);
    expect((await signIn('rita-1', verified)).deactivated_at).not.toBeNull();
    expect(await provision({ userName: 'rita@idp.example' })).toBe(id);
    expect((await signIn('rita-2', verified)).id).toBe(id);
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['person.link', 'person.deactivate', 'person.unlink', 'person.reactivate']),
    );
  });

  it('signs in with a new subject once SCIM sends it, which ends the former one and its sessions', async () => {
    const verified = { email: 'ida@idp.example', email_verified: true };
    const id = await provision({ userName: 'ida@idp.example', externalId: 'ida-1' });
    const caller = await signedIn(server, await signIn('ida-1', verified));
    await expect(signIn('ida-2', verified)).rejects.toMatchObject({ statusCode: 403 });
    await rename(id, 'ida-2');
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(200);
    expect((await signIn('ida-2', verified)).id).toBe(id);
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    await expect(signIn('ida-1', verified)).rejects.toMatchObject({ statusCode: 403 });
    expect((await actionsOf(id)).slice(-2)).toEqual(['person.unlink', 'person.link']);
  });

  it('is linked once when the new account signs in in two windows concurrently', async () => {
    // The sign-ins interleave differently for each person.
    for (const name of Array.from({ length: 10 }, (_, at) => `two-${at}`)) {
      const verified = { email: `${name}@idp.example`, email_verified: true };
      const id = await provision({ userName: verified.email, externalId: `${name}-1` });
      await signIn(`${name}-1`, verified);
      await rename(id, `${name}-2`);
      const people = await Promise.all([signIn(`${name}-2`, verified), signIn(`${name}-2`, verified)]);
      expect(people.map((person) => person.id)).toEqual([id, id]);
      expect((await actionsOf(id)).filter((action) => action === 'person.unlink')).toHaveLength(1);
    }
  });

  it('is linked by SCIM’s externalId, whatever the provider states about the address', async () => {
    const id = await provision({ userName: 'eva@idp.example', externalId: 'object-7' });
    const claims = { oid: 'object-7', email: 'other@idp.example' };
    await expect(signIn('pairwise-1', claims)).rejects.toMatchObject({ statusCode: 403 });
    expect((await signIn('pairwise-1', claims, { externalIdClaim: 'oid' })).id).toBe(id);
    expect((await signIn('pairwise-1', {})).id).toBe(id);
  });

  it.each([
    ['two people have', async (externalId: string) => provision({ userName: 'second@idp.example', externalId })],
    ['a deleted account had', async (_: string, first: string) => remove(first)],
  ])('isn’t linked by an externalId that %s', async (what, change) => {
    const externalId = `of ${what}`;
    const first = await provision({ userName: `${what.replaceAll(' ', '-')}@idp.example`, externalId });
    await change(externalId, first);
    await expect(signIn(externalId, { email: 'nobody@idp.example' })).rejects.toMatchObject({ statusCode: 403 });
  });

  it('must still enter the password of a local account linked by its externalId', async () => {
    const person = await createTestPerson(server.db);
    await server.db
      .insertInto('scim_users')
      .values({ person_id: person.id, external_id: 'local-9', changed_at: new Date() })
      .execute();
    await expect(signIn('local-9', {})).rejects.toBeInstanceOf(LinkProofNeeded);
  });

  it('is accepted when a trusted provider doesn’t state whether the address is verified', async () => {
    const email = 'trusted@idp.example';
    expect((await signIn(email, { email }, { trustAddresses: true })).email).toBe(email);
  });

  it.each([
    [false, undefined, /^Clinic ID doesn’t say whether it has verified .* Ask the console’s operator/],
    [false, false, /^Clinic ID hasn’t verified .* Ask your administrator to have it verified there\.$/],
    [true, false, /^Clinic ID hasn’t verified .* Ask your administrator to have it verified there\.$/],
  ])(
    'is refused with trust %p and email_verified %p, and sees who can help',
    async (trustAddresses, verified, text) => {
      const email = `trust-${String(trustAddresses)}-${String(verified)}@idp.example`;
      const claims = { email, ...(verified !== undefined && { email_verified: verified }) };
      await expect(signIn(email, claims, { trustAddresses })).rejects.toMatchObject({
        statusCode: 403,
        message: expect.stringMatching(text),
      });
    },
  );

  it('signs in with a new subject once the account is unlinked, which ends its sessions', async () => {
    const verified = { email: 'uma@idp.example', email_verified: true };
    const person = await signIn('uma-1', verified);
    const caller = await signedIn(server, person);
    await expect(signIn('uma-2', verified)).rejects.toMatchObject({ statusCode: 403 });
    expect(await unlinkIdentities(server.db, person, testAudit())).toBe(true);
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    expect((await signIn('uma-2', verified)).id).toBe(person.id);
    expect(await unlinkIdentities(server.db, { id: (await createTestPerson(server.db)).id }, testAudit())).toBe(false);
  });

  it('can be unlinked only by a super admin on the members page', async () => {
    const practiceId = await createTestPractice(server.db);
    const member = await signIn('vic-1', {
      email: 'vic@idp.example',
      email_verified: true,
      console_practices: [practiceId],
    });
    const url = `/api/${practiceId}/members/${member.id}/identity/`;
    const owner = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
    expect((await server.call(await signedIn(server, owner), 'DELETE', url)).statusCode).toBe(403);
    const admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const linked = async () => {
      const response = await server.call(admin, 'GET', `/api/${practiceId}/members/`);
      const { members } = response.json<{ members: { user_id: string; is_linked: boolean }[] }>();
      return members.find(({ user_id: id }) => id === member.id)?.is_linked;
    };
    expect(await linked()).toBe(true);
    expect((await server.call(admin, 'DELETE', url)).statusCode).toBe(200);
    expect(await linked()).toBe(false);
    const stranger = `/api/${practiceId}/members/${(await createTestPerson(server.db)).id}/identity/`;
    expect((await server.call(admin, 'DELETE', stranger)).statusCode).toBe(404);
  });
});
