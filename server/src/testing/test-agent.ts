/** A PMS agent for tests: a real websocket to a listening server. */
import type { AddressInfo } from 'node:net';
import { AGENT_PATH, HEARTBEAT_SECONDS, type FromAgent, type ToAgent, toAgent } from 'shared-api/agent';
import WebSocket from 'ws';
import { issueAgentToken } from '../practices/agents/agent-tokens.js';
import { type TestServer, testAudit } from './test-server.js';

/** Long enough for a machine that also runs other tests. */
const SO_WITHIN_MS = 60_000;

/** Makes the server listen on a free port, if it doesn't listen yet. @returns its websocket address */
export async function agentAddress({ app }: TestServer): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${AGENT_PATH}`;
}

export interface TestAgent {
  socket: WebSocket;
  say(message: FromAgent): void;
  /** The next unread message of the type. Skips messages of other types. */
  next<Type extends ToAgent['type']>(type: Type): Promise<Extract<ToAgent, { type: Type }>>;
  /** All unread messages. */
  unread(): ToAgent[];
  /** Close code, once the connection is closed. */
  closed: Promise<number>;
  leave(): Promise<void>;
}

export const helloOf = (over: Partial<Extract<FromAgent, { type: 'hello' }>> = {}): FromAgent => ({
  type: 'hello',
  protocol: 1,
  versions: {
    database_version: '5.1.0',
    phone_version: '2.0.3',
    service_updater_version: '1.4.0',
    server_control_panel_updater_version: '1.1.9',
    update_channel: 'release',
  },
  services: {
    database_service_status: 'running',
    phone_service_status: 'running',
    pms_update_blocked: false,
    last_update_status: 'Up to date',
  },
  resume: null,
  ...over,
});

/** The HTTP status of a rejected upgrade. */
export function rejectedUpgrade(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { headers });
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.once('open', () => reject(new Error('The connection was upgraded')));
    socket.once('error', reject);
  });
}

export async function connectAgent(server: TestServer, token: string): Promise<TestAgent> {
  const socket = new WebSocket(await agentAddress(server), {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'test-agent/1.0' },
  });
  const received: ToAgent[] = [];
  const waiting: (() => void)[] = [];
  const wakeAll = (): void => waiting.splice(0).forEach((wake) => wake());
  socket.on('message', (data: Buffer) => {
    received.push(toAgent.parse(JSON.parse(data.toString('utf8'))));
    wakeAll();
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code);
      wakeAll();
    });
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    say: (message) => socket.send(JSON.stringify(message)),
    async next(type) {
      for (;;) {
        const at = received.findIndex((message) => message.type === type);
        if (at >= 0) return received.splice(at, 1)[0] as Extract<ToAgent, { type: typeof type }>;
        if (socket.readyState === socket.CLOSED) throw new Error(`The connection closed before a ${type} arrived`);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    unread: () => [...received],
    closed,
    async leave() {
      socket.close();
      await closed;
    },
  };
}

/** A joined agent of the practice, with its own token. */
export async function joinAgent(server: TestServer, practiceId: number, hello: FromAgent = helloOf()) {
  const { token, id } = await issueAgentToken(server.db, { practiceId, name: 'Front office' }, testAudit());
  const agent = await connectAgent(server, token);
  agent.say(hello);
  const welcome = await agent.next('welcome');
  return { ...agent, token, tokenId: id, welcome };
}

/** Resolves once the server has processed all messages of the agent. */
export async function messagesHandled(agent: TestAgent): Promise<void> {
  agent.socket.send('not a message');
  await agent.next('refused');
}

/**
 * Advances the clock while the agent keeps sending heartbeats. The server looks for silent agents once per second, so
 * one jump of the clock could make it close this connection.
 */
export async function passTime(server: TestServer, agent: TestAgent, milliseconds: number): Promise<void> {
  const end = server.clock.now.getTime() + milliseconds;
  while (server.clock.now.getTime() < end) {
    server.clock.now = new Date(Math.min(end, server.clock.now.getTime() + HEARTBEAT_SECONDS * 1000));
    agent.say({ type: 'heartbeat' });
    await messagesHandled(agent);
  }
}

/** Waits until the condition is true, for work that the server does after closing a connection. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + SO_WITHIN_MS; Date.now() < end;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('It never came to be so');
}
