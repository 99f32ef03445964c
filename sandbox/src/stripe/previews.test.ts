/** Compares each kind of preview with the invoice that follows. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

const DAY_S = 86_400;

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox();
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const start = async (over: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const customer = await aCustomer(stripe);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }], ...over });
};
const latestOf = async (subscription: string) => {
  const [invoice] = (await stripe.invoices.list({ subscription, limit: 1 })).data;
  if (!invoice) throw new Error('There is no invoice');
  return invoice;
};
const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no item');
  return item;
};
/** The fields that a preview and its invoice share. */
const essence = (invoice: Stripe.Invoice) => ({
  total: invoice.total,
  amount_due: invoice.amount_due,
  starting_balance: invoice.starting_balance,
  ending_balance: invoice.ending_balance,
  lines: invoice.lines.data.map(({ amount, description, period, quantity }) => ({
    amount,
    description,
    period,
    quantity,
  })),
});
const now = () => sandbox.advance(0);

describe('the preview of a renewal', () => {
  it('has the date of the period end and a charge an hour later', async () => {
    const subscription = await start();
    const { current_period_start, current_period_end } = itemOf(subscription);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({
      status: 'draft',
      billing_reason: 'upcoming',
      next_payment_attempt: current_period_end + 3600,
      created: current_period_end,
      period_start: current_period_start,
      period_end: current_period_end,
    });
    await sandbox.advance(32);
    const invoice = await latestOf(subscription.id);
    expect(essence(invoice)).toEqual(essence(preview));
    expect(invoice).toMatchObject({ period_start: current_period_start, period_end: current_period_end });
  });

  it('keeps its date exact to the second although the clock advances during the call', async () => {
    let milliseconds = Date.parse('2026-11-02T12:00:00Z');
    const ticking = await stripeSandbox(null, () => (milliseconds += 700));
    const { core } = await aCatalogue(ticking.stripe);
    const customer = await aCustomer(ticking.stripe);
    const subscription = await ticking.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: core.id }],
    });
    const preview = await ticking.stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview.created).toBe(itemOf(subscription).current_period_end);
    await ticking.close();
  });

  it('shows the first charge at the end of a trial, also without a card', async () => {
    const customer = await stripe.customers.create({ name: 'Without a card' });
    const trial = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      trial_period_days: 10,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    const preview = await stripe.invoices.createPreview({ subscription: trial.id });
    expect(preview).toMatchObject({ total: 9900, created: trial.trial_end });
    expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe('trialing');
  });

  it('returns 404 for a subscription that ends before the renewal', async () => {
    const subscription = await start();
    const ending = { subscription: subscription.id, subscription_details: { cancel_at_period_end: true } };
    expect(await refusalOf(stripe.invoices.createPreview(ending))).toMatchObject({
      statusCode: 404,
      code: 'invoice_upcoming_none',
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);
  });

  it('keeps the clock, the balance and the next invoice number unchanged', async () => {
    const subscription = await start();
    const before = { now: await now(), customer: await stripe.customers.retrieve(String(subscription.customer)) };
    await stripe.invoices.createPreview({ subscription: subscription.id });
    expect((await now()) - before.now).toBeLessThan(5);
    expect(await stripe.customers.retrieve(String(subscription.customer))).toEqual(before.customer);
  });
});

