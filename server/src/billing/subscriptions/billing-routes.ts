import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { PaymentsContext } from '../context.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { restoreWithheld } from '../entitlements/withheld.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, hasRight, personOf, providerChangeOf } from '../../platform/http/principal.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { idempotencyKeyOf } from '../../platform/idempotency/idempotency-key.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import type { BillingCaller, BillingContext } from './billing-context.js';
import { addItems } from './commands/add-items.js';
import { assignItem } from './commands/assign-item.js';
import { cancelSubscription, cancelTrial } from './commands/cancel.js';
import { changeCard } from './commands/change-card.js';
import { endUnpaidSubscription } from './commands/end-unpaid.js';
import { removeItem, undoItemRemoval } from './commands/remove-item.js';
import { readRequest, resolveRequest } from './commands/resolve-request.js';
import { startPlan, startTrial } from './commands/start.js';
import { switchPlan } from './commands/switch-plan.js';
import { type BillingRights, trialPlansByRights } from './views/amount-visibility.js';
import { readFeatureSummary } from './views/feature-summary.js';
import { readAddOnOffers, readTrialPlans } from './views/offers.js';
import { previewChange } from './views/preview.js';
import { readBillingRevision } from './mirror/revision-repository.js';
import { readUpcomingCharges } from './views/upcoming-charges.js';

const isStaff = (request: FastifyRequest): boolean => {
  const { flags } = personOf(request);
  return flags.internal || flags.super_admin;
};

function billingRightsOf(request: FastifyRequest, practiceId: number): BillingRights {
  const person = personOf(request);
  const canSpend = hasRight(person, practiceId, 'billing');
  return {
    canRead: hasRight(person, practiceId, 'billing.read'),
    canSpend,
    canRestore: canSpend || isStaff(request),
  };
}

/** The subscription that the address and the body of a request name. @throws AppError `invalid` where they differ */
function namedSubscription(inAddress: string, inBody: string): string {
  if (inAddress === inBody) return inAddress;
  throw invalid('The request names 2 different subscriptions. Reload the page.', {
    subscription_id: 'Not this subscription',
  });
}

function costOf(body: {
  proration_date?: number | undefined;
  expected_due?: number | undefined;
  payment_method_id?: string | undefined;
  subscription_version?: string | undefined;
}) {
  return {
    prorationDate: body.proration_date,
    expectedDue: body.expected_due,
    card: body.payment_method_id,
    version: body.subscription_version,
  };
}

