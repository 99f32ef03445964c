import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OidcConfig } from '../config.js';
import type { Db } from '../database/tables.js';
import { findMembership, listMembershipsOf } from '../members/members-repository.js';
import { setRole } from '../members/members-service.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type TestServer, aPractice, doing, testServer } from '../testing/test-server.js';
import { personOfClaims, practicesOfClaim } from './oidc-people.js';

describe('the practices of a claim', () => {
  it.each<[string, [number, string | undefined][]]>([
    ['12', [[12, undefined]]],
    ['12:owner', [[12, 'owner']]],
    ['12:manager', [[12, 'manager']]],
    ['12:king', []],
    ['12:', []],
    ['0', []],
    ['x:owner', []],
  ])('of %p', (text, practices) => {
    expect([...practicesOfClaim([text])]).toEqual(practices);
  });
});

describeOnEveryEngine('roles in claims', (database) => {
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
  };
  const signIn = (practices: unknown) => {
    const all = { email: 'ana@idp.example', email_verified: true, name: 'Ana', console_practices: practices };
    return personOfClaims(db, { issuer: config.issuer, subject: 'ana', all }, config, doing());
  };

  it('are given at each sign-in; a practice without one keeps the role that is stored here', async () => {
    const [one, other] = [await aPractice(db), await aPractice(db)];
    const { id } = await signIn([`${one}:manager`, String(other)]);
    const roleIn = async (practice: number) => (await findMembership(db, practice, id))?.role;
    const roles = async () => [await roleIn(one), await roleIn(other)];
    expect(await roles()).toEqual(['manager', 'staff']);
    await signIn(`${one}, ${other}:owner`);
    expect(await roles()).toEqual(['manager', 'owner']);
    await signIn([`${one}:staff`]);
    expect([await roleIn(one), await listMembershipsOf(db, id)]).toEqual(['staff', [one]]);
  });

  it('keep the rights that an owner chose until the claim names another role', async () => {
    const practice = await aPractice(db);
    const person = await signIn(`${practice}:staff`);
    await setRole(db, person, practice, { rights: ['hours'] }, doing());
    await signIn(`${practice}:staff`);
    await signIn(String(practice));
    expect(await findMembership(db, practice, person.id)).toEqual({ role: 'staff', rights: ['hours'] });
    await signIn(`${practice}:manager`);
    expect(await findMembership(db, practice, person.id)).toEqual({ role: 'manager', rights: null });
  });

  it('end the ownership of the only owner, whom the provider no longer names', async () => {
    const practice = await aPractice(db);
    const { id } = await signIn(`${practice}:owner`);
    await signIn(`${practice}:staff`);
    expect(await findMembership(db, practice, id)).toEqual({ role: 'staff', rights: null });
  });
});