describe('the preview of a change', () => {
  it('equals the invoice that the change creates', async () => {
    const subscription = await start();
    const at = await sandbox.advance(9);
    const items = [{ price: prices.addOn.id, quantity: 3 }];
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at },
    });
    expect(preview.next_payment_attempt).toBeGreaterThanOrEqual(at);
    expect(preview.billing_reason).toBe('subscription_update');
    await sandbox.advance(0.01);
    await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: at,
    });
    expect(essence(await latestOf(subscription.id))).toEqual(essence(preview));
  });

  it.each(['create_prorations', 'none'] as const)('equals the next renewal under `%s`', async (proration_behavior) => {
    const subscription = await start();
    const at = await sandbox.advance(9);
    const change = { items: [{ price: prices.addOn.id }], proration_behavior, proration_date: at };
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    });
    expect(preview.created).toBe(itemOf(subscription).current_period_end);
    await stripe.subscriptions.update(subscription.id, change);
    await sandbox.advance(32);
    expect(essence(await latestOf(subscription.id))).toEqual(essence(preview));
  });

  it('equals the invoice of ending a trial now', async () => {
    const trial = await start({ trial_period_days: 14 });
    const preview = await stripe.invoices.createPreview({
      subscription: trial.id,
      subscription_details: { trial_end: 'now', items: [{ price: prices.addOn.id }] },
    });
    await stripe.subscriptions.update(trial.id, { trial_end: 'now', items: [{ price: prices.addOn.id }] });
    expect(preview.total).toBe(12_900);
    expect((await latestOf(trial.id)).total).toBe(preview.total);
  });

  it('equals the invoice of a new billing cycle', async () => {
    const subscription = await start();
    const at = await sandbox.advance(9);
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { billing_cycle_anchor: { type: 'now' }, proration_date: at },
    });
    await stripe.subscriptions.update(subscription.id, { billing_cycle_anchor: { type: 'now' }, proration_date: at });
    expect((await latestOf(subscription.id)).total).toBe(preview.total);
  });

  it('credits the unused time of an immediate cancellation', async () => {
    const subscription = await start();
    await sandbox.advance(9);
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_now: true },
    });
    expect(preview.total).toBeLessThan(-6000);
    const without = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_now: true, proration_behavior: 'none' },
    });
    expect(without).toMatchObject({ total: 0, amount_due: 0 });
  });
});

describe('the preview of a start', () => {
  it('equals the first invoice', async () => {
    const customer = await aCustomer(stripe);
    const items = [{ price: prices.core.id, quantity: 2 }, { price: prices.addOn.id }];
    const preview = await stripe.invoices.createPreview({ customer: customer.id, subscription_details: { items } });
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items });
    const invoice = await latestOf(subscription.id);
    expect(invoice.total).toBe(preview.total);
    expect(preview).toMatchObject({ total: 22_800, amount_due: 22_800, billing_reason: 'subscription_create' });
  });

  it('shows nothing due for a trial, and the full period under `recurring`', async () => {
    const customer = await aCustomer(stripe);
    const trial_end = (await now()) + 14 * DAY_S;
    const params = { customer: customer.id, subscription_details: { items: [{ price: prices.core.id }], trial_end } };
    expect(await stripe.invoices.createPreview(params)).toMatchObject({ total: 0 });
    const recurring = await stripe.invoices.createPreview({ ...params, preview_mode: 'recurring' });
    expect(recurring).toMatchObject({ total: 9900, amount_due: 9900, starting_balance: 0 });
    expect(recurring.lines.data[0]?.period.start).toBe(trial_end);
  });
});

describe('the recurring preview', () => {
  it('contains the future items without prorations and credit', async () => {
    const subscription = await start({ items: [{ price: prices.core.id, quantity: 3 }] });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, quantity: 1 }],
      proration_behavior: 'always_invoice',
    });
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ price: prices.addOn.id }], proration_behavior: 'always_invoice' },
      preview_mode: 'recurring',
    });
    expect(preview).toMatchObject({ total: 12_900, amount_due: 12_900, starting_balance: 0 });
    expect(preview.lines.data).toHaveLength(2);
  });
});

