/** Calls about subscriptions: https://docs.stripe.com/api/subscriptions */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest, missing, notSupported } from './errors.js';
import type { Reader } from './params.js';
import { idOf } from './store.js';
import {
  type ItemChange,
  type SubscriptionChange,
  changeItems,
  endTrialNow,
  startSubscription,
} from './subscription-changes.js';
import { type ItemSpec, type PaymentBehavior, cancelNow, keep, periodOf, priceOf } from './subscription-life.js';

const DAY = 86_400;
const behaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
const prorations = ['create_prorations', 'always_invoice', 'none'] as const;

export function itemSpecs(params: Reader): ItemSpec[] {
  const items = params.list('items');
  if (!items || items.length === 0) throw missing('items');
  return items.map((item) => ({
    price: item.text('price') ?? item.needed('plan'),
    quantity: item.integer('quantity') ?? 1,
    metadata: item.metadata(),
  }));
}

export function itemChanges(items: readonly Reader[] | undefined): ItemChange[] {
  return (items ?? []).map((item) => {
    const price = item.text('price') ?? item.text('plan');
    const quantity = item.integer('quantity');
    const id = item.text('id');
    return {
      ...(id && { id }),
      ...(price && { price }),
      ...(typeof quantity === 'number' && { quantity }),
      deleted: item.flag('deleted') ?? false,
      ...(item.has('metadata') && { metadata: item.metadata() }),
    };
  });
}

/** The parts of a change that updates and previews share. */
export function changeIn(items: readonly Reader[] | undefined, params: Reader): SubscriptionChange {
  return {
    items: itemChanges(items),
    proration: params.oneOf('proration_behavior', prorations) ?? 'create_prorations',
    prorationDate: params.integer('proration_date') ?? undefined,
    behavior: params.oneOf('payment_behavior', behaviors) ?? 'allow_incomplete',
  };
}

export function trialEndIn(params: Reader, now: number): number | null {
  const days = params.integer('trial_period_days');
  if (typeof days === 'number' && days > 0) return now + days * DAY;
  const end = params.text('trial_end');
  if (!end || end === 'now') return null;
  const seconds = Number(end);
  if (!Number.isInteger(seconds) || seconds <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  return seconds;
}

function start(params: Reader, context: CallContext): Stripe.Subscription {
  params.oneOf('collection_method', ['charge_automatically']);
  params.object('billing_mode')?.oneOf('type', ['flexible']);
  const missingMethod = params.object('trial_settings')?.object('end_behavior');
  return startSubscription(context, {
    customer: params.needed('customer'),
    items: itemSpecs(params),
    trialEnd: trialEndIn(params, context.store.now()),
    method: params.text('default_payment_method') ?? null,
    behavior: params.oneOf<PaymentBehavior>('payment_behavior', behaviors) ?? 'allow_incomplete',
    withoutMethod:
      missingMethod?.oneOf('missing_payment_method', ['create_invoice', 'cancel', 'pause']) ?? 'create_invoice',
    cancelAt: params.integer('cancel_at') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
  });
}

function checkOpen(subscription: Stripe.Subscription): void {
  if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired') return;
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
}

function update(params: Reader, context: CallContext, before: Stripe.Subscription): Stripe.Subscription {
  if (params.names().some((name) => name !== 'metadata' && name !== 'expand')) checkOpen(before);
  const { store } = context;
  const method = params.text('default_payment_method');
  if (
    method &&
    idOf(store.table('payment_method').get(method, 'default_payment_method').customer) !== idOf(before.customer)
  ) {
    throw invalidRequest(`The customer does not have a payment method with the ID ${method}.`, {
      param: 'default_payment_method',
    });
  }
  const atPeriodEnd = params.flag('cancel_at_period_end');
  const cancelAt = params.integer('cancel_at');
  const now = store.now();
  let subscription: Stripe.Subscription = {
    ...before,
    metadata: params.metadata(before.metadata),
    ...(method !== undefined && { default_payment_method: method }),
    ...(params.text('description') !== undefined && { description: params.text('description') ?? null }),
    ...(cancelAt !== undefined && { cancel_at: cancelAt, canceled_at: cancelAt === null ? null : now }),
    ...(atPeriodEnd !== undefined && {
      cancel_at_period_end: atPeriodEnd,
      cancel_at: atPeriodEnd ? periodOf(before).end : null,
      canceled_at: atPeriodEnd ? now : null,
    }),
  };
  store.table('subscription').put(subscription);
  const trialEnd = params.text('trial_end');
  if (trialEnd && trialEnd !== 'now') throw notSupported('Another end of a trial than now');
  if (trialEnd === 'now' && before.status === 'trialing') subscription = endTrialNow(context, subscription);
  const change = changeIn(params.list('items'), params);
  if (change.behavior === 'default_incomplete') {
    throw notSupported('A change of a subscription with `default_incomplete`');
  }
  subscription = changeItems(context, subscription, change);
  return keep(context, subscription);
}

export const subscriptionCalls: StripeCall[] = [
  { method: 'POST', path: '/v1/subscriptions', handler: ({ params }, context) => start(params, context) },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    handler: ({ params }, { store }) => {
      const customer = params.text('customer');
      const status = params.text('status');
      const price = params.text('price');
      const found = store
        .table('subscription')
        .all()
        .filter((one) => !customer || idOf(one.customer) === customer)
        .filter((one) => !price || one.items.data.some((item) => priceOf(item).id === price))
        .filter((one) => {
          if (status === 'all') return true;
          if (status === 'ended') return one.status === 'canceled' || one.status === 'incomplete_expired';
          return status ? one.status === status : one.status !== 'canceled';
        });
      return page(found, '/v1/subscriptions', params);
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
      update(params, context, context.store.table('subscription').get(path['id'] ?? '')),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    handler: ({ path, params }, context) => {
      for (const name of ['invoice_now', 'prorate']) {
        if (params.flag(name) === true) throw notSupported(`Cancelling with \`${name}\``);
      }
      const subscription = context.store.table('subscription').get(path['id'] ?? '');
      if (subscription.status === 'canceled') {
        throw invalidRequest(`No such subscription: '${subscription.id}'`, { param: 'id', code: 'resource_missing' });
      }
      return cancelNow(context, subscription);
    },
  },
];
