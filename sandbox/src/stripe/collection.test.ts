/** When and how invoices are collected. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

const DAY_S = 86_400;
const HOUR = 1 / 24;

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => 1_800_000_000_000);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const subscribe = async (over: Partial<Stripe.SubscriptionCreateParams> = {}, card?: string) => {
  const customer = await aCustomer(stripe, card);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }], ...over });
};
const read = (id: string) => stripe.subscriptions.retrieve(id);
const latest = async (subscription: string) => {
  const [invoice] = (await stripe.invoices.list({ subscription, limit: 1 })).data;
  if (!invoice) throw new Error('There is no invoice');
  return invoice;
};
const advanceTo = async (seconds: number) => sandbox.advance((seconds - (await sandbox.advance(0))) / DAY_S);
const endOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0;
const eventsOf = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

describe('the invoice of a renewal', () => {
  it('is a draft for an hour, then is finalized and paid', async () => {
    const subscription = await subscribe();
    const end = endOf(subscription);
    await advanceTo(end);
    const draft = await latest(subscription.id);
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      created: end,
      automatically_finalizes_at: end + 3600,
      next_payment_attempt: end + 3600,
      amount_due: 9900,
      hosted_invoice_url: null,
    });
    expect(await read(subscription.id)).toMatchObject({ status: 'active', latest_invoice: draft.id });
    await sandbox.advance(HOUR - 1 / DAY_S);
    expect((await latest(subscription.id)).status).toBe('draft');
    await sandbox.advance(1 / DAY_S);
    expect(await latest(subscription.id)).toMatchObject({
      id: draft.id,
      status: 'paid',
      automatically_finalizes_at: null,
      status_transitions: { finalized_at: end + 3600, paid_at: end + 3600 },
    });
    expect(await eventsOf(draft.id)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  it.each([
    ['declines', 'declines_charges' as const, 'invoice.payment_failed'],
    ['asks for authentication', 'asks_always' as const, 'invoice.payment_action_required'],
  ])('leaves the subscription past due when the bank %s', async (_what, behavior, event) => {
    const subscription = await subscribe();
    const [method] = (await stripe.customers.listPaymentMethods(String(subscription.customer))).data;
    await sandbox.setCard(method?.id ?? '', behavior);
    await advanceTo(endOf(subscription));
    expect((await read(subscription.id)).status).toBe('active');
    await sandbox.advance(HOUR);
    expect((await read(subscription.id)).status).toBe('past_due');
    expect(await eventsOf((await latest(subscription.id)).id)).toEqual(['invoice.created', 'invoice.finalized', event]);
  });

  it('stays a draft when its subscription is canceled within the hour', async () => {
    const subscription = await subscribe();
    await advanceTo(endOf(subscription));
    await stripe.subscriptions.cancel(subscription.id);
    await sandbox.advance(2);
    expect(await latest(subscription.id)).toMatchObject({ status: 'draft', auto_advance: false });
  });

  it('uses the customer’s credit at the time of finalization', async () => {
    const subscription = await subscribe();
    await advanceTo(endOf(subscription));
    await stripe.customers.update(String(subscription.customer), { balance: -4000 });
    await sandbox.advance(HOUR);
    expect(await latest(subscription.id)).toMatchObject({ total: 9900, amount_due: 5900, amount_paid: 5900 });
  });
});

describe('an invoice that is sent by email', () => {
  const sent = () => subscribe({ collection_method: 'send_invoice', days_until_due: 30 });

  it('is open until its due date, and charges nothing', async () => {
    const subscription = await sent();
    expect(subscription.status).toBe('active');
    expect(await latest(subscription.id)).toMatchObject({ status: 'draft', collection_method: 'send_invoice' });
    const finalizedAt = await sandbox.advance(HOUR);
    const open = await latest(subscription.id);
    expect(open).toMatchObject({
      status: 'open',
      attempted: false,
      due_date: finalizedAt + 30 * DAY_S,
      next_payment_attempt: null,
    });
    expect(await eventsOf(open.id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.sent']);
    await sandbox.advance(29);
    expect((await read(subscription.id)).status).toBe('active');
    await sandbox.advance(1.1);
    expect((await read(subscription.id)).status).toBe('past_due');
    expect(await eventsOf(open.id)).toContain('invoice.overdue');
    expect((await stripe.invoices.pay(open.id)).status).toBe('paid');
  });

  it('requires the number of days until it is due', async () => {
    expect(await refusalOf(subscribe({ collection_method: 'send_invoice' }))).toMatchObject({
      param: 'days_until_due',
      code: 'parameter_missing',
    });
  });
});

describe('a pause of the collection', () => {
  it.each([
    ['keep_as_draft' as const, 'draft'],
    ['mark_uncollectible' as const, 'uncollectible'],
    ['void' as const, 'void'],
  ])('leaves no invoice to be paid: %s', async (behavior, status) => {
    const subscription = await subscribe();
    const end = endOf(subscription);
    const paused = await stripe.subscriptions.update(subscription.id, {
      pause_collection: { behavior, resumes_at: end + 5 * DAY_S },
    });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior } });
    await advanceTo(end + 2 * DAY_S);
    expect(await latest(subscription.id)).toMatchObject({ status, attempted: false });
    expect((await read(subscription.id)).status).toBe('active');
    await advanceTo(end + 5 * DAY_S);
    expect((await read(subscription.id)).pause_collection).toBeNull();
    await advanceTo(end + 40 * DAY_S);
    expect((await latest(subscription.id)).status).toBe('paid');
  });

  it('keeps the customer’s credit unchanged while invoices are voided', async () => {
    const { id, customer } = await subscribe();
    await stripe.customers.update(String(customer), { balance: -50_000 });
    const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    await advanceTo(endOf(paused) + DAY_S);
    const expected = { status: 'void', amount_due: 9900, starting_balance: 0, ending_balance: 0 };
    expect(await latest(id)).toMatchObject(expected);
    expect(await stripe.customers.retrieve(String(customer))).toMatchObject({ balance: -50_000 });
  });

  it('voids an invoice whose credits exceed its charges, and gives no credit', async () => {
    const { id, customer } = await subscribe();
    await stripe.invoiceItems.create({
      customer: String(customer),
      subscription: id,
      amount: -20_000,
      currency: 'usd',
    });
    const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    await advanceTo(endOf(paused) + DAY_S);
    expect(await latest(id)).toMatchObject({ status: 'void', total: -10_100 });
    expect(await stripe.customers.retrieve(String(customer))).toMatchObject({ balance: 0 });
  });

  it('ends when requested', async () => {
    const { id } = await subscribe();
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    expect((await stripe.subscriptions.update(id, { pause_collection: '' })).pause_collection).toBeNull();
  });
});

describe('a trial that ends without a payment method', () => {
  it('pauses the subscription until it is resumed with a card', async () => {
    const customer = await stripe.customers.create({ name: 'Cardless Dental' });
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    await sandbox.advance(7.1);
    expect((await read(id)).status).toBe('paused');
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    const resumed = await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
    expect(resumed.status).toBe('active');
    expect(await latest(id)).toMatchObject({ status: 'paid', total: 9900 });
    const types = await eventsOf(id);
    expect(types).toContain('customer.subscription.paused');
    expect(types).toContain('customer.subscription.resumed');
    expect(await refusalOf(stripe.subscriptions.resume(id))).toMatchObject({ statusCode: 400 });
  });
});
