/** Provisioning clients: who calls SCIM, and how refused changes are recorded. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { scimActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { networkOf } from '../../platform/http/network.js';
import { limitRequest } from '../../platform/rate-limits/limit-calls.js';
import type { AccessContext } from '../context.js';
import { countRefusal } from '../sessions/sign-in-limit.js';
import type { IssuedToken } from '../tokens/issued-tokens.js';
import { SCIM_PATH } from './scim-documents.js';
import { ScimError } from './scim-error.js';
import { scimTokens } from './scim-tokens.js';
import type { ScimContext } from './users-service.js';

type Client = Pick<IssuedToken, 'id' | 'name'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The provisioning client. Undefined in other calls, and until its token is checked. */
    scimClient: Client | undefined;
  }
}

export function scimClients({ db, config, now }: Pick<AccessContext, 'db' | 'config' | 'now'>) {
  const clientOf = async (request: FastifyRequest): Promise<Client | 'expired' | undefined> => {
    const [, sent] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return sent === undefined ? undefined : scimTokens.find(db, sent, now());
  };

  const refusedToken = (reply: FastifyReply, client: 'expired' | undefined): ScimError => {
    reply.header('www-authenticate', 'Bearer');
    const isExpired = client === 'expired';
    const message = isExpired ? 'This token has expired.' : 'Send a valid token.';
    return new ScimError(401, undefined, message, isExpired ? 'expiredToken' : 'unknownToken');
  };

  return {
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const client = await clientOf(request);
      if (client === undefined || client === 'expired') {
        await limitRequest(request, 'network', networkOf(request.ip));
        throw refusedToken(reply, client);
      }
      request.scimClient = client;
      await limitRequest(request, 'token', 'scim', client.id);
    },

    /** A body can arrive long after its headers, and the token may have been revoked since. */
    async authenticateAgain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const client = request.method === 'GET' ? request.scimClient : await clientOf(request);
      if (client === undefined || client === 'expired') throw refusedToken(reply, client);
    },

    /**
     * Records a refused change. The number of entries per quarter of an hour is limited, so nobody can flood the log.
     */
    async recordRefusal(request: FastifyRequest, reason: string): Promise<void> {
      const client = request.scimClient;
      if (!client) return;
      await inTransaction(db, async (transaction) => {
        if (!(await countRefusal(transaction, `SCIM ${client.id}`, now()))) return;
        await recordAudit(transaction, {
          practiceId: NO_PRACTICE,
          actor: scimActor(client),
          at: now(),
          action: 'scim.refuse',
          entity: 'scim_token',
          entityId: client.id,
          after: { reason, call: `${request.method} ${(request.routeOptions.url ?? '').slice(SCIM_PATH.length)}` },
        });
      });
    },

    /** @throws ScimError 401 */
    contextOf(request: FastifyRequest): ScimContext {
      const { scimClient } = request;
      if (!scimClient) throw new ScimError(401, undefined, 'Send a valid token.');
      const origin = config.publicUrl ?? `${request.protocol}://${request.host}`;
      return { db, ways: config, audit: { actor: scimActor(scimClient), now: now() }, base: `${origin}${SCIM_PATH}` };
    },
  };
}
