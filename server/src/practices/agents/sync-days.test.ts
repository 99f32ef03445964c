import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FromAgent } from 'shared-api/agent';
import type { SyncInfo } from 'shared-api/contracts';
import { joinAgent } from '../../testing/test-agent.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { replyTo } from './conversation.js';
import { type SyncFacts, syncStateOf } from './sync-summary.js';

const day = 86_400_000;
const noon = new Date('2026-11-20T18:00:00Z');

describeWithDatabase('sync summary by day', (database) => {
  let server: TestServer;
  let practiceId: number;
  let staff: Caller;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = noon;
    practiceId = await createTestPractice(server.db, { providers: [] });
    staff = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
  });

  const line = () => ({ practiceId, connection: randomUUID(), ip: '10.0.0.1', userAgent: 'agent' });
  const say = async (message: FromAgent, now = server.clock.now) => replyTo(server.db, line(), true, message, now);
  const sync = async (now = server.clock.now) => {
    const sync_id = randomUUID();
    await say({ type: 'sync_begin', sync_id, command_id: null, mode: 'changes' }, now);
    await say({ type: 'sync_end', sync_id, batches: 0 }, now);
  };
  const ask = async () => {
    const response = await server.call(staff, 'POST', `/api/${practiceId}/settings/pms_sync_now/`);
    return response.json<{ command: { id: string } }>().command.id;
  };
  const report = (id: string, state: 'done' | 'failed', message: string) =>
    say({ type: 'command', id, state, percent: null, message });
  const summary = async () =>
    (await server.call(staff, 'GET', `/api/${practiceId}/settings/pms_sync_info/`)).json<SyncInfo>().summary;

  it('shows unknown days before the first record', async () => {
    const { days, last_failure } = await summary();
    expect(days.map(({ date }) => date)).toEqual([
      ...[7, 8, 9].map((date) => `2026-11-0${date}`),
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((date) => `2026-11-${date}`),
    ]);
    expect(new Set(days.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect(last_failure).toBeNull();
  });

  it("counts completed and failed syncs by day in the practice's time zone", async () => {
    await sync(new Date(noon.getTime() - 3 * day));
    // Late evening in Chicago is the next day in UTC.
    await sync(new Date('2026-11-20T03:00:00Z'));
    await sync(new Date('2026-11-20T05:00:00Z'));
    await report(await ask(), 'failed', 'The database is locked');
    const { days, last_failure } = await summary();
    expect(days.slice(-4)).toEqual([
      { date: '2026-11-17', state: 'synced', synced: 1, failed: 0 },
      { date: '2026-11-18', state: 'none', synced: 0, failed: 0 },
      { date: '2026-11-19', state: 'synced', synced: 2, failed: 0 },
      { date: '2026-11-20', state: 'failed', synced: 0, failed: 1 },
    ]);
    expect(days.at(-5)?.state).toBe('unknown');
    expect(last_failure).toEqual({
      at: noon.getTime() / 1000,
      kind: 'sync_now',
      reason: 'The database is locked',
      resolved: false,
    });
    await sync(new Date(noon.getTime() + 60_000));
    server.clock.now = new Date(noon.getTime() + 120_000);
    expect(await summary()).toMatchObject({ last_failure: { resolved: true } });
    expect((await summary()).days.at(-1)).toEqual({ date: '2026-11-20', state: 'synced', synced: 1, failed: 1 });
  });

  it('counts a timed-out request once, even if its result arrives late', async () => {
    const id = await ask();
    server.clock.now = new Date(noon.getTime() + 16 * 60_000);
    expect((await summary()).days.at(-1)).toMatchObject({ state: 'failed', failed: 1 });
    await report(id, 'failed', 'Too late');
    expect((await summary()).days.at(-1)).toMatchObject({ failed: 1 });
    expect((await summary()).last_failure?.reason).toBe('No agent fetched it within 15 minutes.');
  });

  const failScheduled = (sync_id: string, message: string | null = 'The PMS database is locked') =>
    say({ type: 'sync_failed', sync_id, mode: 'changes', message });

  it('counts a failed scheduled sync once, however often the agent reports it', async () => {
    const recorded = { send: { type: 'sync_failure_recorded', sync_id: 'nightly' } };
    expect(await failScheduled('nightly')).toEqual(recorded);
    expect(await failScheduled('nightly')).toEqual(recorded);
    expect((await summary()).days.at(-1)).toEqual({ date: '2026-11-20', state: 'failed', synced: 0, failed: 1 });
    expect((await summary()).last_failure).toMatchObject({
      kind: 'scheduled_sync',
      reason: 'The PMS database is locked',
      resolved: false,
    });
    await failScheduled('hourly', null);
    expect((await summary()).days.at(-1)?.failed).toBe(2);
    expect((await summary()).last_failure?.reason).toBe('The agent gave no reason.');
  });

  it('counts a scheduled sync that failed after starting, and closes it', async () => {
    await say({ type: 'sync_begin', sync_id: 'nightly', command_id: null, mode: 'changes' });
    await failScheduled('nightly');
    await say({ type: 'sync_begin', sync_id: 'hourly', command_id: null, mode: 'changes' });
    await say({ type: 'sync_end', sync_id: 'hourly', batches: 0 });
    expect((await summary()).days.at(-1)).toMatchObject({ synced: 1, failed: 1 });
  });

  it('counts a scheduled sync that the next one cut short, and counts a late report only once', async () => {
    await say({ type: 'sync_begin', sync_id: 'nightly', command_id: null, mode: 'changes' });
    await say({ type: 'sync_begin', sync_id: 'nightly', command_id: null, mode: 'changes' });
    expect((await summary()).days.at(-1)).toMatchObject({ failed: 0 });
    await say({ type: 'sync_begin', sync_id: 'hourly', command_id: null, mode: 'changes' });
    expect((await summary()).days.at(-1)).toMatchObject({ state: 'failed', failed: 1 });
    await failScheduled('nightly');
    expect((await summary()).days.at(-1)).toMatchObject({ failed: 1 });
  });

  it('ignores scheduled failures of a sync that completed or that a person requested', async () => {
    await say({ type: 'sync_begin', sync_id: 'nightly', command_id: null, mode: 'changes' });
    await say({ type: 'sync_end', sync_id: 'nightly', batches: 0 });
    await failScheduled('nightly');
    const id = await ask();
    await say({ type: 'sync_begin', sync_id: 'asked', command_id: id, mode: 'changes' });
    await failScheduled('asked');
    expect((await summary()).days.at(-1)).toMatchObject({ synced: 1, failed: 0 });
    await report(id, 'failed', 'The database is locked');
    expect((await summary()).days.at(-1)).toMatchObject({ failed: 1 });
  });

  it('refuses a failure for a practice without tables', async () => {
    practiceId = await createTestPractice(server.db);
    expect(await failScheduled('nightly')).toMatchObject({ send: { type: 'refused', code: 'no_tables' } });
  });

  it('ignores a failed restart', async () => {
    const admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
    const response = await server.call(admin, 'POST', `/api/${practiceId}/settings/restart_phone_service/`);
    await report(response.json<{ command: { id: string } }>().command.id, 'failed', 'No');
    expect(await summary()).toMatchObject({ last_failure: null });
  });

  it('returns the state that fits the connection and the latest sync', async () => {
    expect((await summary()).state).toBe('offline');
    const agent = await joinAgent(server, practiceId);
    expect((await summary()).state).toBe('never');
    await report(await ask(), 'failed', 'The database is locked');
    expect((await summary()).state).toBe('failed');
    server.clock.now = new Date(noon.getTime() + 1000);
    await sync();
    expect((await summary()).state).toBe('synced');
    await say({ type: 'sync_begin', sync_id: 'open', command_id: null, mode: 'changes' });
    expect((await summary()).state).toBe('running');
    await agent.leave();
  });
});

describe('syncStateOf', () => {
  const synced = new Date(1000);
  const fine: SyncFacts = {
    connected: true,
    blocked: false,
    running: false,
    databaseService: 'running',
    syncedAt: synced,
    failedAt: null,
  };
  it.each<[string, Partial<SyncFacts>]>([
    ['synced', {}],
    ['synced', { failedAt: new Date(500) }],
    ['synced', { databaseService: 'restarting' }],
    ['failed', { failedAt: new Date(1500) }],
    ['failed', { failedAt: new Date(1500), syncedAt: null }],
    ['never', { syncedAt: null }],
    ['service_down', { databaseService: 'Stopped' }],
    ['blocked', { blocked: true, databaseService: 'stopped', failedAt: new Date(1500) }],
    ['running', { running: true, blocked: true }],
    ['offline', { connected: false, running: true, blocked: true }],
  ])('returns %s for %j', (state, facts) => {
    expect(syncStateOf({ ...fine, ...facts })).toBe(state);
  });
});
