/**
 * Changes of subscriptions, their previews and their outcomes. Amounts are cents, times epoch
 * seconds.
 */
import * as z from 'zod/mini';
import { cents, withDisplayName, seconds } from './billing-values.js';
import { defineCall, practiceId, practiceParams } from './call.js';
import {
  billingRequest,
  chosenId,
  billingPeriod,
  planIntervals,
  requestStates,
  stripeId,
  withheldEntitlement,
} from './subscriptions.js';

/** A selected add-on. Its price is one of the feature's prices. */
export const chosenFeature = z.strictObject({
  feature_name: z.string().check(z.minLength(1), z.maxLength(100)),
  plan_id: stripeId,
  bundle_name: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type ChosenFeature = z.infer<typeof chosenFeature>;
const NO_FEATURE = 'Please select at least one feature to add';
const chosenFeatures = z.array(chosenFeature, NO_FEATURE).check(z.maxLength(100));
/** Null is equivalent to absent. */
const optionalFeatures = z.nullish(chosenFeatures);
const chosenCustomer = chosenId('Please select a customer first');
const chosenItem = chosenId('No subscription item selected');

/**
 * The result of an action: `success` if everything is done; `requires_action` if the bank requires authentication,
 * which the browser runs with the client secret; `confirming` if the provider has not confirmed it yet.
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

/** Optional fields of all purchases. */
const purchase = {
  /** The card that pays for it and for the subscription from now on; the current card by default. */
  payment_method_id: z.optional(stripeId),
  /** The amount due now in the preview. Any other amount is rejected as `preview_outdated`, and nothing changes. */
  expected_due: z.optional(cents),
};

/**
 * The value from the preview. If the subscription has changed since, the purchase is rejected as `preview_outdated`,
 * even if nothing is due.
 */
const subscriptionVersion = z.optional(z.string().check(z.maxLength(100)));

export const addSubscriptionItems = defineCall({
  name: 'addSubscriptionItems',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/add-subscription-items/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Add optional features to an active subscription, charged for the rest of the period now',
  params: subscriptionParams,
  body: z.strictObject({
    optional_features: chosenFeatures.check(z.minLength(1, NO_FEATURE)),
    /** The time of the preview's proration, so that the charge equals the preview. */
    proration_date: z.optional(seconds),
    subscription_version: subscriptionVersion,
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
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Change the plan of an active subscription now, with proration',
  params: subscriptionParams,
  body: z.strictObject({
    plan_id: stripeId,
    proration_date: z.optional(seconds),
    subscription_version: subscriptionVersion,
    ...purchase,
  }),
  answer: billingOutcome,
  okStatus,
});

export const cancelSubscription = defineCall({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/cancel-subscription/',
  access: 'super-admin',
  idempotent: true,
  stepUp: true,
  summary: 'End an active subscription immediately, without a refund; its unused time can be credited',
  params: subscriptionParams,
  body: z.strictObject({
    subscription_id: chosenId('No subscription selected'),
    /** True to credit the unused time to the customer's balance. */
    with_credit: z.optional(z.boolean()),
  }),
  answer: billingOutcome,
  okStatus,
});

/** What happens to the open invoices of a subscription that ends. */
export const openInvoiceChoices = ['keep', 'void'] as const;
export type OpenInvoiceChoice = (typeof openInvoiceChoices)[number];

export const endUnpaidSubscription = defineCall({
  name: 'endUnpaidSubscription',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/end-unpaid-subscription/',
  access: 'super-admin',
  idempotent: true,
  stepUp: true,
  summary: 'End an unpaid subscription immediately; its open invoices remain due or are voided',
  params: subscriptionParams,
  body: z.strictObject({
    subscription_id: chosenId('No subscription selected'),
    open_invoices: z.enum(openInvoiceChoices),
  }),
  answer: billingOutcome,
  okStatus,
});

export const removeSubscriptionItem = defineCall({
  name: 'removeSubscriptionItem',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/remove-subscription-item/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  summary: 'Schedule an optional item to end with the paid period, without a refund',
  params: subscriptionParams,
  body: z.strictObject({
    subscription_item_id: chosenItem,
    /** Also ends the items that require this one. Without it, they make the request fail with `has_dependents`. */
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
  right: 'billing',
  idempotent: true,
  summary: 'Keep an optional item that is scheduled to end, and the items that it depends on',
  params: subscriptionParams,
  body: z.strictObject({ subscription_item_id: chosenItem }),
  answer: billingOutcome,
  okStatus,
});

export const startTrial = defineCall({
  name: 'startTrial',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/start-trial/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Start a trial of a plan; the first charge is made when it ends',
  params: planParams,
  body: z.strictObject({
    customer_id: chosenCustomer,
    consent_given: z.boolean('Please provide consent to start the trial'),
    optional_features: optionalFeatures,
    payment_method_id: purchase.payment_method_id,
    expected_due: purchase.expected_due,
  }),
  answer: billingOutcome,
  okStatus,
});

export const cancelTrial = defineCall({
  name: 'cancelTrial',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/cancel-trial/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  summary: 'End a trial now; the trial counts as used',
  params: planParams,
  body: z.strictObject({ trial_id: chosenId('No trial selected') }),
  answer: billingOutcome,
  okStatus,
});

export const startSubscription = defineCall({
  name: 'startSubscription',
  method: 'POST',
  path: '/api/:practice/practice-features/:plan/start-subscription/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  stepUp: true,
  summary: 'Start a plan and charge for it now',
  params: planParams,
  body: z.strictObject({ customer_id: chosenCustomer, optional_features: optionalFeatures, ...purchase }),
  answer: billingOutcome,
  okStatus,
});

export const assignSubscriptionItem = defineCall({
  name: 'assignSubscriptionItem',
  method: 'POST',
  path: '/api/:practice/practice-features/:subscription/assign-item/',
  access: 'practice',
  right: 'billing',
  summary: 'Assign the practice an item that it pays for and nobody uses; charges nothing',
  params: subscriptionParams,
  body: z.strictObject({ subscription_item_id: chosenItem }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

export const setSubscriptionPaymentMethod = defineCall({
  name: 'setSubscriptionPaymentMethod',
  method: 'POST',
  path: '/api/:practice/practice-features/set-subscription-payment-method/',
  access: 'practice',
  right: 'billing',
  idempotent: true,
  summary: 'Charge a subscription to another card of its customer from now on',
  params: practiceParams,
  body: z.strictObject({
    subscription_id: stripeId,
    /** The customer's default card makes the subscription follow the default; any other card becomes its own. */
    payment_method_id: stripeId,
  }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

/** The change to preview. */
export const changeToPreview = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), subscription_id: stripeId, optional_features: chosenFeatures }),
  z.strictObject({ kind: z.literal('switch'), subscription_id: stripeId, plan_id: stripeId }),
  z.strictObject({ kind: z.literal('remove'), subscription_id: stripeId, subscription_item_id: stripeId }),
  z.strictObject({ kind: z.literal('undo-removal'), subscription_id: stripeId, subscription_item_id: stripeId }),
  z.strictObject({
    kind: z.literal('cancel'),
    subscription_id: stripeId,
    with_credit: z.optional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal('end-unpaid'), subscription_id: stripeId }),
  z.strictObject({ kind: z.literal('cancel-trial'), plan_id: stripeId, trial_id: stripeId }),
  z.strictObject({
    kind: z.literal('start'),
    plan_id: stripeId,
    customer_id: stripeId,
    optional_features: optionalFeatures,
  }),
  z.strictObject({
    kind: z.literal('trial'),
    plan_id: stripeId,
    customer_id: stripeId,
    optional_features: optionalFeatures,
  }),
]);
export type ChangeToPreview = z.infer<typeof changeToPreview>;

export const costPreview = z.object({
  currency: z.string(),
  /** The amount charged now; negative for a credit. */
  due_today: cents,
  lines: z.array(z.object({ description: z.string(), amount: cents })),
  /**
   * The next invoice after the change, as in upcoming charges; null if there is none. `shared_balance` is the
   * customer's balance, negative for credit, which is shared with other charges at the same time and isn't included in
   * `amount`. With `by_usage`, a part depends on usage and isn't included in `amount`.
   */
  next_invoice: z.nullable(
    z.object({ amount: cents, date: seconds, shared_balance: z.optional(cents), by_usage: z.optional(z.boolean()) }),
  ),
  /** The time when the change takes effect. */
  effective_at: seconds,
  /** Send this with the change, so that its cost equals this preview; absent if nothing is prorated. */
  proration_date: z.optional(seconds),
  /** The subscription's items. Send this with an addition or a switch, which then fails if they have changed. */
  subscription_version: z.optional(z.string()),
  /** The amount per full period after the change, without usage; null if nothing is charged anymore. */
  recurring: z.nullable(
    z.object({
      amount: cents,
      interval: z.enum(planIntervals),
      every: z.optional(billingPeriod),
      by_usage: z.optional(z.boolean()),
    }),
  ),
  /** The credit that the change adds to the customer's balance. The next charges use it up. */
  credit: cents,
  /** The card that pays now; null if nothing is charged or no card is stored. */
  card: z.nullable(z.object({ id: z.string(), brand: z.string(), last4: z.string() })),
  /** The end of a trial; null for other changes. */
  trial_end: z.nullable(seconds),
  /** Names of added items, and of ended items with their ends. */
  starts: z.array(z.string()),
  ends: z.array(z.object({ name: z.string(), date: seconds })),
  /** Manual removals reverted by the change. */
  lifts: z.array(withheldEntitlement),
  paid_twice: z.array(z.extend(withDisplayName, { through: z.string() })),
  /** The amount owed for a subscription that ends unpaid, in cents of `currency`. Absent for other changes. */
  open_invoices: z.optional(z.array(z.object({ number: z.nullable(z.string()), amount_due: cents }))),
});
export type CostPreview = z.infer<typeof costPreview>;

export const previewChange = defineCall({
  name: 'previewChange',
  method: 'POST',
  path: '/api/:practice/practice-features/preview/',
  access: 'practice',
  right: 'billing',
  limited: true,
  summary: 'Preview the cost of a change, today and on the next invoice',
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
  right: 'billing',
  summary: 'The known outcome of a change that costs money',
  params: requestParams,
  answer: billingRequest,
  background: true,
});

export const settleBillingRequest = defineCall({
  name: 'settleBillingRequest',
  method: 'POST',
  path: '/api/:practice/practice-features/requests/:request/settle/',
  access: 'practice',
  right: 'billing',
  summary: 'Ask the provider for the outcome of a change; an abandoned one ends without an effect',
  params: requestParams,
  body: z.strictObject({ give_up: z.optional(z.boolean()) }),
  answer: billingRequest,
});
