import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Person } from '../people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

const NEW = 'seven quiet herons';

describeWithDatabase('changing the own password', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const change = (caller: Caller, password: string, newPassword: string) =>
    server.call(caller, 'POST', '/api/account/password/', { password, new_password: newPassword });
  const signInStatus = async (person: Person, password: string) =>
    (await server.call(anonymousCaller, 'POST', '/api/session/', { email: person.email, password })).statusCode;
  const isSignedIn = async (caller: Caller) => (await server.call(caller, 'GET', '/api/session/')).statusCode === 200;
  const changes = (person: Person) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('entity_id', '=', person.id)
      .where('action', '=', 'person.password')
      .orderBy('sequence')
      .execute();

  it('replaces the password, ends other sessions, and logs no password', async () => {
    const person = await createTestPerson(server.db);
    const here = await signedIn(server, person);
    const elsewhere = await signedIn(server, person);
    expect((await change(here, testPassword, NEW)).json()).toEqual({ status: 'success' });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect([await signInStatus(person, testPassword), await signInStatus(person, NEW)]).toEqual([401, 200]);
    expect(await changes(person)).toEqual([{ actor_id: person.id, before: null, after: null }]);
  });

  it.each([
    ['a wrong former password', 'not the password', NEW, { password: 'The password is incorrect' }],
    ['the same password', testPassword, testPassword, { new_password: 'Enter another password than before' }],
    ['a short password', testPassword, 'x9$Qv!2k', { new_password: 'Enter at least 12 characters' }],
    [
      'a password that is easy to guess',
      testPassword,
      'Password2026',
      { new_password: expect.stringContaining('This password is easy to guess.') },
    ],
  ])('refuses %s at its field and changes nothing', async (_, password, newPassword, fields) => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    const refused = await change(caller, password, newPassword);
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'invalid', fields }]);
    expect(await signInStatus(person, testPassword)).toBe(200);
    expect(await changes(person)).toEqual([]);
  });

  it('lets one of two concurrent changes succeed', async () => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    const responses = await Promise.all([
      change(caller, testPassword, NEW),
      change(caller, testPassword, `${NEW} fly`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(await changes(person)).toHaveLength(1);
  });

  it('limits wrong passwords like sign-in does', async () => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    const statuses = [];
    for (let tried = 0; tried < 12; tried += 1) statuses.push((await change(caller, 'wrong', NEW)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    expect(await changes(person)).toEqual([]);
  });
});
