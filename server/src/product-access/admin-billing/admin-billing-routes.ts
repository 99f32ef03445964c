import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PaymentsContext } from '../../billing/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, providerChangeOf } from '../../platform/http/principal.js';
import { paymentsOf } from '../../billing/stripe/stripe-on-context.js';
import { messages } from './messages.js';
import { previewAttachment } from './preview-attachment.js';
import { readPracticeSubscriptions } from './practice-subscriptions.js';
import { previewRemoval, removeSubscription } from './remove-subscription.js';
import { saveSubscriptions } from './save-subscriptions.js';
import { searchCustomers } from './search-customers.js';

export function adminBillingRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  addRoute(app, contracts.listPracticeSubscriptions, async ({ params }) => {
    const { stripe, dashboardUrl } = paymentsOf(context);
    const { customers, ...reading } = await readPracticeSubscriptions(db, stripe, params.practice, now());
    return { status: 'success', data: customers, dashboard_url: dashboardUrl, ...reading };
  });

  addRoute(app, contracts.searchCustomers, async ({ query }) => {
    const { stripe, dashboardUrl } = paymentsOf(context);
    const { customers, hasMore } = await searchCustomers(db, stripe, query.query, now());
    return { status: 'success', data: customers, dashboard_url: dashboardUrl, has_more: hasMore };
  });

  addRoute(app, contracts.saveSubscriptions, async ({ params, body, request }) => {
    const { stripe } = paymentsOf(context);
    const seats = {
      practiceId: params.practice,
      customers: body.customers,
      items: body.subscription_items,
      liftWithheld: body.lift_withheld ?? true,
    };
    const { assigned, restored } = await saveSubscriptions({ db, stripe }, seats, providerChangeOf(request, now()));
    return { status: 'success', message: messages.attached(assigned.length, restored), assigned };
  });

  addRoute(app, contracts.previewAttachment, ({ params, body }) => {
    const { stripe } = paymentsOf(context);
    return previewAttachment(db, stripe, {
      practiceId: params.practice,
      customers: body.customers,
      items: body.subscription_items,
      liftWithheld: body.lift_withheld ?? true,
    });
  });

  addRoute(app, contracts.removeSubscription, async ({ params, body, request }) => {
    const deactivate = body.deactivate_features;
    const removal = { practiceId: params.practice, item: body.subscription_item_id, deactivate };
    const name = await removeSubscription(db, removal, auditOf(request));
    return { status: 'success', message: deactivate ? messages.removed(name) : messages.removedAndKept(name) };
  });

  addRoute(app, contracts.previewRemoval, ({ params, body }) =>
    previewRemoval(db, {
      practiceId: params.practice,
      items: body.subscription_item_ids,
      deactivate: body.deactivate_features,
    }),
  );
}
