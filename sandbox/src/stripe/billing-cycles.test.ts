/** Changes that start a new billing cycle, and the credits that they cause. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

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
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data;
const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no item');
  return item;
};
const balanceOf = async (subscription: Stripe.Subscription) =>
  ((await stripe.customers.retrieve(String(subscription.customer))) as Stripe.Customer).balance;
const amounts = (invoice: Stripe.Invoice | undefined) => invoice?.lines.data.map(({ amount }) => amount) ?? [];

describe('switching the interval', () => {
  it('starts a new period, credits the unused time and charges a full period on one invoice', async () => {
    const subscription = await start({ items: [{ price: prices.core.id }, { price: prices.addOn.id }] });
    const now = await sandbox.advance(10);
    const [core, addOn] = subscription.items.data;
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [
        { id: core?.id ?? '', price: prices.yearly.id },
        { id: addOn?.id ?? '', deleted: true },
      ],
      proration_behavior: 'always_invoice',
      proration_date: now,
    });
    const length = itemOf(subscription).current_period_end - itemOf(subscription).current_period_start;
    const left = itemOf(subscription).current_period_end - now;
    const credits = [-Math.round((9900 * left) / length), -Math.round((3000 * left) / length)];
    const [invoice, ...others] = await invoicesOf(subscription.id);
    expect(others).toHaveLength(1);
    expect(amounts(invoice)).toEqual([...credits, 99_000]);
    expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
    expect(changed.billing_cycle_anchor).toBeGreaterThanOrEqual(now);
    const period = new Date(itemOf(changed).current_period_end * 1000).getUTCFullYear();
    expect(period - new Date(itemOf(changed).current_period_start * 1000).getUTCFullYear()).toBe(1);
  });

  it('charges the full period without a credit under `none`', async () => {
    const subscription = await start();
    await sandbox.advance(10);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.yearly.id }],
      proration_behavior: 'none',
    });
    expect(amounts((await invoicesOf(subscription.id))[0])).toEqual([99_000]);
  });

  it('adds a negative total to the balance, which later invoices and previews use', async () => {
    const subscription = await start({ items: [{ price: prices.yearly.id }] });
    const now = await sandbox.advance(20);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.core.id }],
      proration_behavior: 'always_invoice',
      proration_date: now,
    });
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice?.total).toBeLessThan(-80_000);
    expect(invoice).toMatchObject({ amount_due: 0, status: 'paid', starting_balance: 0 });
    expect(invoice?.ending_balance).toBe(invoice?.total);
    expect(await balanceOf(changed)).toBe(invoice?.total);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({
      total: 9900,
      amount_due: 0,
      starting_balance: invoice?.total,
      ending_balance: (invoice?.total ?? 0) + 9900,
    });
    expect(await balanceOf(changed)).toBe(invoice?.total);
    await sandbox.advance(32);
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({
      amount_due: 0,
      starting_balance: preview.starting_balance,
      ending_balance: preview.ending_balance,
    });
  });

  it('keeps a trial unchanged', async () => {
    const trial = await start({ trial_period_days: 14 });
    const changed = await stripe.subscriptions.update(trial.id, {
      items: [{ id: itemOf(trial).id, price: prices.yearly.id }],
      proration_behavior: 'always_invoice',
    });
    expect(changed).toMatchObject({ status: 'trialing', trial_end: trial.trial_end });
    await sandbox.advance(14.1);
    const [invoice] = await invoicesOf(trial.id);
    expect(invoice).toMatchObject({ total: 99_000, billing_reason: 'subscription_cycle' });
  });
});

describe('billing_cycle_anchor', () => {
  it('starts a new period now and credits the old one', async () => {
    const subscription = await start();
    const now = await sandbox.advance(15);
    const changed = await stripe.subscriptions.update(subscription.id, {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'always_invoice',
      proration_date: now,
    });
    const [invoice] = await invoicesOf(subscription.id);
    expect(amounts(invoice)).toHaveLength(2);
    expect(amounts(invoice)[0]).toBeLessThan(0);
    expect(amounts(invoice)[1]).toBe(9900);
    expect(itemOf(changed).current_period_start - now).toBeLessThan(60);
  });
});

describe('changing the end of the trial', () => {
  it('charges the first period now', async () => {
    const trial = await start({ trial_period_days: 14 });
    const ended = await stripe.subscriptions.update(trial.id, { trial_end: 'now' });
    expect(ended.status).toBe('active');
    expect((await invoicesOf(trial.id))[0]).toMatchObject({ total: 9900, billing_reason: 'subscription_update' });
  });

  it('moves the first charge', async () => {
    const trial = await start({ trial_period_days: 14 });
    const end = (trial.trial_end ?? 0) + 7 * DAY_S;
    const moved = await stripe.subscriptions.update(trial.id, { trial_end: end });
    expect(moved).toMatchObject({ status: 'trialing', trial_end: end, billing_cycle_anchor: end });
    await sandbox.advance(15);
    expect(await invoicesOf(trial.id)).toHaveLength(1);
    await sandbox.advance(7);
    expect((await invoicesOf(trial.id))[0]).toMatchObject({ total: 9900 });
  });
});

describe('crediting an item', () => {
  it('credits what was billed, not the current price', async () => {
    const subscription = await start();
    const { id } = itemOf(subscription);
    await stripe.subscriptions.update(subscription.id, { items: [{ id, quantity: 3 }], proration_behavior: 'none' });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id, quantity: 1 }],
      proration_behavior: 'always_invoice',
      proration_date: itemOf(subscription).current_period_start,
    });
    expect(amounts((await invoicesOf(subscription.id))[0])).toEqual([-9900, 9900]);
  });

  it('credits nothing for an item that was never billed', async () => {
    const subscription = await start();
    const added = await stripe.subscriptions.update(subscription.id, {
      items: [{ price: prices.addOn.id }],
      proration_behavior: 'none',
    });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: added.items.data[1]?.id ?? '', deleted: true }],
      proration_behavior: 'always_invoice',
    });
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
    expect(await balanceOf(subscription)).toBe(0);
  });

  it('credits the full charge when an addition is undone at the same moment', async () => {
    const subscription = await start();
    const now = await sandbox.advance(3);
    const added = await stripe.subscriptions.update(subscription.id, {
      items: [{ price: prices.addOn.id }],
      proration_behavior: 'always_invoice',
      proration_date: now,
    });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: added.items.data[1]?.id ?? '', deleted: true }],
      proration_behavior: 'always_invoice',
      proration_date: now,
    });
    const [undone, done] = await invoicesOf(subscription.id);
    expect(undone?.total).toBe(-(done?.total ?? 0));
  });

  it('credits on cancellation with `prorate`', async () => {
    const subscription = await start();
    await sandbox.advance(10);
    const canceled = await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
    expect(canceled.status).toBe('canceled');
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice?.total).toBeLessThan(-5000);
    expect(await balanceOf(subscription)).toBe(invoice?.total);
  });
});

describe('an amount below the minimum charge', () => {
  it('adds an amount below the minimum charge to the next invoice', async () => {
    const subscription = await start();
    const end = itemOf(subscription).current_period_end;
    const now = await sandbox.advance(0);
    await sandbox.advance((end - now - 3600) / DAY_S);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ price: prices.addOn.id }],
      proration_behavior: 'always_invoice',
    });
    const [small] = await invoicesOf(subscription.id);
    expect(small).toMatchObject({ amount_due: 0, status: 'paid' });
    expect(small?.ending_balance).toBe(small?.total);
    await sandbox.advance(0.1);
    expect((await invoicesOf(subscription.id))[0]?.amount_due).toBe(12_900 + (small?.total ?? 0));
  });
});

describe('ending a subscription', () => {
  it('collects pending prorations', async () => {
    const subscription = await start();
    await sandbox.advance(5);
    await stripe.subscriptions.update(subscription.id, { items: [{ price: prices.addOn.id }] });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await sandbox.advance(32);
    const [last, ...others] = await invoicesOf(subscription.id);
    expect(others).toHaveLength(1);
    expect(last).toMatchObject({ total: preview.total, status: 'paid' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('shortens the last period and charges its share', async () => {
    const subscription = await start();
    const { current_period_end: end } = itemOf(subscription);
    const cancelAt = end + 10 * DAY_S;
    await stripe.subscriptions.update(subscription.id, { cancel_at: cancelAt });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await sandbox.advance(32);
    const [last] = await invoicesOf(subscription.id);
    expect(last?.total).toBe(preview.total);
    expect(last?.total).toBeGreaterThan(3000);
    expect(last?.total).toBeLessThan(3700);
    await sandbox.advance(11);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });
});
