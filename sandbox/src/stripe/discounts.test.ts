/** Discounts, taxes and types of prices, in invoices and their previews. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => 1_800_000_000_000);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const subscribe = async (over: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const customer = await aCustomer(stripe);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }], ...over });
};
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data;
const totalsOf = async (subscription: string) => (await invoicesOf(subscription)).map(({ total }) => total).reverse();
const aTax = (percentage: number, inclusive = false) =>
  stripe.taxRates.create({ display_name: 'Sales tax', percentage, inclusive });
/** A preview of a full period after a change. */
const fullPeriod = (subscription: string, items: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[]) =>
  stripe.invoices.createPreview({
    subscription,
    subscription_details: { items, proration_behavior: 'none' },
    preview_mode: 'recurring',
  });

describe('a discount of a subscription', () => {
  it.each([
    ['half of every invoice', { percent_off: 50, duration: 'forever' as const }, [4950, 4950, 4950, 4950]],
    ['half of one invoice', { percent_off: 50, duration: 'once' as const }, [4950, 9900, 9900, 9900]],
    [
      'half for two months',
      { percent_off: 50, duration: 'repeating' as const, duration_in_months: 2 },
      [4950, 4950, 9900, 9900],
    ],
    [
      '$20 of every invoice',
      { amount_off: 2000, currency: 'usd', duration: 'forever' as const },
      [7900, 7900, 7900, 7900],
    ],
    [
      'no more than the invoice',
      { amount_off: 50_000, currency: 'usd', duration: 'once' as const },
      [0, 9900, 9900, 9900],
    ],
    [
      'nothing in another currency',
      { amount_off: 2000, currency: 'eur', duration: 'once' as const },
      [9900, 9900, 9900, 9900],
    ],
  ])('takes off %s', async (_what, params, totals) => {
    const coupon = await stripe.coupons.create(params);
    const { id } = await subscribe({ discounts: [{ coupon: coupon.id }] });
    const previewed: number[] = [];
    for (let month = 0; month < 3; month += 1) {
      previewed.push((await stripe.invoices.createPreview({ subscription: id })).total);
      await sandbox.advance(31);
    }
    expect(await totalsOf(id)).toEqual(totals);
    expect(previewed).toEqual(totals.slice(1));
  });

  it('shows its amount by line and in total', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever', name: 'Loyal' });
    const { id, discounts } = await subscribe({
      items: [{ price: prices.core.id }, { price: prices.addOn.id }],
      discounts: [{ coupon: coupon.id }],
    });
    const [invoice] = await invoicesOf(id);
    const [discount] = discounts;
    expect(invoice).toMatchObject({
      subtotal: 12_900,
      total: 11_610,
      discounts: [discount],
      total_discount_amounts: [{ amount: 1290, discount }],
    });
    expect(invoice?.lines.data.map((line) => line.discount_amounts)).toEqual([
      [{ amount: 990, discount }],
      [{ amount: 300, discount }],
    ]);
    const read = await stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] });
    expect(read.discounts).toMatchObject([
      { object: 'discount', source: { coupon: { name: 'Loyal' } }, subscription: id },
    ]);
  });

  it('is included in the preview of a full period after a change', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const rate = await aTax(10);
    const { id } = await subscribe({ discounts: [{ coupon: coupon.id }], default_tax_rates: [rate.id] });
    expect(await fullPeriod(id, [{ price: prices.addOn.id }])).toMatchObject({
      subtotal: 12_900,
      total_discount_amounts: [{ amount: 6450 }],
      total_taxes: [{ amount: 645 }],
      total: 7095,
    });
  });

  it('applies discounts of items first, and each discount to its own products', async () => {
    const ofItem = await stripe.coupons.create({ amount_off: 1000, currency: 'usd', duration: 'forever' });
    const ofProduct = await stripe.coupons.create({
      percent_off: 50,
      duration: 'forever',
      applies_to: { products: [String(prices.core.product)] },
    });
    const { id } = await subscribe({
      items: [{ price: prices.core.id, discounts: [{ coupon: ofItem.id }] }, { price: prices.addOn.id }],
      discounts: [{ coupon: ofProduct.id }],
    });
    expect(await invoicesOf(id)).toMatchObject([{ subtotal: 11_900, total: 4450 + 3000 }]);
  });

  it('reduces prorations and credits', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { id, items } = await subscribe({ discounts: [{ coupon: coupon.id }] });
    const change = { items: [{ id: items.data[0]?.id ?? '', price: prices.addOn.id }] };
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { ...change, proration_behavior: 'always_invoice' },
    });
    expect(preview.lines.data.map(({ amount, discountable }) => [amount, discountable])).toEqual([
      [-4950, false],
      [1500, false],
    ]);
  });

  it('replaces and removes it on an update', async () => {
    const half = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const tenth = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { id, discounts } = await subscribe({ discounts: [{ coupon: half.id }] });
    const both = await stripe.subscriptions.update(id, {
      discounts: [{ discount: String(discounts[0]) }, { coupon: tenth.id }],
    });
    expect(both.discounts[0]).toBe(discounts[0]);
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(4455);
    const none = await stripe.subscriptions.update(id, { discounts: '' });
    expect(none.discounts).toEqual([]);
    expect((await stripe.events.list({ type: 'customer.discount.deleted' })).data.length).toBeGreaterThanOrEqual(2);
  });

  it('begins and ends with its phase', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const rate = await aTax(10);
    const { id } = await subscribe();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { start_date = 0, end_date = 0 } = schedule.phases[0] ?? {};
    const item = { price: prices.core.id };
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { start_date, end_date, items: [item] },
        {
          items: [{ ...item, tax_rates: [rate.id] }],
          duration: { interval: 'month' },
          discounts: [{ coupon: coupon.id }],
        },
        { items: [item], duration: { interval: 'month' } },
      ],
    });
    await sandbox.advance(93);
    expect(await totalsOf(id)).toEqual([9900, 5445, 9900, 9900]);
  });

  it.each([
    ['an unknown coupon', [{ coupon: 'none' }], 'discounts[0][coupon]', 'resource_missing'],
    ['two sources', [{ coupon: 'none', promotion_code: 'promo_none' }], 'discounts[0]', undefined],
  ])('rejects %s', async (_what, discounts, param, code) => {
    expect(await refusalOf(subscribe({ discounts }))).toMatchObject({ statusCode: 400, param, ...(code && { code }) });
  });

  it('rejects a coupon that has reached its redemption limit', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once', max_redemptions: 1 });
    await subscribe({ discounts: [{ coupon: coupon.id }] });
    expect(await refusalOf(subscribe({ discounts: [{ coupon: coupon.id }] }))).toMatchObject({
      code: 'coupon_expired',
    });
    expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1, valid: false });
  });
});

