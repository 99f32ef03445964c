import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { OidcConfig } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { findMembership, listMembershipsOf } from '../members/members-repository.js';
import { deactivateMember, setRole } from '../members/members-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, createTestPractice, testAudit, testServer } from '../../testing/test-server.js';
import { personOfClaims, practicesOfClaim } from './oidc-people.js';

describe('practicesOfClaim', () => {
  it.each<[string, [number, string | undefined][]]>([
    ['12', [[12, undefined]]],
    ['12:owner', [[12, 'owner']]],
    ['12:manager', [[12, 'manager']]],
    ['12:king', []],
    ['12:', []],
    ['0', []],
    ['x:owner', []],
  ])('reads %p', (text, practices) => {
    expect([...practicesOfClaim([text])]).toEqual(practices);
  });
});

describeWithDatabase('roles in claims', (database, engine) => {
  let server: TestServer;
  let db: Db;
  beforeAll(async () => {
    server = await testServer(database());
    ({ db } = server);
  });
  afterAll(() => server.close());

  const config: OidcConfig = {
    issuer: 'https://idp.example',
    clientId: 'console',
    clientSecret: undefined,
    name: 'single sign-on',
    flagsClaim: 'console_flags',
    practicesClaim: 'console_practices',
    externalIdClaim: 'sub',
    trustAddresses: false,
    returnAfterSignOut: false,
    mfaValues: ['mfa'],
  };
  const signIn = (practices: unknown) => {
    const all = { email: 'ana@idp.example', email_verified: true, name: 'Ana', console_practices: practices };
    return personOfClaims(db, { issuer: config.issuer, subject: 'ana', all }, config, testAudit());
  };

  it('sets roles at each sign-in, and keeps the stored role without a role in the claim', async () => {
    const [one, other] = [await createTestPractice(db), await createTestPractice(db)];
    const { id } = await signIn([`${one}:manager`, String(other)]);
    const roleIn = async (practiceId: number) => (await findMembership(db, practiceId, id))?.role;
    const roles = async () => [await roleIn(one), await roleIn(other)];
    expect(await roles()).toEqual(['manager', 'staff']);
    await signIn(`${one}, ${other}:owner`);
    expect(await roles()).toEqual(['manager', 'owner']);
    await signIn([`${one}:staff`]);
    expect([await roleIn(one), await listMembershipsOf(db, id)]).toEqual(['staff', [one]]);
  });

  describe('when the provider changes a person’s name or address', () => {
    const claimsOf = (subject: string, changes: Record<string, unknown> = {}) => ({
      issuer: config.issuer,
      subject,
      all: { email: `${subject}@idp.example`, email_verified: true, name: 'Mia Maiden', ...changes },
    });
    const signInAs = async (subject: string, changes?: Record<string, unknown>) => {
      const { id } = await personOfClaims(db, claimsOf(subject, changes), config, testAudit());
      return db.selectFrom('people').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirstOrThrow();
    };
    const updatesOf = async (id: string) =>
      (
        await db
          .selectFrom('audit_log')
          .select(['before', 'after'])
          .where('entity_id', '=', id)
          .where('action', '=', 'person.update')
          .orderBy('sequence')
          .execute()
      ).map(({ before, after }) => [before, after]);

    it('follows both at the next sign-in, in the audit log and by mail to both addresses', async () => {
      const { id } = await signInAs('mia');
      expect(await signInAs('mia', { name: 'Mia Married', email: 'Mia.Married@idp.example' })).toEqual({
        id,
        name: 'Mia Married',
        email: 'mia.married@idp.example',
      });
      await signInAs('mia', { name: 'Mia Married', email: 'mia.married@idp.example' });
      expect(await updatesOf(id)).toEqual([
        [
          { name: 'Mia Maiden', email: 'mia@idp.example' },
          { name: 'Mia Married', email: 'mia.married@idp.example' },
        ],
      ]);
      const mails = await db
        .selectFrom('jobs')
        .select('input')
        .where(sql<boolean>`input->>'person_id' = ${id}`)
        .where(sql<boolean>`input->>'action' = 'address_changed'`)
        .execute();
      expect(mails.map(({ input }) => (input as { to?: string }).to)).toEqual(['mia@idp.example', undefined]);
    });

    it.each([
      ['an address that isn’t verified', { email: 'x1@idp.example', email_verified: false }],
      ['an address of another account', { email: 'taken@idp.example' }],
      ['no address and no name', { email: undefined, name: undefined }],
      ['a name with control characters', { name: 'Mia\u0000Maiden' }],
      ['a name that is too long', { name: 'M'.repeat(201) }],
    ])('keeps the stored values with %s', async (title, changes) => {
      await signInAs('taken');
      const subject = `keeps-${title.length}-${title.replace(/\W/g, '')}`.slice(0, 40);
      const before = await signInAs(subject);
      expect(await signInAs(subject, changes)).toEqual(before);
      expect(await updatesOf(before.id)).toEqual([]);
    });

    it('leaves people provisioned by SCIM unchanged', async () => {
      const before = await signInAs('sam');
      await db
        .insertInto('scim_users')
        .values({
          person_id: before.id,
          external_id: 'e-sam',
          given_name: null,
          family_name: null,
          deleted_at: null,
          changed_at: new Date(),
        })
        .execute();
      expect(await signInAs('sam', { name: 'Sam Other', email: 'sam.other@idp.example' })).toEqual(before);
    });

    it('names a new account after its address when the name can’t be shown', async () => {
      expect(await signInAs('odd', { name: 'Odd\u0007Name' })).toMatchObject({ name: 'odd@idp.example' });
    });
  });

  it('creates one account when a person first signs in in two windows concurrently', async () => {
    const practiceId = await createTestPractice(db);
    // The sign-ins interleave differently for each person.
    for (const subject of Array.from({ length: 10 }, (_, at) => `bo-${at}`)) {
      const all = {
        email: `${subject}@idp.example`,
        email_verified: true,
        name: 'Bo',
        console_practices: [practiceId],
      };
      const once = () => personOfClaims(db, { issuer: config.issuer, subject, all }, config, testAudit());
      const [one, other] = await Promise.all([once(), once()]);
      expect(one.id).toBe(other.id);
      expect(await listMembershipsOf(db, one.id)).toEqual([practiceId]);
    }
  });

  // The embedded database runs one transaction at a time.
  if (engine === 'postgres') {
    it('signs in a person whose account another window adds after the read', async () => {
      const all = { email: 'cy@idp.example', email_verified: true, name: 'Cy' };
      const once = (by: Db) =>
        personOfClaims(by, { issuer: config.issuer, subject: 'cy', all }, config, testAudit()).then(({ id }) => id);
      let others: Promise<string> | undefined;
      const slow = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          others ??= once(db);
          await others;
          return result;
        },
      });
      expect(await once(slow)).toBe(await others);
    });
  }

  it('keeps the rights that an owner chose until the claim names another role', async () => {
    const practiceId = await createTestPractice(db);
    const person = await signIn(`${practiceId}:staff`);
    await setRole(db, { person, practiceId }, { rights: ['hours'] }, testAudit());
    await signIn(`${practiceId}:staff`);
    await signIn(String(practiceId));
    expect(await findMembership(db, practiceId, person.id)).toMatchObject({ role: 'staff', rights: ['hours'] });
    await signIn(`${practiceId}:manager`);
    expect(await findMembership(db, practiceId, person.id)).toMatchObject({ role: 'manager', rights: null });
  });

  it('keeps a deactivated member deactivated while the claim lists them', async () => {
    const practiceId = await createTestPractice(db);
    const person = await signIn(`${practiceId}:staff`);
    await deactivateMember(db, practiceId, person.id, testAudit());
    await signIn(`${practiceId}:manager`);
    expect(await findMembership(db, practiceId, person.id)).toMatchObject({
      role: 'manager',
      deactivatedAt: expect.any(Date),
    });
    await signIn([]);
    expect(await findMembership(db, practiceId, person.id)).toBeUndefined();
  });

  it('demotes the only owner when the provider names another role', async () => {
    const practiceId = await createTestPractice(db);
    const { id } = await signIn(`${practiceId}:owner`);
    await signIn(`${practiceId}:staff`);
    expect(await findMembership(db, practiceId, id)).toMatchObject({ role: 'staff', rights: null });
  });
});
