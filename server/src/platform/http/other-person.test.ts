import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Call, PERSON_HEADER } from 'shared-api/contracts';
import { sql } from 'kysely';
import { grantModule } from '../../modules/registry/module-grants.js';
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
import { allContracts } from './all-contracts.js';

const allFlags = { super_admin: true, task_admin: true, internal: true, developer: true };

describeWithDatabase('a request of a page that shows somebody else', (database) => {
  let server: TestServer;
  let practiceId: number;
  let former: Person;
  let marcus: Person;
  let caller: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { providers: [] });
    const routes = [{ path: '/settings/:practice/own/page', title: 'Own', area: 'Test', order: 1 }];
    await grantModule(server.db, { name: 'mf-own', title: 'Own', audience: 'clinic', routes }, testAudit());
    const owner = { flags: allFlags, practices: [practiceId], role: 'owner' as const };
    former = await createTestPerson(server.db, owner);
    marcus = await createTestPerson(server.db, { ...owner, name: 'Marcus Bell' });
    caller = await signedIn(server, marcus);
  });
  afterAll(() => server.close());

  const urlOf = ({ path }: Call): string =>
    path
      .replace(':practice', String(practiceId))
      .replace(':module', 'mf-own')
      .replace(/:[a-z]+/g, 'cus_x')
      .replace('*', 'campaigns/');
  const pageOf = (person: Person) => ({ [PERSON_HEADER]: person.id });
  const codeOf = (body: string): string | undefined => (JSON.parse(body) as { code?: string }).code;

  /** A fingerprint of the rows of every table. */
  const stored = async (): Promise<Record<string, string | null>> => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(server.db);
    const prints: Record<string, string | null> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ print: string | null }>`
        select md5(string_agg(t::text, ',' order by t::text)) as print from ${sql.table(name)} t`.execute(server.db);
      prints[name] = rows[0]?.print ?? null;
    }
    return prints;
  };

  it('is refused for every call, by its method, and writes nothing', async () => {
    const before = await stored();
    expect(Object.keys(before).length).toBeGreaterThan(50);
    const counts: Record<string, number> = {};
    for (const call of allContracts.values()) {
      const body = call.method === 'GET' ? undefined : {};
      const { statusCode, body: text } = await server.call(caller, call.method, urlOf(call), body, pageOf(former));
      expect([call.name, statusCode, codeOf(text)]).toEqual([call.name, 409, 'other_person']);
      counts[call.method] = (counts[call.method] ?? 0) + 1;
    }
    expect(await stored()).toEqual(before);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect([method, counts[method] ?? 0]).not.toEqual([method, 0]);
  });

  it('names who is signed in now, and leaves the session unchanged', async () => {
    const refused = await server.call(caller, 'DELETE', '/api/session/', undefined, pageOf(former));
    expect(refused.json()).toMatchObject({
      code: 'other_person',
      message: 'You’re signed in as Marcus Bell now. Reload the page to continue.',
    });
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await server.call(caller, 'GET', '/api/session/')).json()).toMatchObject({ user: { id: marcus.id } });
  });

  it.each([
    ['of the same person', () => pageOf(marcus)],
    ['without the header', () => ({})],
  ])('is accepted for a page %s', async (_, headers) => {
    const about = `/api/${practiceId}/provider-hours/`;
    expect((await server.call(caller, 'GET', about, undefined, headers())).statusCode).toBe(200);
  });

  it('returns 401 without a session', async () => {
    const response = await server.call(anonymousCaller, 'GET', '/api/practices/', undefined, pageOf(former));
    expect([response.statusCode, codeOf(response.body)]).toEqual([401, 'signed_out']);
  });
});