describe('the preview of a schedule', () => {
  const phaseOf = (subscription: Stripe.Subscription, items: { price: string; quantity?: number }[]) => ({
    start_date: itemOf(subscription).current_period_start,
    end_date: itemOf(subscription).current_period_end,
    items,
  });

  it('applies the phase that is current at the next invoice', async () => {
    const subscription = await start({ items: [{ price: prices.core.id }, { price: prices.addOn.id }] });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const phases = [
      phaseOf(subscription, [{ price: prices.core.id }, { price: prices.addOn.id }]),
      { items: [{ price: prices.core.id }], duration: { interval: 'month' as const } },
    ];
    const planned = await stripe.invoices.createPreview({ schedule: schedule.id, schedule_details: { phases } });
    expect(planned.total).toBe(9900);
    expect((await stripe.invoices.createPreview({ schedule: schedule.id })).total).toBe(12_900);
    await stripe.subscriptionSchedules.update(schedule.id, { phases });
    const bySchedule = await stripe.invoices.createPreview({ schedule: schedule.id });
    const bySubscription = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(essence(bySchedule)).toEqual(essence(planned));
    expect(essence(bySubscription)).toEqual(essence(planned));
    await sandbox.advance(32);
    expect(essence(await latestOf(subscription.id))).toEqual(essence(planned));
  });

  it('shows what a change of the current phase invoices now', async () => {
    const subscription = await start();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    await sandbox.advance(8);
    const phases = [phaseOf(subscription, [{ price: prices.core.id, quantity: 2 }])];
    const preview = await stripe.invoices.createPreview({
      schedule: schedule.id,
      schedule_details: { phases, proration_behavior: 'always_invoice' },
    });
    await stripe.subscriptionSchedules.update(schedule.id, { phases, proration_behavior: 'always_invoice' });
    const invoice = await latestOf(subscription.id);
    expect(preview.total).toBeGreaterThan(6000);
    expect(Math.abs(invoice.total - preview.total)).toBeLessThanOrEqual(1);
  });

  it('shows the end of a schedule that cancels', async () => {
    const subscription = await start();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const phases = [phaseOf(subscription, [{ price: prices.core.id }])];
    const ending = { schedule: schedule.id, schedule_details: { phases, end_behavior: 'cancel' as const } };
    expect(await refusalOf(stripe.invoices.createPreview(ending))).toMatchObject({ code: 'invoice_upcoming_none' });
  });

  it('equals the first invoice of a new schedule', async () => {
    const customer = await aCustomer(stripe);
    const start_date = (await now()) + 5 * DAY_S;
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      schedule_details: {
        phases: [
          { start_date, items: [{ price: prices.core.id }], duration: { interval: 'month', interval_count: 3 } },
        ],
      },
    });
    expect(preview).toMatchObject({ total: 9900, created: start_date });
    expect((await stripe.subscriptionSchedules.list({ customer: customer.id })).data).toEqual([]);
  });

  it('rejects subscription details together with a schedule', async () => {
    const subscription = await start();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const both = { schedule: schedule.id, subscription: subscription.id };
    expect(await refusalOf(stripe.invoices.createPreview(both))).toMatchObject({
      statusCode: 400,
      param: 'subscription',
    });
  });
});

describe('an invoice with many lines', () => {
  it('contains the first ten lines, and lists all of them', async () => {
    const customer = await aCustomer(stripe);
    const product = await stripe.products.create({ name: 'Seat' });
    const items = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const recurring = { interval: 'month' as const };
        const price = await stripe.prices.create({
          product: product.id,
          currency: 'usd',
          unit_amount: 100 + at,
          recurring,
        });
        return { price: price.id };
      }),
    );
    const preview = await stripe.invoices.createPreview({ customer: customer.id, subscription_details: { items } });
    expect(preview.lines).toMatchObject({ has_more: true, data: { length: 10 } });
    expect((await stripe.invoices.listLineItems(preview.id, { limit: 100 })).data).toHaveLength(12);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      expand: ['latest_invoice'],
    });
    expect(subscription.items).toMatchObject({ has_more: true, data: { length: 10 } });
    expect((await stripe.subscriptionItems.list({ subscription: subscription.id, limit: 100 })).data).toHaveLength(12);
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice.lines.data).toHaveLength(10);
    expect((await stripe.invoices.listLineItems(invoice.id, { limit: 100 })).data).toHaveLength(12);
  });
});