describe('a discount of a customer whose subscription has a discount that ends', () => {
  const aMonth = { interval: 'month' as const, interval_count: 1 };
  const half = { percent_off: 50, duration: 'repeating' as const, duration_in_months: 1 };
  /** A subscription with a coupon for its first month. The customer has a permanent discount of 20 %. */
  const discounted = async (over: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const { id: customer } = await aCustomer(stripe);
    const [own, forever] = [
      await stripe.coupons.create(half),
      await stripe.coupons.create({ percent_off: 20, duration: 'forever' }),
    ];
    await sandbox.control('customer-discount', { customer, coupon: forever.id });
    const made = await subscribe({ customer, discounts: [{ coupon: own.id }], ...over });
    return { ...made, own: own.id };
  };
  /** The previews and totals of renewals. */
  const renewals = async (id: string, count: number) => {
    const previewed: number[] = [];
    for (let month = 0; month < count; month += 1) {
      previewed.push((await stripe.invoices.createPreview({ subscription: id })).total);
      await sandbox.advance(31);
    }
    return { previewed, charged: (await totalsOf(id)).slice(-count) };
  };

  it('is in the preview of the renewal at which the subscription’s discount ends', async () => {
    const { id } = await discounted();
    expect(await renewals(id, 2)).toEqual({ previewed: [7920, 7920], charged: [7920, 7920] });
  });

  it('is in the preview of a switch at that renewal', async () => {
    const { id, items } = await discounted();
    const change = {
      items: [{ id: items.data[0]?.id ?? '', price: prices.addOn.id }],
      proration_behavior: 'none' as const,
    };
    const { total } = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    await stripe.subscriptions.update(id, change);
    expect([total, await renewals(id, 1)]).toEqual([2400, { previewed: [2400], charged: [2400] }]);
  });

  it.each([
    ['without discounts', () => [], [7920, 7920]],
    ['that keeps the ended one', (discount: string) => [{ discount }], [7920, 7920]],
    ['with a coupon of its own', (_: string, coupon: string) => [{ coupon }], [4950, 7920]],
  ])('is in the previews of a phase %s', async (_what, discountsOf, totals) => {
    const { id, own, discounts } = await discounted();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { start_date = 0, end_date = 0 } = schedule.phases[0] ?? {};
    const items = [{ price: prices.core.id }];
    const next = { items, discounts: discountsOf(String(discounts[0]), own), duration: aMonth };
    await stripe.subscriptionSchedules.update(schedule.id, { phases: [{ start_date, end_date, items }, next] });
    expect(await renewals(id, 2)).toEqual({ previewed: totals, charged: totals });
  });

  it('applies together with the discount of an item', async () => {
    const coupon = await stripe.coupons.create(half);
    const { id } = await discounted({
      items: [{ price: prices.core.id, discounts: [{ coupon: coupon.id }] }],
      discounts: [],
    });
    expect(await renewals(id, 2)).toEqual({ previewed: [7920, 7920], charged: [7920, 7920] });
    expect(await totalsOf(id)).toEqual([3960, 7920, 7920]);
  });
});

