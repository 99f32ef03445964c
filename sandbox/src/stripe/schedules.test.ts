/** Subscription schedules with phases of different lengths, starts and ends. */
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

const read = (id: string) => stripe.subscriptions.retrieve(id);
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data;
const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no item');
  return item;
};
const pricesOf = (subscription: Stripe.Subscription) => subscription.items.data.map(({ price }) => price.id).sort();
const core = () => ({ price: prices.core.id });
const addOn = () => ({ price: prices.addOn.id });

async function scheduled(over: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await aCustomer(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [core()], ...over });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [phase] = schedule.phases;
  if (!phase) throw new Error('The schedule has no phase');
  return { subscription, schedule, phase, period: { start_date: phase.start_date, end_date: phase.end_date } };
}

describe('a phase of several periods', () => {
  it('renews inside the phase and changes at its end', async () => {
    const { subscription, schedule, period } = await scheduled();
    const updated = await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { ...period, items: [core()] },
        { items: [core(), addOn()], duration: { interval: 'month', interval_count: 3 } },
        { items: [{ ...core(), quantity: 2 }], duration: { interval: 'month', interval_count: 1 } },
      ],
    });
    expect(updated.current_phase).toEqual(period);
    const totals: number[] = [];
    for (let month = 0; month < 5; month += 1) {
      const end = itemOf(await read(subscription.id)).current_period_end;
      await sandbox.advance((end - (await sandbox.advance(0))) / DAY_S);
      totals.push((await invoicesOf(subscription.id))[0]?.total ?? 0);
    }
    expect(totals).toEqual([12_900, 12_900, 12_900, 19_800, 19_800]);
    expect(await invoicesOf(subscription.id)).toHaveLength(6);
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('completed');
    expect((await read(subscription.id)).schedule).toBeNull();
  });

  it('rejects `iterations`, which this API version no longer has', async () => {
    const { schedule, period } = await scheduled();
    const phase = { ...period, items: [core()], iterations: 2 };
    const phases: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [phase];
    expect(await refusalOf(stripe.subscriptionSchedules.update(schedule.id, { phases }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'phases[0][iterations]',
    });
  });

  it('rejects an update without a start date', async () => {
    const { schedule } = await scheduled();
    const phases = [{ items: [core()], duration: { interval: 'month' as const } }];
    expect(await refusalOf(stripe.subscriptionSchedules.update(schedule.id, { phases }))).toMatchObject({
      statusCode: 400,
      param: 'phases',
    });
  });
});

describe('a phase that starts within a period', () => {
  it.each([
    ['always_invoice', 2],
    ['create_prorations', 1],
    ['none', 1],
  ] as const)('bills the change under %s', async (proration_behavior, invoices) => {
    const { subscription, schedule, period } = await scheduled();
    const middle = period.start_date + 10 * DAY_S;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { start_date: period.start_date, end_date: middle, items: [core()] },
        {
          items: [core(), { ...addOn(), metadata: { source: 'plan' } }],
          duration: { interval: 'month', interval_count: 2 },
          proration_behavior,
          metadata: { phase: 'second' },
        },
      ],
    });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await sandbox.advance(11);
    const after = await read(subscription.id);
    expect(pricesOf(after)).toEqual([prices.core.id, prices.addOn.id].sort());
    expect(after.metadata).toMatchObject({ phase: 'second' });
    expect(after.items.data.find(({ price }) => price.id === prices.addOn.id)?.metadata).toEqual({ source: 'plan' });
    expect(await invoicesOf(subscription.id)).toHaveLength(invoices);
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      current_phase: { start_date: middle },
    });
    if (proration_behavior !== 'always_invoice') await sandbox.advance(22);
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice).toMatchObject({ total: preview.total, amount_due: preview.amount_due });
  });

  it('starts a new billing cycle with prices of another interval', async () => {
    const { subscription, schedule, period } = await scheduled();
    const middle = period.start_date + 10 * DAY_S;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { start_date: period.start_date, end_date: middle, items: [core()] },
        { items: [{ price: prices.yearly.id }], duration: { interval: 'year' } },
      ],
    });
    await sandbox.advance(11);
    const after = await read(subscription.id);
    expect(after.billing_cycle_anchor).toBe(middle);
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice?.total).toBeLessThan(99_000);
    expect(invoice?.total).toBeGreaterThan(99_000 - 9900);
  });
});

