import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SyncInfo, syncNow } from 'shared-api/contracts';
import type { z } from 'zod';
import { describeWithDatabase } from '../../testing/engines.js';
import { messagesHandled, helloOf, joinAgent, passTime } from '../../testing/test-agent.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const calls = [
  ['pms_sync_now', 'sync_now', 'PMS sync requested successfully'],
  ['pms_full_update', 'full_update', 'Full PMS update requested successfully'],
  ['restart_database_service', 'restart_database_service', 'Database service restart requested successfully'],
  ['restart_phone_service', 'restart_phone_service', 'Phone service restart requested successfully'],
  ['unblock_pms_update', 'unblock', 'PMS update unblocked successfully'],
] as const;

describeWithDatabase('agent commands', (database) => {
  let server: TestServer;
  let everything: Caller;
  let practiceId: number;
  beforeAll(async () => {
    server = await testServer(database());
    const flags = { super_admin: true, task_admin: true };
    everything = await signedIn(server, await createTestPerson(server.db, { flags, name: 'Ada Admin' }));
  });
  beforeEach(async () => {
    practiceId = await createTestPractice(server.db, { providers: [] });
  });
  afterAll(() => server.close());

  const post = async (step: string, caller = everything, id = practiceId) => {
    const body = step === 'unblock_pms_update' ? { unblock: true } : undefined;
    const response = await server.call(caller, 'POST', `/api/${id}/settings/${step}/`, body);
    return { http: response.statusCode, ...response.json<z.output<typeof syncNow.answer>>() };
  };
  const info = async (caller = everything) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/settings/pms_sync_info/`)).json<SyncInfo>();

  describe.each(calls)('%s', (step, kind, message) => {
    it('returns the documented message while an agent is connected, and writes an audit entry', async () => {
      const agent = await joinAgent(server, practiceId);
      const response = await post(step);
      expect(response).toMatchObject({
        http: 200,
        status: 'success',
        message,
        command: { kind, requested_by: 'Ada Admin' },
      });
      const audit = await server.db
        .selectFrom('audit_log')
        .select(['actor_name', 'after'])
        .where('practice_id', '=', practiceId)
        .where('action', '=', 'sync.command')
        .execute();
      expect(audit).toEqual([{ actor_name: 'Ada Admin', after: { kind } }]);
      await agent.leave();
    });

    it('keeps the command requested without an agent, and explains the wait', async () => {
      const response = await post(step);
      expect(response).toMatchObject({ status: 'success', command: { state: 'requested' } });
      expect(response.message).toMatch(/No agent is connected. The request waits up to 15 minutes for it/);
      expect(response.message).not.toContain('unblocked');
    });

    it('creates one command for several simultaneous requests', async () => {
      const responses = await Promise.all([post(step), post(step), post(step), post(step)]);
      expect(responses.map(({ status }) => status).sort()).toEqual(['info', 'info', 'info', 'success']);
      expect(new Set(responses.map(({ command }) => command.id)).size).toBe(1);
      expect(responses.find(({ status }) => status === 'info')?.message).toMatch(/is already running/);
      const rows = await server.db
        .selectFrom('agent_commands')
        .select('id')
        .where('practice_id', '=', practiceId)
        .execute();
      expect(rows).toHaveLength(1);
    });
  });

  it('times out a command after 15 minutes without an agent, and then accepts it again', async () => {
    const before = server.clock.now;
    await post('pms_sync_now');
    server.clock.now = new Date(before.getTime() + 15 * 60_000 - 1000);
    expect((await info()).commands).toMatchObject([{ state: 'requested' }]);
    server.clock.now = new Date(before.getTime() + 15 * 60_000);
    expect((await info()).commands).toMatchObject([
      { state: 'timed_out', message: 'No agent fetched it within 15 minutes.', finished_at: expect.any(Number) },
    ]);
    const agent = await joinAgent(server, practiceId);
    await server.app.agents.look();
    await messagesHandled(agent);
    expect(agent.unread()).toEqual([]);
    expect((await post('pms_sync_now')).status).toBe('success');
    await agent.leave();
    server.clock.now = before;
  });

  it('times out a command when the agent stops reporting, and accepts a late result', async () => {
    const before = server.clock.now;
    const agent = await joinAgent(server, practiceId);
    await post('pms_sync_now');
    const { id } = await agent.next('command');
    const report = async (state: 'running' | 'done') => {
      agent.say({ type: 'command', id, state, percent: null, message: null });
      await messagesHandled(agent);
    };
    await report('running');
    await passTime(server, agent, 14 * 60_000);
    await report('running');
    await passTime(server, agent, 14 * 60_000);
    expect((await info()).commands).toMatchObject([{ state: 'running' }]);
    await passTime(server, agent, 60_000);
    expect((await info()).commands).toMatchObject([{ state: 'timed_out' }]);
    await report('done');
    expect((await info()).commands).toMatchObject([{ state: 'done' }]);
    await agent.leave();
    server.clock.now = before;
  });

  it('refuses commands for updates while the practice has no tables', async () => {
    const bare = await createTestPractice(server.db);
    for (const step of ['pms_sync_now', 'pms_full_update']) {
      expect(await post(step, everything, bare)).toMatchObject({
        http: 409,
        code: 'no_tables',
        status: 'error',
      });
    }
    expect((await post('restart_phone_service', everything, bare)).http).toBe(200);
  });

  it.each([{}, { unblock: false }, { unblock: true, force: true }])('refuses to unblock with %j', async (body) => {
    const response = await server.call(everything, 'POST', `/api/${practiceId}/settings/unblock_pms_update/`, body);
    expect(response.statusCode).toBe(400);
  });

  it('shows each role only the commands and agent details that it may see', async () => {
    const staff = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const taskAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
    const superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const { services } = helloOf() as Extract<ReturnType<typeof helloOf>, { type: 'hello' }>;
    const agent = await joinAgent(server, practiceId, helloOf({ services: { ...services, pms_update_blocked: true } }));
    for (const [step] of calls) await post(step);
    const kinds = async (caller: Caller) => (await info(caller)).commands.map(({ kind }) => kind);
    expect(await kinds(staff)).toEqual(['sync_now']);
    expect(await kinds(superAdmin)).toEqual(['sync_now', 'full_update']);
    expect(await kinds(taskAdmin)).toEqual([
      'sync_now',
      'restart_database_service',
      'restart_phone_service',
      'unblock',
    ]);
    for (const caller of [staff, superAdmin]) {
      expect(await info(caller)).toMatchObject({
        pms_sync_versions: null,
        pms_sync: {
          last_update_status: 'Up to date',
          database_service_status: null,
          phone_service_status: null,
          pms_update_blocked: true,
        },
      });
    }
    expect((await info(taskAdmin)).pms_sync_versions?.service_updater_version).toBe('1.4.0');
    await agent.leave();
  });
});
