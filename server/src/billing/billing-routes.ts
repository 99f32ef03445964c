import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { actorOf, personOf } from '../http/principal.js';
import { idempotencyKeyOf } from '../payments/payments-routes.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import type { BillingCaller, BillingContext } from './commands/billing-command.js';
import { addItems } from './commands/add-items.js';
import { cancelSubscription, cancelTrial } from './commands/cancel.js';
import { readFeatureSummary, readTrialPlans } from './views/feature-summary.js';
import { previewChange } from './views/preview.js';
import { removeItem } from './commands/remove-item.js';
import { startPlan, startTrial } from './commands/start.js';

export function billingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  const on = (practice: number): BillingContext => ({ db, stripe: paymentsOf(context).stripe, practice });
  const acting = (request: FastifyRequest): BillingCaller => ({
    actor: actorOf(request.principal),
    now: now(),
    key: idempotencyKeyOf(request),
  });

  implement(app, contracts.readFeatureSummary, ({ params, request }) => {
    const isSuperAdmin = personOf(request).flags.super_admin;
    return readFeatureSummary(db, params.practice, (isSuperAdmin && context.payments?.dashboardUrl) || null);
  });

  implement(app, contracts.listTrialPlans, async ({ query }) => ({
    plans: await readTrialPlans(db, query.practice_id),
  }));

  implement(app, contracts.previewChange, ({ params, body }) => previewChange(on(params.practice), body, now()));

  implement(app, contracts.addSubscriptionItems, ({ params, body, request }) =>
    addItems(
      on(params.practice),
      { subscription: params.subscription, chosen: body.optional_features, prorationDate: body.proration_date },
      acting(request),
    ),
  );

  implement(app, contracts.removeSubscriptionItem, ({ params, body, request }) =>
    removeItem(
      on(params.practice),
      { subscription: params.subscription, item: body.subscription_item_id },
      acting(request),
    ),
  );

  implement(app, contracts.cancelSubscription, ({ params, body, request }) =>
    cancelSubscription(
      on(params.practice),
      { subscription: params.subscription, named: body.subscription_id },
      acting(request),
    ),
  );

  implement(app, contracts.startSubscription, ({ params, body, request }) =>
    startPlan(
      on(params.practice),
      { plan: params.plan, customer: body.customer_id, chosen: body.optional_features },
      acting(request),
    ),
  );

  implement(app, contracts.startTrial, ({ params, body, request }) =>
    startTrial(
      on(params.practice),
      {
        plan: params.plan,
        customer: body.customer_id,
        chosen: body.optional_features,
        consent: body.consent_given,
      },
      acting(request),
    ),
  );

  implement(app, contracts.cancelTrial, ({ params, body, request }) =>
    cancelTrial(on(params.practice), { plan: params.plan, trial: body.trial_id }, acting(request)),
  );
}
