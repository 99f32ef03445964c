/**
 * Changes a subscription's items, billing cycle or trial, with the prorations:
 * https://docs.stripe.com/billing/subscriptions/prorations.
 */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { type DiscountSpec, redeemAll } from './discounts.js';
import { invalidRequest, missing, noSuch, notSupported } from './errors.js';
import { type Line, attemptPayment, makeInvoice } from './invoices.js';
import {
  assertItems,
  checkPrices,
  fullLines,
  hasSameInterval,
  itemsFrom,
  makeItem,
  periodOf,
  priceOf,
  withItems,
} from './items.js';
import { discardPendingUpdate, holdChange } from './pending-updates.js';
import {
  creditLines,
  debitsOf,
  toInvoiceLine,
  prorationLines,
  storePendingLine,
  recordDebits,
  consumePendingLines,
  consumePendingItems,
} from './prorations.js';
import { syncCurrentPhase } from './schedule-phases.js';
import { amountOf } from './pricing.js';
import { type Store, idOf } from './store.js';
import { type PaymentBehavior, bill } from './subscription-lifecycle.js';

export interface ItemChange {
  /** The item's id; absent for a new one. */
  id?: string;
  price?: string;
  quantity?: number;
  deleted: boolean;
  metadata?: Record<string, string>;
  discounts?: DiscountSpec[];
  tax_rates?: Stripe.TaxRate[];
}

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export interface SubscriptionChange {
  items: ItemChange[];
  proration: Proration;
  prorationDate?: number | undefined;
  /** True to restart the billing cycle now. */
  resetsCycle?: boolean;
  /** Epoch seconds, or `now` to end the trial immediately. */
  trialEnd?: number | 'now' | undefined;
  /** True if the change happens at the end of a period. The following renewal bills it. */
  isAtPeriodEnd?: boolean;
  behavior: PaymentBehavior;
}

/** The effect of a change on the current subscription. */
interface ComputedChange {
  next: Stripe.Subscription;
  lines: Line[];
  /** True if the change is invoiced now; false if its prorations wait for the next invoice. */
  isInvoiced: boolean;
}

/** An item with the discounts from a change. */
function withDiscounts(
  context: CallContext,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  specs: DiscountSpec[] | undefined,
): Stripe.SubscriptionItem {
  if (!specs) return item;
  const owner = { customer: idOf(subscription.customer) ?? '', subscription: subscription.id };
  return { ...item, discounts: redeemAll(context, specs, { ...owner, subscription_item: item.id }) };
}

function changeItem(
  context: CallContext,
  subscription: Stripe.Subscription,
  items: readonly Stripe.SubscriptionItem[],
  change: ItemChange,
  index: number,
): Stripe.SubscriptionItem[] {
  const { store } = context;
  const period = periodOf(subscription);
  if (change.id === undefined) {
    const { price } = change;
    if (price === undefined) {
      throw missing(`items[${index}][price]`);
    }
    if (items.some((item) => priceOf(item).id === price)) {
      throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${price}`, {
        param: `items[${index}][price]`,
      });
    }
    const { quantity, metadata = {}, tax_rates: rates = [] } = change;
    const item = makeItem(store, subscription.id, { price, quantity, metadata, tax_rates: rates }, period);
    return [...items, withDiscounts(context, subscription, item, change.discounts)];
  }
  const before = items.find(({ id }) => id === change.id);
  if (!before) throw noSuch('subscription item', change.id, `items[${index}][id]`);
  if (change.deleted) return items.filter((item) => item !== before);
  const spec = {
    price: change.price ?? priceOf(before).id,
    quantity: change.quantity ?? before.quantity,
    metadata: change.metadata ?? before.metadata,
    tax_rates: change.tax_rates ?? before.tax_rates ?? [],
  };
  if (items.some((item) => item !== before && priceOf(item).id === spec.price)) {
    throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${spec.price}`, {
      param: `items[${index}][price]`,
    });
  }
  const replacement = makeItem(store, subscription.id, spec, period);
  const { id, created, discounts } = before;
  const after = withDiscounts(context, subscription, { ...replacement, id, created, discounts }, change.discounts);
  return items.map((item) => (item === before ? after : item));
}

