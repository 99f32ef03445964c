import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/attention';
import type { ModulesContext } from '../../modules/context.js';
import { visibleContributions } from '../../modules/registry/session-modules.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { type Overview, close, listClosed } from './closed-attention.js';

export function attentionRoutes(app: FastifyInstance, context: ModulesContext): void {
  const { db, now } = context;
  const overviewOf = async (request: FastifyRequest, practiceId?: number): Promise<Overview> => ({
    practiceId: practiceId ?? NO_PRACTICE,
    cards: await visibleContributions(context, personOf(request), 'overview.card', practiceId),
  });
  const listed = async (overview: Overview) => ({ items: await listClosed(db, overview, now()) });
  const closeAndList = async (overview: Overview, body: contracts.AttentionClosing, request: FastifyRequest) => {
    await close(db, overview, body, { actor: actorOf(request.principal), now: now() });
    return listed(overview);
  };

  addRoute(app, contracts.listClosedAttention, async ({ params, request }) =>
    listed(await overviewOf(request, params.practice)),
  );

  addRoute(app, contracts.closeAttention, async ({ params, body, request }) =>
    closeAndList(await overviewOf(request, params.practice), body, request),
  );

  addRoute(app, contracts.listClosedInternalAttention, async ({ request }) => listed(await overviewOf(request)));

  addRoute(app, contracts.closeInternalAttention, async ({ body, request }) =>
    closeAndList(await overviewOf(request), body, request),
  );
}
