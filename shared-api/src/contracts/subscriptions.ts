/**
 * What a practice subscribes to: its subscriptions, plans, add-ons and trials (specification: billing, 3 and 7). Amounts are
 * cents, times epoch seconds. Actions that move money take an `Idempotency-Key`: one key makes one change.
 */
import * as z from 'zod/mini';
import { defineCall, practiceId, practiceParams } from './call.js';

export const planIntervals = ['month', 'year'] as const;
export type PlanInterval = (typeof planIntervals)[number];

const seconds = z.int();
const cents = z.int();
/** An id of Stripe's: letters, digits and underscores. */
export const stripeId = z.string().check(z.regex(/^[A-Za-z0-9_:]{3,120}$/, 'Not an id'));

/** Where something that a practice may use comes from (DESIGN, entitlements). */
export const entitlementSources = ['subscription', 'trial', 'grant'] as const;

export const feature = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.optional(z.string()),
  is_active: z.boolean(),
  is_trial: z.boolean(),
  /** `active`, `ended` or `cancelled`; null where it never was on trial. */
  trial_status: z.nullable(z.string()),
  trial_end_date: z.nullable(seconds),
  /** True for what is sold on top of a bundle. */
  addon: z.boolean(),
  sources: z.array(z.enum(entitlementSources)),
});
export type Feature = z.infer<typeof feature>;

const named = z.object({ name: z.string(), display_name: z.string() });
/** A bundle with the features in it. */
const bundleContents = z.extend(named, { features: z.array(named) });

/** Whether something may be done now, and why not: the server decides, the page shows it. */
const permittedAction = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) });
export type PermittedAction = z.infer<typeof permittedAction>;

/** Something that is paid for or on trial and not usable, because staff removed it by hand (server rule 9). */
export const withheldEntitlement = z.extend(named, {
  kind: z.enum(['bundle', 'feature']),
  /** Who removed it. */
  by: z.string(),
  at: seconds,
  notes: z.nullable(z.string()),
  /** Names of the items that would give it; empty where nothing that is paid for would. */
  paid_by: z.array(z.string()),
  can_restore: z.boolean(),
});
export type WithheldEntitlement = z.infer<typeof withheldEntitlement>;

export const bundle = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  /** Names of the features in it. */
  included_features: z.array(z.string()),
  features: z.array(named),
  is_active: z.boolean(),
  is_trial: z.boolean(),
  trial_end_date: z.nullable(seconds),
  sources: z.array(z.enum(entitlementSources)),
});
export type Bundle = z.infer<typeof bundle>;

/**
 * Statuses that the console knows; the provider may add others, which are shown with a generic icon (specification: billing,
 * 4). `not_started` is shown as Active and is not active.
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
  /** When it ends; null while no end is set. It stays in use until then (DECISIONS 15). */
  stop_date: z.nullable(seconds),
  features: z.array(named),
  bundles: z.array(bundleContents),
  amount: cents,
  /** What the provider calls it: `plan`, or `price` for newer ones. */
  meta_data: z.object({ plan: z.optional(z.string()), price: z.optional(z.string()) }),
  /** Name of the optional feature that it carries; null for a core item, which cannot be removed. */
  optional_feature: z.nullable(z.string()),
  /** Items that need this one: they end together with it. */
  required_by: z.array(z.object({ id: z.string(), name: z.string() })),
  actions: z.object({ remove: permittedAction, undo_removal: permittedAction }),
});
export type SubscriptionItem = z.infer<typeof subscriptionItem>;

/** One difference that a scheduled change makes, against what holds before it. */
export const scheduledDifference = z.object({
  kind: z.enum(['ends', 'starts', 'changes']),
  name: z.string(),
  /** Of one period, in cents; below zero what is no longer paid. */
  amount_change: cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  date: seconds,
});
export type ScheduledDifference = z.infer<typeof scheduledDifference>;

