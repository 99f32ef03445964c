/** Coupons, promotion codes and tax rates: https://docs.stripe.com/api/coupons, /promotion_codes, /tax_rates */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { endDiscount, isRedeemable } from './discounts.js';
import { invalidParameter, invalidRequest, missing, noSuch } from './errors.js';
import type { Reader } from './params.js';
import { type Store, idOf } from './store.js';

/** Reads a percentage with decimals; null if it is absent. */
function percentIn(params: Reader, name: string): number | null {
  const text = params.text(name);
  if (text === undefined || text === null) return null;
  const percent = Number(text);
  if (!(percent >= 0 && percent <= 100)) {
    throw invalidParameter(`Invalid decimal: ${text}`, { param: name });
  }
  return percent;
}

function newCoupon(params: Reader, store: Store): Stripe.Coupon {
  const id = params.text('id') ?? store.newId('coupon').slice(7, 15);
  if (store.table('coupon').find(id)) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const percentOff = percentIn(params, 'percent_off');
  const amountOff = params.integer('amount_off') ?? null;
  if ((percentOff === null) === (amountOff === null)) {
    throw invalidRequest('You must pass exactly one of `percent_off` or `amount_off`.', { param: 'percent_off' });
  }
  if ((percentOff ?? amountOff ?? 0) <= 0) {
    const param = percentOff === null ? 'amount_off' : 'percent_off';
    throw invalidRequest('A coupon takes off more than nothing.', { param });
  }
  const currency = amountOff === null ? null : params.needed('currency').toLowerCase();
  const duration = params.oneOf('duration', ['once', 'repeating', 'forever']) ?? 'once';
  const months = params.integer('duration_in_months') ?? null;
  if (duration === 'repeating' && months === null) throw missing('duration_in_months');
  if (duration !== 'repeating' && months !== null) {
    throw invalidRequest('`duration_in_months` is only for `duration=repeating`.', { param: 'duration_in_months' });
  }
  const products = params.object('applies_to')?.texts('products');
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: amountOff,
    ...(products && { applies_to: { products } }),
    created: store.now(),
    currency,
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: params.integer('max_redemptions') ?? null,
    metadata: params.metadata(),
    name: params.text('name') ?? null,
    percent_off: percentOff,
    redeem_by: params.integer('redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
  };
  return { ...coupon, valid: isRedeemable(coupon, store.now()) };
}

function newPromotionCode(params: Reader, store: Store): Stripe.PromotionCode {
  const promotion = params.object('promotion');
  if (promotion?.oneOf('type', ['coupon']) !== 'coupon') throw missing('promotion[type]');
  const coupon = store.table('coupon').get(promotion.needed('coupon'), 'promotion[coupon]');
  const id = store.newId('promo');
  return {
    id,
    object: 'promotion_code',
    active: params.flag('active') ?? true,
    code: params.text('code') ?? id.slice(6, 14).toUpperCase(),
    created: store.now(),
    customer: params.text('customer') ?? null,
    customer_account: null,
    expires_at: params.integer('expires_at') ?? null,
    livemode: false,
    max_redemptions: params.integer('max_redemptions') ?? null,
    metadata: params.metadata(),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
}

function newTaxRate(params: Reader, store: Store): Stripe.TaxRate {
  const percentage = percentIn(params, 'percentage');
  if (percentage === null) throw missing('percentage');
  const inclusive = params.flag('inclusive');
  if (inclusive === undefined) throw missing('inclusive');
  return taxRate(store.newId('txr'), store.now(), {
    display_name: params.needed('display_name'),
    inclusive,
    percentage,
    active: params.flag('active') ?? true,
    country: params.text('country') ?? null,
    description: params.text('description') ?? null,
    jurisdiction: params.text('jurisdiction') ?? null,
    metadata: params.metadata(),
    state: params.text('state') ?? null,
  });
}

/** Creates a tax rate with a percentage. */
export function taxRate(
  id: string,
  created: number,
  fields: Partial<Stripe.TaxRate> & Pick<Stripe.TaxRate, 'display_name' | 'inclusive' | 'percentage'>,
): Stripe.TaxRate {
  return {
    id,
    object: 'tax_rate',
    active: true,
    country: null,
    created,
    description: null,
    effective_percentage: fields.percentage,
    flat_amount: null,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    rate_type: 'percentage',
    state: null,
    tax_type: null,
    ...fields,
  };
}

/** Removes the discount of a customer or a subscription. */
function removeDiscount(context: CallContext, discount: string | null): object {
  if (discount === null) throw noSuch('discount', '');
  endDiscount(context, discount);
  return context.store.table('discount').get(discount);
}

export const discountCalls: StripeCall[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    handler: ({ params }, { store, events }) => {
      const coupon = store.table('coupon').put(newCoupon(params, store));
      events.emit('coupon.created', coupon);
      return coupon;
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    handler: ({ params }, { store }) => page(store.table('coupon').all(), '/v1/coupons', params),
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    handler: ({ path }, { store }) => store.table('coupon').get(path['id'] ?? ''),
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    handler: ({ path }, { store, events }) => {
      // Existing discounts remain, so the store keeps the coupon for them.
      const coupon = store.table('coupon').get(path['id'] ?? '');
      store.table('coupon').put({ ...coupon, valid: false, max_redemptions: coupon.times_redeemed });
      events.emit('coupon.deleted', coupon);
      return { id: coupon.id, object: 'coupon', deleted: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    handler: ({ params }, { store, events }) => {
      const code = store.table('promotion_code').put(newPromotionCode(params, store));
      events.emit('promotion_code.created', code);
      return code;
    },
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    handler: ({ path }, { store }) => store.table('promotion_code').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/tax_rates',
    handler: ({ params }, { store, events }) => {
      const rate = store.table('tax_rate').put(newTaxRate(params, store));
      events.emit('tax_rate.created', rate);
      return rate;
    },
  },
  {
    method: 'GET',
    path: '/v1/tax_rates',
    handler: ({ params }, { store }) => page(store.table('tax_rate').all(), '/v1/tax_rates', params),
  },
  {
    method: 'GET',
    path: '/v1/tax_rates/:id',
    handler: ({ path }, { store }) => store.table('tax_rate').get(path['id'] ?? ''),
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id/discount',
    handler: ({ path }, context) =>
      removeDiscount(context, context.store.table('customer').get(path['id'] ?? '').discount?.id ?? null),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id/discount',
    handler: ({ path }, context) =>
      removeDiscount(
        context,
        idOf(
          context.store
            .table('subscription')
            .get(path['id'] ?? '')
            .discounts.at(-1),
        ),
      ),
  },
];
