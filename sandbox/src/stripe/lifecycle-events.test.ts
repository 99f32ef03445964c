/** Events that tell a server about changes that it did not request. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox();
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

/** Types of the events that `work` causes, oldest first. */
async function eventsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set((await stripe.events.list({ limit: 100 })).data.map(({ id }) => id));
  await work();
  const { data } = await stripe.events.list({ limit: 100 });
  return data.flatMap(({ id, type }) => (before.has(id) ? [] : [type])).reverse();
}

const start = async (over: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const customer = await aCustomer(stripe);
  const items = [{ price: prices.core.id }];
  return stripe.subscriptions.create({ customer: customer.id, items, ...over });
};
const cardOf = async (subscription: Stripe.Subscription) => {
  const customer = (await stripe.customers.retrieve(String(subscription.customer))) as Stripe.Customer;
  return String(customer.invoice_settings.default_payment_method);
};

describe('lifecycle events', () => {
  it('sends one reminder three days before the end of a trial', async () => {
    const trial = await start({ trial_period_days: 14 });
    const reminder = 'customer.subscription.trial_will_end';
    expect(await eventsDuring(() => sandbox.advance(10.9))).not.toContain(reminder);
    expect(await eventsDuring(() => sandbox.advance(0.2))).toEqual([reminder]);
    const rest = await eventsDuring(() => sandbox.advance(3));
    expect(rest).not.toContain(reminder);
    expect(rest).toContain('customer.subscription.updated');
    expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe('active');
  });

  it('sends events for a renewal that fails and is paid on retry', async () => {
    const subscription = await start();
    const card = await cardOf(subscription);
    await sandbox.setCard(card, 'insufficient_funds');
    const failed = await eventsDuring(() => sandbox.advance(31.5));
    expect(failed).toEqual(
      expect.arrayContaining([
        'invoice.created',
        'invoice.finalized',
        'payment_intent.created',
        'payment_intent.payment_failed',
        'invoice.payment_failed',
        'customer.subscription.updated',
      ]),
    );
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await sandbox.setCard(card, 'approves');
    const paid = await eventsDuring(() => sandbox.advance(3));
    expect(paid).toEqual(
      expect.arrayContaining([
        'payment_intent.succeeded',
        'invoice_payment.paid',
        'invoice.paid',
        'invoice.payment_succeeded',
        'customer.subscription.updated',
      ]),
    );
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it("sends events for a credit that changes a customer's balance", async () => {
    const subscription = await start();
    const events = await eventsDuring(() =>
      stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true }),
    );
    expect(events).toEqual(
      expect.arrayContaining(['customer.updated', 'invoice.paid', 'customer.subscription.deleted']),
    );
  });

  it('sends events for a schedule from its creation to its end', async () => {
    const subscription = await start();
    const events = await eventsDuring(async () => {
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
      const [phase] = schedule.phases;
      await stripe.subscriptionSchedules.update(schedule.id, {
        phases: [
          {
            start_date: phase?.start_date ?? 0,
            end_date: phase?.end_date ?? 0,
            items: [{ price: prices.core.id, quantity: 1 }],
          },
        ],
        end_behavior: 'cancel',
      });
    });
    expect(events.filter((type) => type.startsWith('subscription_schedule'))).toEqual([
      'subscription_schedule.created',
      'subscription_schedule.updated',
    ]);
    const atEnd = await eventsDuring(() => sandbox.advance(32));
    expect(atEnd).toEqual(expect.arrayContaining(['subscription_schedule.completed', 'customer.subscription.deleted']));
  });
});

describe('the status of a subscription', () => {
  it('follows its latest invoice, regardless of older open invoices', async () => {
    const subscription = await start();
    await sandbox.setCard(await cardOf(subscription), 'declines_charges');
    await sandbox.advance(63);
    const open = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data;
    expect(open).toHaveLength(2);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(subscription.customer) });
    await stripe.invoices.pay(open[1]?.id ?? '', { payment_method: good.id });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).not.toBe('active');
    await stripe.invoices.pay(open[0]?.id ?? '', { payment_method: good.id });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });
});
