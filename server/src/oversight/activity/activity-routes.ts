import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/activity';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { hiddenAreasOf, listActivity, listActivityActors, readActivity, viewerOf } from './activity-service.js';

export function activityRoutes(app: FastifyInstance, { db }: PlatformContext): void {
  const sightOf = (request: FastifyRequest, practiceId: number) => {
    const person = personOf(request);
    return { viewer: viewerOf(person, practiceId), hiddenAreas: hiddenAreasOf(person, practiceId) };
  };

  addRoute(app, contracts.listActivity, ({ params: { practice: practiceId }, query, request }) =>
    listActivity(db, { practiceId }, query, sightOf(request, practiceId)),
  );

  addRoute(app, contracts.listActivityActors, async ({ params }) => ({
    actors: await listActivityActors(db, params.practice),
  }));

  addRoute(app, contracts.readActivity, ({ params: { practice: practiceId, activity }, request }) =>
    readActivity(db, practiceId, activity, sightOf(request, practiceId)),
  );

  addRoute(app, contracts.listAllActivity, ({ query: { time_zone: zone, ...query }, request }) =>
    listActivity(db, { zone }, query, { viewer: viewerOf(personOf(request), undefined), hiddenAreas: [] }),
  );

  addRoute(app, contracts.listAllActivityActors, async () => ({ actors: await listActivityActors(db, undefined) }));
}
