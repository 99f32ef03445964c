/** A console with two staff members who change practices' features. */
import { afterAll, beforeAll } from '@jest/globals';
import type { PracticeFeatures } from 'shared-api/contracts';
import type { SuiteBody } from '../../../testing/engines.js';
import { type Caller, type TestServer, createTestPerson, signedIn, testServer } from '../../../testing/test-server.js';

interface Suite {
  server: TestServer;
  /** Internal staff. */
  iris: Caller;
  /** A super admin. */
  sasha: Caller;
}

/** Call it in the suite. */
export function withPracticeFeatures(database: Parameters<SuiteBody>[0]) {
  const suite = {} as Suite;
  beforeAll(async () => {
    const server = await testServer(database());
    const people = [
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
      await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Sasha Super' }),
    ] as const;
    Object.assign(suite, { server, iris: await signedIn(server, people[0]), sasha: await signedIn(server, people[1]) });
  });
  afterAll(() => suite.server.close());

  const base = (practiceId: number) => `/api/${practiceId}/features/`;
  const read = async (practiceId: number): Promise<{ record: PracticeFeatures; etag: string }> => {
    const response = await suite.server.call(suite.iris, 'GET', base(practiceId));
    const [record, ...more] = response.json<PracticeFeatures[]>();
    if (!record || more.length > 0) throw new Error(response.body);
    return { record, etag: String(response.headers['etag']) };
  };
  const put =
    (call: string) =>
    (practiceId: number, body: unknown, etag?: string, caller = suite.iris) =>
      suite.server.call(caller, 'PUT', base(practiceId) + call, body, etag === undefined ? {} : { 'if-match': etag });
  return {
    suite,
    base,
    read,
    save: put('update_practice_features/'),
    saveFlags: put('update_practice_feature_flags/'),
  };
}
