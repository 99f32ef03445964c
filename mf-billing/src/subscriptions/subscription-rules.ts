/** Groups and sorts subscriptions and features for the page. The server decides which actions are allowed. */
import type { Bundle, Feature, FeatureSummary, Subscription, SubscriptionItem } from 'shared-api/contracts';

export function isSchedule({ id }: Pick<Subscription, 'id'>): boolean {
  return id.startsWith('sub_sched_');
}

/** A core item has no optional feature and can't be removed (DECISIONS 14). */
export function isCore({ optional_feature }: Pick<SubscriptionItem, 'optional_feature'>): boolean {
  return optional_feature === null;
}

export interface SubscriptionWithSchedules {
  subscription: Subscription;
  scheduled: Subscription[];
}

/** True if the subscription needs no attention beyond its collapsed line. Its debt can be paid above the list. */
export function isFoldable({ needs_attention, is_paid_twice, items }: Subscription, isPaidAbove: boolean): boolean {
  if (needs_attention && !isPaidAbove) return false;
  return is_paid_twice !== true && !items.some(({ used_by: user }) => user !== undefined);
}

const rankOf = ({ needs_attention, is_over }: Subscription): number => (is_over ? 2 : needs_attention ? 0 : 1);

/**
 * Groups subscriptions with their scheduled changes. Subscriptions that need attention come first, ended ones last. A
 * schedule whose parent isn't listed is a separate entry.
 */
export function withSchedules(subscriptions: readonly Subscription[]): SubscriptionWithSchedules[] {
  const ids = new Set(subscriptions.map(({ id }) => id));
  const isChild = (one: Subscription): boolean =>
    isSchedule(one) && one.parent_subscription_id !== null && ids.has(one.parent_subscription_id);
  return subscriptions
    .filter((one) => !isChild(one))
    .map((subscription) => ({
      subscription,
      scheduled: subscriptions.filter((one) => isChild(one) && one.parent_subscription_id === subscription.id),
    }))
    .sort((left, right) => rankOf(left.subscription) - rankOf(right.subscription));
}

export interface FeatureGroup {
  /** The active bundle that includes the features; null if there is none. */
  bundle: Bundle | null;
  features: Feature[];
}

/** Groups active add-ons and active features outside all active bundles by the bundle that includes them. */
export function groupAdditionalFeatures({ features, bundles }: FeatureSummary): FeatureGroup[] {
  const active = bundles.filter(({ is_active }) => is_active);
  const bundleOf = (name: string): Bundle | null => active.find((one) => one.included_features.includes(name)) ?? null;
  const additional = features.filter(({ is_active, addon, name }) => is_active && (addon || bundleOf(name) === null));
  return [null, ...active]
    .map((bundle) => ({ bundle, features: additional.filter(({ name }) => bundleOf(name) === bundle) }))
    .filter((group) => group.features.length > 0);
}
