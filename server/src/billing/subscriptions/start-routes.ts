import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { addRoute } from '../../platform/http/contract-route.js';
import type { PaymentsContext } from '../context.js';
import { billingCallerOf, billingOf, costOf } from './billing-calls.js';
import { cancelTrial } from './commands/cancel.js';
import { startPlan, startTrial } from './commands/start.js';

export function startRoutes(app: FastifyInstance, context: PaymentsContext): void {
  addRoute(app, contracts.startSubscription, ({ params, body, request }) =>
    startPlan(
      billingOf(context, params.practice),
      { plan: params.plan, customer: body.customer_id, selected: body.optional_features, ...costOf(body) },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.startTrial, ({ params, body, request }) =>
    startTrial(
      billingOf(context, params.practice),
      {
        plan: params.plan,
        customer: body.customer_id,
        selected: body.optional_features,
        consent: body.consent_given,
        ...costOf(body),
      },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.cancelTrial, ({ params, body, request }) =>
    cancelTrial(
      billingOf(context, params.practice),
      { planId: params.plan, trialId: body.trial_id },
      billingCallerOf(context, request),
    ),
  );
}