describe('taxes', () => {
  it.each([
    ['adds it to the amount', false, { subtotal: 9900, total: 10_717, total_excluding_tax: 9900 }, 817],
    ['includes it in the amount', true, { subtotal: 9900, total: 9900, total_excluding_tax: 9145 }, 755],
  ])('%s', async (_what, inclusive, totals, amount) => {
    const rate = await aTax(8.25, inclusive);
    const { id } = await subscribe({ default_tax_rates: [rate.id] });
    const expected = { ...totals, total_taxes: [{ amount, tax_rate_details: { tax_rate: rate.id } }] };
    expect(await invoicesOf(id)).toMatchObject([expected]);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject(expected);
  });

  it('prefers the rates of an item to those of its subscription', async () => {
    const [state, city] = [await aTax(10), await aTax(20)];
    const { id } = await subscribe({
      items: [{ price: prices.core.id, tax_rates: [city.id] }, { price: prices.addOn.id }],
      default_tax_rates: [state.id],
    });
    expect((await invoicesOf(id))[0]?.total_taxes?.map(({ amount }) => amount)).toEqual([1980, 300]);
  });

  it('charges no tax to an exempt customer', async () => {
    const rate = await aTax(10);
    const customer = await aCustomer(stripe);
    await stripe.customers.update(customer.id, { tax_exempt: 'exempt' });
    const { id } = await subscribe({ customer: customer.id, default_tax_rates: [rate.id] });
    expect(await invoicesOf(id)).toMatchObject([{ total: 9900, total_taxes: [{ amount: 0 }] }]);
  });

  it('calculates automatic tax at the rate that a control endpoint sets', async () => {
    await sandbox.control('tax', { percentage: 5 });
    const { id } = await subscribe({ automatic_tax: { enabled: true } });
    expect(await invoicesOf(id)).toMatchObject([
      { total: 10_395, automatic_tax: { enabled: true, status: 'complete' }, total_taxes: [{ amount: 495 }] },
    ]);
  });
});