export function billingRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;
  const billing = (practiceId: number): BillingContext => ({ db, stripe: paymentsOf(context).stripe, practiceId });
  const auditOf = (request: FastifyRequest): AuditContext => ({ actor: actorOf(request.principal), now: now() });
  const callerOf = (request: FastifyRequest): BillingCaller => ({
    ...providerChangeOf(request, now()),
    key: idempotencyKeyOf(request),
  });

  addRoute(app, contracts.readFeatureSummary, ({ params, request }) => {
    const isSuperAdmin = personOf(request).flags.super_admin;
    return readFeatureSummary(db, params.practice, {
      dashboardUrl: (isSuperAdmin && context.payments?.dashboardUrl) || null,
      isStaff: isStaff(request),
      rights: billingRightsOf(request, params.practice),
    });
  });

  addRoute(app, contracts.readBillingRevision, async ({ params }) => ({
    revision: await readBillingRevision(db, params.practice),
  }));

  addRoute(app, contracts.readUpcomingCharges, ({ params, query }) =>
    readUpcomingCharges(billing(params.practice), query.customer_id, now()),
  );

  addRoute(app, contracts.assignSubscriptionItem, async ({ params, body, request }) => {
    const item = { subscriptionId: params.subscription, itemId: body.subscription_item_id };
    await assignItem(billing(params.practice), item, providerChangeOf(request, now()));
    return { status: 'success', message: 'Item assigned' };
  });

  addRoute(app, contracts.setSubscriptionPaymentMethod, async ({ params, body, request }) => {
    const { subscription_id: subscriptionId, payment_method_id: cardId } = body;
    await changeCard(billing(params.practice), { subscriptionId, cardId }, callerOf(request));
    return { status: 'success', message: 'Card changed' };
  });

  addRoute(app, contracts.listTrialPlans, async ({ query, request }) => {
    const { practice_id: practiceId } = query;
    return trialPlansByRights(await readTrialPlans(db, practiceId, now()), billingRightsOf(request, practiceId));
  });

  addRoute(app, contracts.listAddOnOffers, ({ params, query }) => {
    const { subscription_id: subscriptionId, plan_id: planId } = query;
    if ((subscriptionId === undefined) === (planId === undefined)) {
      const message = 'Choose either a subscription or a plan.';
      throw new AppError(400, 'invalid', message, { fields: { subscription_id: message } });
    }
    return readAddOnOffers(db, params.practice, { subscriptionId, planId });
  });

  addRoute(app, contracts.previewChange, ({ params, body }) => previewChange(billing(params.practice), body, now()));

  addRoute(app, contracts.addSubscriptionItems, ({ params, body, request }) =>
    addItems(
      billing(params.practice),
      { subscriptionId: params.subscription, chosen: body.optional_features, ...costOf(body) },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.switchPlan, ({ params, body, request }) =>
    switchPlan(
      billing(params.practice),
      { subscriptionId: params.subscription, planId: body.plan_id, ...costOf(body) },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.removeSubscriptionItem, ({ params, body, request }) =>
    removeItem(
      billing(params.practice),
      {
        subscriptionId: params.subscription,
        itemId: body.subscription_item_id,
        withDependents: body.with_dependents ?? false,
      },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.undoItemRemoval, ({ params, body, request }) =>
    undoItemRemoval(
      billing(params.practice),
      { subscriptionId: params.subscription, itemId: body.subscription_item_id },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.cancelSubscription, ({ params, body, request }) =>
    cancelSubscription(
      billing(params.practice),
      {
        subscriptionId: namedSubscription(params.subscription, body.subscription_id),
        withCredit: body.with_credit,
      },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.endUnpaidSubscription, ({ params, body, request }) =>
    endUnpaidSubscription(
      billing(params.practice),
      {
        subscriptionId: namedSubscription(params.subscription, body.subscription_id),
        openInvoices: body.open_invoices,
      },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.startSubscription, ({ params, body, request }) =>
    startPlan(
      billing(params.practice),
      { plan: params.plan, customer: body.customer_id, chosen: body.optional_features, ...costOf(body) },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.startTrial, ({ params, body, request }) =>
    startTrial(
      billing(params.practice),
      {
        plan: params.plan,
        customer: body.customer_id,
        chosen: body.optional_features,
        consent: body.consent_given,
        ...costOf(body),
      },
      callerOf(request),
    ),
  );

  addRoute(app, contracts.cancelTrial, ({ params, body, request }) =>
    cancelTrial(billing(params.practice), { planId: params.plan, trialId: body.trial_id }, callerOf(request)),
  );

  addRoute(app, contracts.readBillingRequest, ({ params }) => readRequest(db, params.practice, params.request));

  addRoute(app, contracts.settleBillingRequest, ({ params, body, request }) =>
    resolveRequest(billing(params.practice), params.request, body.give_up ?? false, providerChangeOf(request, now())),
  );

  addRoute(app, contracts.restoreWithheld, async ({ params, body, request }) => {
    const restoration = { practiceId: params.practice, names: body.items, isStaff: isStaff(request) };
    const restored = await inTransaction(db, async (transaction) => {
      const names = await restoreWithheld(transaction, restoration, auditOf(request));
      // In the transaction, so that it also takes back the row that was made to be locked.
      if (names.length === 0) throw new AppError(409, 'not_withheld', 'None of this can be restored here.');
      return names;
    });
    return { status: 'success', message: restored.length === 1 ? 'Restored' : `Restored ${restored.length} items` };
  });
}
