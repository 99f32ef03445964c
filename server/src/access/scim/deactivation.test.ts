import { beforeAll, expect, it } from '@jest/globals';
import { createLink, personOfLink, SHOWN_LINK_MS } from '../accounts/account-links.js';
import { findPendingSignIn, insertPendingSignIn } from '../accounts/pending-sign-ins.js';
import { findPerson, linkIdentity, type Person } from '../people/people-repository.js';
import { setFlags } from '../people/people-service.js';
import { personOfClaims } from '../sessions/oidc-people.js';
import { startSession } from '../sessions/session-service.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testPassword,
} from '../../testing/test-server.js';
import { scimServer, scimRequests, patch } from './testing/identity-provider.js';

describeWithDatabase('deactivation by SCIM', (database) => {
  let server: TestServer;
  let token = '';
  let admin: Person;
  const cleanUp = cleanUpAfterAll();
  const { send, done, entriesOf, refusals, errorOf } = scimRequests(
    () => server,
    () => token,
  );

  beforeAll(async () => {
    ({ server, token, admin } = await scimServer(database()));
    cleanUp(() => server.close());
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
      const response = await server.call(anonymousCaller, 'POST', '/api/session/', credentials);
      return [response.statusCode, response.json<{ code?: string }>().code];
    };
    const throughProvider = async () => {
      const { oidc } = server.config;
      if (!oidc) throw new Error('There is no identity provider');
      const claims = { issuer: oidc.issuer, subject: 'dee', all: { console_flags: ['internal'] } };
      const { id } = await personOfClaims(server.db, claims, oidc, testAudit());
      return startSession(server.db, id, server.clock.now, server.config, {
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
      startSession(server.db, person.id, server.clock.now, server.config, withPasskey),
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
    const responses = await Promise.all([admin, other].map(({ id }) => send('PATCH', `Users/${id}`, active(false))));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await done('PATCH', `Users/${admin.id}`, active(true));
    await setFlags(server.db, other, { super_admin: false }, testAudit());
    await done('PATCH', `Users/${other.id}`, active(true));
  });
});
