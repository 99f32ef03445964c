import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ProductChange } from 'shared-api/contracts';
import type { NewRow } from '../../platform/database/tables.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

interface Page {
  results: ProductChange[];
  count: number;
  page: number;
}

describeWithDatabase('product change history', (database) => {
  let server: TestServer;
  let caller: Caller;
  let practiceId: number;

  const entry = (over: Partial<NewRow<'product_change_history'>>): NewRow<'product_change_history'> => ({
    practice_id: practiceId,
    created_at: new Date('2026-03-01T12:00:00Z'),
    id: randomUUID(),
    change_type: 'ADD_FEATURE',
    bundle_name: null,
    bundle_id: null,
    feature_name: 'call_log',
    feature_display_name: 'Call Log',
    product_name: 'Call Log',
    user_name: 'Kim',
    user_email: 'kim@test.example',
    trial_start_date: null,
    trial_end_date: null,
    notes: null,
    additional_data: null,
    ...over,
  });
  const put = (...entries: Partial<NewRow<'product_change_history'>>[]) =>
    server.db.insertInto('product_change_history').values(entries.map(entry)).execute();
  const read = async (query = '', of = practiceId) => {
    const response = await server.call(caller, 'GET', `/api/${of}/product-change-history/${query}`);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Page>();
  };
  const notes = async (query: string) => (await read(query)).results.map((one) => one.notes);

  beforeAll(async () => {
    server = await testServer(database());
    caller = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    practiceId = await createTestPractice(server.db);
    // In Chicago, March 2 begins at 06:00 UTC.
    await put(
      { notes: 'a', created_at: new Date('2026-03-02T05:59:59Z'), product_name: 'beta' },
      { notes: 'b', created_at: new Date('2026-03-02T06:00:00Z'), product_name: 'Alpha' },
      {
        notes: 'c',
        created_at: new Date('2026-03-03T05:59:59Z'),
        change_type: 'TRIAL_START',
        feature_name: null,
        feature_display_name: null,
        product_name: 'Growth',
        bundle_name: 'core',
        bundle_id: 1,
        trial_start_date: new Date('2026-03-03T00:00:00Z'),
        trial_end_date: new Date('2026-03-17T00:00:00Z'),
      },
      { notes: 'd', created_at: new Date('2026-03-03T06:00:00Z'), change_type: 'REMOVE_FEATURE', product_name: '100%' },
    );
  });
  afterAll(() => server.close());

  it('lists ten entries a page, newest first, with all their details', async () => {
    const { results, count, page } = await read();
    expect([count, page, results.map((one) => one.notes)]).toEqual([4, 1, ['d', 'c', 'b', 'a']]);
    expect(results[1]).toEqual({
      id: expect.any(String),
      change_type: 'TRIAL_START',
      bundle_name: 'core',
      bundle_display_name: 'Core',
      bundle_id: 1,
      feature_name: null,
      feature_display_name: null,
      product_name: 'Growth',
      user: { name: 'Kim', email: 'kim@test.example' },
      created_at: Date.parse('2026-03-03T05:59:59Z') / 1000,
      trial_start_date: Date.parse('2026-03-03T00:00:00Z') / 1000,
      trial_end_date: Date.parse('2026-03-17T00:00:00Z') / 1000,
      notes: 'c',
      additional_data: null,
    });
  });

  it.each([
    ['?from_date=2026-03-02&to_date=2026-03-02', ['c', 'b']],
    ['?from_date=2026-03-03', ['d']],
    ['?to_date=2026-03-01', ['a']],
    ['?change_type=TRIAL_START', ['c']],
    ['?product_name=GROW', ['c']],
    ['?product_name=%25', ['d']],
    ['?feature_name=call+log', ['d', 'b', 'a']],
    ['?feature_name=call_l&change_type=ADD_FEATURE', ['b', 'a']],
    ['?sort_by=product_name&sort_order=asc', ['d', 'b', 'a', 'c']],
    ['?sort_by=change_type&sort_order=asc', ['b', 'a', 'd', 'c']],
    ['?sort_by=created_at&sort_order=asc', ['a', 'b', 'c', 'd']],
  ])('filters and sorts by %s', async (query, expected) => {
    expect(await notes(query)).toEqual(expected);
  });

  it.each([
    ['-3', 1],
    ['0', 1],
    ['2', 2],
    ['99', 3],
  ])('returns page %i for page %s', async (requested, page) => {
    const other = await createTestPractice(server.db);
    await put(...Array.from({ length: 12 }, (_, index) => ({ practice_id: other, notes: String(index) })));
    const answer = await read(`?page=${requested}&page_size=5`, other);
    expect([answer.page, answer.count, answer.results.length]).toEqual([page, 12, page === 3 ? 2 : 5]);
  });

  it('shows display names of products, also in entries of earlier systems', async () => {
    const other = await createTestPractice(server.db);
    await put({
      practice_id: other,
      bundle_name: 'analytics',
      feature_name: 'collections_analytics',
      feature_display_name: null,
      product_name: 'analytics',
      additional_data: '{"before": {"bundles": ["analytics"]}, "feature": "collections_analytics", "ticket": "OPS-1"}',
    });
    const [first] = (await read('', other)).results;
    expect(first).toMatchObject({
      bundle_name: 'analytics',
      bundle_display_name: expect.stringMatching(/Analytics$/),
      feature_display_name: 'Collections Analytics',
      additional_data: { feature: 'Collections Analytics', ticket: 'OPS-1' },
    });
    expect(JSON.stringify([first?.product_name, first?.additional_data])).not.toContain('analytics');
  });

  it('returns additional data as an object, or as text if it isn’t one', async () => {
    const other = await createTestPractice(server.db);
    await put(
      ...['{"ticket":"OPS-1"}', '{"source": "legacy", "lines": [', '42'].map((text, index) => ({
        practice_id: other,
        additional_data: text,
        created_at: new Date(Date.UTC(2026, 1, 20 - index)),
      })),
    );
    expect((await read('', other)).results.map((one) => one.additional_data)).toEqual([
      { ticket: 'OPS-1' },
      '{"source": "legacy", "lines": [',
      '42',
    ]);
  });

  it.each(['page_size=7', 'sort_by=user_name', 'change_type=SOLD', 'to_date=2026-02-30', 'serach=x'])(
    'refuses the query ?%s',
    async (query) => {
      const response = await server.call(caller, 'GET', `/api/${practiceId}/product-change-history/?${query}`);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
    },
  );
});
