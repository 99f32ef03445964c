/** Items that a phase adds to invoices, and its invoice settings. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

const DAY_S = 86_400;

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
let setUp: Stripe.Price;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => 1_800_000_000_000);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
  const product = await stripe.products.create({ name: 'Set-up' });
  setUp = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 5000 });
});
afterAll(() => sandbox.close());

const core = () => ({ price: prices.core.id });
const yearly = () => ({ price: prices.yearly.id });
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data;
const linesOf = (invoice: Stripe.Invoice | undefined) =>
  invoice?.lines.data.map(({ description, amount }) => `${description ?? ''}: ${amount}`);

async function scheduled() {
  const customer = await aCustomer(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [core()] });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [phase] = schedule.phases;
  if (!phase) throw new Error('The schedule has no phase');
  return { subscription, schedule, period: { start_date: phase.start_date, end_date: phase.end_date } };
}
const advanceTo = async (seconds: number) => sandbox.advance((seconds - (await sandbox.advance(0))) / DAY_S);

describe('add_invoice_items of a phase', () => {
  it('charges the items once, on the first invoice of the phase', async () => {
    const { subscription, schedule, period } = await scheduled();
    const updated = await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { ...period, items: [core()] },
        {
          items: [core()],
          duration: { interval: 'month', interval_count: 2 },
          add_invoice_items: [{ price: setUp.id, quantity: 2, metadata: { kind: 'set-up' } }],
        },
      ],
    });
    expect(updated.phases[1]?.add_invoice_items).toEqual([
      {
        discountable: null,
        discounts: [],
        metadata: { kind: 'set-up' },
        period: { start: { type: 'max_item_period_start' }, end: { type: 'min_item_period_end' } },
        price: setUp.id,
        quantity: 2,
        tax_rates: [],
      },
    ]);
    await advanceTo(period.end_date + DAY_S);
    const [renewal] = await invoicesOf(subscription.id);
    expect(linesOf(renewal)).toEqual(['Set-up: 10000', '1 × Core (at $99.00 / month): 9900']);
    expect(renewal?.lines.data[0]).toMatchObject({
      metadata: { kind: 'set-up' },
      quantity: 2,
      parent: {
        type: 'invoice_item_details',
        invoice_item_details: { proration: false, subscription: subscription.id },
      },
      period: renewal?.lines.data[1]?.period,
    });
    await advanceTo(period.end_date + 32 * DAY_S);
    expect(linesOf((await invoicesOf(subscription.id))[0])).toEqual(['1 × Core (at $99.00 / month): 9900']);
  });

  it('adds the items to the first invoice of a schedule that starts a subscription', async () => {
    const customer = await aCustomer(stripe);
    const schedule = await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: 'now',
      phases: [
        {
          items: [core()],
          duration: { interval: 'month' },
          add_invoice_items: [{ price_data: { currency: 'usd', product: String(setUp.product), unit_amount: 700 } }],
        },
      ],
    });
    const invoices = await invoicesOf(String(schedule.subscription));
    expect(invoices.map(linesOf)).toEqual([['Set-up: 700', '1 × Core (at $99.00 / month): 9900']]);
    expect(invoices[0]).toMatchObject({ status: 'paid', total: 10_600 });
  });

  it('applies the discounts and taxes of the items', async () => {
    const { subscription, schedule, period } = await scheduled();
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const rate = await stripe.taxRates.create({ display_name: 'Tax', percentage: 10, inclusive: false });
    const item = { price: setUp.id, discounts: [{ coupon: coupon.id }], tax_rates: [rate.id] };
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ ...period, items: [core()], add_invoice_items: [item] }],
    });
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(next).toMatchObject({ subtotal: 12_400, total: 12_650, total_taxes: [{ amount: 250 }] });
  });

  it('keeps the items for the next invoice when the phase starts without one', async () => {
    const { subscription, schedule, period } = await scheduled();
    const middle = period.start_date + 10 * DAY_S;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { start_date: period.start_date, end_date: middle, items: [core()] },
        { end_date: period.end_date, items: [core()], add_invoice_items: [{ price: setUp.id }] },
      ],
    });
    await advanceTo(middle + DAY_S);
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(linesOf(next)).toEqual(['Set-up: 5000', '1 × Core (at $99.00 / month): 9900']);
  });

  it('charges the items once when an update repeats the phase', async () => {
    const { subscription, schedule, period } = await scheduled();
    const phases = [{ ...period, items: [core()], add_invoice_items: [{ price: setUp.id }] }];
    await stripe.subscriptionSchedules.update(schedule.id, { phases });
    await stripe.subscriptionSchedules.update(schedule.id, { phases });
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(linesOf(next)).toEqual(['Set-up: 5000', '1 × Core (at $99.00 / month): 9900']);
  });

  it.each([
    ['a price of a subscription', () => [core()]],
    ['a missing price', () => [{ quantity: 1 }]],
    ['an unknown price', () => [{ price: 'price_none' }]],
    ['more than 20 items', () => Array.from({ length: 21 }, () => ({ price: setUp.id }))],
    [
      'a price and data of one',
      () => [{ price: setUp.id, price_data: { currency: 'usd', product: String(setUp.product), unit_amount: 1 } }],
    ],
  ])('rejects %s', async (_what, items) => {
    const { schedule, period } = await scheduled();
    const phases = [{ ...period, items: [core()], add_invoice_items: items() }];
    expect(await refusalOf(stripe.subscriptionSchedules.update(schedule.id, { phases }))).toMatchObject({
      statusCode: 400,
      param: expect.stringContaining('phases[0][add_invoice_items]'),
    });
  });
});

describe('invoice_settings of a phase', () => {
  it('applies the settings to the subscription and its invoices', async () => {
    const { subscription, schedule, period } = await scheduled();
    const settings = { description: 'Second year', footer: 'Thank you', custom_fields: [{ name: 'PO', value: '17' }] };
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { ...period, items: [core()] },
        { items: [core()], duration: { interval: 'month', interval_count: 1 }, invoice_settings: settings },
        { items: [yearly()], duration: { interval: 'year', interval_count: 1 } },
      ],
    });
    await advanceTo(period.end_date + DAY_S);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      invoice_settings: { ...settings, account_tax_ids: null, issuer: { type: 'self' } },
    });
    expect((await invoicesOf(subscription.id))[0]).toMatchObject(settings);
    await advanceTo(period.end_date + 33 * DAY_S);
    const none = { description: null, footer: null, custom_fields: null };
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ invoice_settings: none });
    expect((await invoicesOf(subscription.id))[0]).toMatchObject(none);
  });
});
