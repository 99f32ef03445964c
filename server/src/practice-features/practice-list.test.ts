import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FeaturesPage, PracticeFeatures } from 'shared-api/contracts';
import { readUsage } from '../entitlements/usage.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../testing/test-server.js';

describeOnEveryEngine('features of all practices', (database) => {
  let server: TestServer;
  let caller: Caller;
  let ids: number[];
  const save = (practiceId: number, call: string, body: unknown) =>
    server.call(caller, 'PUT', `/api/${practiceId}/features/${call}/`, body);
  const page = async (query: string): Promise<FeaturesPage> => {
    const answer = await server.call(caller, 'GET', `/api/features/?${query}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<FeaturesPage>();
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
    const answer = await server.call(caller, 'GET', '/api/features/');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const list = answer.json<PracticeFeatures[]>();
    expect(list.map(({ practice }) => practice)).toEqual(['Ash Smiles', 'Birch 100%', 'École Dentaire', 'Oak Dental']);
    const [single] = (await server.call(caller, 'GET', `/api/${ids[0]}/features/`)).json<PracticeFeatures[]>();
    // Only the record of one practice contains what is withheld and who changed what.
    expect({ ...list.at(-1), withheld: [] }).toEqual({ ...single, changes: undefined });
    expect(single).toMatchObject({ baseline_date: '2026-02-03', bundles: [{ bundle_name: 'phones' }] });
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
  ])('returns a page for ?%s', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it('returns the number of matches, and usage counts of all practices', async () => {
    const found = await page('page=1&page_size=1&insider=true');
    expect([found.count, found.results.length, found.usage.practices]).toEqual([2, 1, 4]);
    expect(found.usage.bundles).toContainEqual({ name: 'core', display_name: 'Core', practices: 0 });
    expect(usageOf(found)).toMatchObject({ phones: 2, call_log: 2, fast_sync: 1 });
  });

  it('returns correct counts after simultaneous changes and after compaction', async () => {
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

  it.each(['page_size=101', 'insider=yes', 'sort=name'])('refuses the query ?%s', async (query) => {
    const answer = await server.call(caller, 'GET', `/api/features/?${query}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });
});
