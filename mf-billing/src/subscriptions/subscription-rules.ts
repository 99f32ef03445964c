/** What may be shown of subscriptions and done with them (specification: billing, 4 to 6; DECISIONS 13 to 15). */
import type {
  AddOnContext,
  Bundle,
  FeatureSummary,
  OptionalFeature,
  Plan,
  Subscription,
  SubscriptionItem,
} from 'shared-api/contracts';

export function isSchedule({ id }: Pick<Subscription, 'id'>): boolean {
  return id.startsWith('sub_sched_');
}

/** Gated on the raw status: `not_started` is shown as Active and is not active. */
export function canChange(subscription: Subscription): boolean {
  return subscription.status === 'active' && !isSchedule(subscription);
}

export function canRemove(subscription: Subscription, item: SubscriptionItem): boolean {
  return canChange(subscription) && item.optional_feature !== null && item.stop_date === null;
}

/** Super admins are told what cannot be removed. */
export function isCore({ optional_feature }: SubscriptionItem): boolean {
  return optional_feature === null;
}

export function hasPaymentIssue(subscriptions: readonly Subscription[]): boolean {
  return subscriptions.some(({ status }) => status === 'past_due' || status === 'unpaid');
}

export interface Family {
  subscription: Subscription;
  scheduled: Subscription[];
}

const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/**
 * Subscriptions, each with the changes that are scheduled for it; those that are over come last. A schedule whose parent
 * is not there stands alone.
 */
export function families(subscriptions: readonly Subscription[]): Family[] {
  const ids = new Set(subscriptions.map(({ id }) => id));
  const isChild = (one: Subscription): boolean =>
    isSchedule(one) && one.parent_subscription_id !== null && ids.has(one.parent_subscription_id);
  return subscriptions
    .filter((one) => !isChild(one))
    .map((subscription) => ({
      subscription,
      scheduled: subscriptions.filter((one) => isChild(one) && one.parent_subscription_id === subscription.id),
    }))
    .sort((left, right) => Number(isOver(left.subscription)) - Number(isOver(right.subscription)));
}

const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

/** What is known of a subscription when add-ons are chosen for it. */
export function addOnContext(
  subscription: Subscription,
  summary: FeatureSummary,
  features: readonly OptionalFeature[],
): AddOnContext {
  const { items } = subscription;
  const carried = items.flatMap((item) => [...names(item.features), item.optional_feature ?? []].flat());
  const bundled = summary.bundles
    .filter(({ name }) => items.some((item) => names(item.bundles).includes(name)))
    .flatMap(({ included_features }) => included_features);
  // Elsewhere too it may be paid for already; what was granted by hand can still be bought.
  const paid = summary.features
    .filter(({ is_active, sources }) => is_active && sources.some((source) => source !== 'grant'))
    .map(({ name }) => name);
  return {
    features,
    interval: subscription.plan_interval,
    bundles: items.filter(({ stop_date }) => stop_date === null).flatMap((item) => names(item.bundles)),
    active: [...new Set([...carried, ...bundled, ...paid])],
  };
}

/** What is known of a plan when add-ons are chosen to begin with it. What was granted counts as active, as the server has it. */
export function startContext(
  plan: Pick<Plan, 'interval' | 'bundles' | 'features'>,
  { bundles, features: known }: Pick<FeatureSummary, 'bundles' | 'features'>,
  features: readonly OptionalFeature[],
): AddOnContext {
  const brought = names(plan.bundles);
  const bundled = bundles.filter(({ name }) => brought.includes(name)).flatMap((one) => one.included_features);
  const active = known.filter(({ is_active }) => is_active).map(({ name }) => name);
  return {
    features,
    interval: plan.interval,
    bundles: brought,
    active: [...new Set([...active, ...names(plan.features), ...bundled])],
  };
}

export interface NextCharge {
  /** Epoch seconds. */
  date: number;
  /** Null where a change that is under way will make it another. */
  amount: number | null;
  currency: string;
  card: Subscription['payment_method'];
}

/** The next charge of all subscriptions that go on; null where nothing will be charged. */
export function nextCharge(subscriptions: readonly Subscription[]): NextCharge | null {
  const [first] = families(subscriptions)
    .filter(({ subscription: { status, id } }) => status === 'active' && !isSchedule({ id }))
    .flatMap(({ subscription, scheduled }) => {
      const { current_phase, items, amount, currency, payment_method: card } = subscription;
      if (!current_phase) return [];
      const settled = scheduled.length === 0 && items.every(({ stop_date }) => stop_date === null);
      return [{ date: current_phase.end_date, amount: settled ? amount : null, currency, card }];
    })
    .toSorted((a, b) => a.date - b.date);
  return first ?? null;
}

/** Active features that no active bundle brings. */
export function additionalFeatures({ features, bundles }: FeatureSummary): FeatureSummary['features'] {
  const bundled = new Set(
    bundles.filter((bundle: Bundle) => bundle.is_active).flatMap(({ included_features }) => included_features),
  );
  return features.filter(({ is_active, addon, name }) => is_active && (addon || !bundled.has(name)));
}
