/** Coupons and the discounts that are created from them: https://docs.stripe.com/billing/subscriptions/coupons */
import type Stripe from 'stripe';
import type { CallContext } from './calls.js';
import { invalidRequest } from './errors.js';
import type { Reader } from './params.js';
import { periodEnd } from './periods.js';
import { saveSubscription } from './save-subscription.js';
import { type Store, idOf, omitFields } from './store.js';

/** A discount in a request: a coupon or a promotion code to redeem, or an existing discount to keep. */
export type DiscountSpec = Stripe.SubscriptionSchedule.Phase['discounts'][number];

export interface DiscountOwner {
  customer: string;
  subscription: string | null;
  subscription_item: string | null;
}

function couponFor(store: Store, spec: DiscountSpec, param: string): { coupon: Stripe.Coupon; code: string | null } {
  const codeId = idOf(spec.promotion_code);
  if (codeId === null) return { coupon: store.table('coupon').get(idOf(spec.coupon) ?? '', param), code: null };
  const code = store.table('promotion_code').get(codeId, param);
  if (!code.active) throw invalidRequest(`This promotion code is inactive.`, { param });
  return { coupon: store.table('coupon').get(idOf(code.promotion.coupon) ?? '', param), code: code.id };
}

/** Whether a coupon can be redeemed. */
export const isRedeemable = (coupon: Stripe.Coupon, now: number): boolean =>
  (coupon.redeem_by === null || coupon.redeem_by > now) &&
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions);

/** Reads a list of discounts; undefined if it is absent. An empty list removes all discounts. */
export function discountsIn(params: Reader, store: Store, name = 'discounts'): DiscountSpec[] | undefined {
  if (!params.has(name)) return undefined;
  return (params.list(name) ?? []).map((one, index) => {
    const spec: DiscountSpec = {
      coupon: one.text('coupon') ?? null,
      discount: one.text('discount') ?? null,
      promotion_code: one.text('promotion_code') ?? null,
    };
    const param = `${params.at(name)}[${index}]`;
    if ([spec.coupon, spec.discount, spec.promotion_code].filter((value) => value !== null).length !== 1) {
      throw invalidRequest('You must pass exactly one of `coupon`, `discount` or `promotion_code`.', { param });
    }
    if (spec.discount !== null) store.table('discount').get(idOf(spec.discount) ?? '', `${param}[discount]`);
    else {
      const { coupon } = couponFor(store, spec, `${param}[${spec.coupon === null ? 'promotion_code' : 'coupon'}]`);
      if (!isRedeemable(coupon, store.now())) {
        throw invalidRequest(`Coupon expired: ${coupon.id}`, { param: `${param}[coupon]`, code: 'coupon_expired' });
      }
    }
    return spec;
  });
}

/** Creates the discount of a coupon, or finds the one to keep. Returns its id. */
export function redeem({ store, events }: CallContext, spec: DiscountSpec, owner: DiscountOwner): string {
  const existing = idOf(spec.discount);
  if (existing !== null) return store.table('discount').get(existing, 'discounts').id;
  const { coupon, code } = couponFor(store, spec, 'discounts');
  const start = store.now();
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 0) : null;
  const discount: Stripe.Discount = {
    id: store.newId('di'),
    object: 'discount',
    checkout_session: null,
    ...owner,
    customer_account: null,
    end: months === null ? null : periodEnd(start, { interval: 'month', interval_count: months }, start),
    invoice: null,
    invoice_item: null,
    promotion_code: code,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
  };
  store.table('discount').put(discount);
  const redeemed = { ...coupon, times_redeemed: coupon.times_redeemed + 1 };
  store.table('coupon').put({ ...redeemed, valid: isRedeemable(redeemed, start) });
  events.emit('customer.discount.created', discount);
  return discount.id;
}

/** Whether a discount applies to an invoice created now: it wasn't removed, and its months aren't over. */
function isInEffect(
  store: Store,
  discount: Stripe.Discount | Stripe.DeletedDiscount | undefined,
): discount is Stripe.Discount {
  return discount !== undefined && !discount.deleted && (discount.end === null || discount.end > store.now());
}

/** Redeems discounts. Those that have ended are skipped, because a phase may still refer to them when it begins. */
export const redeemAll = (context: CallContext, specs: readonly DiscountSpec[], owner: DiscountOwner): string[] =>
  specs
    .filter(({ discount }) => {
      const existing = context.store.table('discount').find(idOf(discount));
      return existing === undefined || isInEffect(context.store, existing);
    })
    .map((spec) => redeem(context, spec, owner));

export const discountSpecOf = (discount: string | { id: string }): DiscountSpec => ({
  coupon: null,
  discount: idOf(discount),
  promotion_code: null,
});