export const subscription = z.object({
  /** A scheduled one begins with `sub_sched_` and names its parent. */
  id: z.string(),
  parent_subscription_id: z.nullable(z.string()),
  /** One of `subscriptionStatuses`, or what the provider adds one day. */
  status: z.string(),
  plan_name: z.string(),
  plan_interval: z.enum(planIntervals),
  /** Of one period, all items together. */
  amount: cents,
  currency: z.string(),
  created: seconds,
  trial_start: z.nullable(seconds),
  trial_end: z.nullable(seconds),
  canceled_at: z.nullable(seconds),
  current_phase: z.nullable(z.object({ start_date: seconds, end_date: seconds })),
  items: z.array(subscriptionItem),
  customer_id: z.string(),
  customer_name: z.nullable(z.string()),
  /** The card that pays; null where none is set. */
  payment_method: z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() })),
  /** Page on which an open invoice of it is paid; null where nothing is open. */
  payment_url: z.nullable(z.string()),
  /** True while a payment is owed or waits for the person. */
  needs_attention: z.boolean(),
  /** True once it has ended for good. */
  is_over: z.boolean(),
  actions: z.object({ add_features: permittedAction, switch_plan: permittedAction, cancel: permittedAction }),
  /** Of a scheduled one: what it changes. */
  scheduled_differences: z.array(scheduledDifference),
});
export type Subscription = z.infer<typeof subscription>;

/**
 * States of a change that costs money: `processing` until the provider's word is known, `requires_action` while the bank waits
 * for the person, then `succeeded`, or `failed` with nothing changed.
 */
export const requestStates = ['processing', 'requires_action', 'succeeded', 'failed'] as const;
export type RequestState = (typeof requestStates)[number];

export const billingRequest = z.object({
  id: z.string(),
  state: z.enum(requestStates),
  message: z.string(),
  /** With which the browser completes the payment, while the state is `requires_action`. */
  client_secret: z.optional(z.string()),
  requested_at: seconds,
});
export type BillingRequest = z.infer<typeof billingRequest>;

