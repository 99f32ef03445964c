import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OidcConfig } from '../config.js';
import type { Db } from '../database/tables.js';
import { findMembership, listMembershipsOf } from '../members/members-repository.js';
import { deactivateMember, setRole } from '../members/members-service.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type TestServer, createTestPractice, testAudit, testServer } from '../testing/test-server.js';
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

  it('makes one account when a person signs in for the first time in two windows at the same moment', async () => {
    const practiceId = await createTestPractice(db);
    // The two meet at another point for each person.
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
    it('signs in a person whose account another window adds after the first read', async () => {
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
    await setRole(db, person, practiceId, { rights: ['hours'] }, testAudit());
    await signIn(`${practiceId}:staff`);
    await signIn(String(practiceId));
    expect(await findMembership(db, practiceId, person.id)).toMatchObject({ role: 'staff', rights: ['hours'] });
    await signIn(`${practiceId}:manager`);
    expect(await findMembership(db, practiceId, person.id)).toMatchObject({ role: 'manager', rights: null });
  });

  it('keeps a member deactivated whom the claim still lists', async () => {
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
