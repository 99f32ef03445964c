/** The endpoints of subscriptions: https://docs.stripe.com/api/subscriptions */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { discountsIn, endDiscount, redeemAll } from './discounts.js';
import { type StripeError, invalidRequest, missing, notSupported } from './errors.js';
import type { Reader } from './params.js';
import { type ItemSpec, assertItems, periodOf, priceOf } from './items.js';
import { automaticTaxIn } from './phase-settings.js';
import { saveSubscription } from './save-subscription.js';
import { startSubscription } from './start-subscription.js';
import { type Store, idOf } from './store.js';
import { taxRatesIn } from './taxes.js';
import {
  type ItemChange,
  type SubscriptionChange,
  changeSubscription,
  changesBilling,
} from './subscription-changes.js';
import { type PaymentBehavior, cancelNow, resume } from './subscription-lifecycle.js';

const DAY = 86_400;
/** https://docs.stripe.com/billing/subscriptions/trials */
const MAX_TRIAL_DAYS = 730;
const behaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'] as const;
const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const prorations = ['create_prorations', 'always_invoice', 'none'] as const;

export function itemSpecs(params: Reader, store: Store): ItemSpec[] {
  const items = params.list('items');
  if (!items || items.length === 0) throw missing('items');
  assertItems(items.length, params.at('items'));
  return items.map((item) => ({
    price: item.text('price') ?? item.needed('plan'),
    quantity: item.count('quantity') ?? undefined,
    metadata: item.metadata(),
    discounts: discountsIn(item, store) ?? [],
    tax_rates: taxRatesIn(item, 'tax_rates', store) ?? [],
  }));
}

/** Reads one item of a change. */
export function itemChange(item: Reader, store: Store): ItemChange {
  const discounts = discountsIn(item, store);
  const rates = taxRatesIn(item, 'tax_rates', store);
  const price = item.text('price') ?? item.text('plan');
  const quantity = item.count('quantity');
  const id = item.text('id');
  return {
    ...(id && { id }),
    ...(price && { price }),
    ...(typeof quantity === 'number' && { quantity }),
    deleted: item.flag('deleted') ?? false,
    ...(item.has('metadata') && { metadata: item.metadata() }),
    ...(discounts && { discounts }),
    ...(rates && { tax_rates: rates }),
  };
}

/** Reads the new end of a trial: a timestamp, or now. */
function changedTrialEnd(params: Reader, now: number): number | 'now' | undefined {
  if (params.text('trial_end') === 'now') return 'now';
  return trialEndIn(params, now) ?? undefined;
}

/** Reads the billing changes of a request. */
export function changeIn(items: readonly Reader[], params: Reader, store: Store): SubscriptionChange {
  const now = store.now();
  return {
    items: items.map((item) => itemChange(item, store)),
    proration: params.oneOf('proration_behavior', prorations) ?? 'create_prorations',
    prorationDate: params.integer('proration_date') ?? undefined,
    resetsCycle: params.object('billing_cycle_anchor')?.oneOf('type', ['now', 'unchanged']) === 'now',
    trialEnd: changedTrialEnd(params, now),
    behavior: params.oneOf('payment_behavior', behaviors) ?? 'allow_incomplete',
  };
}

