import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

describeWithDatabase('the number of a practice', (database) => {
  let server: TestServer;
  let practiceId: number;
  let staff: Caller;
  beforeAll(async () => {
    server = await testServer(database(), { STAFF_ACCESS_REASON: '1' });
    practiceId = await createTestPractice(server.db, { providers: [] });
    const flags = { super_admin: true, task_admin: true };
    staff = await signedIn(server, await createTestPerson(server.db, { flags }));
  });
  afterAll(() => server.close());

  const spellings = (): string[] => {
    const digits = String(practiceId);
    const wide = digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    return [
      `0${digits}`,
      `000${digits}`,
      `0x${practiceId.toString(16)}`,
      `${digits}.0`,
      `${digits}e0`,
      ` ${digits}`,
      `+${digits}`,
      `-${digits}`,
      wide,
      '0999999',
    ];
  };
  const paths = (): [string, string, string][] =>
    [...allContracts.values()].flatMap(({ name, method, path, query }) => {
      const rest = path.replace(/:(?!practice\b)[a-z]+/gi, 'x').replace('*', 'x/');
      if (path.includes(':practice')) return [[name, method, rest]] as [string, string, string][];
      const { shape = {} } = query as { shape?: object };
      return 'practice_id' in shape
        ? ([[name, method, `${rest}?practice_id=:practice`]] as [string, string, string][])
        : [];
    });

  it('has one spelling in every call, for hooks and handlers', async () => {
    expect(paths().length).toBeGreaterThan(60);
    const others: unknown[] = [];
    for (const [name, method, path] of paths()) {
      for (const spelled of spellings()) {
        const url = path.replace(':practice', encodeURIComponent(spelled));
        const body = method === 'GET' ? undefined : {};
        const { statusCode } = await server.call(staff, method as 'GET', url, body);
        if (statusCode !== 400) others.push([name, spelled, statusCode]);
      }
    }
    expect(others).toEqual([]);
  });
});
