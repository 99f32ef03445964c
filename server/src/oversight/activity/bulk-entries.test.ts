/** How the activity describes bulk changes. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { AnswerOf, BulkChange, BulkJob, bulkUpdateFeatures } from 'shared-api/contracts';
import { SYNC_LIMIT } from '../../product-access/bulk-features/request-bulk-change.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { readPage, textOfItem } from './testing/activity-reader.js';

describeWithDatabase('the activity of bulk changes', (database) => {
  let server: TestServer;
  let caller: Caller;
  let personId: string;
  let ids: number[];
  beforeAll(async () => {
    server = await testServer(database());
    const person = await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' });
    personId = person.id;
    caller = await signedIn(server, person);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.updateTable('jobs').set({ state: 'done' }).execute();
    ids = [];
    for (let made = 0; made < 4; made += 1) ids.push(await createTestPractice(server.db, { name: 'Bulk Dental' }));
  });

  const bulk = async (change: Partial<BulkChange>) => {
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    const body = { action: 'add', type: 'bundle', items: ['core'], ...change };
    const response = await server.call(caller, 'POST', '/api/features/bulk_update/', body);
    expect([response.statusCode, response.body]).toEqual([expect.any(Number), expect.stringContaining('status')]);
    return response.json<AnswerOf<typeof bulkUpdateFeatures>>();
  };
  const entries = async () => (await readPage(server, caller, '/api/activity/?area=bulk&page_size=200')).results;
  const latest = async () => {
    const [first] = await entries();
    if (!first) throw new Error('There is no entry');
    return first;
  };
  const results = async (link: string | null): Promise<BulkJob> => {
    const job = /^\/internal\/practices\?job=(.+)$/.exec(link ?? '')?.[1];
    const response = await server.call(caller, 'GET', `/api/features/bulk_update/${job}/`);
    expect(response.statusCode).toBe(200);
    return response.json<BulkJob>();
  };

  it('has no entry for a small change that changes nothing', async () => {
    await bulk({ practice_ids: ids });
    const before = await entries();
    await bulk({ practice_ids: ids });
    await bulk({ action: 'remove', items: ['phones'], practice_ids: ids });
    expect(await entries()).toEqual(before);
  });

  it('has no entry for a job that changes nothing', async () => {
    const many = [...ids];
    while (many.length <= SYNC_LIMIT) many.push(await createTestPractice(server.db));
    const before = await entries();
    await bulk({ action: 'remove', practice_ids: many });
    await runJobs(server);
    expect(await entries()).toEqual(before);
    await bulk({ practice_ids: many });
    await runJobs(server);
    expect(textOfItem(await latest())).toBe('Iris Internal added Core to 201 practices');
  });

  it('counts the practices that changed and those that already had it', async () => {
    await bulk({ practice_ids: ids.slice(0, 1) });
    await bulk({ practice_ids: ids });
    expect(textOfItem(await latest())).toBe('Iris Internal added Core to 3 of 4 practices, 1 had it already');
    await bulk({ action: 'remove', items: ['core', 'phones'], practice_ids: ids.slice(0, 3) });
    expect(textOfItem(await latest())).toBe('Iris Internal removed Core from 3 practices');
    await bulk({ action: 'remove', practice_ids: ids });
    expect(textOfItem(await latest())).toBe('Iris Internal removed Core from 1 of 4 practices, 3 didn’t have it');
  });

  it.each([
    ['feature', 'data_export', 'goal_tracking', 'Data Export', 'Goal Tracking'],
    ['feature_flag', 'beta_reports', 'fast_sync', 'Beta reports', 'Fast synchronization'],
  ] as const)('names only what changed: %s', async (type, held, lacking, heldName, lackingName) => {
    await bulk({ type, items: [held], practice_ids: ids });
    await bulk({ type, items: [held, lacking], practice_ids: [...ids, 987_654] });
    expect(textOfItem(await latest())).toBe(`Iris Internal added ${lackingName} to 4 of 5 practices, 1 failed`);
    await bulk({ action: 'remove', type, items: [held, lacking], practice_ids: ids });
    expect(textOfItem(await latest())).toBe(`Iris Internal removed ${heldName} and ${lackingName} from 4 practices`);
  });

  it.each([
    ['bundle', 'phones', 'added Phones'],
    ['feature_flag', 'fast_sync', 'turned on Fast synchronization'],
  ] as const)('is one entry for all practices, and one in each practice: %s', async (type, item, ofPractice) => {
    const [practiceId = 0] = ids;
    const filters = ['', '&actor_kind=person', `&actor=${personId}`, '&area=access'];
    const listed = () =>
      Promise.all(filters.map((filter) => readPage(server, caller, `/api/activity/?page_size=200${filter}`)));
    const before = new Set((await listed()).flatMap(({ results: items }) => items.map(({ id }) => id)));
    await bulk({ type, items: [item], practice_ids: ids });
    const added = (await listed()).map(({ results: items }) => items.filter(({ id }) => !before.has(id)));
    const summary = [expect.stringMatching(/^Iris Internal added .+ to 4 practices$/)];
    expect(added.map((items) => items.map(textOfItem))).toEqual([summary, summary, summary, []]);
    const ofOne = await readPage(server, caller, `/api/${practiceId}/activity/?area=access`);
    expect(ofOne.results.map(textOfItem)).toEqual([expect.stringContaining(`Iris Internal ${ofPractice}`)]);
  });

  it('counts the practices that failed, also when none changed', async () => {
    await bulk({ practice_ids: [...ids, 987_654] });
    expect(textOfItem(await latest())).toBe('Iris Internal added Core to 4 of 5 practices, 1 failed');
    await bulk({ practice_ids: [987_654] });
    expect(textOfItem(await latest())).toBe('Iris Internal couldn’t add Core to 1 practice');
  });

  it('links a small change to its results, with each practice’s former and new products', async () => {
    const [one = 0, two = 0, three = 0] = ids;
    await bulk({ practice_ids: [one] });
    await server.db
      .insertInto('practice_entitlements')
      .values({ practice_id: three, kind: 'bundle', name: 'core', sources: '["trial"]', trial_end: new Date() })
      .execute();
    await bulk({ items: ['core', 'phones'], practice_ids: [one, two, three, 987_654] });
    const { state, total, changed, results: listed } = await results((await latest()).link);
    expect([state, total, changed]).toEqual(['done', 4, 3]);
    expect(listed.map(({ practice_id: id, status, before, after }) => [id, status, before, after])).toEqual([
      [987_654, 'failed', undefined, undefined],
      [one, 'changed', ['Core'], ['Core', 'Phones']],
      [two, 'changed', [], ['Core', 'Phones']],
      [three, 'changed', ['Core (trial)'], ['Core', 'Phones']],
    ]);
  });

  it('shows the flags before and after', async () => {
    await bulk({ type: 'feature_flag', items: ['fast_sync', 'beta_reports'], practice_ids: ids.slice(0, 1) });
    await bulk({ action: 'remove', type: 'feature_flag', items: ['fast_sync'], practice_ids: ids });
    const { results: listed } = await results((await latest()).link);
    expect(listed.map(({ status, before, after }) => [status, before, after])).toEqual([
      ['changed', ['Fast synchronization'], []],
      ['unchanged', [], []],
      ['unchanged', [], []],
      ['unchanged', [], []],
    ]);
  });

  it('retries the failed practices of a small change', async () => {
    const missing = 912_345;
    await bulk({ practice_ids: [...ids, missing] });
    const { link } = await latest();
    await server.db
      .insertInto('practices')
      .values({
        id: missing,
        name: 'Late',
        search_name: 'late',
        time_zone: 'America/Chicago',
        pms_name: 'opendental',
        parent_practice_id: null,
        clinicnum: null,
      })
      .execute();
    const job = (link ?? '').split('=')[1];
    expect((await server.call(caller, 'POST', `/api/features/bulk_update/${job}/resume/`)).statusCode).toBe(200);
    await runJobs(server);
    expect(await results(link)).toMatchObject({ state: 'done', changed: 5, failed: 0 });
  });

  it('lets others finish a small change whose call was cut off', async () => {
    await bulk({ practice_ids: ids });
    const { link } = await latest();
    const job = (link ?? '').split('=')[1] ?? '';
    await server.db.updateTable('bulk_changes').set({ state: 'running' }).where('id', '=', job).execute();
    expect((await results(link)).state).toBe('running');
    server.clock.now = new Date(server.clock.now.getTime() + 3_600_000);
    expect((await results(link)).state).toBe('failed');
    expect((await server.call(caller, 'POST', `/api/features/bulk_update/${job}/resume/`)).statusCode).toBe(200);
    await runJobs(server);
    expect((await results(link)).state).toBe('done');
  });
});