describe('account credit', () => {
  it('pays only invoices in its own currency', async () => {
    const customer = await aCustomer(stripe);
    await stripe.customers.update(customer.id, { balance: -10_000 });
    const product = await stripe.products.create({ name: 'Core in Europe' });
    const euros = await stripe.prices.create({
      product: product.id,
      currency: 'eur',
      unit_amount: 5000,
      recurring: { interval: 'month' },
    });
    const inEuros = await subscribe({ customer: customer.id, items: [{ price: euros.id }] });
    expect(await invoicesOf(inEuros.id)).toMatchObject([{ amount_due: 5000, amount_paid: 5000 }]);
    const inDollars = await subscribe({ customer: customer.id });
    expect(await invoicesOf(inDollars.id)).toMatchObject([{ total: 9900, amount_due: 0, ending_balance: -100 }]);
  });
});

describe('prices', () => {
  const aPrice = async (over: Partial<Stripe.PriceCreateParams>) => {
    const product = await stripe.products.create({ name: 'Calls' });
    return stripe.prices.create({ product: product.id, currency: 'usd', recurring: { interval: 'month' }, ...over });
  };
  const tiers = [
    { up_to: 10, unit_amount: 500 },
    { up_to: 'inf' as const, unit_amount: 300, flat_amount: 1000 },
  ];

  it.each([
    ['graduated tiers', { billing_scheme: 'tiered' as const, tiers_mode: 'graduated' as const, tiers }, 15, 7500],
    ['volume tiers', { billing_scheme: 'tiered' as const, tiers_mode: 'volume' as const, tiers }, 15, 5500],
    ['decimals of cents', { unit_amount_decimal: Stripe.Decimal.from('0.25') }, 2001, 500],
    ['packages', { unit_amount: 700, transform_quantity: { divide_by: 10, round: 'up' as const } }, 21, 2100],
  ])('charges %s as documented', async (_what, over, quantity, total) => {
    const price = await aPrice(over);
    const { id } = await subscribe({ items: [{ price: price.id, quantity }] });
    expect(await invoicesOf(id)).toMatchObject([{ total }]);
    const read = await stripe.prices.retrieve(price.id, { expand: ['tiers'] });
    expect(read.tiers?.length ?? 0).toBe('tiers' in over ? 2 : 0);
    expect(await stripe.prices.retrieve(price.id)).not.toHaveProperty('tiers');
  });

  describe('metered prices', () => {
    const metered = () =>
      aPrice({ unit_amount: 10, recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' } });

    it('charges the usage after its period', async () => {
      const price = await metered();
      const { id, items } = await subscribe({ items: [{ price: prices.core.id }, { price: price.id }] });
      const item = items.data.find((one) => one.price.id === price.id);
      expect(item).not.toHaveProperty('quantity');
      await sandbox.control('usage', { subscription_item: item?.id, quantity: 42 });
      expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(10_320);
      await sandbox.advance(62);
      expect(await totalsOf(id)).toEqual([9900, 10_320, 9900]);
    });

    it('rejects a quantity, also in a preview', async () => {
      const price = await metered();
      const items = [{ price: price.id, quantity: 1 }];
      expect(await refusalOf(subscribe({ items }))).toMatchObject({
        statusCode: 400,
        type: 'StripeInvalidRequestError',
      });
      const { id, customer } = await subscribe();
      const previews = [
        stripe.invoices.createPreview({ subscription: id, subscription_details: { items } }),
        stripe.invoices.createPreview({ customer: String(customer), subscription_details: { items } }),
      ];
      for (const preview of previews) expect(await refusalOf(preview)).toMatchObject({ statusCode: 400 });
    });
  });
});
