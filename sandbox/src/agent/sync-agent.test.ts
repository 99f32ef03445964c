/** Tests the agent against a server that sends the protocol's messages. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type FromAgent, type ToAgent, fromAgent } from 'shared-api/agent';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClinicProfile } from './clinic-pms.js';
import { clinicPms } from './clinic-pms.js';
import { type SyncAgent, syncAgent } from './sync-agent.js';

const profile = (over: Partial<ClinicProfile> = {}): ClinicProfile => ({
  pms_name: 'opendental',
  time_zone: 'America/Chicago',
  update_blocked: false,
  providers: [{ provider_id: 1, first_name: 'Amelia', last_name: 'Hart' }],
  clinics: [],
  appointments: Array.from({ length: 1200 }, (_, at) => ({
    appointment_id: at + 1,
    provider_id: 1,
    clinic_num: 0,
    starts_at: 1_790_000_000 + at * 3600,
    ends_at: 1_790_001_800 + at * 3600,
    status: 'scheduled',
    status_id: null,
  })),
  schedules: [],
  ...over,
});

/** The server's side of a connection: received messages in order, and a way to send. */
interface Line {
  next(): Promise<FromAgent>;
  /** Receives messages until one of the given type arrives, and returns it. */
  until<Type extends FromAgent['type']>(type: Type): Promise<Extract<FromAgent, { type: Type }>>;
  send(message: ToAgent): void;
  /** Waits until the agent has received all sent messages. */
  reached(): Promise<void>;
  breakOff(): void;
}

