/**
 * Removes data from billing responses that a person's rights don't allow (DECISIONS, server rule 19;
 * docs/decisions/0035). Every member sees what the practice uses. Amounts need `billing.read`, and actions that spend
 * money need `billing`. Pure functions.
 */
import {
  type FeatureSummary,
  type PermittedAction,
  type Subscription,
  type SubscriptionItem,
  type TrialPlan,
  type WithheldEntitlement,
  missingRight,
} from 'shared-api/contracts';

export interface BillingRights {
  /** True when the person may see amounts, cards and customers. */
  canRead: boolean;
  /** True when the person may spend money, which includes seeing amounts. */
  canSpend: boolean;
  /** True when the person may restore manual removals by staff. */
  canRestore: boolean;
}

const refused = (): PermittedAction => ({ allowed: false, reason: missingRight('billing') });

const withoutRestore = (withheld: readonly WithheldEntitlement[]): WithheldEntitlement[] =>
  withheld.map((one) => ({ ...one, can_restore: false }));

function withoutActions(subscription: Subscription): Subscription {
  return {
    ...subscription,
    items: subscription.items.map((item) => ({ ...item, actions: { remove: refused(), undo_removal: refused() } })),
    actions: { add_features: refused(), switch_plan: refused(), cancel: refused(), change_card: refused() },
  };
}

const withoutItemAmounts = (item: SubscriptionItem): SubscriptionItem => ({
  ...item,
  amount: 0,
  plan_details: { ...item.plan_details, amount: 0 },
});

function withoutAmounts(subscription: Subscription): Subscription {
  return {
    ...subscription,
    amount: 0,
    items: subscription.items.map(withoutItemAmounts),
    customer_id: '',
    customer_name: null,
    payment_method: null,
    other_method: null,
    payment_url: null,
    scheduled_differences: subscription.scheduled_differences.map((one) => ({ ...one, amount_change: 0 })),
  };
}

/** The feature summary for a person with these rights. */
export function summaryByRights(
  summary: FeatureSummary,
  { canRead, canSpend, canRestore }: BillingRights,
): FeatureSummary {
  const { subscriptions } = summary;
  const acting = canSpend ? subscriptions : subscriptions.map(withoutActions);
  return {
    ...summary,
    subscriptions: canRead ? acting : acting.map(withoutAmounts),
    dashboard_url: canRead ? summary.dashboard_url : null,
    // The secret can complete a payment.
    pending_requests: canRead
      ? summary.pending_requests.map(({ client_secret: secret, ...request }) =>
          canSpend && secret !== undefined ? { ...request, client_secret: secret } : request,
        )
      : [],
    withheld: canRestore ? summary.withheld : withoutRestore(summary.withheld),
    ...(!canRead && { amounts_hidden: true }),
  };
}

function withoutSpending(plan: TrialPlan): TrialPlan {
  const { offer } = plan;
  return {
    ...plan,
    offer: {
      ...offer,
      switch_from: [],
      trial: { ...offer.trial, offered: false, reason: missingRight('billing') },
      withheld: withoutRestore(offer.withheld),
    },
  };
}

function withoutPrices(plan: TrialPlan): TrialPlan {
  const { owed: _, ...offer } = plan.offer;
  return {
    ...plan,
    amount: 0,
    offer: { ...offer, yearly_saving: null, trial: { ...offer.trial, blocked_customers: [] } },
  };
}

/** The plans on offer for a person with these rights. */
export function trialPlansByRights(
  plans: readonly TrialPlan[],
  { canRead, canSpend }: Omit<BillingRights, 'canRestore'>,
): { plans: TrialPlan[]; amounts_hidden?: boolean } {
  const offered = canSpend ? [...plans] : plans.map(withoutSpending);
  return canRead ? { plans: offered } : { plans: offered.map(withoutPrices), amounts_hidden: true };
}
