import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SyncInfo } from 'shared-api/contracts';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestAgent,
  agentAddress,
  connectAgent,
  eventually,
  messagesHandled,
  helloOf,
  joinAgent,
  rejectedUpgrade,
} from '../../testing/test-agent.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { MAX_CONNECTIONS_PER_TOKEN } from './agent-gateway.js';
import { agentTokens, issueAgentToken, replaceAgentToken } from './agent-tokens.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

describeWithDatabase('agent gateway', (database) => {
  let server: TestServer;
  let other: TestServer;
  let admin: Caller;
  let practiceId: number;
  const agents: TestAgent[] = [];
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    // Two replicas on one database.
    server = await testServer(database());
    cleanUp(() => server.close());
    other = await testServer(database());
    cleanUp(() => other.close());
    const person = await createTestPerson(server.db, {
      flags: { super_admin: true, task_admin: true },
      name: 'Ada Admin',
    });
    admin = await signedIn(server, person);
  });
  beforeEach(async () => {
    practiceId = await createTestPractice(server.db, { providers: [] });
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) await agent.leave();
  });

  const join = async (at = server, hello = helloOf(), id = practiceId) => {
    const agent = await joinAgent(at, id, hello);
    agents.push(agent);
    return agent;
  };
  const info = async (id = practiceId, at = server) =>
    (await at.call(admin, 'GET', `/api/${id}/settings/pms_sync_info/`)).json<SyncInfo>();
  const post = (step: string, at = server) => at.call(admin, 'POST', `/api/${practiceId}/settings/${step}/`);
  const commandOf = async (kind: string) => (await info()).commands.find((command) => command.kind === kind);

  describe('authentication', () => {
    it.each([
      ['no token', {}],
      ['an unknown token', { authorization: 'Bearer pcat_nobody' }],
      ['something else', { authorization: 'Basic abc' }],
    ])('refuses %s before the upgrade', async (_what, headers) => {
      expect(await rejectedUpgrade(await agentAddress(server), headers)).toBe(401);
    });

    it('refuses a revoked token', async () => {
      const { token, id } = await issueAgentToken(server.db, { practiceId, name: 'old' }, testAudit());
      await agentTokens.revoke(server.db, id, testAudit());
      const headers = { authorization: `Bearer ${token}` };
      expect(await rejectedUpgrade(await agentAddress(server), headers)).toBe(401);
    });

    it('refuses an expired token, and records it once', async () => {
      const expiresAt = new Date(server.clock.now.getTime() + 60_000);
      const { token, id } = await issueAgentToken(
        server.db,
        { practiceId, name: 'short', expiresAt },
        testAudit(server.clock.now),
      );
      expect(await agentTokens.find(server.db, token, server.clock.now)).toMatchObject({ id });
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await agentTokens.find(server.db, token, expiresAt)).toBe('expired');
      const entries = await server.db
        .selectFrom('audit_log')
        .select('actor_name')
        .where('action', '=', 'agent_token.refuse')
        .where('entity_id', '=', id)
        .execute();
      expect(entries).toEqual([{ actor_name: 'Sync agent' }]);
      const before = server.clock.now;
      server.clock.now = expiresAt;
      const response = await server.call(
        { headers: { authorization: `Bearer ${token}` } },
        'GET',
        '/agent',
        undefined,
        {
          connection: 'upgrade',
          upgrade: 'websocket',
        },
      );
      server.clock.now = before;
      expect(response.statusCode).toBe(401);
    });

    it('accepts a rotated token and its successor until the overlap ends', async () => {
      const { now } = server.clock;
      const day = 86_400_000;
      const expiresAt = new Date(now.getTime() + 30 * day);
      const { token, id } = await issueAgentToken(server.db, { practiceId, name: 'rack', expiresAt }, testAudit(now));
      const rotation = { overlapHours: 24 };
      const next = await agentTokens.rotate(server.db, id, rotation, testAudit(now));
      expect(next.formerEndsAt).toEqual(new Date(now.getTime() + day));
      const works = async (at: number) =>
        Promise.all(
          [token, next.token].map(async (one) => typeof (await agentTokens.find(server.db, one, new Date(at)))),
        );
      expect(await works(now.getTime() + day - 1)).toEqual(['object', 'object']);
      expect(await works(now.getTime() + day)).toEqual(['string', 'object']);
      expect(await works(now.getTime() + 30 * day)).toEqual(['string', 'string']);
    });

    it('keeps the expiry of a token that expires before the overlap ends', async () => {
      const { now } = server.clock;
      const expiresAt = new Date(now.getTime() + 3_600_000);
      const { id } = await issueAgentToken(server.db, { practiceId, name: 'last', expiresAt }, testAudit(now));
      const { formerEndsAt } = await agentTokens.rotate(
        server.db,
        id,
        { overlapHours: 24, expiresAt: null },
        testAudit(now),
      );
      expect(formerEndsAt).toEqual(expiresAt);
    });

    it('refuses an agent token on every API route', async () => {
      const { token } = await issueAgentToken(server.db, { practiceId, name: 'agent' }, testAudit());
      const headers = { authorization: `Bearer ${token}` };
      const response = await server.call({ headers }, 'GET', `/api/${practiceId}/settings/pms_sync_info/`);
      expect(response.statusCode).toBe(401);
      expect((await server.call(anonymousCaller, 'GET', '/agent')).statusCode).toBe(401);
    });
  });

  it('returns the agent token’s expiry in its last 14 days', async () => {
    const day = 86_400_000;
    const practice = await createTestPractice(server.db, { providers: [] });
    const issue = async (days: number) => {
      const expiresAt = new Date(server.clock.now.getTime() + days * day);
      const audit = testAudit(server.clock.now);
      const { token } = await issueAgentToken(server.db, { practiceId: practice, name: `${days}`, expiresAt }, audit);
      await agentTokens.find(server.db, token, server.clock.now);
      return epochSeconds(expiresAt);
    };
    expect((await info(practice)).token_expires_at).toBeNull();
    await issue(15);
    expect((await info(practice)).token_expires_at).toBeNull();
    server.clock.now = new Date(server.clock.now.getTime() + 1);
    const expected = await issue(13);
    expect((await info(practice)).token_expires_at).toBe(expected);
  });

  describe('when an agent joins', () => {
    it('sends the practice and settings to the agent, and shows the connection in the sync info', async () => {
      await server.call(admin, 'POST', `/api/${practiceId}/settings/update_practice_settings/`, {
        sync_update_channel: 'beta',
        additional_data: { opendental_datetime_fix: true },
      });
      const { welcome } = await join();
      expect(welcome).toMatchObject({
        practice: { id: practiceId, name: 'Test Dental', time_zone: 'America/Chicago', pms_name: 'opendental' },
        settings: { sync_update_channel: 'beta', pms_update_interval: 60, opendental_datetime_fix: true },
        resume: null,
      });
      const at = epochSeconds(server.clock.now);
      expect(await info()).toMatchObject({
        pms_sync_socket_info: { joined_at: at, ip: '127.0.0.1', user_agent: 'test-agent/1.0' },
        pms_sync_versions: { database_version: '5.1.0', update_channel: 'release' },
        pms_sync: { last_update_status: 'Up to date', database_service_status: 'running', pms_update_blocked: false },
        last_synced_at: null,
        last_seen_at: at,
      });
    });

    it('creates the salt and the image id once, and sends the same values again', async () => {
      const first = (await join()).welcome.settings;
      const second = (await join()).welcome.settings;
      expect(first['salt']).toMatch(/^[\w-]{32}$/);
      expect([second['salt'], second['image_uid']]).toEqual([first['salt'], first['image_uid']]);
    });

    it('closes the connection of an earlier agent of the practice, also on another replica', async () => {
      const first = await join();
      const second = await join();
      expect(await first.closed).toBe(4000);
      const third = await join(other);
      await server.app.agents.look();
      expect(await second.closed).toBe(4000);
      expect(await info()).toMatchObject({ pms_sync_socket_info: { ip: '127.0.0.1' } });
      await third.leave();
      await eventually(async () => (await info()).pms_sync_socket_info === null);
    });

    it('shows that the agent has disconnected, and keeps its last status', async () => {
      const agent = await join();
      await agent.leave();
      await eventually(async () => (await info()).pms_sync_socket_info === null);
      expect((await info()).pms_sync_versions).toMatchObject({ phone_version: '2.0.3' });
    });

    it('sends saved settings to the agents of the practice and its clinics', async () => {
      const child = await createTestPractice(server.db, { parent: { practiceId, clinicnum: 2 } });
      const [agent, ofChild] = [await join(), await join(server, helloOf(), child)];
      const field = 'calculate_patient_first_visit_across_all_clinics';
      await other.call(admin, 'POST', `/api/${practiceId}/settings/update_practice_settings/`, {
        additional_data: { [field]: true },
      });
      await server.app.agents.look();
      expect((await agent.next('settings')).settings).toMatchObject({ [field]: true });
      expect((await ofChild.next('settings')).settings).toMatchObject({ [field]: true });
      await server.app.agents.look();
      await messagesHandled(agent);
      expect(agent.unread()).toEqual([]);
    });

    it('disconnects the agent when its token is revoked or replaced', async () => {
      const agent = await join();
      await replaceAgentToken(server.db, { practiceId, name: 'Front office' }, testAudit());
      await server.app.agents.look();
      expect(await agent.closed).toBe(1008);
    });
  });

  describe('a connection with a revoked token', () => {
    it('ignores the next message even before the gateway’s check', async () => {
      const agent = await join();
      await agentTokens.revoke(server.db, agent.tokenId, testAudit());
      agent.say({ type: 'sync_begin', sync_id: 'late', command_id: null, mode: 'full' });
      expect(await agent.closed).toBe(1008);
      const syncs = await server.db
        .selectFrom('agent_syncs')
        .select('sync_id')
        .where('practice_id', '=', practiceId)
        .execute();
      expect(syncs).toEqual([]);
    });
  });

  describe('command delivery', () => {
    it('delivers a command posted to another replica, and tracks its state', async () => {
      const agent = await join();
      const posted = await post('pms_sync_now', other);
      expect(posted.json()).toMatchObject({
        status: 'success',
        message: 'PMS sync requested successfully',
        command: { kind: 'sync_now', state: 'requested', requested_by: 'Ada Admin', started_at: null },
      });
      await server.app.agents.look();
      const { id, kind } = await agent.next('command');
      expect([id, kind]).toEqual([posted.json<{ command: { id: string } }>().command.id, 'sync_now']);
      expect(await commandOf('sync_now')).toMatchObject({ state: 'delivered' });
      agent.say({ type: 'command', id, state: 'running', percent: 40, message: 'Reading appointments' });
      await messagesHandled(agent);
      expect(await commandOf('sync_now')).toMatchObject({
        state: 'running',
        percent: 40,
        message: 'Reading appointments',
        finished_at: null,
      });
      agent.say({ type: 'command', id, state: 'failed', percent: null, message: 'The database is locked' });
      await messagesHandled(agent);
      expect(await commandOf('sync_now')).toMatchObject({ state: 'failed', message: 'The database is locked' });
      // A late report after the end changes nothing.
      agent.say({ type: 'command', id, state: 'running', percent: 99, message: null });
      await messagesHandled(agent);
      expect(await commandOf('sync_now')).toMatchObject({ state: 'failed' });
    });

    it('delivers a command immediately on the agent’s own replica', async () => {
      const agent = await join();
      await post('restart_phone_service');
      expect((await agent.next('command')).kind).toBe('restart_phone_service');
    });

    it('redelivers a command under the same id after the connection broke', async () => {
      const agent = await join();
      await post('pms_full_update');
      const { id } = await agent.next('command');
      agent.socket.terminate();
      await agent.closed;
      const again = await join(other);
      expect((await again.next('command')).id).toBe(id);
    });

    it('delivers a command requested before the agent connected', async () => {
      await post('pms_sync_now');
      const agent = await join();
      expect((await agent.next('command')).kind).toBe('sync_now');
    });
  });

  describe('with misbehaving agents', () => {
    it.each([
      ['invalid JSON', '{"type":'],
      ['an unknown type', '{"type":"dance"}'],
      ['a missing field', '{"type":"hello","protocol":1}'],
      ['a field of another type', JSON.stringify({ ...helloOf(), resume: 7 })],
      ['an empty message', ''],
      ['a list', '[]'],
    ])('refuses %s and keeps the connection', async (_what, text) => {
      const agent = await join();
      agent.socket.send(text);
      expect(await agent.next('refused')).toMatchObject({ code: 'invalid' });
      agent.say({ type: 'heartbeat' });
      await messagesHandled(agent);
    });

    it('refuses bytes that are not text', async () => {
      const agent = await join();
      agent.socket.send(Buffer.from([0, 159, 146, 150]));
      expect(await agent.next('refused')).toMatchObject({ code: 'invalid' });
    });

    it('refuses messages before hello', async () => {
      const { token } = await issueAgentToken(server.db, { practiceId, name: 'hasty' }, testAudit());
      const agent = await connectAgent(server, token);
      agents.push(agent);
      agent.say({ type: 'sync_begin', sync_id: 's1', command_id: null, mode: 'full' });
      expect(await agent.next('refused')).toMatchObject({ code: 'invalid', sync_id: 's1' });
      agent.say(helloOf({ protocol: 99 }));
      expect(await agent.closed).toBe(1008);
    });

    it('closes a connection that sends no hello', async () => {
      const before = server.clock.now;
      const { token } = await issueAgentToken(server.db, { practiceId, name: 'quiet' }, testAudit());
      const agent = await connectAgent(server, token);
      agents.push(agent);
      agent.say({ type: 'heartbeat' });
      await agent.next('refused');
      await server.app.agents.look();
      server.clock.now = new Date(before.getTime() + 10_001);
      await server.app.agents.look();
      expect(await agent.closed).toBe(1008);
      server.clock.now = before;
    });

    it('accepts five connections with one token, and closes the next one', async () => {
      const { token } = await issueAgentToken(server.db, { practiceId, name: 'greedy' }, testAudit());
      for (let count = 0; count < MAX_CONNECTIONS_PER_TOKEN; count += 1) agents.push(await connectAgent(server, token));
      const last = await connectAgent(server, token);
      agents.push(last);
      expect(await last.closed).toBe(1008);
      const [first] = agents;
      first?.say(helloOf());
      expect(await first?.next('welcome')).toBeDefined();
    });

    it('closes the connection after too many invalid messages in a row', async () => {
      const agent = await join();
      for (let message = 0; message < 20; message += 1) agent.socket.send('nonsense');
      expect(await agent.closed).toBe(1008);
    });

    it('closes the connection after an oversized message', async () => {
      const agent = await join();
      agent.socket.send('x'.repeat(1_000_001));
      expect(await agent.closed).toBe(1009);
    });

    it('cleans characters in a status that text cannot hold', async () => {
      const agent = await join();
      const { services } = helloOf() as Extract<ReturnType<typeof helloOf>, { type: 'hello' }>;
      agent.say({ type: 'status', services: { ...services, last_update_status: 'a\u0000b\ud800' } });
      await messagesHandled(agent);
      expect((await info()).pms_sync.last_update_status).toBe('ab\ufffd');
    });

    it('closes a connection without messages for two heartbeats', async () => {
      const before = server.clock.now;
      const agent = await join();
      server.clock.now = new Date(before.getTime() + 40_000);
      await server.app.agents.look();
      agent.say({ type: 'heartbeat' });
      await messagesHandled(agent);
      server.clock.now = new Date(before.getTime() + 80_001);
      await server.app.agents.look();
      expect(await agent.closed).toBe(1006);
      server.clock.now = before;
    });
  });
});
