import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { describeSession } from '../../access/sessions/session-service.js';
import type { ModulesContext } from '../context.js';
import { clearOverride, setOverride } from './module-overrides.js';

export function overrideRoutes(app: FastifyInstance, { db, now }: ModulesContext): void {
  addRoute(app, contracts.setOverride, async ({ body, request }) => {
    const person = personOf(request);
    const overrides = await setOverride(db, person, body, { actor: actorOf(person), now: now() });
    return describeSession(db, { ...person, session: { ...person.session, overrides } }, now());
  });

  addRoute(app, contracts.clearOverride, async ({ params, request }) => {
    const person = personOf(request);
    const overrides = await clearOverride(db, person, params.module, { actor: actorOf(person), now: now() });
    return describeSession(db, { ...person, session: { ...person.session, overrides } }, now());
  });
}
