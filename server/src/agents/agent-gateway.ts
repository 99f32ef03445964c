/**
 * The agents that are connected to this copy of the server. What is asked of them may be posted to any copy: each looks
 * once a second for what is new for the agents that it holds (docs/decisions/0019).
 */
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/tables.js';
import { AgentConnection, closeCodes } from './agent-connection.js';
import { agentSettings } from './agent-settings.js';
import { revokedAmong } from './agent-tokens.js';
import { takeRequested } from './commands-repository.js';
import { NOTED_EVERY_MS, SILENCE_MS, latestConnections, writeHeard } from './connections-repository.js';
import type { AgentLine } from './conversation.js';

const POLL_MS = 1_000;
/** How long a connection may be open without a hello. */
const HELLO_MS = 10_000;
/** Connections of one token at the same time: an agent that joins anew may have old lines that have not broken yet. */
export const MAX_CONNECTIONS_PER_TOKEN = 5;

export interface AgentGateway {
  admit(socket: WebSocket, line: Omit<AgentLine, 'connection'>, tokenId: string): void;
  /** How many agents are connected to this copy. */
  connected(): number;
  start(): void;
  /** Looks at once: after the commit of what an agent is to hear of. */
  wake(): void;
  /** Looks once, and comes back when it is done. */
  look(): Promise<void>;
  /** Says goodbye to every agent and waits until what they said has been dealt with. */
  stop(): Promise<void>;
}

export function agentGateway({ db, now, log }: { db: Db; now: () => Date; log: FastifyBaseLogger }): AgentGateway {
  const connections = new Set<AgentConnection>();
  let timer: NodeJS.Timeout | undefined;
  let notedAt = new Date(0);
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;

  const cutSilent = (): void => {
    for (const connection of connections) {
      const isLate = !connection.joined && now().getTime() - connection.openedAt.getTime() > HELLO_MS;
      if (isLate) connection.close(closeCodes.violation, 'Say hello first.');
      else if (now().getTime() - connection.heardAt.getTime() > SILENCE_MS) connection.cut();
    }
  };

  const noteHeard = async (joined: readonly AgentConnection[]): Promise<void> => {
    if (now().getTime() - notedAt.getTime() < NOTED_EVERY_MS) return;
    const heard = joined.filter(({ heardAt }) => heardAt >= notedAt);
    notedAt = now();
    if (heard.length > 0) {
      await writeHeard(
        db,
        heard.map(({ id }) => id),
        now(),
      );
    }
  };

  /** @returns those that are still their practice's own, after the others have been sent away */
  const sendAwayOthers = async (joined: readonly AgentConnection[]): Promise<AgentConnection[]> => {
    const latest = await latestConnections(
      db,
      joined.map(({ practice }) => practice),
    );
    const revoked = await revokedAmong(
      db,
      joined.map(({ tokenId }) => tokenId),
    );
    const stamps = new Map(latest.map((row) => [row.connection, row.settingsStamp]));
    const kept: AgentConnection[] = [];
    for (const connection of joined) {
      const stamp = stamps.get(connection.id);
      if (revoked.has(connection.tokenId)) connection.close(closeCodes.violation, 'The token was revoked.');
      else if (stamp === undefined) connection.close(closeCodes.replaced, 'Another agent of the practice joined.');
      else {
        kept.push(connection);
        await tellSettings(connection, stamp);
      }
    }
    return kept;
  };

  const tellSettings = async (connection: AgentConnection, stamp: string): Promise<void> => {
    if (connection.settingsStamp === stamp) return;
    const told = await agentSettings(db, connection.practice);
    if (!told) return;
    connection.settingsStamp = stamp;
    connection.say({ type: 'settings', settings: told.settings });
  };

  const deliver = async (kept: readonly AgentConnection[]): Promise<void> => {
    const commands = await takeRequested(
      db,
      kept.map(({ id }) => id),
      now(),
    );
    for (const { practice_id: practice, id, kind } of commands) {
      // One that has closed in between hears it when it joins anew.
      kept.find((connection) => connection.practice === practice)?.say({ type: 'command', id, kind });
    }
  };

  const lookOnce = async (): Promise<void> => {
    cutSilent();
    const joined = [...connections].filter((connection) => connection.joined);
    if (joined.length === 0) return;
    await noteHeard(joined);
    const kept = await sendAwayOthers(joined);
    if (kept.length > 0) await deliver(kept);
  };

  const onJoined = (connection: AgentConnection): void => {
    for (const other of connections) {
      if (other !== connection && other.practice === connection.practice && other.joined) {
        other.close(closeCodes.replaced, 'Another agent of the practice joined.');
      }
    }
    log.info({ practice: connection.practice }, 'an agent joined');
    gateway.wake();
  };

  const gateway: AgentGateway = {
    admit(socket, line, tokenId) {
      const ofToken = [...connections].filter((connection) => connection.tokenId === tokenId).length;
      if (ofToken >= MAX_CONNECTIONS_PER_TOKEN) {
        socket.close(closeCodes.violation, 'Too many connections with this token.');
        return;
      }
      const onClosed = (connection: AgentConnection): void => void connections.delete(connection);
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
      if (looking) {
        lookAgain = true;
        return looking;
      }
      looking = (async () => {
        try {
          do {
            lookAgain = false;
            await lookOnce();
          } while (lookAgain && !stopped);
        } finally {
          looking = undefined;
        }
      })();
      return looking;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking?.catch(() => undefined);
      const last = [...connections];
      const closed = last.map((connection) => connection.goodbye());
      await Promise.all(closed);
    },
  };
  return gateway;
}
