import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { invalid } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { providerChangeOf } from '../../platform/http/principal.js';
import type { PaymentsContext } from '../context.js';
import { billingCallerOf, billingOf, costOf } from './billing-calls.js';
import { addItems } from './commands/add-items.js';
import { assignItem } from './commands/assign-item.js';
import { cancelSubscription } from './commands/cancel.js';
import { changeCard } from './commands/change-card.js';
import { endUnpaidSubscription } from './commands/end-unpaid.js';
import { removeItem, undoItemRemoval } from './commands/remove-item.js';
import { switchPlan } from './commands/switch-plan.js';

/** The subscription named in a request's address and body. @throws AppError `invalid` if they differ */
function namedSubscription(inAddress: string, inBody: string): string {
  if (inAddress === inBody) return inAddress;
  throw invalid('The request names 2 different subscriptions. Reload the page.', {
    subscription_id: 'Not this subscription',
  });
}

/** Changes of an existing subscription. */
export function subscriptionRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { now } = context;

  addRoute(app, contracts.assignSubscriptionItem, async ({ params, body, request }) => {
    const item = { subscriptionId: params.subscription, itemId: body.subscription_item_id };
    await assignItem(billingOf(context, params.practice), item, providerChangeOf(request, now()));
    return { status: 'success', message: 'Item assigned' };
  });

  addRoute(app, contracts.setSubscriptionPaymentMethod, async ({ params, body, request }) => {
    const { subscription_id: subscriptionId, payment_method_id: cardId } = body;
    await changeCard(
      billingOf(context, params.practice),
      { subscriptionId, cardId },
      billingCallerOf(context, request),
    );
    return { status: 'success', message: 'Card changed' };
  });

  addRoute(app, contracts.addSubscriptionItems, ({ params, body, request }) =>
    addItems(
      billingOf(context, params.practice),
      { subscriptionId: params.subscription, selected: body.optional_features, ...costOf(body) },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.switchPlan, ({ params, body, request }) =>
    switchPlan(
      billingOf(context, params.practice),
      { subscriptionId: params.subscription, planId: body.plan_id, ...costOf(body) },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.removeSubscriptionItem, ({ params, body, request }) =>
    removeItem(
      billingOf(context, params.practice),
      {
        subscriptionId: params.subscription,
        itemId: body.subscription_item_id,
        withDependents: body.with_dependents ?? false,
      },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.undoItemRemoval, ({ params, body, request }) =>
    undoItemRemoval(
      billingOf(context, params.practice),
      { subscriptionId: params.subscription, itemId: body.subscription_item_id },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.cancelSubscription, ({ params, body, request }) =>
    cancelSubscription(
      billingOf(context, params.practice),
      {
        subscriptionId: namedSubscription(params.subscription, body.subscription_id),
        withCredit: body.with_credit,
      },
      billingCallerOf(context, request),
    ),
  );

  addRoute(app, contracts.endUnpaidSubscription, ({ params, body, request }) =>
    endUnpaidSubscription(
      billingOf(context, params.practice),
      {
        subscriptionId: namedSubscription(params.subscription, body.subscription_id),
        openInvoices: body.open_invoices,
      },
      billingCallerOf(context, request),
    ),
  );
}
