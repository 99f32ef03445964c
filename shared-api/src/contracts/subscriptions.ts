/**
 * The subscriptions and entitlements of a practice (specification: billing, 3 and 7). Amounts are cents, times epoch seconds.
 */
import * as z from 'zod/mini';
import { bundleContents, cents, withDisplayName, seconds, permittedAction } from './billing-values.js';
import { defineCall, practiceParams } from './call.js';

export const planIntervals = ['month', 'year'] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** The period of a price that is neither monthly nor yearly: every 3 months, every 2 weeks. */
export const billingPeriod = z.object({ interval: z.enum(['day', 'week', 'month', 'year']), count: z.int() });
export type BillingPeriod = z.infer<typeof billingPeriod>;

/** A Stripe id: letters, digits, underscores and colons. */
export const stripeId = z.string().check(z.regex(/^[A-Za-z0-9_:]{3,120}$/, 'Not an id'));

/** An id chosen by the person. If it is missing, null or empty, the error message says what to choose. */
export const chosenId = (sentence: string) =>
  z
    .string({ error: ({ input }) => (input == null ? sentence : 'Not an id') })
    .check(z.minLength(1, { error: sentence, abort: true }), z.regex(/^[A-Za-z0-9_:]{3,120}$/, 'Not an id'));

/** The source of an entitlement (DESIGN, entitlements). */
export const entitlementSources = ['subscription', 'trial', 'grant'] as const;

export const feature = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.optional(z.string()),
  is_active: z.boolean(),
  is_trial: z.boolean(),
  /** `active`, `ended` or `cancelled`; null without a trial. */
  trial_status: z.nullable(z.string()),
  trial_end_date: z.nullable(seconds),
  /** True for add-ons of a bundle. */
  addon: z.boolean(),
  sources: z.array(z.enum(entitlementSources)),
});
export type Feature = z.infer<typeof feature>;

export type PermittedAction = z.infer<typeof permittedAction>;

/** A paid or trial entitlement that can't be used because staff removed it manually (server rule 9). */
export const withheldEntitlement = z.extend(withDisplayName, {
  kind: z.enum(['bundle', 'feature']),
  /** Who removed it. */
  by: z.string(),
  at: seconds,
  notes: z.nullable(z.string()),
  /** Names of the paid items that include it; empty if none does. */
  paid_by: z.array(z.string()),
  can_restore: z.boolean(),
});
export type WithheldEntitlement = z.infer<typeof withheldEntitlement>;

export const bundle = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  /** Names of its features. */
  included_features: z.array(z.string()),
  features: z.array(withDisplayName),
  is_active: z.boolean(),
  is_trial: z.boolean(),
  trial_end_date: z.nullable(seconds),
  sources: z.array(z.enum(entitlementSources)),
});
export type Bundle = z.infer<typeof bundle>;

/**
 * Known statuses. The provider can add others, which are shown with a generic icon (specification: billing, 4).
 * `not_started` is shown as Active, but is not active.
 */
