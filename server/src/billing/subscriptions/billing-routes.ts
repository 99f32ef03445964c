import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, hasRight, personOf, providerChangeOf } from '../../platform/http/principal.js';
import type { PaymentsContext } from '../context.js';
import { restoreWithheld } from '../entitlements/withheld.js';
import { billingOf, isInternalOrSuperAdmin } from './billing-calls.js';
import { readRequest, resolveRequest } from './commands/resolve-request.js';
import { readBillingRevision } from './mirror/revision-repository.js';
import { type BillingRights, trialPlansByRights } from './views/amount-visibility.js';
import { readFeatureSummary } from './views/feature-summary.js';
import { readAddOnOffers, readTrialPlans } from './views/offers.js';
import { previewChange } from './views/preview.js';
import { readUpcomingCharges } from './views/upcoming-charges.js';

function billingRightsOf(request: FastifyRequest, practiceId: number): BillingRights {
  const person = personOf(request);
  const canSpend = hasRight(person, practiceId, 'billing');
  return {
    canRead: hasRight(person, practiceId, 'billing.read'),
    canSpend,
    canRestore: canSpend || isInternalOrSuperAdmin(request),
  };
}

export function billingRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;

  addRoute(app, contracts.readFeatureSummary, ({ params, request }) => {
    const isSuperAdmin = personOf(request).flags.super_admin;
    return readFeatureSummary(db, params.practice, {
      dashboardUrl: (isSuperAdmin && context.payments?.dashboardUrl) || null,
      isStaff: isInternalOrSuperAdmin(request),
      rights: billingRightsOf(request, params.practice),
    });
  });

  addRoute(app, contracts.readBillingRevision, async ({ params }) => ({
    revision: await readBillingRevision(db, params.practice),
  }));

  addRoute(app, contracts.readUpcomingCharges, ({ params, query }) =>
    readUpcomingCharges(billingOf(context, params.practice), query.customer_id, now()),
  );

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

  addRoute(app, contracts.previewChange, ({ params, body }) =>
    previewChange(billingOf(context, params.practice), body, now()),
  );

  addRoute(app, contracts.readBillingRequest, ({ params }) => readRequest(db, params.practice, params.request));

  addRoute(app, contracts.settleBillingRequest, ({ params, body, request }) =>
    resolveRequest(
      billingOf(context, params.practice),
      params.request,
      body.give_up ?? false,
      providerChangeOf(request, now()),
    ),
  );

  addRoute(app, contracts.restoreWithheld, async ({ params, body, request }) => {
    const restoration = { practiceId: params.practice, names: body.items, isStaff: isInternalOrSuperAdmin(request) };
    const restored = await inTransaction(db, async (transaction) => {
      const names = await restoreWithheld(transaction, restoration, { actor: actorOf(request.principal), now: now() });
      // In the transaction, so that a rollback also removes the row created for locking.
      if (names.length === 0) throw new AppError(409, 'not_withheld', 'None of this can be restored here.');
      return names;
    });
    return { status: 'success', message: restored.length === 1 ? 'Restored' : `Restored ${restored.length} items` };
  });
}
