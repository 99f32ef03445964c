import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FeaturesPage, PracticeFeatures } from 'shared-api/contracts';
import { readUsage } from '../../billing/entitlements/usage.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('features of all practices', (database) => {
  let server: TestServer;
  let caller: Caller;
  let ids: number[];
  const save = (practiceId: number, call: string, body: unknown) =>
    server.call(caller, 'PUT', `/api/${practiceId}/features/${call}/`, body);
  const page = async (query: string): Promise<FeaturesPage> => {
    const response = await server.call(caller, 'GET', `/api/features/?${query}`);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<FeaturesPage>();
  };
  const names = async (query: string) => (await page(query)).results.map(({ practice }) => practice);
  const usageOf = ({ usage }: FeaturesPage) =>
    Object.fromEntries(
      [...usage.bundles, ...usage.features, ...usage.feature_flags]
        .filter(({ practices }) => practices > 0)
        .map((one) => [one.name, one.practices]),
    );

  beforeAll(async () => {
    server = await testServer(database());
    caller = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    ids = [];
    for (const name of ['Oak Dental', 'École Dentaire', 'Ash Smiles', 'Birch 100%']) {
      ids.push(await createTestPractice(server.db, { name }));
    }
    const [oak = 0, ecole = 0, ash = 0] = ids;
    await server.db.updateTable('practices').set({ insider: true }).where('id', 'in', [oak, ash]).execute();
    await save(oak, 'update_practice_features', { bundles: ['phones'], baseline_date: '2026-02-03' });
    await save(ecole, 'update_practice_features', { bundles: ['phones'], product_features: [] });
    await save(ecole, 'update_practice_feature_flags', { features: ['fast_sync'] });
  });
  afterAll(() => server.close());

  it('returns all practices by name without a query', async () => {
    const response = await server.call(caller, 'GET', '/api/features/');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const list = response.json<PracticeFeatures[]>();
    expect(list.map(({ practice }) => practice)).toEqual(['Ash Smiles', 'Birch 100%', 'École Dentaire', 'Oak Dental']);
    const [single] = (await server.call(caller, 'GET', `/api/${ids[0]}/features/`)).json<PracticeFeatures[]>();
    // Only a single practice's record contains its states, withheld items and authors of changes.
    expect({ ...list.at(-1), states: [], withheld: [] }).toEqual({ ...single, changes: undefined });
    expect(single).toMatchObject({
      insider: true,
      states: [],
      baseline_date: '2026-02-03',
      bundles: [{ bundle_name: 'phones' }],
    });
  });

  it.each([
    ['page=1&page_size=3', ['Ash Smiles', 'Birch 100%', 'École Dentaire']],
    ['page=2&page_size=3', ['Oak Dental']],
    ['page=99&page_size=3', ['Oak Dental']],
    ['search=ecole', ['École Dentaire']],
    ['search=%25', ['Birch 100%']],
    ['search=2', ['École Dentaire']],
    ['insider=true', ['Ash Smiles', 'Oak Dental']],
    ['insider=true&search=OAK', ['Oak Dental']],
    ['insider=false', ['Ash Smiles', 'Birch 100%', 'École Dentaire', 'Oak Dental']],
    ['search=nothing+like+this', []],
    ['bundle=phones', ['École Dentaire', 'Oak Dental']],
    ['bundle=phones&insider=true', ['Oak Dental']],
    ['bundle=phones&search=dent&page=2&page_size=1', ['Oak Dental']],
    ['bundle=call_log', []],
    ['feature=call_log', ['École Dentaire', 'Oak Dental']],
    ['feature=call_log&bundle=core', []],
    ['feature_flag=fast_sync', ['École Dentaire']],
    ['state=no_access', ['Ash Smiles', 'Birch 100%']],
    ['sort=number', ['Oak Dental', 'École Dentaire', 'Ash Smiles', 'Birch 100%']],
    ['sort=number&order=desc&page_size=2', ['Birch 100%', 'Ash Smiles']],
    ['order=desc', ['Oak Dental', 'École Dentaire', 'Birch 100%', 'Ash Smiles']],
    ['sort=number&order=desc&search=2', ['École Dentaire']],
  ])('returns a page for ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['search=smlies', ['Ash Smiles']],
    ['search=dentla+oak&sort=number', ['Oak Dental']],
    ['search=dentla&insider=true', ['Oak Dental']],
    ['search=dentla&state=past_due', []],
    // At least one practice matches it.
    ['search=birch&insider=true', []],
    ['search=qqqqzz', []],
  ])('returns the closest names for ?%s, also as CSV and for the palette', async (query, expected) => {
    const list = await page(query);
    expect(list.results.map(({ practice }) => practice)).toEqual(expected);
    expect([list.count, list.closest ?? false]).toEqual([expected.length, expected.length > 0]);
    const csv = await server.call(caller, 'GET', `/api/features/export/?${query}`);
    expect(csv.body.trimEnd().split('\r\n').slice(1)).toHaveLength(expected.length);
    const search = new URLSearchParams(query).get('search') ?? '';
    const palette = await server.call(caller, 'GET', `/api/practices/?search=${search}`);
    const all = await page(`search=${search}`);
    expect(palette.json()).toMatchObject({ count: all.count });
  });

  it.each([
    ['', ['Ash Smiles', 'Birch 100%', 'École Dentaire', 'Oak Dental']],
    ['search=dent', ['École Dentaire', 'Oak Dental']],
    ['insider=true&order=desc', ['Oak Dental', 'Ash Smiles']],
    ['bundle=phones', ['École Dentaire', 'Oak Dental']],
    ['bundle=phones&search=oak', ['Oak Dental']],
    ['feature=call_log', ['École Dentaire', 'Oak Dental']],
    ['feature_flag=fast_sync', ['École Dentaire']],
    ['state=no_access&order=desc', ['Birch 100%', 'Ash Smiles']],
    ['state=no_access&sort=number', ['Ash Smiles', 'Birch 100%']],
  ])('counts all practices of ?%s on each page, and shows the last page for later ones', async (query, all) => {
    const pages = [...all.keys(), 98].map((at) => `page=${at + 1}`);
    const shown = [];
    for (const one of pages) {
      const { results, count } = await page(`${one}&page_size=1&${query}`);
      shown.push([results.map(({ practice }) => practice), count]);
    }
    expect(shown).toEqual([...all, all.at(-1)].map((name) => [[name], all.length]));
  });

  it('finds practices that have lost access, also through a replica that only increments the version', async () => {
    const [oak = 0] = ids;
    const versionOf = () =>
      server.db.selectFrom('entitlement_versions').selectAll().where('practice_id', '=', oak).executeTakeFirstOrThrow();
    const gained = await versionOf();
    expect(gained.entitled_at_version).toBe(gained.version);
    await save(oak, 'update_practice_features', { bundles: [] });
    expect((await versionOf()).entitled_at_version).toBeNull();
    expect(await names('state=no_access')).toEqual(['Ash Smiles', 'Birch 100%', 'Oak Dental']);

    await save(oak, 'update_practice_features', { bundles: ['phones'] });
    expect(await names('state=no_access')).toEqual(['Ash Smiles', 'Birch 100%']);
    const rows = await server.db
      .deleteFrom('practice_entitlements')
      .where('practice_id', '=', oak)
      .returningAll()
      .execute();
    const raise = { version: (await versionOf()).version + 1 };
    await server.db.updateTable('entitlement_versions').set(raise).where('practice_id', '=', oak).execute();
    expect(await names('state=no_access')).toEqual(['Ash Smiles', 'Birch 100%', 'Oak Dental']);
    const restored = rows.map((row) => ({ ...row, sources: JSON.stringify(row.sources) }));
    await server.db.insertInto('practice_entitlements').values(restored).execute();
    expect(await names('state=no_access')).toEqual(['Ash Smiles', 'Birch 100%']);
  });

  it('filters by each state, shows the states of each practice, and counts the day in its time zone', async () => {
    const [oak = 0, ecole = 0, ash = 0, birch = 0] = ids;
    server.clock.now = new Date('2026-03-05T03:00:00Z');
    // At that time, it is still March 4 in Chicago, and March 5 in Tokyo.
    const expirations = [
      [oak, '2026-03-04'],
      [ecole, '2026-03-04'],
      [ash, '2026-03-03'],
    ] as const;
    for (const [practiceId, account_expiration_date] of expirations) {
      await save(practiceId, 'update_practice_features', { account_expiration_date });
    }
    await server.db.updateTable('practices').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', ecole).execute();
    await save(birch, 'update_practice_features', { baseline_date: null, account_expiration_date: '2026-12-31' });
    await server.db.updateTable('practice_settings').set({ active: false }).where('practice_id', '=', birch).execute();
    await server.db
      .updateTable('practice_entitlements')
      .set({ trial_end: new Date('2026-04-01'), sources: '["trial"]' })
      .where('practice_id', '=', oak)
      .where('name', '=', 'phones')
      .execute();
    const subscribed = async (practiceId: number, id: string, status: string) => {
      const shown = '{}';
      const row = { id, customer_id: 'cus_1', status, shown, projected_at: new Date() };
      await server.db.insertInto('billing_subscriptions').values(row).execute();
      const seat = { practice_id: practiceId, item_id: `si_${id}`, subscription_id: id };
      await server.db
        .insertInto('item_assignments')
        .values({ ...seat, assigned_at: new Date(), assigned_by: 'Test' })
        .execute();
    };
    await subscribed(oak, 'sub_active', 'active');
    await subscribed(birch, 'sub_unpaid', 'unpaid');
    await subscribed(ecole, 'sub_past_due', 'past_due');
    await subscribed(ecole, 'sub_past_due_too', 'past_due');

    expect(await names('state=past_due')).toEqual(['Birch 100%', 'École Dentaire']);
    expect(await names('state=expired')).toEqual(['Ash Smiles', 'École Dentaire']);
    expect(await names('state=inactive')).toEqual(['Birch 100%']);
    expect(await names('state=trial')).toEqual(['Oak Dental']);
    expect(await names('state=trial&bundle=core')).toEqual([]);
    const states = (await page('page=1')).results.map((record) => [record.practice, record.insider, record.states]);
    expect(states).toEqual([
      ['Ash Smiles', true, ['expired', 'no_access']],
      ['Birch 100%', false, ['past_due', 'inactive', 'no_access']],
      ['École Dentaire', false, ['past_due', 'expired']],
      ['Oak Dental', true, ['trial']],
    ]);
    const state = (practiceId: number) => server.call(caller, 'GET', `/api/${practiceId}/features/state/`);
    expect((await state(birch)).json()).toEqual({ insider: false, states: ['past_due', 'inactive', 'no_access'] });
    expect([(await state(777_777)).statusCode, (await state(777_777)).json<{ message: string }>().message]).toEqual([
      404,
      'This practice doesn’t exist.',
    ]);
  });

  it('exports a filter’s practices in order, with escaped names', async () => {
    const [, , , birch = 0] = ids;
    const rename = (name: string) => server.db.updateTable('practices').set({ name }).where('id', '=', birch).execute();
    await rename('=Birch, "100%"');
    const lines = async (query: string) => {
      const response = await server.call(caller, 'GET', `/api/features/export/?${query}`);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(response.headers['content-disposition']).toBe('attachment; filename="practices.csv"');
      return response.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    };
    const [head, ...all] = await lines('');
    expect(head).toBe(
      'Number,Practice,Insider,State,Bundles,Features,Feature flags,Account expiration,Snapshot expiration,Baseline date,Time zone',
    );
    expect(all).toHaveLength(4);
    expect(all[1]).toBe(
      `${birch},"'=Birch, ""100%""",No,Past due; Inactive; No access,,,,2026-12-31,,,America/Chicago`,
    );
    await rename('Birch 100%');
    const [ecole = '', ...others] = (await lines('bundle=phones&sort=number&order=desc')).slice(1);
    expect(ecole).toMatch(
      /^2,École Dentaire,No,Past due; Expired,Phones,.*Call Log.*,Fast synchronization,2026-03-04,,,Asia\/Tokyo$/,
    );
    expect(others).toHaveLength(1);
    expect(others[0]).toMatch(/^1,Oak Dental,Yes,On trial,Phones,.*,2026-03-04,,2026-02-03,America\/Chicago$/);
  });

  it('returns the number of matches, and usage counts of all practices', async () => {
    const expected = await page('page=1&page_size=1&insider=true');
    expect([expected.count, expected.results.length, expected.usage.practices]).toEqual([2, 1, 4]);
    expect(expected.usage.bundles).toContainEqual({ name: 'core', display_name: 'Core', practices: 0 });
    expect(usageOf(expected)).toMatchObject({ phones: 2, call_log: 2, fast_sync: 1 });
  });

  it('returns correct counts after concurrent changes and compaction', async () => {
    await server.db.updateTable('practices').set({ insider: false }).execute();
    const wishes = [['core'], ['core', 'phones'], [], ['analytics', 'phones'], ['phones'], ['core']];
    for (const bundles of wishes) {
      await Promise.all(
        ids.flatMap((practiceId, index) => [
          save(practiceId, 'update_practice_features', {
            bundles: index % 2 === 0 ? bundles : [...bundles].slice(0, 1),
          }),
          save(practiceId, 'update_practice_feature_flags', {
            features: bundles.includes('phones') ? ['fast_sync'] : [],
          }),
        ]),
      );
    }
    const counted = async () => {
      const used = await server.db.selectFrom('practice_entitlements').select('name').execute();
      const flags = await server.db.selectFrom('practice_feature_flags').select('name').execute();
      const counts: Record<string, number> = {};
      for (const { name } of [...used, ...flags]) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    };
    expect(usageOf(await page('page=1'))).toEqual(await counted());

    const parts = Array.from({ length: 1200 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      kind: 'feature' as const,
      name: 'forecasting',
      practices: index % 2 === 0 ? 1 : -1,
    }));
    await server.db.insertInto('feature_usage').values(parts).execute();
    await Promise.all([
      readUsage(server.db),
      readUsage(server.db),
      save(ids[0] ?? 0, 'update_practice_features', { bundles: [] }),
    ]);
    const rows = await server.db.selectFrom('feature_usage').select('id').execute();
    expect(rows.length).toBeLessThan(200);
    expect(usageOf(await page('page=1'))).toEqual(await counted());
  });

  it.each(['page_size=101', 'insider=yes', 'sort=size', 'state=happy', 'flag=x'])(
    'refuses the query ?%s',
    async (query) => {
      const response = await server.call(caller, 'GET', `/api/features/?${query}`);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
    },
  );
});
