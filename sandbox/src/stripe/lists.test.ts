/** Lists with filters, single items of subscriptions, and payments. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox();
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const subscribe = async (card?: string) => {
  const customer = await aCustomer(stripe, card);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.core.id }, { price: prices.addOn.id }],
  });
  return { customer: customer.id, subscription };
};

describe('single items of a subscription', () => {
  it('lists and reads items', async () => {
    const { subscription } = await subscribe();
    const listed = await stripe.subscriptionItems.list({ subscription: subscription.id });
    expect(listed.data.map(({ id }) => id)).toEqual(subscription.items.data.map(({ id }) => id));
    const [item] = listed.data;
    expect((await stripe.subscriptionItems.retrieve(item?.id ?? '')).price.id).toBe(prices.core.id);
  });

  it('updates metadata without an invoice', async () => {
    const { subscription } = await subscribe();
    const id = subscription.items.data[1]?.id ?? '';
    await stripe.subscriptionItems.update(id, { metadata: { stop_date: '2026-12-01', note: 'x' } });
    const item = await stripe.subscriptionItems.update(id, { metadata: { note: '' } });
    expect(item.metadata).toEqual({ stop_date: '2026-12-01' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[1]?.metadata).toEqual(item.metadata);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  it('adds, changes and removes items with prorations', async () => {
    const { subscription } = await subscribe();
    const [, addOn] = subscription.items.data;
    await stripe.subscriptionItems.del(addOn?.id ?? '', { proration_behavior: 'none' });
    const added = await stripe.subscriptionItems.create({
      subscription: subscription.id,
      price: prices.addOn.id,
      proration_behavior: 'always_invoice',
    });
    expect(added.price.id).toBe(prices.addOn.id);
    expect((await stripe.subscriptionItems.update(added.id, { quantity: 2 })).quantity).toBe(2);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
  });

  it('returns `resource_missing` for an unknown item', async () => {
    expect(await refusalOf(stripe.subscriptionItems.retrieve('si_x'))).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a list of invoices', () => {
  it('filters by the time of creation', async () => {
    const { customer, subscription } = await subscribe();
    const first = (await stripe.invoices.list({ customer })).data[0]?.created ?? 0;
    await sandbox.advance(40);
    const totalOf = async (created: Stripe.RangeQueryParam | number) =>
      (await stripe.invoices.list({ customer, created })).data.length;
    expect(await totalOf({ gt: first })).toBe(1);
    expect(await totalOf({ gte: first })).toBe(2);
    expect(await totalOf({ lte: first })).toBe(1);
    expect(await totalOf({ lt: first })).toBe(0);
    expect(await totalOf(first)).toBe(1);
    expect((await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data).toEqual([]);
  });

  it('continues after an invoice that no longer matches the filter', async () => {
    const { customer } = await subscribe('pm_card_chargeCustomerFail');
    for (let more = 0; more < 2; more += 1) {
      const draft = await stripe.invoices.create({ customer, auto_advance: false });
      await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 900, currency: 'usd' });
      await stripe.invoices.finalizeInvoice(draft.id);
    }
    const first = await stripe.invoices.list({ customer, status: 'open', limit: 1 });
    expect(first.has_more).toBe(true);
    const cursor = first.data[0]?.id ?? '';
    await stripe.invoices.voidInvoice(cursor);
    const next = await stripe.invoices.list({ customer, status: 'open', limit: 10, starting_after: cursor });
    expect(next.data).toHaveLength(2);
    expect(next.data.map(({ id }) => id)).not.toContain(cursor);
  });
});

describe('a list of subscriptions', () => {
  it('omits canceled ones unless requested', async () => {
    const { customer, subscription } = await subscribe();
    await stripe.subscriptions.cancel(subscription.id);
    const countOf = async (status?: Stripe.SubscriptionListParams.Status) =>
      (await stripe.subscriptions.list({ customer, ...(status && { status }) })).data.length;
    expect(await countOf()).toBe(0);
    expect(await countOf('all')).toBe(1);
    expect(await countOf('canceled')).toBe(1);
    expect(await countOf('ended')).toBe(1);
    expect(await countOf('active')).toBe(0);
    expect(await refusalOf(stripe.subscriptions.list({ customer, status: 'asleep' as string & {} }))).toMatchObject({
      param: 'status',
    });
  });

  it('pages through more than 100', async () => {
    const customer = await aCustomer(stripe);
    for (let index = 0; index < 103; index += 1) {
      await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }] });
    }
    const first = await stripe.subscriptions.list({ customer: customer.id, limit: 100 });
    expect(first).toMatchObject({ has_more: true });
    const rest = await stripe.subscriptions.list({
      customer: customer.id,
      limit: 100,
      starting_after: first.data.at(-1)?.id ?? '',
    });
    expect(rest).toMatchObject({ has_more: false });
    expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(103);
  });
});

describe('a failed payment', () => {
  it('shows the last error through the invoice and the customer', async () => {
    const { customer, subscription } = await subscribe('pm_card_chargeCustomerFail');
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice), {
      expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
    });
    const [payment] = invoice.payments?.data ?? [];
    expect(payment).toMatchObject({ status: 'open', is_default: true, amount_requested: 12_900 });
    const intent = payment?.payment.payment_intent as Stripe.PaymentIntent;
    expect(intent.last_payment_error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
    expect(invoice.confirmation_secret?.client_secret).toBe(intent.client_secret);
    const [listed] = (await stripe.paymentIntents.list({ customer })).data;
    expect(listed?.id).toBe(intent.id);
    await refusalOf(stripe.invoices.pay(invoice.id));
    expect((await stripe.paymentIntents.list({ customer })).data).toHaveLength(1);
    expect((await stripe.invoicePayments.list({ invoice: invoice.id })).data).toHaveLength(1);
  });
});

describe('a detached card', () => {
  it('removes the card as default of the customer and its subscriptions', async () => {
    const { customer, subscription } = await subscribe();
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });
    await stripe.paymentMethods.detach(card.id);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBeNull();
    expect(await refusalOf(stripe.paymentMethods.attach(card.id, { customer }))).toMatchObject({ statusCode: 400 });
  });
});
