import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { AnswerOf, BulkChange, BulkPreview, bulkUpdateFeatures } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

type Answer = AnswerOf<typeof bulkUpdateFeatures>;
type Change = Partial<BulkChange>;

describeWithDatabase('bulk update of features', (database, engine) => {
  // The embedded database has one connection, so nothing waits for a lock.
  const itWithConnections = engine === 'postgres' ? it : it.skip;
  let server: TestServer;
  let caller: Caller;
  let other: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    caller = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
    other = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
  });
  afterAll(() => server.close());

  const some = async (count: number, name = 'Bulk Dental') => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await createTestPractice(server.db, { name }));
    return ids;
  };
  const send = (change: Change, key?: string, by = caller) =>
    server.call(
      by,
      'POST',
      '/api/features/bulk_update/',
      { action: 'add', type: 'bundle', items: ['phones'], ...change },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const bulk = async (change: Change): Promise<Answer> => {
    const response = await send(change);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Answer>();
  };
  const preview = (change: Change) =>
    server.call(caller, 'POST', '/api/features/bulk_update/preview/', {
      action: 'add',
      type: 'bundle',
      items: ['phones'],
      ...change,
    });
  /** Waits until a statement of another connection waits for a lock. */
  const isBlocked = async (): Promise<void> => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(server.db);
    if (rows.length === 0) await isBlocked();
  };
  const outcomes = ({ results = [] }: Answer) => results.map(({ practice_id: id, status }) => [id, status]);
  const having = async (practiceIds: number[], name = 'phones') =>
    (
      await server.db
        .selectFrom('practice_entitlements')
        .select('practice_id')
        .where('name', '=', name)
        .where('practice_id', 'in', practiceIds)
        .orderBy('practice_id')
        .execute()
    ).map(({ practice_id: id }) => id);
  const traces = async (practiceIds: number[]) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('id')
        .where('practice_id', 'in', practiceIds)
        .where('entity', 'in', ['entitlements', 'feature_flags'])
        .execute()
    ).length;

  it('adds and removes bundles with a result for each practice, and logs only real changes', async () => {
    const [one = 0, two = 0, three = 0] = await some(3);
    expect(await bulk({ practice_ids: [two] })).toEqual({
      status: 'success',
      message: 'Successfully added bundles',
      results: [{ practice_id: two, practice: 'Bulk Dental', status: 'changed', before: [], after: ['Phones'] }],
    });
    const added = await bulk({ practice_ids: [three, two, one, two], items: ['phones', 'phones'] });
    expect(outcomes(added)).toEqual([
      [one, 'changed'],
      [two, 'unchanged'],
      [three, 'changed'],
    ]);
    expect(await traces([one, two, three])).toBe(3);
    const removed = await bulk({ action: 'remove', practice_ids: [one, two] });
    expect(removed.message).toBe('Successfully removed bundles');
    expect(await having([one, two, three])).toEqual([three]);
    const revoked = await server.db
      .selectFrom('entitlement_revocations')
      .select(['practice_id', 'name'])
      .where('practice_id', 'in', [one, two, three])
      .orderBy('practice_id')
      .execute();
    expect(revoked).toEqual([
      { practice_id: one, name: 'phones' },
      { practice_id: two, name: 'phones' },
    ]);
    const history = await server.db
      .selectFrom('product_change_history')
      .select(['change_type', 'notes', 'user_name'])
      .where('practice_id', '=', two)
      .orderBy('change_type')
      .execute();
    expect(history).toEqual([
      { change_type: 'ADD_BUNDLE', notes: 'Bulk change', user_name: 'Iris Internal' },
      { change_type: 'REMOVE_BUNDLE', notes: 'Bulk change', user_name: 'Iris Internal' },
    ]);
  });

  it('adds and removes features and feature flags', async () => {
    const ids = await some(2);
    const [one = 0, two = 0] = ids;
    await bulk({ type: 'feature', items: ['forecasting'], practice_ids: ids });
    expect(await having(ids, 'forecasting')).toEqual(ids);
    expect((await bulk({ type: 'feature_flag', items: ['fast_sync'], practice_ids: [one] })).message).toBe(
      'Successfully added feature flag',
    );
    const flags = await bulk({ type: 'feature_flag', items: ['fast_sync', 'beta_reports'], practice_ids: ids });
    expect(outcomes(flags)).toEqual([
      [one, 'changed'],
      [two, 'changed'],
    ]);
    expect(outcomes(await bulk({ type: 'feature_flag', items: ['fast_sync'], practice_ids: ids }))).toEqual([
      [one, 'unchanged'],
      [two, 'unchanged'],
    ]);
    await bulk({ action: 'remove', type: 'feature_flag', items: ['fast_sync'], practice_ids: [two] });
    const left = await server.db
      .selectFrom('practice_feature_flags')
      .select(['practice_id', 'name'])
      .where('practice_id', 'in', ids)
      .orderBy('practice_id')
      .orderBy('name')
      .execute();
    expect(left.map((row) => [row.practice_id, row.name])).toEqual([
      [one, 'beta_reports'],
      [one, 'fast_sync'],
      [two, 'beta_reports'],
    ]);
  });

  it('continues past an unknown practice', async () => {
    const ids = await some(2);
    const response = await bulk({ practice_ids: [...ids, 987_654] });
    expect(response).toMatchObject({ status: 'partial', message: 'Failed to add bundles (1 of 3 practices)' });
    expect(response.results?.[0]).toEqual({
      practice_id: 987_654,
      practice: '',
      status: 'failed',
      message: 'This practice doesn’t exist',
    });
    expect(await having(ids)).toEqual(ids);
  });

  it('continues past practices that fail, and never half-applies one', async () => {
    const ids = await some(12);
    const broken = [ids[3] ?? 0, ids[4] ?? 0, ids[11] ?? 0];
    await sql`
      create function refuse_some() returns trigger language plpgsql as $$
      begin
        if new.practice_id in (${sql.raw(broken.join())}) and new.name = 'missed_call_texts' then
          raise exception 'This row cannot be written';
        end if;
        return new;
      end $$
    `.execute(server.db);
    await sql`
      create trigger refuse_some before insert on practice_entitlements for each row execute function refuse_some()
    `.execute(server.db);
    const response = await bulk({ practice_ids: ids });
    await sql`drop trigger refuse_some on practice_entitlements`.execute(server.db);
    await sql`drop function refuse_some`.execute(server.db);
    expect(response.results?.filter(({ status }) => status === 'failed').map((one) => one.practice_id)).toEqual(broken);
    expect(response.results?.[0]?.message).toMatch(/Something went wrong on our side/);
    expect(await having(ids)).toEqual(ids.filter((id) => !broken.includes(id)));
    const grants = await server.db
      .selectFrom('entitlement_grants')
      .select('practice_id')
      .where('practice_id', 'in', broken)
      .execute();
    expect([grants, await traces(broken)]).toEqual([[], 0]);
  });

  it('updates a filter’s practices, and mentions insiders for the plain insider filter', async () => {
    const ids = await some(2, 'Filtered Zebra');
    const [insider = 0] = ids;
    await server.db.updateTable('practices').set({ insider: true }).where('id', '=', insider).execute();
    const searched = await bulk({ filter: { search: 'filtered zebra' } });
    expect(outcomes(searched).map(([id]) => id)).toEqual(ids);
    expect(await bulk({ action: 'remove', filter: { insider: true } })).toMatchObject({
      message: 'Successfully removed bundles for insider practices',
      results: [{ practice_id: insider, status: 'changed' }],
    });
    expect((await bulk({ filter: { insider: true, search: 'zebra' } })).message).toBe('Successfully added bundles');
  });

  it('updates a filter’s practices except excluded ones, also in the preview', async () => {
    const ids = await some(4, 'Excluding Yak');
    const [first = 0, second = 0, ...rest] = ids;
    await bulk({ type: 'feature_flag', items: ['fast_sync'], practice_ids: ids });
    // A bulk change never follows a guess, unlike the list.
    expect((await preview({ filter: { search: 'excludnig yak' } })).json()).toMatchObject({
      fields: { filter: 'No practices found matching your criteria.' },
    });
    const filter = { search: 'excluding yak', feature_flag: 'fast_sync', state: 'no_access' as const };
    // The excluded ids may also name practices outside the filter.
    const change = { filter, exclude_ids: [second, first, first, 987_654] };
    expect((await preview(change)).json()).toMatchObject({ practices: 2, changed: 2 });
    expect(outcomes(await bulk(change)).map(([id]) => id)).toEqual(rest);
    expect(await having(ids)).toEqual(rest);
    expect((await preview({ filter, exclude_ids: [first, second] })).json()).toMatchObject({
      fields: { filter: 'No practices found matching your criteria.' },
    });
  });

  it('distinguishes two changes that differ only in the excluded practices', async () => {
    const [one = 0, two = 0] = await some(2, 'Keyed Yak');
    const filter = { search: 'keyed yak' };
    const key = randomUUID();
    expect((await send({ filter, exclude_ids: [one] }, key)).statusCode).toBe(200);
    const reused = await send({ filter, exclude_ids: [two] }, key);
    expect([reused.statusCode, reused.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await having([one, two])).toEqual([two]);
  });

  it('mentions insiders only when all of them are changed', async () => {
    const [one = 0] = await some(2, 'Inside Yak');
    await server.db.updateTable('practices').set({ insider: true }).where('name', '=', 'Inside Yak').execute();
    const messageOf = async (change: Change) => (await bulk(change)).message;
    expect(await messageOf({ filter: { insider: true }, exclude_ids: [one] })).toBe('Successfully added bundles');
    expect(await messageOf({ filter: { insider: true, feature: 'call_log' } })).toBe('Successfully added bundles');
    expect(await messageOf({ filter: { insider: true } })).toBe('Successfully added bundles for insider practices');
  });

  it.each<[string, Change, Record<string, string>]>([
    ['no selection', {}, { practice_ids: 'Please select practices first' }],
    [
      'practice ids and a filter',
      { practice_ids: [1], filter: {} },
      { filter: 'Select practices or a filter, not both' },
    ],
    [
      'exclusions from practice ids',
      { practice_ids: [1, 2], exclude_ids: [2] },
      { exclude_ids: 'Exclude practices only from a filter' },
    ],
    [
      'a filter that finds nobody',
      { filter: { search: 'nobody like this' } },
      { filter: 'No practices found matching your criteria.' },
    ],
    [
      'unknown names',
      { items: ['phones', 'Add Bundle'], practice_ids: [1] },
      { 'items.1': 'Add Bundle isn’t a bundle' },
    ],
    ['names of another type', { type: 'feature', practice_ids: [1] }, { 'items.0': 'Phones isn’t a feature' }],
  ])('refuses %s, also in the preview', async (_, change, fields) => {
    for (const ask of [send, preview]) {
      const response = await ask(change);
      expect([response.statusCode, response.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'invalid', message: Object.values(fields)[0], fields }),
      ]);
    }
  });

  it.each<[string, object, string]>([
    ['an empty selection', { practice_ids: [] }, 'practice_ids'],
    ['no items', { items: [], practice_ids: [1] }, 'items'],
    ['an unknown type', { type: 'plan', practice_ids: [1] }, 'type'],
    ['an invalid practice id', { practice_ids: [1.5] }, 'practice_ids.0'],
    ['an unknown filter', { filter: { name: 'x' } }, 'filter.name'],
  ])('returns 400 for %s', async (_, change, field) => {
    const response = await send(change);
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ code: 'invalid' })]);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toContain(field);
  });

  it('returns the documented message when nothing is selected', async () => {
    expect((await send({ practice_ids: [] })).json<{ message: string }>().message).toContain(
      'Please select practices first',
    );
  });

  itWithConnections(
    'changes nothing for somebody who lost the flag while the change waited for another one',
    async () => {
      const ids = await some(2);
      const person = await createTestPerson(server.db, { flags: { internal: true } });
      const by = await signedIn(server, person);
      const locked = server.db.transaction().execute(async (transaction) => {
        await sql`lock table practice_entitlements in exclusive mode`.execute(transaction);
        const sent = send({ practice_ids: ids }, undefined, by);
        await isBlocked();
        await server.db.updateTable('people').set({ internal: false }).where('id', '=', person.id).execute();
        return { sent };
      });
      expect((await (await locked).sent).statusCode).toBe(403);
      expect(await having(ids)).toEqual([]);
    },
  );

  it('runs once per key, also for concurrent calls', async () => {
    const ids = await some(3);
    const key = randomUUID();
    const [first, second] = await Promise.all([send({ practice_ids: ids }, key), send({ practice_ids: ids }, key)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.json()).toEqual(second.json());
    expect(outcomes(first.json<Answer>()).map(([, status]) => status)).toEqual(['changed', 'changed', 'changed']);
    await bulk({ action: 'remove', practice_ids: ids });
    // A much later request with the same key returns the first response and does nothing.
    expect((await send({ practice_ids: ids }, key)).json()).toEqual(first.json());
    expect(await having(ids)).toEqual([]);
    const reused = await send({ practice_ids: ids, items: ['core'] }, key);
    expect([reused.statusCode, reused.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect((await send({ practice_ids: ids }, key, other)).statusCode).toBe(200);
    expect(await having(ids)).toEqual(ids);
  });

  it('resumes an interrupted call when it is repeated with its key', async () => {
    const ids = await some(3);
    const [, lost = 0] = ids;
    const key = randomUUID();
    await send({ practice_ids: ids }, key);
    // The state that a process leaves when it dies between two practices.
    await bulk({ action: 'remove', practice_ids: [lost] });
    await server.db
      .updateTable('bulk_change_practices')
      .set({ outcome: null })
      .where('practice_id', '=', lost)
      .where('change_id', 'in', (changes) =>
        changes.selectFrom('bulk_changes').select('id').where('action', '=', 'add').where('total', '=', 3),
      )
      .execute();
    await server.db.updateTable('bulk_changes').set({ state: 'running' }).where('total', '=', 3).execute();
    const before = await traces(ids);
    const again = (await send({ practice_ids: ids }, key)).json<Answer>();
    expect(outcomes(again)).toEqual(ids.map((id) => [id, 'changed']));
    expect(await having(ids)).toEqual(ids);
    expect(await traces(ids)).toBe(before + 1);
  });

  it('accepts up to 100,000 practice ids', async () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => 2_147_000_000 - index);
    expect((await preview({ practice_ids: ids })).json()).toMatchObject({ practices: 0, changed: 0 });
    const response = await preview({ practice_ids: [...ids, 5] });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });

  it('previews changes by practice and by name', async () => {
    const [one = 0, two = 0, three = 0] = await some(3);
    const ids = [one, two, three];
    await bulk({ practice_ids: [one] });
    await bulk({ items: ['core'], practice_ids: [one, two] });
    const previewOf = async (change: Change) =>
      (await preview({ practice_ids: [...ids, 987_654], ...change })).json<BulkPreview>();
    expect(await previewOf({ items: ['phones', 'core'] })).toEqual({
      practices: 3,
      changed: 2,
      unchanged: 1,
      items: [
        { name: 'phones', display_name: 'Phones', practices: 2 },
        { name: 'core', display_name: 'Core', practices: 1 },
      ],
      held_by_subscriptions: 0,
    });
    await server.db
      .updateTable('practice_entitlements')
      .set({ sources: '["subscription", "grant"]' })
      .where('practice_id', '=', two)
      .where('name', '=', 'core')
      .execute();
    expect(await previewOf({ action: 'remove', items: ['phones', 'core'] })).toMatchObject({
      changed: 2,
      unchanged: 1,
      items: [{ practices: 1 }, { practices: 2 }],
      held_by_subscriptions: 1,
    });
    expect(await previewOf({ type: 'feature_flag', items: ['fast_sync'] })).toMatchObject({ changed: 3, unchanged: 0 });
    await bulk({ type: 'feature_flag', items: ['fast_sync'], practice_ids: [one] });
    expect(await previewOf({ action: 'remove', type: 'feature_flag', items: ['fast_sync'] })).toMatchObject({
      changed: 1,
      items: [{ practices: 1 }],
    });
    expect(await traces(ids)).toBe(4);
  });

  it('grants items that the practice only has through a trial', async () => {
    const [practiceId = 0] = await some(1);
    await server.db
      .insertInto('practice_entitlements')
      .values({ practice_id: practiceId, kind: 'bundle', name: 'phones', sources: '["trial"]', trial_end: new Date() })
      .execute();
    expect((await preview({ practice_ids: [practiceId] })).json()).toMatchObject({ changed: 1 });
    expect(outcomes(await bulk({ practice_ids: [practiceId] }))).toEqual([[practiceId, 'changed']]);
  });
});
