import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inTransaction } from '../../platform/database/transaction.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import type { NamedEntitlement } from './entitlements.js';
import { changeManually } from './change-manually.js';
import { readEntitlements, recompute } from './recompute.js';

const phones: NamedEntitlement = { kind: 'bundle', name: 'phones' };
const callLog: NamedEntitlement = { kind: 'feature', name: 'call_log' };

describeWithDatabase('recompute', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const give = (practiceId: number, what: NamedEntitlement, on = testAudit()) =>
    inTransaction(server.db, (transaction) =>
      changeManually(transaction, [practiceId], () => ({ grant: [what], revoke: [] }), on),
    );
  const take = (practiceId: number, what: NamedEntitlement, on = testAudit()) =>
    inTransaction(server.db, (transaction) =>
      changeManually(transaction, [practiceId], () => ({ grant: [], revoke: [what] }), {
        ...on,
        notes: 'No longer paid',
      }),
    );
  const names = async (practiceId: number) => (await readEntitlements(server.db, practiceId)).map(({ name }) => name);
  const history = (practiceId: number) =>
    server.db
      .selectFrom('product_change_history')
      .selectAll()
      .where('practice_id', '=', practiceId)
      .orderBy('created_at')
      .execute();
  const audited = async (practiceId: number) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('action')
        .where('practice_id', '=', practiceId)
        .where('entity', '=', 'entitlements')
        .execute()
    ).length;

  it('records who changed what and when in the history and the audit log', async () => {
    const practiceId = await createTestPractice(server.db);
    const person = await createTestPerson(server.db, { name: 'Kim Keeper' });
    const now = new Date('2026-02-03T04:05:06Z');
    const actor = { kind: 'person' as const, id: person.id, name: person.name };
    await give(practiceId, phones, { ...testAudit(now), actor });
    expect(await names(practiceId)).toEqual([
      'phones',
      'call_log',
      'caller_cards',
      'missed_call_texts',
      'phone_numbers',
    ]);
    const [entry, ...more] = await history(practiceId);
    expect(entry).toMatchObject({
      change_type: 'ADD_BUNDLE',
      created_at: now,
      bundle_name: 'phones',
      bundle_id: 4,
      product_name: 'Phones',
      user_name: 'Kim Keeper',
      user_email: person.email,
      feature_name: null,
    });
    expect(JSON.parse(entry?.additional_data ?? '')).toEqual({
      features: ['call_log', 'caller_cards', 'missed_call_texts', 'phone_numbers'],
    });
    expect([more.length, await audited(practiceId)]).toEqual([0, 1]);
  });

  it('keeps a feature revoked until it is granted again', async () => {
    const practiceId = await createTestPractice(server.db);
    const minute = (minutes: number) => testAudit(new Date(server.clock.now.getTime() + minutes * 60_000));
    await give(practiceId, phones, minute(0));
    await take(practiceId, callLog, minute(1));
    expect(await names(practiceId)).not.toContain('call_log');
    await give(practiceId, callLog, minute(2));
    expect(await names(practiceId)).toContain('call_log');
    expect((await history(practiceId)).map((one) => [one.change_type, one.feature_display_name, one.notes])).toEqual([
      ['ADD_BUNDLE', null, null],
      ['REMOVE_FEATURE', 'Call Log', 'No longer paid'],
      ['ADD_FEATURE', 'Call Log', null],
    ]);
  });

  it('writes nothing when nothing changes', async () => {
    const practiceId = await createTestPractice(server.db);
    await give(practiceId, phones);
    const before = [(await history(practiceId)).length, await audited(practiceId)];
    await give(practiceId, phones);
    await inTransaction(server.db, (transaction) => recompute(transaction, practiceId, testAudit()));
    expect([(await history(practiceId)).length, await audited(practiceId)]).toEqual(before);
  });

  it('increments the version once per change, also for concurrent ones', async () => {
    const practiceId = await createTestPractice(server.db);
    const features = ['call_log', 'caller_cards', 'forecasting', 'data_export', 'call_recording'];
    await Promise.all(features.map((name) => give(practiceId, { kind: 'feature', name })));
    expect((await names(practiceId)).sort()).toEqual([...features].sort());
    const row = await server.db
      .selectFrom('entitlement_versions')
      .select('version')
      .where('practice_id', '=', practiceId)
      .executeTakeFirst();
    expect(row?.version).toBe(5);
  });

  it('changes nothing when the transaction is rolled back', async () => {
    const practiceId = await createTestPractice(server.db);
    const failed = inTransaction(server.db, async (transaction) => {
      await changeManually(transaction, [practiceId], () => ({ grant: [phones], revoke: [] }), testAudit());
      throw new Error('later');
    });
    await expect(failed).rejects.toThrow('later');
    expect([await names(practiceId), await history(practiceId), await audited(practiceId)]).toEqual([[], [], 0]);
  });
});
