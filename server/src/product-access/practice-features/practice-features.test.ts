import { expect, it } from '@jest/globals';
import type { FeaturesEffect, PracticeFeatures } from 'shared-api/contracts';
import { bundlesByName } from '../../billing/catalogue/catalogue.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, createTestPractice } from '../../testing/test-server.js';
import { withPracticeFeatures } from './testing/practice-features.js';

describeWithDatabase('practice features', (database) => {
  const { suite, base, read, save, saveFlags } = withPracticeFeatures(database);
  const bundles = (record: PracticeFeatures) => record.bundles.map(({ bundle_name: name }) => name);
  const features = (record: PracticeFeatures) => record.product_features.map(({ feature_name: name }) => name);
  const traces = async (practiceId: number) => ({
    audit: await suite.server.db
      .selectFrom('audit_log')
      .select('id')
      .where('practice_id', '=', practiceId)
      .where('action', '<>', 'practice.read')
      .orderBy('sequence')
      .execute(),
    history: await suite.server.db
      .selectFrom('product_change_history')
      .select('id')
      .where('practice_id', '=', practiceId)
      .orderBy('id')
      .execute(),
  });

  it('returns a list of one record with the documented names', async () => {
    const practiceId = await createTestPractice(suite.server.db, { name: 'Empty Dental' });
    const { record, etag } = await read(practiceId);
    expect(record).toEqual({
      practice_id: practiceId,
      practice: 'Empty Dental',
      insider: false,
      states: ['no_access'],
      time_zone: 'America/Chicago',
      bundles: [],
      features: [],
      product_features: [],
      account_expiration_date: null,
      snapshot_expiration_date: null,
      baseline_date: null,
      flags_etag: '"0"',
      withheld: [],
      changes: [],
    });
    expect(etag).toBe('"0.0"');
  });

  it('merges a save: keeps absent fields, and clears a date on null', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { bundles: ['phones'], baseline_date: '2026-01-02', account_expiration_date: '2027-01-01' });
    const response = await save(practiceId, { product_features: ['call_log', 'forecasting'], baseline_date: null });
    expect(response.json()).toEqual({ status: 'success', message: 'Successfully updated practice features' });
    const { record } = await read(practiceId);
    expect(bundles(record)).toEqual(['phones']);
    expect(features(record)).toEqual(['call_log', 'forecasting']);
    expect(record.product_features.at(-1)).toEqual({
      feature_name: 'forecasting',
      display_name: 'Forecasting',
      sources: ['grant'],
      via: [],
    });
    expect([record.baseline_date, record.account_expiration_date]).toEqual([null, '2027-01-01']);
  });

  it('saves dates as settings, with their version and audit entry', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { baseline_date: '2026-01-02' });
    const settings = await suite.server.call(suite.sasha, 'GET', `/api/${practiceId}/settings/practice_settings/`);
    expect((await read(practiceId)).record.changes).toEqual([
      { field: 'baseline_date', changed_by: 'Iris Internal', changed_at: expect.any(Number) },
    ]);
    expect([settings.headers['etag'], settings.json()]).toEqual([
      '"1"',
      expect.objectContaining({ baseline_date: '2026-01-02' }),
    ]);
    const log = await suite.server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'after'])
      .where('practice_id', '=', practiceId)
      .where('entity', '=', 'practice_settings')
      .orderBy('sequence')
      .execute();
    expect(log).toEqual([
      { action: 'settings.save', actor_name: 'Iris Internal', after: { baseline_date: '2026-01-02' } },
    ]);
  });

  it('adds a bundle without a feature that the same save removes', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { product_features: ['data_export'] });
    await save(practiceId, { bundles: ['analytics'], product_features: [] });
    const { record } = await read(practiceId);
    expect(bundles(record)).toEqual(['analytics']);
    expect(features(record)).toContain('goal_tracking');
    expect(features(record)).not.toContain('data_export');
    expect(record.withheld?.map(({ name }) => name)).toEqual(['data_export']);
  });

  it('restores one practice’s items, and no other’s', async () => {
    const both = [await createTestPractice(suite.server.db), await createTestPractice(suite.server.db)];
    for (const practiceId of both) {
      await save(practiceId, { product_features: ['data_export'] });
      await save(practiceId, { bundles: ['analytics'], product_features: [] });
    }
    const [restored = 0, other = 0] = both;
    const response = await suite.server.call(suite.iris, 'POST', `/api/${restored}/practice-features/restore/`, {
      items: [{ kind: 'feature', name: 'data_export' }],
    });
    expect(response.statusCode).toBe(200);
    const withheldIn = async (practiceId: number) => (await read(practiceId)).record.withheld?.map(({ name }) => name);
    expect([await withheldIn(restored), await withheldIn(other)]).toEqual([[], ['data_export']]);
  });

  it('writes nothing when none of the items can be restored', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const versions = () =>
      suite.server.db.selectFrom('entitlement_versions').selectAll().where('practice_id', '=', practiceId).execute();
    expect(await versions()).toEqual([]);
    const response = await suite.server.call(suite.iris, 'POST', `/api/${practiceId}/practice-features/restore/`, {
      items: [{ kind: 'feature', name: 'data_export' }],
    });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'not_withheld']);
    expect(await versions()).toEqual([]);
  });

  it('accepts names in all documented forms', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, {
      bundles: [{ bundle_name: 'phones' }],
      product_features: [
        ...(bundlesByName.get('phones')?.features ?? []),
        { feature_name: 'forecasting' },
        { name: 'data_export' },
      ],
    });
    await saveFlags(practiceId, { features: [{ value: 'beta_reports' }, 'fast_sync'] });
    const { record } = await read(practiceId);
    expect(bundles(record)).toEqual(['phones']);
    expect(features(record)).toEqual(expect.arrayContaining(['forecasting', 'data_export', 'call_log']));
    expect(record.features).toEqual([
      { feature: 'beta_reports', display_name: 'Beta reports' },
      { feature: 'fast_sync', display_name: 'Fast synchronization' },
    ]);
    expect(record.flags_etag).toBe('"1"');
  });

  it('removes features with their bundle, and restores them with it', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { bundles: ['phones'] });
    const { record } = await read(practiceId);
    await save(practiceId, { bundles: [], product_features: features(record) });
    expect((await read(practiceId)).record).toMatchObject({ bundles: [], product_features: [] });
    await save(practiceId, { bundles: ['phones'] });
    expect(features((await read(practiceId)).record)).toEqual(features(record));
  });

  it('grants and revokes in one change, with one audit entry', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { bundles: ['phones', 'core'] });
    suite.server.clock.now = new Date(suite.server.clock.now.getTime() + 1000);
    await save(practiceId, { bundles: ['core', 'analytics'] });
    const log = await suite.server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('practice_id', '=', practiceId)
      .where('entity', '=', 'entitlements')
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(log).toHaveLength(2);
    expect(log[1]).toMatchObject({ actor_name: 'Iris Internal', after: { 'bundle:analytics': ['grant'] } });
    expect(log[1]?.before).toHaveProperty(['bundle:phones']);
    expect(log[1]?.before).not.toHaveProperty(['bundle:core']);
    const revoked = await suite.server.db
      .selectFrom('entitlement_revocations')
      .select('name')
      .where('practice_id', '=', practiceId)
      .execute();
    expect(revoked).toEqual([{ name: 'phones' }]);
  });

  it('writes no entry and no version when nothing changes', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { bundles: ['phones'], baseline_date: '2026-01-02' });
    await saveFlags(practiceId, { features: ['fast_sync'] });
    const [before, { etag }] = [await traces(practiceId), await read(practiceId)];
    const again = await save(practiceId, { bundles: ['phones'], baseline_date: '2026-01-02' }, '"0.0"');
    expect([again.statusCode, (await read(practiceId)).etag]).toEqual([200, etag]);
    expect((await saveFlags(practiceId, { features: [{ name: 'fast_sync' }] }, '"0"')).headers['etag']).toBe('"1"');
    expect(await traces(practiceId)).toEqual(before);
  });

  it('ignores feature flags in this save, and the message explains it', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const response = await save(practiceId, { bundles: [], product_features: [], features: [{ name: 'fast_sync' }] });
    expect(response.json<{ message: string }>().message).toBe(
      'Successfully updated practice features. Feature flags are saved separately and weren’t changed.',
    );
    expect((await read(practiceId)).record.features).toEqual([]);
  });

  it.each([
    [{ bundles: ['core', 'nonsense'] }, { 'bundles.1': 'nonsense isn’t a bundle' }],
    [
      { bundles: ['core'], product_features: [{ name: 'call_log' }, { name: 'core' }] },
      { 'product_features.1': 'Core isn’t a feature' },
    ],
  ])('returns 422 for unknown names: %j', async (body, fields) => {
    const practiceId = await createTestPractice(suite.server.db);
    const response = await save(practiceId, { ...body, baseline_date: '2026-01-02' });
    expect([response.statusCode, response.json()]).toEqual([422, expect.objectContaining({ code: 'invalid', fields })]);
    expect(response.json<{ message: string }>().message).toBe(`${Object.values(fields).join()}. Nothing was saved.`);
    expect((await read(practiceId)).record).toMatchObject({ bundles: [], baseline_date: null });
    expect(await traces(practiceId)).toMatchObject({ history: [] });
  });

  it.each([
    [{ bundles: 'core' }, 'bundles'],
    [{ bundles: [{ title: 'core' }] }, 'bundles.0'],
    [{ baseline_date: '2026-02-30' }, 'baseline_date'],
    [{ insider: true }, 'insider'],
  ])('returns 400 for an invalid body: %j', async (body, field) => {
    const practiceId = await createTestPractice(suite.server.db);
    const response = await save(practiceId, body);
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ code: 'invalid' })]);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toContain(field);
  });

  it('keeps a flag missing in the catalogue, and lets it be removed', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await suite.server.db
      .insertInto('practice_feature_flags')
      .values({ practice_id: practiceId, name: 'of_old', set_at: new Date(), set_by: 'Test' })
      .execute();
    expect((await saveFlags(practiceId, { features: ['of_old', 'fast_sync'] })).statusCode).toBe(200);
    expect((await saveFlags(practiceId, { features: ['fast_sync'] })).statusCode).toBe(200);
    expect((await saveFlags(practiceId, { features: ['of_old'] })).json()).toMatchObject({
      fields: { 'features.0': 'of_old isn’t a flag' },
    });
  });

  it('previews gained, lost and kept features, with the source of kept ones', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await save(practiceId, { bundles: ['phones'] });
    await save(practiceId, { product_features: [...(bundlesByName.get('phones')?.features ?? []), 'forecasting'] });
    await suite.server.db
      .insertInto('entitlement_grants')
      .values({
        practice_id: practiceId,
        kind: 'feature',
        name: 'call_log',
        granted_at: new Date(),
        granted_by: 'Test',
        notes: null,
      })
      .execute();
    const before = [await read(practiceId), await traces(practiceId)];
    const response = await suite.server.call(suite.iris, 'POST', `${base(practiceId)}preview/`, {
      bundles: [{ name: 'analytics' }],
    });
    const effect = response.json<FeaturesEffect>();
    expect(effect.bundles_gained).toEqual([{ name: 'analytics', display_name: 'Practice Analytics' }]);
    expect(effect.bundles_lost).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(effect.features_gained.map(({ name }) => name)).toContain('goal_tracking');
    expect(effect.features_lost.map(({ name }) => name)).toEqual([
      'caller_cards',
      'missed_call_texts',
      'phone_numbers',
    ]);
    expect(effect.features_kept).toEqual([{ name: 'call_log', display_name: 'Call Log', through: ['Added manually'] }]);
    expect([await read(practiceId), await traces(practiceId)]).toEqual(before);
    const refused = await suite.server.call(suite.iris, 'POST', `${base(practiceId)}preview/`, {
      bundles: ['nonsense'],
    });
    expect(refused.json()).toMatchObject({
      code: 'invalid',
      fields: { 'bundles.0': expect.stringMatching(/ isn’t a bundle$/) },
    });
  });

  it('returns the catalogue, and the list of insider practices', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    await suite.server.db.updateTable('practices').set({ insider: true }).where('id', '=', practiceId).execute();
    const one = (await suite.server.call(suite.iris, 'GET', `${base(practiceId)}bundles_features_flags/`)).json();
    const all = (await suite.server.call(suite.iris, 'GET', '/api/features/bundles_features_flags/')).json();
    expect(one).toMatchObject({
      bundles: expect.arrayContaining([expect.objectContaining({ name: 'phones', display_name: 'Phones' })]),
      feature_flags: expect.arrayContaining([{ name: 'beta_reports', display_name: 'Beta reports' }]),
    });
    expect(all).toEqual({ ...one, insider_practices: [practiceId] });
  });

  it('lists the people of a practice with their roles', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const owner = await createTestPerson(suite.server.db, {
      practices: [practiceId],
      role: 'owner',
      name: 'Ann Owner',
    });
    const staff = await createTestPerson(suite.server.db, { practices: [practiceId], name: 'Zoe Staff' });
    for (const url of [`/practice_users/${practiceId}`, `/practice_users/${practiceId}/`]) {
      expect((await suite.server.call(suite.iris, 'GET', url)).json()).toEqual({
        users: [
          { user_id: owner.id, name: 'Ann Owner', email: owner.email, roles: ['owner'] },
          { user_id: staff.id, name: 'Zoe Staff', email: staff.email, roles: ['staff'] },
        ],
      });
    }
    expect((await suite.server.call(suite.iris, 'GET', '/practice_users/999999')).statusCode).toBe(404);
  });
});
