import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AGENT_PATH } from 'shared-api/agent';
import type { AppContext } from '../context.js';
import { Refusal } from '../http/refusal.js';
import { useAgentToken } from './agent-tokens.js';

const LONGEST_USER_AGENT = 200;

interface Admitted {
  practice_id: number;
  id: string;
}

/** Where agents join. The token is judged before the connection is upgraded. */
export function agentRoutes(app: FastifyInstance, { db, now, agents }: AppContext): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  app.get(
    AGENT_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        const [, shown] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
        const token = shown === undefined ? undefined : await useAgentToken(db, shown, now());
        if (!token) throw new Refusal(401, 'unknown_token', 'This agent token is not known, or was revoked.');
        admitted.set(request, token);
      },
    },
    (socket, request) => {
      const token = admitted.get(request);
      if (!token) return socket.terminate();
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
      agents.admit(socket, { practice: token.practice_id, ip: request.ip, userAgent }, token.id);
    },
  );
}
