import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setMembership } from '../members/members-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import type { Person } from './people-repository.js';
import { canSignIn, listUsableAdmins } from './sign-in-ways.js';

const issuer = 'https://id.example';
const oidc = { issuer } as never;

describeWithDatabase('ways to sign in', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.updateTable('people').set({ super_admin: false }).execute();
  });

  /** A super admin with these ways to sign in. */
  const anAdmin = async (...ways: ('password' | 'passkey' | 'identity' | 'other identity')[]): Promise<Person> => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    if (!ways.includes('password')) {
      await server.db.updateTable('people').set({ password_hash: null }).where('id', '=', person.id).execute();
    }
    if (ways.includes('passkey')) {
      const key = { id: randomUUID(), person_id: person.id, credential_id: randomUUID(), public_key: Buffer.alloc(1) };
      const rest = { counter: '0', transports: '[]', name: 'Desk', added_at: new Date(), used_at: null };
      await server.db
        .insertInto('passkeys')
        .values({ ...key, ...rest })
        .execute();
    }
    const linked = { identity: issuer, 'other identity': 'https://former.example' } as const;
    for (const [way, of] of Object.entries(linked)) {
      if (!(ways as string[]).includes(way)) continue;
      const identity = { issuer: of, subject: person.id, person_id: person.id };
      await server.db.insertInto('person_identities').values(identity).execute();
    }
    return person;
  };

  describe('canSignIn', () => {
    it.each([
      [['password'], true],
      [['passkey'], true],
      [['identity'], true],
      [[], false],
    ] as const)('rates %j as %s', async (ways, expected) => {
      expect(await canSignIn(server.db, await anAdmin(...ways))).toBe(expected);
    });

    it('asks a person who has only a passkey, because they can sign in', async () => {
      const practiceId = await createTestPractice(server.db);
      const owner = await createTestPerson(server.db);
      await setMembership(server.db, { person: owner, practiceId }, true, testAudit());
      await server.db.updateTable('memberships').set({ role: 'owner' }).where('person_id', '=', owner.id).execute();
      const { email } = await anAdmin('passkey');
      const response = await server.call(await signedIn(server, owner), 'POST', `/api/${practiceId}/members/`, {
        email,
        role: 'staff',
        rights: null,
      });
      expect(response.statusCode).toBe(200);
      const asks = server.db.selectFrom('memberships').select('asks_person').where('practice_id', '=', practiceId);
      expect(await asks.where('invited_at', 'is not', null).execute()).toEqual([{ asks_person: true }]);
    });
  });

  describe('listUsableAdmins', () => {
    it.each([
      ['local accounts', { localAccounts: true, oidc: undefined }, ['password', 'passkey', 'linked', 'former']],
      ['the identity provider', { localAccounts: false, oidc }, ['passkey', 'identity', 'linked', 'none']],
      ['both', { localAccounts: true, oidc }, ['password', 'passkey', 'identity', 'linked', 'former', 'none']],
    ])('lists those who can sign in with %s', async (_name, ways, expected) => {
      const admins = {
        password: await anAdmin('password'),
        passkey: await anAdmin('passkey'),
        identity: await anAdmin('identity'),
        linked: await anAdmin('password', 'identity'),
        former: await anAdmin('password', 'other identity'),
        none: await anAdmin(),
      };
      const deactivated = await anAdmin('password', 'identity');
      const at = { deactivated_at: new Date() };
      await server.db.updateTable('people').set(at).where('id', '=', deactivated.id).execute();
      const usable = await listUsableAdmins(server.db, ways);
      const names = Object.entries(admins).flatMap(([name, { id }]) => (usable.includes(id) ? [name] : []));
      expect(names).toEqual(expected);
      expect(usable.length).toBe(expected.length);
    });
  });
});