describe('a phase that starts with a period', () => {
  it('switches the interval without a proration', async () => {
    const { subscription, schedule, period } = await scheduled();
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { ...period, items: [core()] },
        { items: [{ price: prices.yearly.id }], duration: { interval: 'year' } },
      ],
    });
    await sandbox.advance(32);
    const [invoice, ...others] = await invoicesOf(subscription.id);
    expect(others).toHaveLength(1);
    expect(invoice).toMatchObject({ total: 99_000, billing_reason: 'subscription_cycle' });
    expect(itemOf(await read(subscription.id)).current_period_start).toBe(period.end_date);
  });
});

describe('the end of a schedule', () => {
  it('cancels the subscription and shows the date in advance', async () => {
    const { subscription, schedule, period } = await scheduled();
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'cancel',
      phases: [{ ...period, items: [core()] }],
    });
    expect((await read(subscription.id)).cancel_at).toBe(period.end_date);
    await sandbox.advance(32);
    expect((await read(subscription.id)).status).toBe('canceled');
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'completed' });
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
  });

  it('keeps the subscription unchanged after a release', async () => {
    const { subscription, schedule, period } = await scheduled();
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'cancel',
      phases: [{ ...period, items: [core()] }],
    });
    await stripe.subscriptionSchedules.release(schedule.id);
    expect(await read(subscription.id)).toMatchObject({ schedule: null, cancel_at: null });
    await sandbox.advance(32);
    expect((await read(subscription.id)).status).toBe('active');
  });

  it('rejects a change of the end date through the subscription', async () => {
    const { subscription } = await scheduled();
    expect(await refusalOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))).toMatchObject(
      { statusCode: 400, param: 'cancel_at_period_end' },
    );
  });
});

describe('a schedule of a trialing subscription', () => {
  it('keeps the trial of its first phase and charges the next phase', async () => {
    const { subscription, schedule, phase, period } = await scheduled({ trial_period_days: 14 });
    expect(phase.trial_end).toBe(subscription.trial_end);
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { ...period, items: [core()], trial_end: phase.trial_end ?? 0 },
        { items: [core(), addOn()], duration: { interval: 'month' } },
      ],
    });
    expect((await read(subscription.id)).status).toBe('trialing');
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await sandbox.advance(14.1);
    expect(await read(subscription.id)).toMatchObject({ status: 'active' });
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ total: 12_900 });
    expect(preview.total).toBe(12_900);
  });

  it('ends the trial when the current phase no longer has one', async () => {
    const { subscription, schedule, period } = await scheduled({ trial_period_days: 14 });
    await stripe.subscriptionSchedules.update(schedule.id, { phases: [{ ...period, items: [core()] }] });
    expect((await read(subscription.id)).status).toBe('active');
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ total: 9900 });
  });
});

describe('a schedule that starts its subscription', () => {
  it('makes the subscription past due, not incomplete, when the first charge fails', async () => {
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    const schedule = await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: (await sandbox.advance(0)) + DAY_S,
      phases: [{ items: [core()], duration: { interval: 'month' } }],
    });
    await sandbox.advance(2);
    const started = await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['subscription'] });
    expect(started.subscription).toMatchObject({ status: 'past_due', schedule: schedule.id });
  });

  it('starts the subscription without a card', async () => {
    const customer = await stripe.customers.create({ name: 'Without a card' });
    const schedule = await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: 'now',
      phases: [{ items: [core()], duration: { interval: 'month', interval_count: 2 } }],
    });
    expect(schedule.status).toBe('active');
    expect((await read(String(schedule.subscription))).status).toBe('past_due');
  });
});

describe('a change of a subscription that has a schedule', () => {
  it('adds the change to the current phase', async () => {
    const { subscription, schedule } = await scheduled();
    await stripe.subscriptions.update(subscription.id, { items: [addOn()] });
    const after = await stripe.subscriptionSchedules.retrieve(schedule.id);
    expect(after.phases[0]?.items.map(({ price }) => price)).toEqual([prices.core.id, prices.addOn.id]);
  });
});
