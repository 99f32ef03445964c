/** Reauthenticates within a session by a second factor, or by the password for people without one. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { AppError } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { provesWithPassword } from '../../platform/http/step-up.js';
import { storeSecondFactorTime } from '../sessions/session-repository.js';
import { checkOwnPassword } from './own-password.js';
import { relyingPartyOf, startAssertion } from './passkeys-service.js';
import { methodsOf, verifyFactor } from './second-factors-service.js';
import { readFactor } from './shown-factor.js';

export function stepUpRoutes(app: FastifyInstance, context: AccessContext): void {
  const { config, db, now } = context;
  const useOf = (request: FastifyRequest) => ({ purpose: 'step_up' as const, owner: personOf(request).id });

  addRoute(app, contracts.readStepUp, async ({ request }) => {
    const person = personOf(request);
    if (provesWithPassword(person, config)) return { email: person.email, methods: ['password' as const] };
    return { email: person.email, methods: await methodsOf(db, person.id) };
  });

  addRoute(app, contracts.startPasskeyStepUp, async ({ request }) => {
    const party = relyingPartyOf(config, request);
    return { options: await startAssertion(db, useOf(request), party, now(), personOf(request).id) };
  });

  addRoute(app, contracts.confirmStepUp, async ({ body, request }) => {
    const person = personOf(request);
    if (body.method === 'password') {
      if (!provesWithPassword(person, config)) {
        throw new AppError(409, 'has_second_factor', 'Confirm it’s you with your second factor.');
      }
      await checkOwnPassword(context, person, body.password, request);
      return { status: 'success' as const };
    }
    const factor = readFactor(context, person, body, useOf(request), request);
    await verifyFactor(db, person, factor, now(), (transaction) =>
      storeSecondFactorTime(transaction, person.session.tokenHash, now()),
    );
    return { status: 'success' as const };
  });
}
