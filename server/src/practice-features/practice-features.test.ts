import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FeaturesEffect, PracticeFeatures } from 'shared-api/contracts';
import { bundlesByName } from '../catalogue/catalogue.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type Caller, type TestServer, aPerson, aPractice, signedIn, testServer } from '../testing/test-server.js';

describeOnEveryEngine('features of a practice', (database) => {
  let server: TestServer;
  let iris: Caller;
  let sasha: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    iris = await signedIn(server, await aPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }));
    sasha = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true }, name: 'Sasha Super' }));
  });
  afterAll(() => server.close());

  const base = (practice: number) => `/api/${practice}/features/`;
  const read = async (practice: number): Promise<{ record: PracticeFeatures; etag: string }> => {
    const answer = await server.call(iris, 'GET', base(practice));
    const [record, ...more] = answer.json<PracticeFeatures[]>();
    if (!record || more.length > 0) throw new Error(answer.body);
    return { record, etag: String(answer.headers['etag']) };
  };
  const save = (practice: number, body: unknown, etag?: string, caller = iris) =>
    server.call(
      caller,
      'PUT',
      `${base(practice)}update_practice_features/`,
      body,
      etag === undefined ? {} : { 'if-match': etag },
    );
  const saveFlags = (practice: number, body: unknown, etag?: string, caller = iris) =>
    server.call(
      caller,
      'PUT',
      `${base(practice)}update_practice_feature_flags/`,
      body,
      etag === undefined ? {} : { 'if-match': etag },
    );
  const bundles = (record: PracticeFeatures) => record.bundles.map(({ bundle_name: name }) => name);
  const features = (record: PracticeFeatures) => record.product_features.map(({ feature_name: name }) => name);
  const traces = async (practice: number) => ({
    audit: await server.db.selectFrom('audit_log').select('id').where('practice_id', '=', practice).execute(),
    history: await server.db
      .selectFrom('product_change_history')
      .select('id')
      .where('practice_id', '=', practice)
      .execute(),
  });

  it('are a list of one record, under the documented names', async () => {
    const practice = await aPractice(server.db, { name: 'Empty Dental' });
    const { record, etag } = await read(practice);
    expect(record).toEqual({
      practice_id: practice,
      practice: 'Empty Dental',
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

  it('are merged: what is absent stays, and a null empties a date', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { bundles: ['phones'], baseline_date: '2026-01-02', account_expiration_date: '2027-01-01' });
    const answer = await save(practice, { product_features: ['call_log', 'forecasting'], baseline_date: null });
    expect(answer.json()).toEqual({ status: 'success', message: 'Successfully updated practice features' });
    const { record } = await read(practice);
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

  it('have dates that are settings, with their version and their entry in the audit log', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { baseline_date: '2026-01-02' });
    const settings = await server.call(sasha, 'GET', `/api/${practice}/settings/practice_settings/`);
    expect((await read(practice)).record.changes).toEqual([
      { field: 'baseline_date', changed_by: 'Iris Internal', changed_at: expect.any(Number) },
    ]);
    expect([settings.headers['etag'], settings.json()]).toEqual([
      '"1"',
      expect.objectContaining({ baseline_date: '2026-01-02' }),
    ]);
    const log = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'after'])
      .where('practice_id', '=', practice)
      .where('entity', '=', 'practice_settings')
      .execute();
    expect(log).toEqual([
      { action: 'settings.save', actor_name: 'Iris Internal', after: { baseline_date: '2026-01-02' } },
    ]);
  });

  it('have a bundle without the feature of it that the same save removes', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { product_features: ['data_export'] });
    await save(practice, { bundles: ['analytics'], product_features: [] });
    const { record } = await read(practice);
    expect(bundles(record)).toEqual(['analytics']);
    expect(features(record)).toContain('goal_tracking');
    expect(features(record)).not.toContain('data_export');
    expect(record.withheld?.map(({ name }) => name)).toEqual(['data_export']);
  });

  it('are named in any of the documented spellings', async () => {
    const practice = await aPractice(server.db);
    await save(practice, {
      bundles: [{ bundle_name: 'phones' }],
      product_features: [
        ...(bundlesByName.get('phones')?.features ?? []),
        { feature_name: 'forecasting' },
        { name: 'data_export' },
      ],
    });
    await saveFlags(practice, { features: [{ value: 'beta_reports' }, 'fast_sync'] });
    const { record } = await read(practice);
    expect(bundles(record)).toEqual(['phones']);
    expect(features(record)).toEqual(expect.arrayContaining(['forecasting', 'data_export', 'call_log']));
    expect(record.features).toEqual([
      { feature: 'beta_reports', display_name: 'Beta reports' },
      { feature: 'fast_sync', display_name: 'Fast synchronisation' },
    ]);
    expect(record.flags_etag).toBe('"1"');
  });

  it('go with their bundle, although the save still names them, and come back when it is granted again', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { bundles: ['phones'] });
    const { record } = await read(practice);
    await save(practice, { bundles: [], product_features: features(record) });
    expect((await read(practice)).record).toMatchObject({ bundles: [], product_features: [] });
    await save(practice, { bundles: ['phones'] });
    expect(features((await read(practice)).record)).toEqual(features(record));
  });

  it('are granted and revoked in one change, with one entry in the audit log', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { bundles: ['phones', 'core'] });
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    await save(practice, { bundles: ['core', 'analytics'] });
    const log = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('practice_id', '=', practice)
      .where('entity', '=', 'entitlements')
      .orderBy('at')
      .execute();
    expect(log).toHaveLength(2);
    expect(log[1]).toMatchObject({ actor_name: 'Iris Internal', after: { 'bundle:analytics': ['grant'] } });
    expect(log[1]?.before).toHaveProperty(['bundle:phones']);
    expect(log[1]?.before).not.toHaveProperty(['bundle:core']);
    const revoked = await server.db
      .selectFrom('entitlement_revocations')
      .select('name')
      .where('practice_id', '=', practice)
      .execute();
    expect(revoked).toEqual([{ name: 'phones' }]);
  });

  it('leave no trace and no new version where nothing is different', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { bundles: ['phones'], baseline_date: '2026-01-02' });
    await saveFlags(practice, { features: ['fast_sync'] });
    const [before, { etag }] = [await traces(practice), await read(practice)];
    const again = await save(practice, { bundles: ['phones'], baseline_date: '2026-01-02' }, '"0.0"');
    expect([again.statusCode, (await read(practice)).etag]).toEqual([200, etag]);
    expect((await saveFlags(practice, { features: [{ name: 'fast_sync' }] }, '"0"')).headers['etag']).toBe('"1"');
    expect(await traces(practice)).toEqual(before);
  });

  it('say that flags which the cross-practice editor sends along change nothing', async () => {
    const practice = await aPractice(server.db);
    const answer = await save(practice, { bundles: [], product_features: [], features: [{ name: 'fast_sync' }] });
    expect(answer.json<{ message: string }>().message).toBe(
      'Successfully updated practice features. Feature flags are saved by themselves and were not changed.',
    );
    expect((await read(practice)).record.features).toEqual([]);
  });

  it.each([
    [{ bundles: ['core', 'nonsense'] }, { 'bundles.1': 'There is no such bundle' }],
    [
      { bundles: ['core'], product_features: [{ name: 'call_log' }, { name: 'core' }] },
      { 'product_features.1': 'There is no such feature' },
    ],
  ])('are refused with names that there are not: %j', async (body, fields) => {
    const practice = await aPractice(server.db);
    const answer = await save(practice, { ...body, baseline_date: '2026-01-02' });
    expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining({ code: 'invalid', fields })]);
    expect((await read(practice)).record).toMatchObject({ bundles: [], baseline_date: null });
    expect(await traces(practice)).toMatchObject({ history: [] });
  });

  it.each([
    [{ bundles: 'core' }, 'bundles'],
    [{ bundles: [{ title: 'core' }] }, 'bundles.0'],
    [{ baseline_date: '2026-02-30' }, 'baseline_date'],
    [{ insider: true }, 'insider'],
  ])('are refused where they cannot be read: %j', async (body, field) => {
    const practice = await aPractice(server.db);
    const answer = await save(practice, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid' })]);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field);
  });

  it('keep a name that the catalogue no longer has, and let it be removed', async () => {
    const practice = await aPractice(server.db);
    await server.db
      .insertInto('practice_feature_flags')
      .values({ practice_id: practice, name: 'of_old', set_at: new Date(), set_by: 'Test' })
      .execute();
    expect((await saveFlags(practice, { features: ['of_old', 'fast_sync'] })).statusCode).toBe(200);
    expect((await saveFlags(practice, { features: ['fast_sync'] })).statusCode).toBe(200);
    expect((await saveFlags(practice, { features: ['of_old'] })).json()).toMatchObject({
      fields: { 'features.0': 'There is no such flag' },
    });
  });

  it('hear who changed what when a save is stale, and nothing is saved', async () => {
    const practice = await aPractice(server.db);
    const { etag } = await read(practice);
    await save(practice, { bundles: ['phones'] }, etag, sasha);
    const answer = await save(practice, { bundles: ['core'], baseline_date: '2026-01-02' }, etag);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'stale_version',
      message: expect.stringMatching(/^Sasha Super has changed this practice’s bundles and features \(.*Phones added/),
      conflict: {
        changed_by: 'Sasha Super',
        changed_at: expect.any(Number),
        changes: expect.arrayContaining([
          { field: 'bundles', changed_by: 'Sasha Super', changed_at: expect.any(Number) },
        ]),
      },
    });
    expect((await read(practice)).record).toMatchObject({ bundles: [{ bundle_name: 'phones' }], baseline_date: null });
  });

  it('are judged stale by the part that a save changes alone', async () => {
    const practice = await aPractice(server.db);
    const { etag } = await read(practice);
    await save(practice, { bundles: ['phones'] }, etag, sasha);
    const dates = await save(practice, { bundles: ['phones'], baseline_date: '2026-01-02' }, etag);
    expect([dates.statusCode, dates.headers['etag']]).toEqual([200, '"0.1"']);
    // The form's bundles are still those of before, so changing them hears of Sasha's change.
    expect((await save(practice, { bundles: [] }, String(dates.headers['etag']))).statusCode).toBe(409);

    await server.call(sasha, 'PUT', `/api/${practice}/settings/update_practice_settings/`, { is_pediatric: true });
    const other = await save(practice, { account_expiration_date: '2027-03-04' }, '"1.1"');
    expect(other.statusCode).toBe(200);
    await save(practice, { account_expiration_date: '2027-04-05' }, undefined, sasha);
    const stale = await save(practice, { account_expiration_date: '2027-05-06' }, String(other.headers['etag']));
    expect(stale.json()).toMatchObject({
      code: 'stale_version',
      conflict: { changed_by: 'Sasha Super', changes: [{ field: 'account_expiration_date' }] },
    });
    expect(
      (await save(practice, { snapshot_expiration_date: '2027-05-06' }, String(other.headers['etag']))).statusCode,
    ).toBe(200);
  });

  it('have flags with a version of their own', async () => {
    const practice = await aPractice(server.db);
    const { record } = await read(practice);
    await save(practice, { bundles: ['phones'] });
    expect((await saveFlags(practice, { features: ['fast_sync'] }, record.flags_etag, sasha)).headers['etag']).toBe(
      '"1"',
    );
    const stale = await saveFlags(practice, { features: ['beta_reports'] }, record.flags_etag);
    expect(stale.json()).toMatchObject({
      code: 'stale_version',
      conflict: { changed_by: 'Sasha Super', changes: [{ field: 'features' }] },
    });
    expect((await saveFlags(practice, { features: [] }, '"1"')).headers['etag']).toBe('"2"');
    expect(await save(practice, {}, '"1"')).toMatchObject({ statusCode: 400 });
  });

  it('are changed by exactly one of two people who save on the same version', async () => {
    const practice = await aPractice(server.db);
    const { etag, record } = await read(practice);
    const answers = await Promise.all([
      save(practice, { bundles: ['phones'] }, etag),
      save(practice, { bundles: ['core'] }, etag, sasha),
      saveFlags(practice, { features: ['fast_sync'] }, record.flags_etag),
      saveFlags(practice, { features: ['beta_reports'] }, record.flags_etag, sasha),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    expect((await read(practice)).record).toMatchObject({
      bundles: [expect.anything()],
      features: [expect.anything()],
    });
  });

  it('are told beforehand: gained, lost, and kept through what', async () => {
    const practice = await aPractice(server.db);
    await save(practice, { bundles: ['phones'] });
    await save(practice, { product_features: [...(bundlesByName.get('phones')?.features ?? []), 'forecasting'] });
    await server.db
      .insertInto('entitlement_grants')
      .values({
        practice_id: practice,
        kind: 'feature',
        name: 'call_log',
        granted_at: new Date(),
        granted_by: 'Test',
        notes: null,
      })
      .execute();
    const before = [await read(practice), await traces(practice)];
    const answer = await server.call(iris, 'POST', `${base(practice)}preview/`, { bundles: [{ name: 'analytics' }] });
    const effect = answer.json<FeaturesEffect>();
    expect(effect.bundles_gained).toEqual([{ name: 'analytics', display_name: 'Practice Analytics' }]);
    expect(effect.bundles_lost).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(effect.features_gained.map(({ name }) => name)).toContain('goal_tracking');
    expect(effect.features_lost.map(({ name }) => name)).toEqual([
      'caller_cards',
      'missed_call_texts',
      'phone_numbers',
    ]);
    expect(effect.features_kept).toEqual([
      { name: 'call_log', display_name: 'Call Log', through: ['Granted by hand'] },
    ]);
    expect([await read(practice), await traces(practice)]).toEqual(before);
    const refused = await server.call(iris, 'POST', `${base(practice)}preview/`, { bundles: ['nonsense'] });
    expect(refused.json()).toMatchObject({ code: 'invalid', fields: { 'bundles.0': 'There is no such bundle' } });
  });

  it('come from a catalogue, which also says who the insiders are', async () => {
    const practice = await aPractice(server.db);
    await server.db.updateTable('practices').set({ insider: true }).where('id', '=', practice).execute();
    const one = (await server.call(iris, 'GET', `${base(practice)}bundles_features_flags/`)).json();
    const all = (await server.call(iris, 'GET', '/api/features/bundles_features_flags/')).json();
    expect(one).toMatchObject({
      bundles: expect.arrayContaining([expect.objectContaining({ name: 'phones', display_name: 'Phones' })]),
      feature_flags: expect.arrayContaining([{ name: 'beta_reports', display_name: 'Beta reports' }]),
    });
    expect(all).toEqual({ ...one, insider_practices: [practice] });
  });

  it('belong to a practice whose people have roles', async () => {
    const practice = await aPractice(server.db);
    const owner = await aPerson(server.db, { practices: [practice], role: 'owner', name: 'Ann Owner' });
    const staff = await aPerson(server.db, { practices: [practice], name: 'Zoe Staff' });
    for (const url of [`/practice_users/${practice}`, `/practice_users/${practice}/`]) {
      expect((await server.call(iris, 'GET', url)).json()).toEqual({
        users: [
          { user_id: owner.id, name: 'Ann Owner', email: owner.email, roles: ['owner'] },
          { user_id: staff.id, name: 'Zoe Staff', email: staff.email, roles: ['staff'] },
        ],
      });
    }
    expect((await server.call(iris, 'GET', '/practice_users/999999')).statusCode).toBe(404);
  });
});