/** Ends a discount that was removed, was for one invoice, or whose months are over. */
export function endDiscount(context: CallContext, id: string): void {
  const { store, events } = context;
  const discount = store.table('discount').find(id);
  if (!discount || discount.deleted) return;
  const ended: Stripe.DeletedDiscount = { ...omitFields(discount, 'end', 'deleted'), deleted: true };
  store.table('discount').put(ended);
  events.emit('customer.discount.deleted', discount);
  const customer = store.table('customer').find(idOf(discount.customer));
  if (customer?.discount?.id === id) {
    events.emit('customer.updated', store.table('customer').put({ ...customer, discount: null }));
  }
  const subscription = store.table('subscription').find(discount.subscription);
  if (!subscription) return;
  const withoutDiscount = (ids: Stripe.Subscription['discounts']) => ids.filter((one) => idOf(one) !== id) as string[];
  const data = subscription.items.data.map((item) => ({ ...item, discounts: withoutDiscount(item.discounts) }));
  const after = {
    ...subscription,
    discounts: withoutDiscount(subscription.discounts),
    items: { ...subscription.items, data },
  };
  if (subscription.ended_at === null) saveSubscription(context, after);
  else store.table('subscription').put(after);
}

/** Ends discounts whose coupon is for one invoice. They end right after the request. */
export function endSingleUseDiscounts(store: Store, discounts: Iterable<string>): void {
  for (const id of discounts) {
    const discount = store.table('discount').find(id);
    const coupon = store.table('coupon').find(idOf(discount?.source.coupon));
    if (discount && !discount.deleted && coupon?.duration === 'once') {
      store.table('discount').put({ ...discount, end: store.now() });
    }
  }
}

export interface DiscountAmount {
  discount: string;
  amount: number;
}

interface Discountable {
  amount: number;
  /** The product of the item's price. */
  product: string;
  /** Discounts of the item itself. They come first. */
  discounts: readonly string[];
  /** False for credits, and for prorations, whose amounts already include the discounts. */
  isDiscountable: boolean;
}

interface Applicable {
  id: string;
  coupon: Stripe.Coupon;
}

function applicable(store: Store, ids: readonly string[], currency: string): Applicable[] {
  return ids.flatMap((id) => {
    const discount = store.table('discount').find(id);
    const coupon = store.table('coupon').find(idOf(discount?.source.coupon));
    if (!isInEffect(store, discount) || !coupon) return [];
    return coupon.amount_off === null || coupon.currency === currency ? [{ id, coupon }] : [];
  });
}

/** Splits an amount in proportion to weights, without a remainder. */
function split(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const share = Math.round((amount * passed) / total) - given;
    given += share;
    return share;
  });
}

/** The amounts that a coupon takes off the given amounts. */
function takenOff(coupon: Stripe.Coupon, amounts: readonly number[]): number[] {
  if (coupon.amount_off === null)
    return amounts.map((amount) => Math.round((amount * (coupon.percent_off ?? 0)) / 100));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return split(Math.min(coupon.amount_off, total), amounts);
}

/**
 * The discounts of each line, those of items first. Each applies to the amount that remains after the previous ones.
 *
 * @param shared discounts of the whole invoice
 */
export function discountAmounts(
  store: Store,
  lines: readonly Discountable[],
  shared: readonly string[],
  currency: string,
): { ofItem: DiscountAmount[]; ofInvoice: DiscountAmount[] }[] {
  const left = lines.map(({ amount, isDiscountable }) => (isDiscountable ? Math.max(0, amount) : 0));
  const result = lines.map(() => ({ ofItem: [] as DiscountAmount[], ofInvoice: [] as DiscountAmount[] }));
  const apply = ({ id, coupon }: Applicable, among: readonly number[], list: 'ofItem' | 'ofInvoice'): void => {
    const products = coupon.applies_to?.products;
    const eligible = among.filter((at) => !products || products.includes(lines[at]?.product ?? ''));
    const off = takenOff(
      coupon,
      eligible.map((at) => left[at] ?? 0),
    );
    for (const [index, at] of eligible.entries()) {
      if (lines[at]?.isDiscountable !== true) continue;
      const amount = off[index] ?? 0;
      left[at] = (left[at] ?? 0) - amount;
      result[at]?.[list].push({ discount: id, amount });
    }
  };
  for (const [at, line] of lines.entries()) {
    for (const one of applicable(store, line.discounts, currency)) apply(one, [at], 'ofItem');
  }
  for (const one of applicable(store, shared, currency)) apply(one, [...lines.keys()], 'ofInvoice');
  return result;
}

/**
 * The discounts of a subscription's invoices: its own, or else its customer's. Its own discount that ends with the
 * period doesn't prevent its customer's from applying. In a preview, the subscription still has the ended discount at
 * that time.
 */
export function sharedDiscountsOf(store: Store, { discounts, customer }: Stripe.Subscription): string[] {
  const inEffect = discounts
    .map((one) => idOf(one) ?? '')
    .filter((id) => isInEffect(store, store.table('discount').find(id)));
  if (inEffect.length > 0) return inEffect;
  const own = store.table('customer').find(idOf(customer))?.discount;
  return own ? [own.id] : [];
}
