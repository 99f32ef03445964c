/**
 * Subscriptions of the payment provider's customers and the practices that use them, for internal staff
 * (specification: internal administration, 2.2 and 7). Amounts are cents, times epoch seconds. The base path is from
 * DECISIONS 1.
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { readingProgress } from './payments.js';
import { featuresEffect } from './practice-features.js';
import { billingPeriod, scheduledDifference, stripeId, withheldEntitlement } from './subscriptions.js';

const BASE = '/api/:practice/admin-billing';
const seconds = z.int();
const cents = z.int();
const named = z.object({ name: z.string(), display_name: z.string() });

const card = z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() });

export const adminItem = z.object({
  id: z.string(),
  description: z.nullable(z.string()),
  quantity: z.int(),
  /** The amount per period for all seats; 0 if it depends on usage or a tier. */
  amount: cents,
  /** True if the amount depends on usage or a tier. */
  by_usage: z.optional(z.boolean()),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  /** If absent, each `interval`. */
  every: z.optional(billingPeriod),
  total_quantity: z.int(),
  /** Number of seats that practices hold. */
  used_quantity: z.int(),
  available_quantity: z.int(),
  /** Practices with a seat, sorted by id. */
  assigned_practices: z.array(z.object({ id: z.int(), name: z.string() })),
  bundles: z.array(z.extend(named, { features: z.array(named) })),
  features: z.array(named),
  /** The end; null if no end is set. */
  stop_date: z.nullable(seconds),
  /** For a scheduled item, the start of its phase; null for others. Absent from older servers. */
  starts_at: z.optional(z.nullable(seconds)),
  /**
   * For a scheduled item, the earlier item that it continues. A seat on that one includes it, and is removed with it. Null
   * if it continues none. Absent from older servers.
   */
  continues: z.optional(z.nullable(z.string())),
});
export type AdminItem = z.infer<typeof adminItem>;

export const adminSubscription = z.object({
  /** Ids of schedules start with `sub_sched_`. */
  id: z.string(),
  status: z.string(),
  created: seconds,
  currency: z.string(),
  items: z.array(adminItem),
  payment_method_details: z.nullable(z.object({ id: z.string(), card })),
  default_payment_method: z.nullable(z.string()),
  /** For a schedule, the subscription that it changes; null without one. `subscription` has the same value. */
  parent_subscription_id: z.nullable(z.string()),
  subscription: z.nullable(z.string()),
  /** For a schedule, its phases and the current one. */
  phases: z.array(z.object({ start_date: seconds, end_date: z.nullable(seconds) })),
  current_phase: z.nullable(z.object({ start_date: seconds, end_date: z.nullable(seconds) })),
  /** For a schedule, `release` or `cancel`, or a future value of the provider. */
  end_behavior: z.nullable(z.string()),
  /** True while the bank is collecting the payment, which takes days. Absent from older servers. */
  is_collecting: z.optional(z.boolean()),
  /** True while a payment is overdue or waits for the person. */
  needs_attention: z.boolean(),
  /** True once it has ended. */
  is_over: z.boolean(),
  /** For a schedule, its changes. */
  scheduled_differences: z.array(scheduledDifference),
});
export type AdminSubscription = z.infer<typeof adminSubscription>;

export const adminCustomer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  description: z.nullable(z.string()),
  subscriptions: z.array(adminSubscription),
  payment_methods: z.array(z.object({ id: z.string(), card, is_default: z.boolean() })),
  /** Why name and cards couldn't be loaded. The subscriptions are then the last known ones. */
  error: z.nullable(z.string()),
});
export type AdminCustomer = z.infer<typeof adminCustomer>;

const customers = z.object({
  status: z.string(),
  data: z.array(adminCustomer),
  /** The provider's dashboard: `{dashboard_url}/customers/{id}` and `/subscriptions/{id}`. Null without one. */
  dashboard_url: z.nullable(z.string()),
});
const okStatus = ['success'];

export const listPracticeSubscriptions = defineCall({
  name: 'listPracticeSubscriptions',
  method: 'GET',
  path: `${BASE}/practice_subscriptions/`,
  access: 'internal',
  summary: 'Customers with the subscriptions on which a practice has a seat',
  params: practiceParams,
  /** Customers that haven't been read yet are missing. */
  answer: z.extend(customers, { progress: readingProgress }),
  okStatus,
});

/** Searches by name, email or id of the customer. An empty term finds nothing. */
export const searchCustomers = defineCall({
  name: 'searchCustomers',
  method: 'GET',
  path: `${BASE}/search/`,
  access: 'internal',
  limited: 'searches',
  summary: 'Customers of the payment provider, with their subscriptions and free seats',
  params: practiceParams,
  query: z.strictObject({ query: z.string().check(z.trim(), z.maxLength(200)) }),
  answer: z.extend(customers, {
    /** True if there are more matches than in the response. */
    has_more: z.boolean(),
  }),
  okStatus,
});

/**
 * Saves all or nothing. A conflict is an error with the code `already_assigned` and `practices` in its body (server
 * rule 7).
 */
export const saveSubscriptions = defineCall({
  name: 'saveSubscriptions',
  method: 'POST',
  path: `${BASE}/save_subscriptions/`,
  access: 'internal',
  stepUp: true,
  summary: 'Give a practice a seat on subscription items, including scheduled ones',
  params: practiceParams,
  body: z.strictObject({
    customers: z.array(stripeId).check(z.minLength(1, 'Choose at least one customer'), z.maxLength(100)),
    subscription_items: z.array(stripeId).check(z.minLength(1, 'Choose at least one item'), z.maxLength(500)),
    /** Also restores entitlements of these items that staff removed manually; true by default. */
    lift_withheld: z.optional(z.boolean()),
  }),
  answer: z.object({ status: z.string(), message: z.string(), assigned: z.array(z.string()) }),
  okStatus,
});

export const previewAttachment = defineCall({
  name: 'previewAttachment',
  method: 'POST',
  path: `${BASE}/save_subscriptions/preview/`,
  access: 'internal',
  limited: true,
  summary: 'Preview the features that a practice would gain with seats on items, and those that stay withheld',
  params: practiceParams,
  body: z.strictObject({
    customers: z.array(stripeId).check(z.minLength(1), z.maxLength(100)),
    subscription_items: z.array(stripeId).check(z.minLength(1), z.maxLength(500)),
    lift_withheld: z.optional(z.boolean()),
  }),
  answer: z.object({
    effect: featuresEffect,
    /** Entitlements of these items that staff removed manually. */
    withheld: z.array(withheldEntitlement),
  }),
});

const removal = z.strictObject({ subscription_item_id: stripeId, deactivate_features: z.boolean() });

export const removeSubscription = defineCall({
  name: 'removeSubscription',
  method: 'POST',
  path: `${BASE}/remove_subscription/`,
  access: 'internal',
  summary: 'Remove a practice’s seat on an item, and its features unless they have another source or are kept',
  params: practiceParams,
  body: removal,
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus,
});

export const previewRemoval = defineCall({
  name: 'previewRemoval',
  method: 'POST',
  path: `${BASE}/remove_subscription/preview/`,
  access: 'internal',
  summary: 'Preview the features that a practice would lose or keep without its seats on items',
  params: practiceParams,
  body: z.strictObject({
    subscription_item_ids: z.array(stripeId).check(z.minLength(1), z.maxLength(100)),
    deactivate_features: z.boolean(),
  }),
  answer: featuresEffect,
});
