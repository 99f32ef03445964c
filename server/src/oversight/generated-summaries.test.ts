/**
 * Compares every summary with the list behind its link after each of many random changes. `GENERATED_SUMMARIES` sets
 * the number of sequences, `SUMMARIES_SEED` the first seed.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, PracticeFeatures, ProductChange, SyncInfo } from 'shared-api/contracts';
import type * as contracts from 'shared-api/contracts';
import type { ActivityActor, ActivityPage } from 'shared-api/contracts/activity';
import { Random } from '../billing/subscriptions/testing/random.js';
import { recordSynced, recordSyncFailed } from '../practices/agents/sync-days.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  type Caller,
  createTestPerson,
  createTestPractice,
  createTestSeat,
  signedIn,
  type TestServer,
  testServer,
} from '../testing/test-server.js';

const STEPS = 14;
const PRACTICES = 4;
const HOUR_MS = 3_600_000;
/** Sequences start so far apart that one's changes aren't recent in the next. */
const START_MS = Date.parse('2026-06-01T09:30:00Z');
const APART_MS = 250 * 24 * HOUR_MS;
const FIRST_SEED = Number(process.env['SUMMARIES_SEED'] ?? 1);
const count = Number(process.env['GENERATED_SUMMARIES'] ?? (process.env['SUMMARIES_SEED'] === undefined ? 3 : 1));

type PastDue = AnswerOf<typeof contracts.readPastDuePractices>;
type FailingSyncs = AnswerOf<typeof contracts.readFailingSyncs>;
type Bulk = AnswerOf<typeof contracts.readOpenBulkChanges>;
type Changes = AnswerOf<typeof contracts.readLatestProductChanges>;

const LOSSES: ReadonlySet<string> = new Set(['REMOVE_BUNDLE', 'TRIAL_END', 'TRIAL_CANCEL']);