export const featureSummary = z.object({
  subscriptions: z.array(subscription),
  bundles: z.array(bundle),
  features: z.array(feature),
  feature_flags: z.array(z.object({ name: z.string(), display_name: z.string() })),
  /** Dashboard of the provider, for links of super admins: `{dashboard_url}/subscriptions/{id}`. Null for others. */
  dashboard_url: z.nullable(z.string()),
  /** True while a change has been made whose confirmation by the provider has not arrived. */
  confirming: z.boolean(),
  /** Changes whose outcome is open, newest first. */
  pending_requests: z.array(billingRequest),
  withheld: z.array(withheldEntitlement),
  /** Another one than before means that billing of the practice has changed: see `readBillingRevision`. */
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

/** What a plan is to a practice now. */
export const planOffer = z.object({
  /** `active`: every feature of it is active already, so it cannot be started. */
  state: z.enum(['offered', 'active']),
  /** Why it is not offered, in words. */
  reason: z.nullable(z.string()),
  /** Features that the practice does not have yet. */
  gains: z.array(named),
  /** Bundles and features of it that the practice pays for already, and through what. */
  paid_twice: z.array(z.extend(named, { through: z.string() })),
  /** Subscriptions that can become this plan instead of a second one. */
  switch_from: z.array(z.object({ subscription_id: z.string(), plan_name: z.string() })),
  trial: z.object({
    offered: z.boolean(),
    reason: z.nullable(z.string()),
    /** When a trial that starts now ends. */
    ends: seconds,
    /** Customers that owe and so cannot start a trial. */
    blocked_customers: z.array(z.object({ customer_id: z.string(), reason: z.string() })),
  }),
  /** What a year of this plan saves against twelve months, in cents; null for monthly plans. */
  yearly_saving: z.nullable(cents),
  /** What starting it lifts. */
  withheld: z.array(withheldEntitlement),
});
export type PlanOffer = z.infer<typeof planOffer>;

export const trialPlan = z.object({
  /** The provider's id of the price. */
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  amount: cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  features: z.array(named),
  bundles: z.array(bundleContents),
  trial_settings: z.object({ trial_days: z.int(), max_trials_allowed: z.int() }),
  trial_eligibility: z.object({
    is_eligible: z.boolean(),
    trials_used: z.int(),
    trials_remaining: z.int(),
    max_trials: z.int(),
  }),
  active_trial: z.nullable(
    z.object({
      id: z.string(),
      trial_start: seconds,
      trial_end: seconds,
      /** Rounded up, never below 0. */
      days_left: z.int(),
    }),
  ),
  offer: planOffer,
});
export type TrialPlan = z.infer<typeof trialPlan>;

export const listTrialPlans = defineCall({
  name: 'listTrialPlans',
  method: 'GET',
  path: '/api/stripe-plan-trials/',
  access: 'practice',
  summary: 'Plans that a practice can start, with their trials',
  query: z.strictObject({ practice_id: practiceId }),
  answer: z.object({ plans: z.array(trialPlan) }),
});

const optionalPlan = z.object({
  is_default: z.boolean(),
  plan: z.object({ id: z.string(), amount: cents, interval: z.enum(planIntervals) }),
});

export const optionalFeature = z.object({
  feature_name: z.string(),
  display_name: z.string(),
  description: z.optional(z.string()),
  /** The bundle without which it cannot be added. */
  bundle_name: z.string(),
  feature_group: z.string(),
  group_min_required: z.int(),
  /** Null where the group has no upper end. */
  group_max_allowed: z.nullable(z.int()),
  display_order: z.int(),
  is_recommended: z.boolean(),
  mutually_exclusive_with: z.array(z.string()),
  incompatible_with: z.array(z.string()),
  requires_features: z.array(z.string()),
  stripe_plans: z.array(optionalPlan),
});
export type OptionalFeature = z.infer<typeof optionalFeature>;

export const listOptionalFeatures = defineCall({
  name: 'listOptionalFeatures',
  method: 'GET',
  path: '/api/bundles/optional-features/',
  access: 'signed-in',
  summary: 'Features that can be added to a bundle, with their prices and rules',
  answer: z.array(optionalFeature),
});

/**
 * Why an add-on can or cannot be bought: `included` in a bundle or plan that it would be added to, `active` through something
 * else, `excluded` by an active feature, `needs` a bundle or feature that cannot be had with it, `group_full`, `no_price` for
 * the subscription's interval.
 */
export const addOnOfferStates = [
  'offered',
  'included',
  'active',
  'excluded',
  'needs',
  'group_full',
  'no_price',
] as const;

export const addOnOffer = z.extend(optionalFeature, {
  state: z.enum(addOnOfferStates),
  /** Why it is not offered, in words; null where it is. */
  reason: z.nullable(z.string()),
  /** The one price at which it is sold for this subscription; null where there is none. */
  price: z.nullable(z.object({ id: z.string(), amount: cents, interval: z.enum(planIntervals) })),
  /** Set where buying it lifts a removal by hand. */
  withheld: z.nullable(withheldEntitlement),
});
export type AddOnOffer = z.infer<typeof addOnOffer>;

export const listAddOnOffers = defineCall({
  name: 'listAddOnOffers',
  method: 'GET',
  path: '/api/:practice/practice-features/add-on-offers/',
  access: 'practice',
  summary: 'Every add-on, and whether it can be bought for a subscription, or with a plan that is about to start',
  params: practiceParams,
  /** Exactly one of the two. */
  query: z.strictObject({ subscription_id: z.optional(stripeId), plan_id: z.optional(stripeId) }),
  answer: z.object({
    offers: z.array(addOnOffer),
    currency: z.string(),
    /** What the rules of `shared-api/rules/add-ons` need for choosing several. */
    context: z.object({
      interval: z.enum(planIntervals),
      bundles: z.array(z.string()),
      active: z.array(z.string()),
      included: z.array(z.string()),
    }),
  }),
});
export type AddOnOffers = z.infer<typeof listAddOnOffers.answer>;

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  amount: cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  features: z.array(named),
  bundles: z.array(named),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = defineCall({
  name: 'listPlans',
  method: 'GET',
  path: '/api/stripe/plans/',
  access: 'signed-in',
  summary: 'Plans of the catalogue',
  query: z.strictObject({ pbn_default: z.optional(z.enum(['true', 'false'])) }),
  answer: z.array(plan),
});

/** An add-on as it is chosen: its price is one of the feature's own. */
export const chosenFeature = z.strictObject({
  feature_name: z.string().check(z.minLength(1), z.maxLength(100)),
  plan_id: stripeId,
  bundle_name: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type ChosenFeature = z.infer<typeof chosenFeature>;
const chosenFeatures = z.array(chosenFeature).check(z.maxLength(100));

/**
 * What an action answers: `success` once everything is done; `requires_action` when the bank asks the person, who answers in
 * the browser with the client secret; `confirming` when the provider's word is still to come.
 */
export const billingOutcome = z.object({
  status: z.enum(['success', 'requires_action', 'confirming']),
  message: z.string(),
  client_secret: z.optional(z.string()),
  /** For `readBillingRequest` and `settleBillingRequest`. */
  request_id: z.optional(z.string()),
  state: z.optional(z.enum(requestStates)),
});
export type BillingOutcome = z.infer<typeof billingOutcome>;

const okStatus = ['success', 'requires_action', 'confirming'];
const subscriptionParams = z.object({ practice: practiceId, subscription: stripeId });
const planParams = z.object({ practice: practiceId, plan: stripeId });

/** What every purchase may carry. */
const purchase = {
  /** The card that pays for it and for the subscription from now on; the one that pays already when absent. */
  payment_method_id: z.optional(stripeId),
  /** What the preview said is due now, in cents: another amount is refused as `preview_outdated`, and nothing changes. */
  expected_due: z.optional(cents),
};

export const addSubscriptionItems = defineCall({
  name: 'addSubscriptionItems',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/add-subscription-items/',
  access: 'practice',
  summary: 'Add optional features to an active subscription, charged for the rest of the period now',
  params: subscriptionParams,
  body: z.strictObject({
    optional_features: chosenFeatures.check(z.minLength(1, 'Please select at least one feature to add')),
    /** The moment that the preview was made for: the charge is then what it said. */
    proration_date: z.optional(seconds),
    ...purchase,
  }),
  answer: billingOutcome,
  okStatus,
});

export const switchPlan = defineCall({
  name: 'switchPlan',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/switch-plan/',
  access: 'practice',
  summary: 'Change the plan of an active subscription now, with proration',
  params: subscriptionParams,
  body: z.strictObject({ plan_id: stripeId, proration_date: z.optional(seconds), ...purchase }),
  answer: billingOutcome,
  okStatus,
});

export const cancelSubscription = defineCall({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/cancel-subscription/',
  access: 'super-admin',
  summary: 'End an active subscription at once, without refund',
  params: subscriptionParams,
  body: z.strictObject({ subscription_id: stripeId }),
  answer: billingOutcome,
  okStatus,
});

export const removeSubscriptionItem = defineCall({
  name: 'removeSubscriptionItem',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/remove-subscription-item/',
  access: 'practice',
  summary: 'Let an optional item end with the paid period, without refund',
  params: subscriptionParams,
  body: z.strictObject({
    subscription_item_id: stripeId,
    /** Also ends the items that need this one; without it they are a reason to refuse, `has_dependents`. */
    with_dependents: z.optional(z.boolean()),
  }),
  answer: billingOutcome,
  okStatus,
});

export const undoItemRemoval = defineCall({
  name: 'undoItemRemoval',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/undo-item-removal/',
  access: 'practice',
  summary: 'Keep an optional item that was to end with the paid period, and what it needs',
  params: subscriptionParams,
  body: z.strictObject({ subscription_item_id: stripeId }),
  answer: billingOutcome,
  okStatus,
});

export const startTrial = defineCall({
  name: 'startTrial',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/start-trial/',
  access: 'practice',
  summary: 'Start the trial of a plan; the first charge is at its end',
  params: planParams,
  body: z.strictObject({
    customer_id: stripeId,
    consent_given: z.boolean(),
    optional_features: z.optional(chosenFeatures),
    payment_method_id: z.optional(stripeId),
  }),
  answer: billingOutcome,
  okStatus,
});

export const cancelTrial = defineCall({
  name: 'cancelTrial',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/cancel-trial/',
  access: 'practice',
  summary: 'End a trial now; the trial counts as used',
  params: planParams,
  body: z.strictObject({ trial_id: stripeId }),
  answer: billingOutcome,
  okStatus,
});

export const startSubscription = defineCall({
  name: 'startSubscription',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/start-subscription/',
  access: 'practice',
  summary: 'Start a plan, charged now',
  params: planParams,
  body: z.strictObject({ customer_id: stripeId, optional_features: z.optional(chosenFeatures), ...purchase }),
  answer: billingOutcome,
  okStatus,
});

/** A change whose cost is asked for before it is made. */
export const changeToPreview = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), subscription_id: stripeId, optional_features: chosenFeatures }),
  z.strictObject({ kind: z.literal('switch'), subscription_id: stripeId, plan_id: stripeId }),
  z.strictObject({ kind: z.literal('remove'), subscription_id: stripeId, subscription_item_id: stripeId }),
  z.strictObject({ kind: z.literal('undo-removal'), subscription_id: stripeId, subscription_item_id: stripeId }),
  z.strictObject({ kind: z.literal('cancel'), subscription_id: stripeId }),
  z.strictObject({ kind: z.literal('cancel-trial'), plan_id: stripeId, trial_id: stripeId }),
  z.strictObject({
    kind: z.literal('start'),
    plan_id: stripeId,
    customer_id: stripeId,
    optional_features: z.optional(chosenFeatures),
  }),
  z.strictObject({
    kind: z.literal('trial'),
    plan_id: stripeId,
    customer_id: stripeId,
    optional_features: z.optional(chosenFeatures),
  }),
]);
export type ChangeToPreview = z.infer<typeof changeToPreview>;

