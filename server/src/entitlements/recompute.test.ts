import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inTransaction } from '../database/transaction.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type TestServer, aPerson, aPractice, doing, testServer } from '../testing/test-server.js';
import type { NamedEntitlement } from './entitlements.js';
import { changeByHand } from './change-by-hand.js';
import { readEntitlements, recompute } from './recompute.js';

const phones: NamedEntitlement = { kind: 'bundle', name: 'phones' };
const callLog: NamedEntitlement = { kind: 'feature', name: 'call_log' };

describeOnEveryEngine('what a practice may use', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const give = (practice: number, what: NamedEntitlement, on = doing()) =>
    inTransaction(server.db, (transaction) =>
      changeByHand(transaction, [practice], () => ({ grant: [what], revoke: [] }), on),
    );
  const take = (practice: number, what: NamedEntitlement) =>
    inTransaction(server.db, (transaction) =>
      changeByHand(transaction, [practice], () => ({ grant: [], revoke: [what] }), {
        ...doing(),
        notes: 'No longer paid',
      }),
    );
  const names = async (practice: number) => (await readEntitlements(server.db, practice)).map(({ name }) => name);
  const history = (practice: number) =>
    server.db
      .selectFrom('product_change_history')
      .selectAll()
      .where('practice_id', '=', practice)
      .orderBy('created_at')
      .execute();
  const audited = async (practice: number) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('action')
        .where('practice_id', '=', practice)
        .where('entity', '=', 'entitlements')
        .execute()
    ).length;

  it('is told with who, when and what, in the history and the audit log', async () => {
    const practice = await aPractice(server.db);
    const person = await aPerson(server.db, { name: 'Kim Keeper' });
    const now = new Date('2026-02-03T04:05:06Z');
    const actor = { kind: 'person' as const, id: person.id, name: person.name };
    await give(practice, phones, { actor, now });
    expect(await names(practice)).toEqual(['phones', 'call_log', 'caller_cards', 'missed_call_texts', 'phone_numbers']);
    const [entry, ...more] = await history(practice);
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
    expect([more.length, await audited(practice)]).toEqual([0, 1]);
  });

  it('stays revoked until it is granted again', async () => {
    const practice = await aPractice(server.db);
    await give(practice, phones);
    await take(practice, callLog);
    expect(await names(practice)).not.toContain('call_log');
    await give(practice, callLog);
    expect(await names(practice)).toContain('call_log');
    expect((await history(practice)).map((one) => [one.change_type, one.feature_display_name, one.notes])).toEqual([
      ['ADD_BUNDLE', null, null],
      ['REMOVE_FEATURE', 'Call Log', 'No longer paid'],
      ['ADD_FEATURE', 'Call Log', null],
    ]);
  });

  it('leaves no trace when nothing is different', async () => {
    const practice = await aPractice(server.db);
    await give(practice, phones);
    const before = [(await history(practice)).length, await audited(practice)];
    await give(practice, phones);
    await inTransaction(server.db, (transaction) => recompute(transaction, practice, doing()));
    expect([(await history(practice)).length, await audited(practice)]).toEqual(before);
  });

  it('has one version for each change, also of several at the same moment', async () => {
    const practice = await aPractice(server.db);
    const features = ['call_log', 'caller_cards', 'forecasting', 'data_export', 'call_recording'];
    await Promise.all(features.map((name) => give(practice, { kind: 'feature', name })));
    expect((await names(practice)).sort()).toEqual([...features].sort());
    const row = await server.db
      .selectFrom('entitlement_versions')
      .select('version')
      .where('practice_id', '=', practice)
      .executeTakeFirst();
    expect(row?.version).toBe(5);
  });

  it('is not changed by what is rolled back', async () => {
    const practice = await aPractice(server.db);
    const failed = inTransaction(server.db, async (transaction) => {
      await changeByHand(transaction, [practice], () => ({ grant: [phones], revoke: [] }), doing());
      throw new Error('later');
    });
    await expect(failed).rejects.toThrow('later');
    expect([await names(practice), await history(practice), await audited(practice)]).toEqual([[], [], 0]);
  });
});