export function trialEndIn(params: Reader, now: number): number | null {
  const days = params.count('trial_period_days', MAX_TRIAL_DAYS);
  if (typeof days === 'number' && days > 0) return now + days * DAY;
  const end = params.text('trial_end');
  if (!end || end === 'now') return null;
  const seconds = Number(end);
  if (!Number.isInteger(seconds) || seconds <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  return seconds;
}

/** A request's settings for the invoices of a subscription. Settings that the request doesn't contain are absent. */
function billingSettingsIn(params: Reader, store: Store, before?: Stripe.Subscription): Partial<Stripe.Subscription> {
  const rates = taxRatesIn(params, 'default_tax_rates', store);
  const tax = params.object('automatic_tax');
  return {
    ...(rates && { default_tax_rates: rates }),
    ...(tax && { automatic_tax: automaticTaxIn(tax) }),
    ...collectionIn(params, before),
  };
}

/** The collection settings in a request. */
function collectionIn(params: Reader, before?: Stripe.Subscription): Partial<Stripe.Subscription> {
  const method = params.oneOf('collection_method', ['charge_automatically', 'send_invoice']);
  const days = params.count('days_until_due');
  if (method === 'send_invoice' && typeof days !== 'number') {
    throw missing('days_until_due');
  }
  if (typeof days === 'number' && (method ?? before?.collection_method) !== 'send_invoice') {
    throw invalidRequest('You can only set `days_until_due` if `collection_method` is `send_invoice`.', {
      param: 'days_until_due',
    });
  }
  const pause = params.object('pause_collection');
  const behavior = pause?.oneOf('behavior', ['keep_as_draft', 'mark_uncollectible', 'void']);
  if (pause && !behavior) throw missing('pause_collection[behavior]');
  return {
    ...(method && { collection_method: method }),
    ...(typeof days === 'number' && { days_until_due: days }),
    ...(method === 'charge_automatically' && { days_until_due: null }),
    ...(params.has('pause_collection') && {
      pause_collection: pause && behavior ? { behavior, resumes_at: pause.integer('resumes_at') ?? null } : null,
    }),
  };
}

/** The discounts after a request: those that it keeps, and new ones from coupons that it redeems. */
function discountsAfter(
  params: Reader,
  context: CallContext,
  { id, customer, discounts }: Stripe.Subscription,
): Pick<Stripe.Subscription, 'discounts'> | undefined {
  const specs = discountsIn(params, context.store);
  if (!specs) return undefined;
  const owner = { customer: idOf(customer) ?? '', subscription: id, subscription_item: null };
  const after = redeemAll(context, specs, owner);
  for (const former of discounts) if (!after.includes(idOf(former) ?? '')) endDiscount(context, idOf(former) ?? '');
  return { discounts: after };
}

function start(params: Reader, context: CallContext): Stripe.Subscription {
  params.object('billing_mode')?.oneOf('type', ['flexible']);
  const behavior = params.oneOf<PaymentBehavior>('payment_behavior', behaviors) ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') {
    throw invalidRequest('`pending_if_incomplete` is only supported when a subscription is updated.', {
      param: 'payment_behavior',
    });
  }
  const missingMethod = params.object('trial_settings')?.object('end_behavior');
  return startSubscription(context, {
    customer: params.needed('customer'),
    items: itemSpecs(params, context.store),
    discounts: discountsIn(params, context.store) ?? [],
    settings: billingSettingsIn(params, context.store),
    trialEnd: trialEndIn(params, context.store.now()),
    method: params.text('default_payment_method') ?? null,
    behavior,
    withoutMethod:
      missingMethod?.oneOf('missing_payment_method', ['create_invoice', 'cancel', 'pause']) ?? 'create_invoice',
    cancelAt: params.integer('cancel_at') ?? null,
    description: params.text('description', 500) ?? null,
    metadata: params.metadata(),
  });
}

export function checkOpen(subscription: Stripe.Subscription): void {
  if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired') return;
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
}

/**
 * Parameters allowed with `pending_if_incomplete`:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 */
const PENDING_PARAMS: ReadonlySet<string> = new Set([
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'items',
  'trial_end',
  'add_invoice_items',
]);
const PENDING_ITEM_PARAMS: ReadonlySet<string> = new Set(['id', 'price', 'plan', 'quantity', 'deleted']);

function checkPendingParams(params: Reader, items: readonly Reader[]): void {
  const other =
    params.names().find((name) => !PENDING_PARAMS.has(name)) ??
    items.flatMap((item, index) =>
      item
        .names()
        .filter((name) => !PENDING_ITEM_PARAMS.has(name))
        .map((name) => `items[${index}][${name}]`),
    )[0];
  if (other !== undefined) throw notWithPending(other);
}

const notWithPending = (param: string): StripeError =>
  invalidRequest(
    `You cannot pass \`${param}\` when \`payment_behavior\` is set to \`pending_if_incomplete\`. See https://docs.stripe.com/billing/subscriptions/pending-updates-reference for the supported parameters.`,
    { param },
  );

/** Checks the parameters of requests about one item in the same way. */
export function checkPendingItemParams(params: Reader): void {
  const other = params
    .names()
    .find((name) => !PENDING_PARAMS.has(name) && !PENDING_ITEM_PARAMS.has(name) && name !== 'subscription');
  if (other !== undefined) throw notWithPending(other);
}

/** Rejects billing changes of an incomplete subscription. Before the first payment, only its settings can change. */
export function checkComplete(subscription: Stripe.Subscription): void {
  if (subscription.status !== 'incomplete') return;
  throw invalidRequest(
    'This subscription is incomplete. Pay its first invoice, or cancel it, before you change what it bills.',
  );
}

function checkMethod(store: Store, method: string | null | undefined, customer: string | null): void {
  if (!method || idOf(store.table('payment_method').get(method, 'default_payment_method').customer) === customer) {
    return;
  }
  throw invalidRequest(`The customer does not have a payment method with the ID ${method}.`, {
    param: 'default_payment_method',
  });
}

