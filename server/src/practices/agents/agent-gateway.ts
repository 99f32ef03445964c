/**
 * The agents connected to this replica. Requests for them can arrive at any replica, so each replica polls once per
 * second for new requests to its own agents (docs/decisions/0019).
 */
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/database/tables.js';
import { AgentConnection, closeCodes, endReasons } from './agent-connection.js';
import { agentSettings } from './agent-settings.js';
import { findEnded } from './agent-tokens.js';
import { claimRequestedCommands } from './commands-repository.js';
import {
  HEARTBEAT_WRITE_INTERVAL_MS,
  MAX_SILENCE_MS,
  listLatestConnections,
  recordHeartbeats,
} from './connections-repository.js';
import type { AgentLine } from './conversation.js';

const POLL_MS = 1_000;
/** How long a connection may be open without a hello, in milliseconds. */
const HELLO_MS = 10_000;
const REPLACED = 'Another agent of the practice joined.';
/** Maximum connections of one token. A reconnecting agent may have old connections that have not broken yet. */
export const MAX_CONNECTIONS_PER_TOKEN = 5;

export interface AgentGateway {
  admit(socket: WebSocket, line: Omit<AgentLine, 'connection'>, tokenId: string): void;
  /** Number of agents connected to this replica. */
  connected(): number;
  start(): void;
  /** Polls immediately. Call it after the commit of something that agents must receive. */
  wake(): void;
  /** Polls once and resolves when it is done. */
  look(): Promise<void>;
  /** Closes every connection and waits until received messages are processed. */
  stop(): Promise<void>;
}

interface GatewayContext {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
}

export function agentGateway({ db, now, log }: GatewayContext): AgentGateway {
  const connections = new Set<AgentConnection>();
  /** Closed connections whose received messages are still being processed. */
  const ending = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let notedAt = new Date(0);
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let stopped = false;

  const recordLastSeen = async (joined: readonly AgentConnection[]): Promise<void> => {
    if (now().getTime() - notedAt.getTime() < HEARTBEAT_WRITE_INTERVAL_MS) return;
    const active = joined.filter(({ heardAt }) => heardAt >= notedAt);
    notedAt = now();
    if (active.length > 0) await recordHeartbeats(db, idsOf(active), now());
  };

  const lookOnce = async (): Promise<void> => {
    closeSilent(connections, now());
    const joined = [...connections].filter((connection) => connection.joined);
    if (joined.length === 0) return;
    await recordLastSeen(joined);
    const current = await closeReplaced(db, joined, now());
    if (current.length > 0) await deliverCommands(db, current, now());
  };

  const onJoined = (connection: AgentConnection): void => {
    closeFormer(connections, connection);
    log.info({ practice: connection.practiceId }, 'an agent joined');
    gateway.wake();
  };

  const onClosed = (connection: AgentConnection): void => {
    connections.delete(connection);
    const ended = connection.settled().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  const gateway: AgentGateway = {
    admit(socket, line, tokenId) {
      const ofToken = [...connections].filter((connection) => connection.tokenId === tokenId).length;
      if (ofToken >= MAX_CONNECTIONS_PER_TOKEN) {
        socket.close(closeCodes.violation, 'Too many connections with this token.');
        return;
      }
      connections.add(new AgentConnection({ db, log, now, socket, line, tokenId, onJoined, onClosed }));
      if (stopped) socket.close(closeCodes.restart);
    },
    connected: () => [...connections].filter((connection) => connection.joined).length,
    start() {
      timer ??= setInterval(() => gateway.wake(), POLL_MS);
    },
    wake() {
      if (timer === undefined || stopped) return;
      void gateway.look().catch((err: unknown) => log.warn({ err }, 'news for agents could not be looked for'));
    },
    look() {
      if (polling) {
        pollAgain = true;
        return polling;
      }
      polling = (async () => {
        try {
          do {
            pollAgain = false;
            await lookOnce();
          } while (pollAgain && !stopped);
        } finally {
          polling = undefined;
        }
      })();
      return polling;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await polling?.catch(() => undefined);
      await Promise.all([...connections].map((connection) => connection.goodbye()));
      await Promise.all(ending);
    },
  };
  return gateway;
}

const idsOf = (connections: readonly AgentConnection[]): string[] => connections.map(({ id }) => id);

/** Closes the practice's other connections to this replica. */
function closeFormer(connections: Iterable<AgentConnection>, joined: AgentConnection): void {
  for (const other of connections) {
    if (other !== joined && other.practiceId === joined.practiceId && other.joined)
      other.close(closeCodes.replaced, REPLACED);
  }
}

/** Closes connections without a hello, or without recent messages. */
function closeSilent(connections: Iterable<AgentConnection>, now: Date): void {
  for (const connection of connections) {
    const isLate = !connection.joined && now.getTime() - connection.openedAt.getTime() > HELLO_MS;
    if (isLate) connection.close(closeCodes.violation, 'Say hello first.');
    else if (now.getTime() - connection.heardAt.getTime() > MAX_SILENCE_MS) connection.cut();
  }
}

/**
 * Closes connections with an invalid token, or whose practice has a newer agent at another replica. Sends changed
 * settings to the others.
 *
 * @returns the remaining connections
 */
async function closeReplaced(db: Db, joined: readonly AgentConnection[], now: Date): Promise<AgentConnection[]> {
  const latest = await listLatestConnections(
    db,
    joined.map(({ practiceId }) => practiceId),
  );
  const ended = await findEnded(
    db,
    joined.map(({ tokenId }) => tokenId),
    now,
  );
  const stamps = new Map(latest.map((row) => [row.connection, row.settingsStamp]));
  const current: AgentConnection[] = [];
  for (const connection of joined) {
    const stamp = stamps.get(connection.id);
    const end = ended.get(connection.tokenId);
    if (end !== undefined) connection.close(closeCodes.violation, endReasons[end]);
    else if (stamp === undefined) connection.close(closeCodes.replaced, REPLACED);
    else {
      current.push(connection);
      await tellSettings(db, connection, stamp);
    }
  }
  return current;
}

async function tellSettings(db: Db, connection: AgentConnection, stamp: string): Promise<void> {
  if (connection.settingsStamp === stamp) return;
  const settings = await agentSettings(db, connection.practiceId);
  if (!settings) return;
  connection.settingsStamp = stamp;
  connection.send({ type: 'settings', settings: settings.settings });
}

async function deliverCommands(db: Db, current: readonly AgentConnection[], now: Date): Promise<void> {
  for (const { practice_id: practiceId, id, kind } of await claimRequestedCommands(db, idsOf(current), now)) {
    // An agent whose connection closed in between receives it when it reconnects.
    current.find((connection) => connection.practiceId === practiceId)?.send({ type: 'command', id, kind });
  }
}