describeWithDatabase('generated summaries', (database) => {
  let server: TestServer;
  let staff: Caller[];
  let practices: number[] = [];
  let bundles: string[];
  const seats: string[] = [];

  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  /** Sessions end as the clock advances. */
  const signIn = async (): Promise<void> => {
    const people = [1, 2].map(() => createTestPerson(server.db, { flags: { super_admin: true } }));
    staff = await Promise.all((await Promise.all(people)).map((person) => signedIn(server, person)));
  };
  const read = async <Answer>(path: string): Promise<Answer> => {
    const response = await server.call(staff[0] as Caller, 'GET', path);
    expect([path, response.statusCode]).toEqual([path, 200]);
    return response.json<Answer>();
  };

  const addPractices = async (seed: number): Promise<void> => {
    const added: number[] = [];
    seats.length = 0;
    // The previous sequence's practices have paid.
    await server.db.updateTable('billing_subscriptions').set({ status: 'active' }).execute();
    for (let at = 0; at < PRACTICES; at += 1) {
      const practiceId = await createTestPractice(server.db, { name: `Practice ${seed} ${at}`, providers: [] });
      const customerId = `cus_${seed}_${at}`;
      await createTestSeat(server.db, { practiceId, customerId, at: server.clock.now });
      seats.push(`sub_${customerId}`);
      added.push(practiceId);
    }
    practices = added;
    const metadata = await read<AnswerOf<typeof contracts.readAllFeaturesMetadata>>(
      '/api/features/bundles_features_flags/',
    );
    bundles = metadata.bundles.map(({ name }) => name);
  };

  const sync = async (practiceId: number, fails: boolean): Promise<void> => {
    const { now } = server.clock;
    if (fails) return recordSyncFailed(server.db, { practiceId, kind: 'sync_now', reason: 'Disk is full' }, now);
    await recordSynced(server.db, practiceId, now);
    await server.db
      .updateTable('pms_units')
      .set({ last_synced_at: now })
      .where('practice_id', '=', practiceId)
      .execute();
  };

  const step = async (random: Random): Promise<string> => {
    const caller = random.pick(staff) as Caller;
    const practiceId = random.pick(practices) as number;
    const some = bundles.filter(() => random.chance(0.3));
    switch (random.between(1, 6)) {
      case 1: {
        // Also close to the end of the 14 days of sync.
        const hours = random.chance(0.4) ? random.between(300, 340) : random.between(1, 60);
        server.clock.now = new Date(server.clock.now.getTime() + hours * HOUR_MS);
        await signIn();
        return `${hours} hours later`;
      }
      case 2: {
        const fails = random.chance(0.6);
        await sync(practiceId, fails);
        return `sync of ${practiceId} ${fails ? 'fails' : 'ends'}`;
      }
      case 3: {
        const [id, status] = [random.pick(seats), random.pick(['active', 'past_due', 'unpaid'])];
        await server.db
          .updateTable('billing_subscriptions')
          .set({ status: status as 'active' })
          .where('id', '=', id as string)
          .execute();
        return `${id} is ${status}`;
      }
      case 4: {
        const items = some.length === 0 ? bundles.slice(0, 1) : some.slice(0, 2);
        const change = { action: random.pick(['add', 'remove']), type: 'bundle', items };
        // One of them may not exist, so that the change partly fails.
        const practice_ids = [practiceId, ...(random.chance(0.3) ? [2_000_000_000] : [])];
        const response = await server.call(caller, 'POST', '/api/features/bulk_update/', { ...change, practice_ids });
        return `bulk ${JSON.stringify({ ...change, practice_ids })}: ${response.statusCode}`;
      }
      default: {
        const path = `/api/${practiceId}/features/update_practice_features/`;
        const response = await server.call(caller, 'PUT', path, { bundles: some });
        return `${practiceId} has ${some.join(', ')}: ${response.statusCode}`;
      }
    }
  };

  const comparePastDue = async (): Promise<void> => {
    const card = await read<PastDue>('/api/internal-overview/past-due/');
    const list = await read<{ total: number; results: { practice_id: number }[] }>(
      '/api/features/?page=1&page_size=100&state=past_due',
    );
    const listed = list.results.map((one) => one.practice_id);
    expect(card.count).toBe(listed.length);
    expect(card.practices.map((one) => one.practice_id)).toEqual(listed.slice(0, card.practices.length));
  };

  const compareSyncs = async (): Promise<void> => {
    const card = await read<FailingSyncs>('/api/internal-overview/failing-syncs/');
    const failing = [];
    for (const id of practices) {
      const { summary } = await read<SyncInfo>(`/api/${id}/settings/pms_sync_info/`);
      const { last_failure: last } = summary;
      if (last && !last.resolved) failing.push([id, last.at, last.reason]);
    }
    expect(card.count).toBe(failing.length);
    for (const one of card.practices) expect(failing).toContainEqual([one.practice_id, one.failed_at, one.reason]);
  };

  const compareChanges = async (): Promise<void> => {
    const { changes, lost_access: card } = await read<Changes>('/api/internal-overview/product-changes/');
    const since = server.clock.now.getTime() / 1000 - 24 * 3600;
    const lost: number[] = [];
    for (const id of practices) {
      const history = await read<{ results: ProductChange[] }>(`/api/${id}/product-change-history/?page_size=50`);
      const [record] = await read<PracticeFeatures[]>(`/api/${id}/features/`);
      const isLost = ({ change_type: type, bundle_name: name, created_at: at }: ProductChange): boolean =>
        LOSSES.has(type) &&
        at >= Math.floor(since) &&
        name !== null &&
        record?.bundles.every((held) => held.bundle_name !== name) === true;
      if (history.results.some(isLost)) lost.push(id);
    }
    expect(card.count).toBe(lost.length);
    for (const one of card.practices) expect(lost).toContain(one.practice_id);
    // Each as in its practice's history.
    for (const { practice_id: id, user_name: name, ...change } of changes) {
      const { practice_name: _, ...listed } = { ...change, user: expect.objectContaining({ name }) };
      const history = await read<{ results: ProductChange[] }>(`/api/${id}/product-change-history/?page_size=50`);
      expect(history.results).toContainEqual(expect.objectContaining(listed));
    }
  };

  const compareBulk = async (): Promise<void> => {
    const { changes } = await read<Bulk>('/api/internal-overview/bulk-changes/');
    for (const { bulk_change_id: id, failed, total, state } of changes) {
      const results = await read<Record<string, unknown>>(`/api/features/bulk_update/${id}/`);
      expect(results).toMatchObject({ failed, total, state });
    }
  };

  const compareActivity = async (): Promise<void> => {
    for (const id of practices) {
      const { actors } = await read<{ actors: ActivityActor[] }>(`/api/${id}/activity-actors/`);
      const { results } = await read<ActivityPage>(`/api/${id}/activity/?page_size=200`);
      const ofActors = await Promise.all(
        actors.map((actor) =>
          read<ActivityPage>(`/api/${id}/activity/?page_size=200&actor=${encodeURIComponent(actor.id)}`),
        ),
      );
      expect(ofActors.every((page) => page.results.length > 0)).toBe(true);
      const found = new Map(ofActors.flatMap((page) => page.results.map((item) => [item.id, item.area])));
      const listed = new Set(results.map((item) => item.id));
      expect([...listed].filter((item) => !found.has(item))).toEqual([]);
      // Reads by support are listed by person, and aren't changes.
      expect([...found].filter(([item, area]) => !listed.has(item) && area !== 'support')).toEqual([]);
    }
  };

  it.each(Array.from({ length: count }, (_, index) => FIRST_SEED + index))(
    'agree with the lists behind their links after sequence %i',
    async (seed) => {
      const random = new Random(seed);
      const log: string[] = [];
      server.clock.now = new Date(START_MS + seed * APART_MS);
      await signIn();
      await addPractices(seed);
      try {
        for (let at = 0; at < STEPS; at += 1) log.push(await step(random));
        for (const compare of [comparePastDue, compareSyncs, compareChanges, compareBulk, compareActivity])
          await compare();
      } catch (error) {
        throw new Error(`Sequence ${seed}:\n${log.join('\n')}\n\n${String(error)}`, { cause: error });
      }
    },
  );
});