export const costPreview = z.object({
  currency: z.string(),
  /** What is charged now; below zero what is credited. */
  due_today: cents,
  lines: z.array(z.object({ description: z.string(), amount: cents })),
  /** The next invoice after the change; null when there will be none. */
  next_invoice: z.nullable(z.object({ amount: cents, date: seconds })),
  /** From when the change holds. */
  effective_at: seconds,
  /** To be sent with the change, so that it costs what is shown here; absent where nothing is prorated. */
  proration_date: z.optional(seconds),
  /** Of one full period after the change; null where nothing is paid any more. */
  recurring: z.nullable(z.object({ amount: cents, interval: z.enum(planIntervals) })),
  /** Put on the customer's balance by the change; the next charges use it up. */
  credit: cents,
  /** The card that pays now; null where nothing is charged or none is stored. */
  card: z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() })),
  /** When a trial ends; null for everything else. */
  trial_end: z.nullable(seconds),
  /** Names of what comes, and of what goes and when. */
  starts: z.array(z.string()),
  ends: z.array(z.object({ name: z.string(), date: seconds })),
  /** Removals by hand that the change lifts. */
  lifts: z.array(withheldEntitlement),
  paid_twice: z.array(z.extend(named, { through: z.string() })),
});
export type CostPreview = z.infer<typeof costPreview>;