describe('the sync agent', () => {
  let console: WebSocketServer;
  let agent: SyncAgent | undefined;
  beforeEach(async () => {
    console = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(console, 'listening');
  });
  afterEach(async () => {
    agent?.end();
    for (const client of console.clients) client.terminate();
    await new Promise((resolve) => console.close(resolve));
  });

  const line = async (): Promise<Line> => {
    const [socket] = (await once(console, 'connection')) as [WebSocket];
    const received: FromAgent[] = [];
    const waiting: ((message: FromAgent) => void)[] = [];
    socket.on('message', (data) => {
      const message = fromAgent.parse(JSON.parse((data as Buffer).toString('utf8')));
      const waiter = waiting.shift();
      if (waiter) waiter(message);
      else received.push(message);
    });
    const next = (): Promise<FromAgent> => {
      const message = received.shift();
      return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve));
    };
    return {
      next,
      async until(type) {
        for (;;) {
          const message = await next();
          if (message.type === type) return message as Extract<FromAgent, { type: typeof type }>;
        }
      },
      send: (message) => socket.send(JSON.stringify(message)),
      async reached() {
        socket.ping();
        await once(socket, 'pong');
      },
      breakOff: () => socket.terminate(),
    };
  };
  const practice = { id: 1, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' };
  const welcome = (resume: { sync_id: string; received: number } | null = null): ToAgent => ({
    type: 'welcome',
    practice,
    settings: {},
    resume,
  });
  const start = async (over: Partial<ClinicProfile> = {}): Promise<Line> => {
    const address = console.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const opened = line();
    agent = syncAgent({ server: `http://127.0.0.1:${port}`, token: 'pcat_test', pms: clinicPms(profile(over)) });
    agent.behave({ step_ms: 0 });
    return opened;
  };
  /** Receives a whole update and acknowledges every batch. */
  const takeUpdate = async (server: Line) => {
    const begin = await server.until('sync_begin');
    let rows = 0;
    for (;;) {
      const message = await server.next();
      if (message.type === 'batch') {
        rows += message.content.rows.length;
        server.send({ type: 'acknowledged', sync_id: begin.sync_id, number: message.number });
      } else if (message.type === 'sync_end') {
        server.send({ type: 'sync_finished', sync_id: begin.sync_id });
        return { begin, rows, batches: message.batches };
      }
    }
  };

  it('sends hello first, then changes after the welcome', async () => {
    const server = await start();
    expect(await server.next()).toMatchObject({
      type: 'hello',
      resume: null,
      services: { database_service_status: 'running', pms_update_blocked: false },
    });
    server.send(welcome());
    const { begin, batches } = await takeUpdate(server);
    expect(begin).toMatchObject({ command_id: null, mode: 'changes' });
    expect(batches).toBeGreaterThan(0);
  });

  it('sends a full update and reports the progress of its command to the end', async () => {
    const server = await start();
    server.send(welcome());
    await takeUpdate(server);
    server.send({ type: 'command', id: 'c1', kind: 'full_update' });
    const { begin, rows, batches } = await takeUpdate(server);
    expect(begin).toMatchObject({ command_id: 'c1', mode: 'full' });
    // One provider and 1,200 appointments. Each update adds one appointment.
    expect(rows).toBe(1203);
    expect(batches).toBe(4);
    expect(await server.until('command')).toEqual({
      type: 'command',
      id: 'c1',
      state: 'done',
      percent: 100,
      message: 'Up to date',
    });
  });

  it('resumes after the last received batch when the connection drops', async () => {
    const server = await start();
    server.send(welcome());
    await takeUpdate(server);
    agent?.behave({ drop_after_batches: 2 });
    const again = line();
    server.send({ type: 'command', id: 'c1', kind: 'full_update' });
    const { sync_id } = await server.until('sync_begin');
    for (let number = 1; number <= 2; number += 1) {
      expect((await server.until('batch')).number).toBe(number);
      server.send({ type: 'acknowledged', sync_id, number });
    }
    const resumed = await again;
    expect(await resumed.next()).toMatchObject({ type: 'hello', resume: sync_id });
    resumed.send(welcome({ sync_id, received: 2 }));
    expect((await resumed.until('batch')).number).toBe(3);
  });

  it('restarts an update that the server no longer knows', async () => {
    const server = await start();
    server.send(welcome());
    const { sync_id } = await server.until('sync_begin');
    const again = line();
    server.breakOff();
    const resumed = await again;
    resumed.send(welcome());
    expect((await resumed.until('sync_begin')).sync_id).toBe(sync_id);
    expect((await resumed.until('batch')).number).toBe(1);
  });

  it('restarts a service step by step', async () => {
    const server = await start({ update_blocked: true });
    server.send(welcome());
    server.send({ type: 'command', id: 'c2', kind: 'restart_phone_service' });
    expect((await server.until('status')).services.phone_service_status).toBe('restarting');
    const steps: (number | null)[] = [];
    for (;;) {
      const message = await server.until('command');
      steps.push(message.percent);
      if (message.state === 'done') break;
    }
    expect(steps).toEqual([20, 45, 75, 95, 100]);
  });

  it('rejects updates while they are blocked, and runs them when they are unblocked', async () => {
    const server = await start({ update_blocked: true });
    server.send(welcome());
    const ends = async () => {
      for (;;) {
        const message = await server.until('command');
        if (message.state !== 'running') return message;
      }
    };
    server.send({ type: 'command', id: 'c1', kind: 'sync_now' });
    expect(await ends()).toMatchObject({ id: 'c1', state: 'failed' });
    server.send({ type: 'command', id: 'c2', kind: 'unblock' });
    expect(await ends()).toMatchObject({ id: 'c2', state: 'done' });
    server.send({ type: 'command', id: 'c3', kind: 'sync_now' });
    expect((await takeUpdate(server)).begin.command_id).toBe('c3');
  });

  it('reports why an update was rejected', async () => {
    const server = await start();
    server.send(welcome());
    await takeUpdate(server);
    server.send({ type: 'command', id: 'c1', kind: 'sync_now' });
    const { sync_id } = await server.until('sync_begin');
    server.send({ type: 'refused', code: 'no_tables', message: 'The practice has no tables yet.', sync_id });
    for (;;) {
      const message = await server.until('command');
      if (message.state === 'running') continue;
      expect(message).toMatchObject({ state: 'failed', message: 'The practice has no tables yet.' });
      break;
    }
  });

  it('reports a failed scheduled update after each reconnect until it is recorded', async () => {
    const server = await start();
    agent?.behave({ fail_scheduled: true });
    server.send(welcome());
    const failed = await server.until('sync_failed');
    expect(failed).toMatchObject({ mode: 'changes', message: expect.stringContaining('did not answer') });
    const again = line();
    server.breakOff();
    const resumed = await again;
    agent?.behave({ fail_scheduled: false });
    resumed.send(welcome());
    expect(await resumed.until('sync_failed')).toEqual(failed);
    resumed.send({ type: 'sync_failure_recorded', sync_id: failed.sync_id });
    await takeUpdate(resumed);
    const third = line();
    resumed.breakOff();
    const rejoined = await third;
    rejoined.send(welcome());
    expect((await rejoined.next()).type).toBe('hello');
    expect((await rejoined.next()).type).toBe('status');
  });

  it('reports why a scheduled update was rejected', async () => {
    const server = await start();
    server.send(welcome());
    const { sync_id } = await server.until('sync_begin');
    server.send({ type: 'refused', code: 'no_tables', message: 'The practice has no tables yet.', sync_id });
    expect(await server.until('sync_failed')).toMatchObject({ sync_id, message: 'The practice has no tables yet.' });
  });

  it('simulates failing and unanswered commands on request', async () => {
    const server = await start({ update_blocked: true });
    server.send(welcome());
    agent?.behave({ fail: ['restart_database_service'] });
    server.send({ type: 'command', id: 'c1', kind: 'restart_database_service' });
    for (;;) {
      const message = await server.until('command');
      if (message.state === 'running') continue;
      expect(message).toMatchObject({ id: 'c1', state: 'failed' });
      break;
    }
    agent?.behave({ ignore_commands: true });
    server.send({ type: 'command', id: 'c2', kind: 'restart_phone_service' });
    await server.reached();
    agent?.behave({ ignore_commands: false });
    server.send({ type: 'command', id: 'c3', kind: 'unblock' });
    expect((await server.until('command')).id).toBe('c3');
  });
});