export const subscriptionStatuses = [
  'active',
  'not_started',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

export const subscriptionItem = z.object({
  id: z.string(),
  price_id: z.string(),
  plan_name: z.string(),
  plan_details: z.object({ name: z.string(), amount: cents, interval: z.enum(planIntervals) }),
  description: z.nullable(z.string()),
  plan_interval: z.enum(planIntervals),
  quantity: z.int(),
  /** The end; null if no end is set. It can be used until then (DECISIONS 15). */
  stop_date: z.nullable(seconds),
  features: z.array(withDisplayName),
  bundles: z.array(bundleContents),
  amount: cents,
  /** If absent, each `plan_interval`. */
  every: z.optional(billingPeriod),
  /** True if the amount depends on usage or a tier. `amount` is then 0. */
  by_usage: z.optional(z.boolean()),
  /** The provider's id: `plan`, or `price` for newer ones. */
  meta_data: z.object({ plan: z.optional(z.string()), price: z.optional(z.string()) }),
  /** Name of its optional feature; null for a core item, which can't be removed. */
  optional_feature: z.nullable(z.string()),
  /** Items that require this one. They end together with it. */
  required_by: z.array(z.object({ id: z.string(), name: z.string() })),
  actions: z.object({ remove: permittedAction, undo_removal: permittedAction }),
  /** The practice that uses an item this practice only pays for. Absent if this practice uses it. */
  used_by: z.optional(z.enum(['nobody', 'others'])),
});
export type SubscriptionItem = z.infer<typeof subscriptionItem>;

/** A difference between a scheduled change and the state before it. */
export const scheduledDifference = z.object({
  kind: z.enum(['ends', 'starts', 'changes']),
  name: z.string(),
  /** The change of the amount per period; negative for reductions. */
  amount_change: cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  date: seconds,
});
export type ScheduledDifference = z.infer<typeof scheduledDifference>;

export const subscription = z.object({
  /** Ids of schedules start with `sub_sched_`. Schedules name their parent. */
  id: z.string(),
  parent_subscription_id: z.nullable(z.string()),
  /** One of `subscriptionStatuses`, or a future value of the provider. */
  status: z.string(),
  plan_name: z.string(),
  plan_interval: z.enum(planIntervals),
  /** True if the practice pays for another live subscription of the same plan. */
  is_paid_twice: z.optional(z.boolean()),
  /** If absent, each `plan_interval`. */
  every: z.optional(billingPeriod),
  /** The amount per period for all items. */
  amount: cents,
  currency: z.string(),
  created: seconds,
  trial_start: z.nullable(seconds),
  trial_end: z.nullable(seconds),
  canceled_at: z.nullable(seconds),
  /** The scheduled end, if any. Absent otherwise, and from older servers. */
  ends_at: z.optional(seconds),
  current_phase: z.nullable(z.object({ start_date: seconds, end_date: seconds })),
  items: z.array(subscriptionItem),
  customer_id: z.string(),
  customer_name: z.nullable(z.string()),
  /** The card that pays; null without one. */
  payment_method: z.nullable(
    z.object({
      id: z.string(),
      brand: z.string(),
      last4: z.string(),
      /** True if it is the subscription's own card, false if it is the customer's default. Absent from older servers. */
      is_own: z.optional(z.boolean()),
    }),
  ),
  /** The payment method other than a card. Absent without one, and from older servers, as are the next two. */
  other_method: z.optional(z.nullable(z.object({ id: z.string(), name: z.string(), is_own: z.boolean() }))),
  /** True if invoices are sent and nothing is charged automatically. */
  is_sent: z.optional(z.boolean()),
  /** True while collection is paused at the provider, so that nothing is charged. */
  is_paused: z.optional(z.boolean()),
  /** True while the bank is collecting the payment, which takes days. Absent from older servers. */
  is_collecting: z.optional(z.boolean()),
  /** The payment page of an open invoice; null without one. */
  payment_url: z.nullable(z.string()),
  /** True while a payment is overdue or waits for the person. */
  needs_attention: z.boolean(),
  /**
   * True while a renewal is overdue and its features stay on. The features of a trial whose first charge failed have ended.
   * Absent from older servers.
   */
  has_grace: z.optional(z.boolean()),
  /** True once it has ended. */
  is_over: z.boolean(),
  actions: z.object({
    add_features: permittedAction,
    switch_plan: permittedAction,
    cancel: permittedAction,
    /** Absent from older servers, which can't change it. */
    change_card: z.optional(permittedAction),
    /** Only for subscriptions whose payment failed or that are paused. */
    end_unpaid: z.optional(permittedAction),
  }),
  /** For a schedule, its changes. */
  scheduled_differences: z.array(scheduledDifference),
  /**
   * The organization that pays, if the practice only has a seat on its subscription. Amounts are then 0, the
   * customer's id is empty, and there is no card and no action. Absent or null for the practice's own subscriptions.
   */
  provided_by: z.optional(z.nullable(z.object({ name: z.nullable(z.string()) }))),
});
export type Subscription = z.infer<typeof subscription>;

/**
 * States of a change that costs money: `processing` until the provider confirms it, `requires_action` while the bank waits
 * for the person, then `succeeded`, or `failed` with nothing changed.
 */
export const requestStates = ['processing', 'requires_action', 'succeeded', 'failed'] as const;
export type RequestState = (typeof requestStates)[number];

export const billingRequest = z.object({
  id: z.string(),
  state: z.enum(requestStates),
  message: z.string(),
  /** With this, the browser runs the bank's authentication in the state `requires_action`. */
  client_secret: z.optional(z.string()),
  requested_at: seconds,
});
export type BillingRequest = z.infer<typeof billingRequest>;

export const featureSummary = z.object({
  subscriptions: z.array(subscription),
  bundles: z.array(bundle),
  features: z.array(feature),
  feature_flags: z.array(z.object({ name: z.string(), display_name: z.string() })),
  /** The provider's dashboard, for links of super admins: `{dashboard_url}/subscriptions/{id}`. Null for others. */
  dashboard_url: z.nullable(z.string()),
  /** True while the provider's confirmation of a change is missing. */
  confirming: z.boolean(),
  /** Changes without an outcome, newest first. */
  pending_requests: z.array(billingRequest),
  withheld: z.array(withheldEntitlement),
  /**
   * True for people without the right `billing.read`. Amounts are then 0, and there is no customer, card, payment page or open
   * request. Absent or false otherwise.
   */
  amounts_hidden: z.optional(z.boolean()),
  /** Changes whenever the practice's billing changes. See `readBillingRevision`. */
  revision: z.string(),
});
export type FeatureSummary = z.infer<typeof featureSummary>;

export const readFeatureSummary = defineCall({
  name: 'readFeatureSummary',
  method: 'GET',
  path: '/api/:practice/practice-features/feature-summary/',
  access: 'practice',
  summary: 'Subscriptions, bundles, features and flags of a practice',
  params: practiceParams,
  answer: featureSummary,
});

/** Cheap enough to be polled by every open page every few seconds. */
export const readBillingRevision = defineCall({
  name: 'readBillingRevision',
  method: 'GET',
  path: '/api/:practice/practice-features/revision/',
  access: 'practice-or-internal',
  summary: 'A revision that changes whenever data of the billing pages has changed',
  params: practiceParams,
  answer: z.object({ revision: z.string() }),
  background: true,
});

export const restoreWithheld = defineCall({
  name: 'restoreWithheld',
  method: 'POST',
  path: '/api/:practice/practice-features/restore/',
  access: 'practice-or-internal',
  right: 'billing',
  summary: 'Restore features that staff removed manually; members restore those that the practice pays for',
  params: practiceParams,
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          kind: z.enum(['bundle', 'feature']),
          name: z.string().check(z.minLength(1), z.maxLength(100)),
        }),
      )
      .check(z.minLength(1, 'Choose what to restore'), z.maxLength(100)),
  }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});