/** Reads when a subscription should end; undefined if the request doesn't contain an end. */
function cancellationIn(
  params: Reader,
  before: Stripe.Subscription,
  now: number,
): Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at'> | undefined {
  const { end } = periodOf(before);
  const atPeriodEnd = params.flag('cancel_at_period_end');
  const cancelAt = params.text('cancel_at');
  const schedule = idOf(before.schedule);
  if (schedule !== null && (atPeriodEnd !== undefined || cancelAt !== undefined)) {
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: atPeriodEnd === undefined ? 'cancel_at' : 'cancel_at_period_end' },
    );
  }
  if (atPeriodEnd !== undefined && cancelAt !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  }
  if (atPeriodEnd !== undefined) {
    return {
      cancel_at_period_end: atPeriodEnd,
      cancel_at: atPeriodEnd ? end : null,
      canceled_at: atPeriodEnd ? now : null,
    };
  }
  if (cancelAt === undefined) return undefined;
  if (cancelAt === null) return { cancel_at: null, cancel_at_period_end: false, canceled_at: null };
  const isPeriodEnd = cancelAt === 'min_period_end' || cancelAt === 'max_period_end';
  const at = isPeriodEnd ? end : (params.integer('cancel_at') ?? end);
  if (at <= now) throw invalidRequest('`cancel_at` must be a timestamp in the future.', { param: 'cancel_at' });
  if (at < end && params.text('proration_behavior') !== 'none' && before.status !== 'trialing') {
    throw notSupported('A `cancel_at` before the end of the period with prorations');
  }
  return { cancel_at: at, cancel_at_period_end: false, canceled_at: now };
}

/** Runs an update of a subscription. A preview of the update runs the same code. */
export function updateSubscription(
  params: Reader,
  context: CallContext,
  before: Stripe.Subscription,
): Stripe.Subscription {
  if (params.names().some((name) => name !== 'metadata' && name !== 'expand')) checkOpen(before);
  const { store } = context;
  const items = params.list('items') ?? [];
  const change = changeIn(items, params, store);
  if (change.behavior === 'pending_if_incomplete') checkPendingParams(params, items);
  if (params.has('add_invoice_items')) throw notSupported('`add_invoice_items`');
  if (change.behavior === 'default_incomplete') {
    throw notSupported('A change of a subscription with `default_incomplete`');
  }
  if (changesBilling(change)) checkComplete(before);
  const method = params.text('default_payment_method');
  checkMethod(store, method, idOf(before.customer));
  const source = params.text('default_source');
  if (source) store.table('source').get(source, 'default_source');
  const cancellation = cancellationIn(params, before, store.now());
  const subscription: Stripe.Subscription = {
    ...before,
    metadata: params.metadata(before.metadata),
    ...(method !== undefined && { default_payment_method: method }),
    ...(source !== undefined && { default_source: source }),
    ...(params.text('description', 500) !== undefined && { description: params.text('description', 500) ?? null }),
    ...cancellation,
    ...billingSettingsIn(params, store, before),
    ...discountsAfter(params, context, before),
  };
  store.table('subscription').put(subscription);
  const changed = changeSubscription(context, subscription, change);
  // The change may have moved the end of the period.
  const ending = changed.cancel_at_period_end ? { ...changed, cancel_at: periodOf(changed).end } : changed;
  return saveSubscription(context, ending);
}

export const subscriptionCalls: StripeCall[] = [
  { method: 'POST', path: '/v1/subscriptions', handler: ({ params }, context) => start(params, context) },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    handler: ({ params }, { store }) => {
      const customer = params.text('customer');
      const status = params.oneOf('status', statuses);
      const price = params.text('price');
      const created = params.range('created');
      const all = store.table('subscription').all();
      const matches = all
        .filter((one) => !created || created(one.created))
        .filter((one) => !customer || idOf(one.customer) === customer)
        .filter((one) => !price || one.items.data.some((item) => priceOf(item).id === price))
        .filter((one) => {
          if (status === 'all') return true;
          if (status === 'ended') return one.status === 'canceled' || one.status === 'incomplete_expired';
          return status ? one.status === status : one.status !== 'canceled';
        });
      return page(matches, '/v1/subscriptions', params, all);
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    handler: ({ path }, { store }) => store.table('subscription').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    handler: ({ path, params }, context) =>
      updateSubscription(params, context, context.store.table('subscription').get(path['id'] ?? '')),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    handler: ({ path, params }, context) => {
      params.object('billing_cycle_anchor')?.oneOf('type', ['now']);
      return resume(context, context.store.table('subscription').get(path['id'] ?? ''));
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    handler: ({ path, params }, context) => {
      const subscription = context.store.table('subscription').get(path['id'] ?? '');
      if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
        throw invalidRequest(`No such subscription: '${subscription.id}'`, { param: 'id', code: 'resource_missing' });
      }
      return cancelNow(context, subscription, {
        isProrated: params.flag('prorate') ?? false,
        isInvoiced: params.flag('invoice_now') ?? false,
      });
    },
  },
];
