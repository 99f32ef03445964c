import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { recordSynced, recordSyncFailed } from '../../practices/agents/sync-days.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('internal overview', (database) => {
  let server: TestServer;
  let staff: Caller;
  let owner: Caller;
  let bright: number;
  let lakeside: number;
  const hoursAgo = (hours: number): Date => new Date(server.clock.now.getTime() - hours * 3_600_000);

  beforeAll(async () => {
    server = await testServer(database());
    bright = await createTestPractice(server.db, { name: 'Bright Smiles' });
    lakeside = await createTestPractice(server.db, { name: 'Lakeside' });
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [bright] }));
  });
  afterAll(() => server.close());

  const read = async <Answer>(part: string): Promise<Answer> =>
    (await server.call(staff, 'GET', `/api/internal-overview/${part}/`)).json<Answer>();

  it.each(['past-due', 'failing-syncs', 'bulk-changes', 'product-changes'])(
    'refuses practice owners reading %s',
    async (part) => {
      expect((await server.call(owner, 'GET', `/api/internal-overview/${part}/`)).statusCode).toBe(403);
    },
  );

  it('counts the same past-due practices as the list of all practices, with their subscriptions', async () => {
    const subscriptions = [
      ['sub_1', 'past_due', bright],
      ['sub_2', 'unpaid', bright],
      ['sub_3', 'active', bright],
      ['sub_4', 'canceled', lakeside],
      // Bought for a practice without a seat on it.
      ['sub_5', 'past_due', null],
    ] as const;
    for (const [id, status, practiceId] of subscriptions) {
      const row = { id, customer_id: 'cus_1', status, shown: '{}', projected_at: hoursAgo(1) };
      await server.db.insertInto('billing_subscriptions').values(row).execute();
      if (practiceId === null) continue;
      const seat = { practice_id: practiceId, item_id: `si_${id}`, subscription_id: id, assigned_by: 'Test' };
      await server.db
        .insertInto('item_assignments')
        .values({ ...seat, assigned_at: hoursAgo(1) })
        .execute();
    }
    await server.db
      .insertInto('billing_customers')
      .values({ practice_id: lakeside, customer_id: 'cus_1', source: 'attached', added_at: hoursAgo(1) })
      .execute();
    const practices = [{ practice_id: bright, practice_name: 'Bright Smiles', subscriptions: 2 }];
    expect(await read('past-due')).toEqual({ count: 1, practices });
    const list = await server.call(staff, 'GET', '/api/features/?page=1&page_size=100&state=past_due');
    expect(list.json<{ results: { practice_id: number }[] }>().results.map((one) => one.practice_id)).toEqual([bright]);
  });

  it('lists practices whose last sync failed, and leaves out those that have synced since', async () => {
    await recordSyncFailed(server.db, { practiceId: bright, kind: 'sync_now', reason: 'Disk is full' }, hoursAgo(3));
    await recordSyncFailed(server.db, { practiceId: lakeside, kind: 'sync_now', reason: 'No network' }, hoursAgo(50));
    await recordSynced(server.db, lakeside, hoursAgo(2));
    await server.db
      .insertInto('pms_units')
      .values({ practice_id: lakeside, last_synced_at: hoursAgo(2) })
      .execute();
    // Within 14 × 24 hours, but on the day before the first one in the practice's sync status.
    const earlier = await createTestPractice(server.db, { name: 'Earlier' });
    await recordSyncFailed(
      server.db,
      { practiceId: earlier, kind: 'sync_now', reason: 'Old' },
      hoursAgo(14 * 24 - 0.01),
    );
    expect(await read('failing-syncs')).toEqual({
      count: 1,
      practices: [
        {
          practice_id: bright,
          practice_name: 'Bright Smiles',
          failed_at: Math.floor(hoursAgo(3).getTime() / 1000),
          reason: 'Disk is full',
        },
      ],
    });
  });

  it('lists product changes across practices, and who lost access in the last 24 hours', async () => {
    const harbor = await createTestPractice(server.db, { name: 'Harbor' });
    const northside = await createTestPractice(server.db, { name: 'Northside' });
    // Harbor's trial continued as a subscription, and Northside got back what was removed.
    for (const practiceId of [harbor, northside]) {
      await server.db
        .insertInto('practice_entitlements')
        .values({ practice_id: practiceId, kind: 'bundle', name: 'core', sources: '["subscription"]', trial_end: null })
        .execute();
    }
    for (const [practiceId, type, product, hours, bundle] of [
      [bright, 'ADD_BUNDLE', 'Phones', 30, 'phones'],
      [bright, 'REMOVE_BUNDLE', 'Phones', 4, 'phones'],
      [bright, 'REMOVE_BUNDLE', 'Core', 4.5, 'core'],
      [lakeside, 'TRIAL_END', 'Core', 26, 'core'],
      [lakeside, 'REMOVE_FEATURE', 'Data Export', 1, null],
      [harbor, 'TRIAL_END', 'Core', 3, 'core'],
      [northside, 'REMOVE_BUNDLE', 'Phones', 6, 'phones'],
      [northside, 'REMOVE_BUNDLE', 'Core', 5, 'core'],
    ] as const) {
      await server.db
        .insertInto('product_change_history')
        .values({
          practice_id: practiceId,
          created_at: hoursAgo(hours),
          id: randomUUID(),
          change_type: type,
          bundle_name: bundle,
          bundle_id: null,
          feature_name: null,
          feature_display_name: null,
          product_name: product,
          user_name: 'Sasha Lindqvist',
          user_email: null,
          trial_start_date: null,
          trial_end_date: null,
          notes: null,
          additional_data: null,
        })
        .execute();
    }
    const answer = await read<{
      changes: { product_name: string; change_type: string }[];
      lost_access: { count: number; practices: unknown[] };
    }>('product-changes');
    expect(answer.changes.map((change) => `${change.change_type} ${change.product_name}`)).toEqual([
      'REMOVE_FEATURE Data Export',
      'TRIAL_END Core',
      'REMOVE_BUNDLE Phones',
      'REMOVE_BUNDLE Core',
      'REMOVE_BUNDLE Core',
      'REMOVE_BUNDLE Phones',
    ]);
    expect(answer.lost_access).toEqual({
      count: 3,
      practices: [
        {
          practice_id: lakeside,
          practice_name: 'Lakeside',
          product_name: 'Data Export',
          product_names: ['Data Export'],
        },
        {
          practice_id: bright,
          practice_name: 'Bright Smiles',
          product_name: 'Phones',
          product_names: ['Phones', 'Core'],
        },
        { practice_id: northside, practice_name: 'Northside', product_name: 'Phones', product_names: ['Phones'] },
      ],
    });
  });

  it('lists only bulk changes that are running or partly failed', async () => {
    for (const [state, failed, hours] of [
      ['running', 0, 200],
      ['done', 2, 5],
      ['done', 0, 5],
      ['done', 3, 200],
    ] as const) {
      await server.db
        .insertInto('bulk_changes')
        .values({
          id: randomUUID(),
          key: null,
          fingerprint: 'x',
          action: 'add',
          type: 'bundle',
          items: JSON.stringify(['core']),
          for_insiders: false,
          state,
          total: 9,
          changed: 4,
          failed,
          job_id: null,
          requested_at: hoursAgo(hours),
          requested_by_kind: 'person',
          requested_by_id: 'p',
          requested_by_name: 'Sasha Lindqvist',
        })
        .execute();
    }
    const { changes } = await read<{ changes: { job_id: string; state: string; failed: number; done: number }[] }>(
      'bulk-changes',
    );
    expect(changes.map(({ state, failed, done }) => [state, failed, done])).toEqual([
      ['done', 2, 6],
      ['running', 0, 4],
    ]);
    for (const change of changes) {
      const results = await server.call(staff, 'GET', `/api/features/bulk_update/${change.job_id}/`);
      expect([results.statusCode, results.json<{ failed: number }>().failed]).toEqual([200, change.failed]);
    }
  });
});
