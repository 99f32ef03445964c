import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ACCESS_HEADER } from 'shared-api/contracts';
import { setMembership, setRole } from '../../access/members/members-service.js';
import type { Person } from '../../access/people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  anonymousCaller,
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('the revision of access in an answer', (database) => {
  let server: TestServer;
  let practiceId: number;
  let person: Person;
  let caller: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { providers: [] });
    person = await createTestPerson(server.db, { practices: [practiceId], role: 'staff' });
    caller = await signedIn(server, person);
  });
  afterAll(() => server.close());

  const answered = async (url = '/api/session/') => {
    const { statusCode, headers } = await server.call(caller, 'GET', url);
    return { statusCode, revision: headers[ACCESS_HEADER] };
  };

  it('doesn’t change while the person’s access stays the same', async () => {
    const first = await answered();
    expect(first.revision).toMatch(/^[\w-]{16}$/);
    expect(await answered()).toEqual(first);
    expect((await answered(`/api/${practiceId}/provider-hours/`)).revision).toBe(first.revision);
  });

  it.each<[string, (practice: number) => Promise<unknown>]>([
    [
      'a right',
      (practice) =>
        setRole(server.db, { person, practiceId: practice }, { role: 'staff', rights: ['hours'] }, testAudit()),
    ],
    ['a flag', () => server.db.updateTable('people').set({ internal: true }).where('id', '=', person.id).execute()],
    ['a membership', (practice) => setMembership(server.db, { person, practiceId: practice }, false, testAudit())],
  ])('changes with %s', async (_, change) => {
    const before = await answered();
    await change(practiceId);
    expect((await answered()).revision).not.toBe(before.revision);
  });

  it('is sent with a refusal for a missing right', async () => {
    const before = await answered();
    await setMembership(server.db, { person, practiceId }, true, testAudit());
    await setRole(server.db, { person, practiceId }, { role: 'staff', rights: ['settings'] }, testAudit());
    await server.db.updateTable('people').set({ internal: false }).where('id', '=', person.id).execute();
    const refused = await server.call(caller, 'POST', `/api/${practiceId}/provider-hours/bulk_update/`, []);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    expect(refused.headers[ACCESS_HEADER]).toMatch(/^[\w-]{16}$/);
    expect(refused.headers[ACCESS_HEADER]).not.toBe(before.revision);
  });

  it('is absent without a session', async () => {
    const { headers } = await server.call(anonymousCaller, 'GET', '/api/session/');
    expect(headers[ACCESS_HEADER]).toBeUndefined();
  });
});