export const previewChange = defineCall({
  name: 'previewChange',
  method: 'POST',
  path: '/api/:practice/practice-features/preview/',
  access: 'practice',
  summary: 'What a change would cost today and at the next invoice; changes nothing',
  params: practiceParams,
  body: changeToPreview,
  answer: costPreview,
});

const requestParams = z.object({ practice: practiceId, request: z.string().check(z.maxLength(60)) });

export const readBillingRequest = defineCall({
  name: 'readBillingRequest',
  method: 'GET',
  path: '/api/:practice/practice-features/requests/:request/',
  access: 'practice',
  summary: 'What has become of a change that costs money, as far as it is known here',
  params: requestParams,
  answer: billingRequest,
  background: true,
});

export const settleBillingRequest = defineCall({
  name: 'settleBillingRequest',
  method: 'POST',
  path: '/api/:practice/practice-features/requests/:request/settle/',
  access: 'practice',
  summary: 'Ask the provider what has become of a change; one that is given up ends with nothing changed',
  params: requestParams,
  body: z.strictObject({ give_up: z.optional(z.boolean()) }),
  answer: billingRequest,
});

/** Cheap enough to be asked every few seconds by every open page. */
export const readBillingRevision = defineCall({
  name: 'readBillingRevision',
  method: 'GET',
  path: '/api/:practice/practice-features/revision/',
  access: 'practice-or-internal',
  summary: 'Changes whenever something that the billing pages show has changed',
  params: practiceParams,
  answer: z.object({ revision: z.string() }),
  background: true,
});

export const restoreWithheld = defineCall({
  name: 'restoreWithheld',
  method: 'POST',
  path: '/api/:practice/practice-features/restore/',
  access: 'practice-or-internal',
  summary: 'Give back what staff removed by hand; members of the practice restore what the practice pays for',
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