/** The items after a change. Items that the change doesn't contain remain unchanged. */
function itemsAfter(context: CallContext, subscription: Stripe.Subscription, changes: readonly ItemChange[]) {
  // Removals come first, because a price may move from one item to another in one request.
  const ordered = [...changes.entries()].sort(([, one], [, other]) => Number(other.deleted) - Number(one.deleted));
  const items = ordered.reduce<Stripe.SubscriptionItem[]>(
    (before, [index, change]) => changeItem(context, subscription, before, change, index),
    subscription.items.data,
  );
  assertItems(items.length);
  if (items.length === 0) throw invalidRequest('A subscription must have at least one active plan.');
  checkPrices(
    context.store,
    items.map((item) => priceOf(item).id),
    subscription.items.data.map((item) => priceOf(item).id),
  );
  return items;
}

const fullAmount = (items: readonly Stripe.SubscriptionItem[]): number =>
  items.reduce((sum, item) => sum + amountOf(priceOf(item), item.quantity ?? 0), 0);

/** The cycle restarts if the interval changes, or if a free subscription becomes a paid one. */
function beginsNewCycle(
  before: readonly Stripe.SubscriptionItem[],
  after: readonly Stripe.SubscriptionItem[],
): boolean {
  const [first] = before;
  const [second] = after;
  if (!first || !second) return false;
  return !hasSameInterval(priceOf(first), priceOf(second)) || (fullAmount(before) === 0 && fullAmount(after) > 0);
}

/** Computes a change of the trial: its immediate end, another end, or a trial for a paid subscription. */
function computeTrial(
  store: Store,
  subscription: Stripe.Subscription,
  after: Stripe.SubscriptionItem[],
  change: SubscriptionChange,
): ComputedChange {
  const now = store.now();
  const { trialEnd } = change;
  if (typeof trialEnd !== 'number') {
    const items = itemsFrom(after, now, now);
    const next = withItems({ ...subscription, status: 'active', trial_end: now, billing_cycle_anchor: now }, items);
    return { next, lines: fullLines(store, items), isInvoiced: true };
  }
  const trial: Stripe.Subscription = { ...subscription, trial_end: trialEnd, billing_cycle_anchor: trialEnd };
  if (subscription.status === 'trialing') {
    const items = after.map((item) => ({ ...item, current_period_end: trialEnd }));
    return { next: withItems(trial, items), lines: [], isInvoiced: false };
  }
  const items = after.map((item) => ({ ...item, current_period_start: now, current_period_end: trialEnd }));
  const next = withItems({ ...trial, status: 'trialing', trial_start: now }, items);
  const credits =
    change.proration === 'none'
      ? []
      : subscription.items.data.flatMap((item) => creditLines(store, item, change.prorationDate ?? now));
  return { next, lines: [...credits, ...fullLines(store, items, true)], isInvoiced: true };
}

