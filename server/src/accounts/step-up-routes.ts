/** Shows a second factor again, within a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AppContext } from '../context.js';
import { addRoute } from '../http/contract-route.js';
import { personOf } from '../http/principal.js';
import { storeSecondFactorTime } from '../sessions/session-repository.js';
import { relyingPartyOf, startAssertion } from './passkeys-service.js';
import { methodsOf, verifyFactor } from './second-factors-service.js';
import { shownFactor } from './shown-factor.js';

export function stepUpRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, now } = context;
  const useOf = (request: FastifyRequest) => ({ purpose: 'step_up' as const, owner: personOf(request).id });

  addRoute(app, contracts.readStepUp, async ({ request }) => {
    const { id, email } = personOf(request);
    return { email, methods: await methodsOf(db, id) };
  });

  addRoute(app, contracts.startPasskeyStepUp, async ({ request }) => {
    const party = relyingPartyOf(config, request);
    return { options: await startAssertion(db, useOf(request), party, now(), personOf(request).id) };
  });

  addRoute(app, contracts.confirmStepUp, async ({ body, request }) => {
    const person = personOf(request);
    const factor = shownFactor(context, person, body, useOf(request), request);
    await verifyFactor(db, person, factor, now(), (transaction) =>
      storeSecondFactorTime(transaction, person.session.tokenHash, now()),
    );
    return { status: 'success' as const };
  });
}
