/** What a practice can buy: plans with their trials, and add-ons, each with its availability. */
import * as z from 'zod/mini';
import { bundleContents, cents, withDisplayName, seconds, permittedAction } from './billing-values.js';
import { defineCall, practiceId, practiceParams } from './call.js';
import { planIntervals, stripeId, withheldEntitlement } from './subscriptions.js';

/** The availability of a plan for a practice. */
export const planOffer = z.object({
  /** `active` means that all of its features are already active, so it can't be started. */
  state: z.enum(['offered', 'active']),
  /** Why it can't be started now: it is active, or an earlier start is being confirmed. */
  reason: z.nullable(z.string()),
  /**
   * The unpaid subscription to this plan and its payer. It has to be paid instead of starting a second one. Absent if
   * nothing is owed, and from older servers.
   */
  owed: z.optional(z.object({ subscription_id: z.string(), customer_id: z.string() })),
  /** Features that the practice does not have yet. */
  gains: z.array(withDisplayName),
  /** Bundles and features of the plan that the practice already pays for, with the paying items. */
  paid_twice: z.array(z.extend(withDisplayName, { through: z.string() })),
  /** Subscriptions that can switch to this plan instead of starting a second one. */
  switch_from: z.array(z.object({ subscription_id: z.string(), plan_name: z.string() })),
  trial: z.object({
    offered: z.boolean(),
    reason: z.nullable(z.string()),
    /** The end of a trial that starts now. */
    ends: seconds,
    /** Customers that can't start a trial because of unpaid invoices. */
    blocked_customers: z.array(z.object({ customer_id: z.string(), reason: z.string() })),
  }),
  /** Savings of a yearly plan over twelve months, in cents; null for monthly plans. */
  yearly_saving: z.nullable(cents),
  /** Manual removals reverted by starting the plan. */
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
  features: z.array(withDisplayName),
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
      /** Remaining days, rounded up, never below 0. */
      days_left: z.int(),
      /** Whether it can be canceled now. Absent from older servers. */
      cancel: z.optional(permittedAction),
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
  answer: z.object({
    plans: z.array(trialPlan),
    /** True for people without the right `billing.read`, whose amounts are 0. Absent or false otherwise. */
    amounts_hidden: z.optional(z.boolean()),
  }),
});

const optionalPlan = z.object({
  is_default: z.boolean(),
  plan: z.object({ id: z.string(), amount: cents, interval: z.enum(planIntervals) }),
});

export const optionalFeature = z.object({
  feature_name: z.string(),
  display_name: z.string(),
  description: z.optional(z.string()),
  /** The bundle that it requires. */
  bundle_name: z.string(),
  feature_group: z.string(),
  group_min_required: z.int(),
  /** Null without a maximum. */
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
 * Why an add-on can or can't be bought: `included` in a bundle or plan that it would be added to, `active` through another
 * source, `excluded` by an active feature, `needs` a bundle or feature that is not available, `group_full`, `no_price` for
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
  /** Why it isn't offered; null if it is. */
  reason: z.nullable(z.string()),
  /** The price for this subscription; null without one. */
  price: z.nullable(z.object({ id: z.string(), amount: cents, interval: z.enum(planIntervals) })),
  /** Set if a purchase reverts a manual removal. */
  withheld: z.nullable(withheldEntitlement),
});
export type AddOnOffer = z.infer<typeof addOnOffer>;

export const listAddOnOffers = defineCall({
  name: 'listAddOnOffers',
  method: 'GET',
  path: '/api/:practice/practice-features/add-on-offers/',
  access: 'practice',
  right: 'billing',
  summary: 'Every add-on, and whether it can be bought for a subscription, or with a plan that is about to start',
  params: practiceParams,
  /** Exactly one of the two parameters. */
  query: z.strictObject({ subscription_id: z.optional(stripeId), plan_id: z.optional(stripeId) }),
  answer: z.object({
    offers: z.array(addOnOffer),
    currency: z.string(),
    /** The input for the rules in `shared-api/rules/add-ons` to select several add-ons. */
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
  features: z.array(withDisplayName),
  bundles: z.array(withDisplayName),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = defineCall({
  name: 'listPlans',
  method: 'GET',
  path: '/api/stripe/plans/',
  access: 'signed-in',
  summary: 'Plans in the catalog',
  query: z.strictObject({ pbn_default: z.optional(z.enum(['true', 'false'])) }),
  answer: z.array(plan),
});
