import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AGENT_PATH } from 'shared-api/agent';
import type { PracticesContext } from '../context.js';
import { AppError } from '../../platform/errors/app-error.js';
import { agentTokens } from './agent-tokens.js';

const MAX_USER_AGENT_LENGTH = 200;

interface Admitted {
  practice_id: number;
  id: string;
}

/** The endpoint where agents connect. The token is checked before the connection is upgraded. */
export function agentRoutes(app: FastifyInstance, { db, now, agents }: PracticesContext): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  app.get(
    AGENT_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        const [, sentToken] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
        const token = sentToken === undefined ? undefined : await agentTokens.find(db, sentToken, now());
        if (!token)
          throw new AppError(401, 'unknown_token', 'This agent token is unknown or revoked. Issue a new one.');
        if (token === 'expired')
          throw new AppError(
            401,
            'expired_token',
            'This agent token has expired. Ask the console’s operator for a new one.',
          );
        admitted.set(request, token);
      },
    },
    (socket, request) => {
      const token = admitted.get(request);
      if (!token) return socket.terminate();
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
      agents.admit(socket, { practiceId: token.practice_id, ip: request.ip, userAgent }, token.id);
    },
  );
}
