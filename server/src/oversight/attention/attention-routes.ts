import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/attention';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import { close, listClosed } from './closed-attention.js';

export function attentionRoutes(app: FastifyInstance, { db, now }: PlatformContext): void {
  const listed = async (practiceId: number) => ({ items: await listClosed(db, practiceId, now()) });
  const closeAndList = async (practiceId: number, body: contracts.AttentionClosing, request: FastifyRequest) => {
    await close(db, practiceId, body, { actor: actorOf(request.principal), now: now() });
    return listed(practiceId);
  };

  addRoute(app, contracts.listClosedAttention, ({ params }) => listed(params.practice));

  addRoute(app, contracts.closeAttention, ({ params, body, request }) => closeAndList(params.practice, body, request));

  addRoute(app, contracts.listClosedInternalAttention, () => listed(NO_PRACTICE));

  addRoute(app, contracts.closeInternalAttention, ({ body, request }) => closeAndList(NO_PRACTICE, body, request));
}