function computeChange(
  context: CallContext,
  subscription: Stripe.Subscription,
  change: SubscriptionChange,
): ComputedChange {
  const { store } = context;
  const now = store.now();
  const { proration, prorationDate, trialEnd } = change;
  const from = prorationDate ?? now;
  const period = periodOf(subscription);
  if (from < period.start || from > period.end) {
    throw invalidRequest('Cannot specify `proration_date` outside of the current subscription period.', {
      param: 'proration_date',
    });
  }
  const before = subscription.items.data;
  const after = itemsAfter(context, subscription, change.items);
  const isTrialing = subscription.status === 'trialing';
  if (typeof trialEnd === 'number' || (trialEnd === 'now' && isTrialing)) {
    return computeTrial(store, subscription, after, change);
  }
  if (isTrialing) {
    if (change.resetsCycle) throw notSupported('A new billing cycle within a trial');
    // Nothing was billed during a trial, so nothing is prorated.
    return { next: withItems(subscription, after), lines: [], isInvoiced: false };
  }
  if (change.isAtPeriodEnd) return { next: withItems(subscription, after), lines: [], isInvoiced: false };
  if (change.resetsCycle || beginsNewCycle(before, after)) {
    const items = itemsFrom(after, now, now);
    const credits = proration === 'none' ? [] : before.flatMap((item) => creditLines(store, item, from));
    return {
      next: withItems({ ...subscription, billing_cycle_anchor: now }, items),
      lines: [...credits, ...fullLines(store, items)],
      isInvoiced: true,
    };
  }
  const next = withItems(subscription, after);
  const lines = proration === 'none' ? [] : prorationLines(store, before, next, from);
  return {
    next,
    lines,
    isInvoiced: proration === 'always_invoice' && lines.length > 0,
  };
}

/** Charges the invoice before it applies the change. An unpaid change stays pending. */
function changeAfterPayment(
  context: CallContext,
  subscription: Stripe.Subscription,
  { next, lines }: ComputedChange,
): Stripe.Subscription {
  const { store } = context;
  const billed = debitsOf(store, next, lines);
  const prorations = consumePendingItems(store, subscription.id);
  const invoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_update',
    lines: [...prorations.map((item) => toInvoiceLine(store, item)), ...lines],
    period: { start: periodOf(subscription).start, end: store.now() },
  });
  const latest = { ...subscription, latest_invoice: invoice.id };
  store.table('subscription').put(latest);
  const { status } = attemptPayment(context, invoice, { retries: false }).invoice;
  if (status !== 'paid') {
    return holdChange(context, latest, { id: subscription.id, invoice: invoice.id, next, prorations, ...billed });
  }
  recordDebits(store, billed);
  const changed: Stripe.Subscription = {
    ...next,
    latest_invoice: invoice.id,
    status: next.status === 'trialing' ? 'trialing' : 'active',
  };
  store.table('subscription').put(changed);
  syncCurrentPhase(context, changed);
  return changed;
}

/** True if a change affects billing. Changes of settings don't. */
export function changesBilling({ items, resetsCycle, trialEnd }: SubscriptionChange): boolean {
  return items.length > 0 || resetsCycle === true || trialEnd !== undefined;
}

/** Changes a subscription now. The caller saves the result. */
export function changeSubscription(
  context: CallContext,
  given: Stripe.Subscription,
  change: SubscriptionChange,
): Stripe.Subscription {
  if (!changesBilling(change)) return given;
  const { store } = context;
  // A later change replaces a pending one.
  const subscription = discardPendingUpdate(context, given);
  const computed = computeChange(context, subscription, change);
  const isPending = change.behavior === 'pending_if_incomplete';
  if (isPending && given.collection_method === 'send_invoice') {
    throw invalidRequest(
      'You cannot use `payment_behavior=pending_if_incomplete` with `collection_method=send_invoice`.',
      { param: 'payment_behavior' },
    );
  }
  if (isPending && computed.isInvoiced && given.pause_collection === null) {
    return changeAfterPayment(context, subscription, computed);
  }
  const { next, lines, isInvoiced } = computed;
  recordDebits(store, debitsOf(store, next, lines));
  store.table('subscription').put(next);
  syncCurrentPhase(context, next);
  if (!isInvoiced) {
    for (const line of lines) storePendingLine(store, next, line);
    return next;
  }
  return bill(context, next, {
    reason: 'subscription_update',
    lines: [...consumePendingLines(store, next.id), ...lines],
    period: { start: periodOf(subscription).start, end: store.now() },
    behavior: change.behavior,
    failedStatus: 'past_due',
  });
}
