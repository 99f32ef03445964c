import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FEATURE_FLAGS_HEADER, type PracticeSummary } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('the feature flags of a practice in an answer', (database) => {
  let server: TestServer;
  let practiceId: number;
  let member: Caller;
  let staff: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { providers: [] });
    member = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'staff' }));
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  const headerOf = async (caller: Caller, url = `/api/${practiceId}/provider-hours/`) =>
    (await server.call(caller, 'GET', url)).headers[FEATURE_FLAGS_HEADER];
  const setFlags = async (...features: string[]) => {
    const response = await server.call(staff, 'PUT', `/api/${practiceId}/features/update_practice_feature_flags/`, {
      features,
    });
    expect(response.statusCode).toBe(200);
  };

  it('follow changes by staff, for members and staff', async () => {
    await setFlags();
    expect([await headerOf(member), await headerOf(staff)]).toEqual([`${practiceId} `, `${practiceId} `]);
    await setFlags('fast_sync', 'beta_reports');
    const text = `${practiceId} beta_reports,fast_sync`;
    expect([await headerOf(member), await headerOf(staff)]).toEqual([text, text]);
  });

  it('match those of the session and the practice', async () => {
    await setFlags('beta_reports');
    const session = (await server.call(member, 'GET', '/api/session/')).json<{ practices: PracticeSummary[] }>();
    const practice = (await server.call(staff, 'GET', `/api/practices/${practiceId}/`)).json<PracticeSummary>();
    expect([session.practices[0]?.feature_flags, practice.feature_flags]).toEqual([['beta_reports'], ['beta_reports']]);
  });

  it('leave out a flag removed from the catalog', async () => {
    await setFlags('beta_reports');
    await server.db
      .insertInto('practice_feature_flags')
      .values({ practice_id: practiceId, name: 'former_flag', set_at: new Date(), set_by: 'Sam Super' })
      .execute();
    const session = (await server.call(member, 'GET', '/api/session/')).json<{ practices: PracticeSummary[] }>();
    const practice = (await server.call(staff, 'GET', `/api/practices/${practiceId}/`)).json<PracticeSummary>();
    const text = `${practiceId} beta_reports`;
    expect([await headerOf(member), await headerOf(staff)]).toEqual([text, text]);
    expect([session.practices[0]?.feature_flags, practice.feature_flags]).toEqual([['beta_reports'], ['beta_reports']]);
    await setFlags('beta_reports');
  });

  it('are absent when the response concerns no practice', async () => {
    expect(await headerOf(member, '/api/session/')).toBeUndefined();
  });

  it('are absent for people without access to the practice, even in a public call', async () => {
    const other = await createTestPractice(server.db, { providers: [] });
    const outsider = await signedIn(server, await createTestPerson(server.db, { practices: [other] }));
    expect(await headerOf(outsider)).toBeUndefined();
    expect(await headerOf(outsider, `/api/modules/?practice_id=${practiceId}`)).toBeUndefined();
    expect(await headerOf(member, `/api/modules/?practice_id=${practiceId}`)).toBe(`${practiceId} beta_reports`);
  });
});
