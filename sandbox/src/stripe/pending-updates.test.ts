/** Changes that wait for their payment, and subscriptions whose first payment never succeeds. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { answerAuthenticationRequest, latestIntent } from './testing/bank.js';
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

const read = (id: string) => stripe.subscriptions.retrieve(id);
const invoiceOf = (subscription: Stripe.Subscription) => stripe.invoices.retrieve(String(subscription.latest_invoice));
/** Types of the events about an object, oldest first. */
const eventsOf = async (id: string) => {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => (object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();
};

/** A paid subscription whose customer has switched to another card since. */
async function subscribedThenCard(card: string) {
  const customer = await aCustomer(stripe);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.core.id }],
  });
  await useCard(customer.id, card);
  return { customer: customer.id, subscription };
}

async function useCard(customer: string, card: string): Promise<Stripe.PaymentMethod> {
  const method = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  return method;
}

const addPending = (id: string, over: Stripe.SubscriptionUpdateParams = {}) =>
  stripe.subscriptions.update(id, {
    items: [{ price: prices.addOn.id }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    ...over,
  });

describe('pending_if_incomplete', () => {
  it('applies the change immediately when its invoice is paid', async () => {
    const { subscription } = await subscribedThenCard('pm_card_visa');
    const changed = await addPending(subscription.id);
    expect(changed).toMatchObject({ status: 'active', pending_update: null });
    expect(changed.items.data).toHaveLength(2);
    expect(await invoiceOf(changed)).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  });

  it('applies a change without an invoice immediately', async () => {
    const { subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const changed = await addPending(subscription.id, { proration_behavior: 'create_prorations' });
    expect(changed.pending_update).toBeNull();
    expect(changed.items.data).toHaveLength(2);
  });

  it.each([
    ['a decline', 'pm_card_chargeCustomerFail', 'requires_payment_method'],
    ['an authentication', 'pm_card_authenticationRequired', 'requires_action'],
  ])('changes only pending_update and latest_invoice on %s', async (_, card, intentStatus) => {
    const { customer, subscription } = await subscribedThenCard(card);
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ price: prices.addOn.id }], proration_behavior: 'always_invoice' },
    });
    const pending = await addPending(subscription.id);
    expect(pending.status).toBe('active');
    expect(pending.items.data).toEqual(subscription.items.data);
    expect(pending.pending_update).toMatchObject({
      billing_cycle_anchor: null,
      trial_end: null,
      subscription_items: [{ id: subscription.items.data[0]?.id }, { price: { id: prices.addOn.id } }],
    });
    const invoice = await invoiceOf(pending);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null });
    expect(Math.abs(invoice.total - preview.total)).toBeLessThanOrEqual(1);
    expect((await latestIntent(stripe, customer)).status).toBe(intentStatus);
    expect(await read(subscription.id)).toMatchObject({ pending_update: { subscription_items: [{}, {}] } });
  });

  it('applies the change in one step when the bank authenticates the payment', async () => {
    const { customer, subscription } = await subscribedThenCard('pm_card_authenticationRequired');
    const pending = await addPending(subscription.id);
    await answerAuthenticationRequest(sandbox.url, await latestIntent(stripe, customer), true);
    const after = await read(subscription.id);
    expect(after).toMatchObject({ status: 'active', pending_update: null });
    expect(after.items.data.map(({ id }) => id)).toEqual(
      pending.pending_update?.subscription_items?.map(({ id }) => id),
    );
    expect((await invoiceOf(after)).status).toBe('paid');
    expect((await eventsOf(subscription.id)).slice(-3)).toEqual([
      'customer.subscription.updated',
      'customer.subscription.updated',
      'customer.subscription.pending_update_applied',
    ]);
  });

  it('applies the change when the invoice is paid with another card', async () => {
    const { customer, subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id);
    const id = String(pending.latest_invoice);
    expect(await refusalOf(stripe.invoices.pay(id))).toMatchObject({ code: 'card_declined' });
    expect((await read(subscription.id)).pending_update).not.toBeNull();
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.invoices.pay(id, { payment_method: good.id });
    expect((await read(subscription.id)).items.data).toHaveLength(2);
  });

  it('applies the change when the invoice is paid on its hosted page', async () => {
    const { customer, subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id);
    const invoice = await invoiceOf(pending);
    await useCard(customer, 'pm_card_visa');
    await fetch(invoice.hosted_invoice_url ?? '', { method: 'POST', body: '' });
    expect(await read(subscription.id)).toMatchObject({ pending_update: null, items: { data: [{}, {}] } });
  });

  it('drops the change when its invoice is voided and restores the balance', async () => {
    const { customer, subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 2 }],
      proration_behavior: 'none',
    });
    const before = await stripe.subscriptions.update(subscription.id, { metadata: { source: 'test' } });
    const pending = await addPending(subscription.id);
    const voided = await stripe.invoices.voidInvoice(String(pending.latest_invoice));
    expect(voided.status).toBe('void');
    expect(await read(subscription.id)).toMatchObject({ pending_update: null, status: 'active' });
    expect((await read(subscription.id)).items.data).toEqual(before.items.data);
    expect((await latestIntent(stripe, customer)).status).toBe('canceled');
    expect(await refusalOf(stripe.invoices.pay(voided.id))).toMatchObject({ statusCode: 400 });
  });

  it('restores the customer balance used by a voided invoice', async () => {
    const customer = await aCustomer(stripe);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id, quantity: 2 }],
    });
    const [item] = subscription.items.data;
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? '', quantity: 1 }],
      proration_behavior: 'always_invoice',
    });
    const balance = async () => ((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).balance;
    expect(await balance()).toBe(-9900);
    await useCard(customer.id, 'pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id, { items: [{ id: item?.id ?? '', quantity: 4 }] });
    expect(await invoiceOf(pending)).toMatchObject({ starting_balance: -9900, ending_balance: 0, status: 'open' });
    expect(await balance()).toBe(0);
    await stripe.invoices.voidInvoice(String(pending.latest_invoice));
    expect(await balance()).toBe(-9900);
  });

  it('voids the invoice and drops the change after 23 hours', async () => {
    const { subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id);
    const expiresIn = (pending.pending_update?.expires_at ?? 0) - (await sandbox.advance(0));
    expect(expiresIn).toBeGreaterThan(22.9 * 3600);
    expect(expiresIn).toBeLessThanOrEqual(23 * 3600);
    await sandbox.advance(22.9 / 24);
    expect((await read(subscription.id)).pending_update).not.toBeNull();
    await sandbox.advance(0.2 / 24);
    const after = await read(subscription.id);
    expect(after).toMatchObject({ pending_update: null, status: 'active', items: { data: [{}] } });
    expect((await invoiceOf(after)).status).toBe('void');
    expect((await eventsOf(subscription.id)).at(-1)).toBe('customer.subscription.pending_update_expired');
  });

  it('drops the change at the end of the period, before the renewal', async () => {
    const { subscription } = await subscribedThenCard('pm_card_visa');
    await useCard(String(subscription.customer), 'pm_card_chargeCustomerFail');
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const now = await sandbox.advance(0);
    await sandbox.advance((end - now - 3600) / 86_400);
    const pending = await addPending(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 900 }],
    });
    expect(pending.pending_update?.expires_at).toBe(end);
    await useCard(String(subscription.customer), 'pm_card_visa');
    await sandbox.advance(0.1);
    const after = await read(subscription.id);
    expect(after).toMatchObject({ pending_update: null, status: 'active', items: { data: [{ quantity: 1 }] } });
    expect(await invoiceOf(after)).toMatchObject({ total: 9900, status: 'paid', billing_reason: 'subscription_cycle' });
  });

  it('replaces a pending change', async () => {
    const { subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const first = await addPending(subscription.id);
    const second = await addPending(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 3 }],
    });
    expect((await invoiceOf(first)).status).toBe('void');
    expect(second.pending_update?.subscription_items).toMatchObject([{ quantity: 3 }]);
    expect((await invoiceOf(second)).status).toBe('open');
  });

  it.each([
    ['default_payment_method', { default_payment_method: 'pm_card_visa' }],
    ['metadata', { metadata: { a: 'b' } }],
    ['items[0][metadata]', { items: [{ price: 'price_x', metadata: { a: 'b' } }] }],
    ['cancel_at_period_end', { cancel_at_period_end: true }],
  ])('rejects %s', async (param, over) => {
    const { subscription } = await subscribedThenCard('pm_card_visa');
    const refusal = await refusalOf(addPending(subscription.id, over));
    expect(refusal).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param });
    expect((await read(subscription.id)).items.data).toHaveLength(1);
  });

  it('keeps a card and metadata that were set while the change was pending', async () => {
    const { customer, subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const updated = await stripe.subscriptions.update(subscription.id, {
      default_payment_method: good.id,
      metadata: { note: 'new card' },
    });
    expect(updated.pending_update).not.toBeNull();
    await stripe.invoices.pay(String(pending.latest_invoice));
    expect(await read(subscription.id)).toMatchObject({
      default_payment_method: good.id,
      metadata: { note: 'new card' },
      items: { data: [{}, {}] },
    });
  });

  it('voids the invoice of a change when the subscription is canceled', async () => {
    const { subscription } = await subscribedThenCard('pm_card_chargeCustomerFail');
    const pending = await addPending(subscription.id);
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
      status: 'canceled',
      pending_update: null,
    });
    expect((await invoiceOf(pending)).status).toBe('void');
  });
});

describe('an incomplete subscription', () => {
  const startIncomplete = async () => {
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }] });
  };

  it('expires after 23 hours without payment', async () => {
    const subscription = await startIncomplete();
    expect(subscription.status).toBe('incomplete');
    await sandbox.advance(22.9 / 24);
    expect((await read(subscription.id)).status).toBe('incomplete');
    await sandbox.advance(0.2 / 24);
    const after = await read(subscription.id);
    expect(after.status).toBe('incomplete_expired');
    expect((await invoiceOf(after)).status).toBe('void');
  });

  it('expires when it is canceled', async () => {
    const subscription = await startIncomplete();
    const canceled = await stripe.subscriptions.cancel(subscription.id);
    expect(canceled.status).toBe('incomplete_expired');
    expect((await invoiceOf(canceled)).status).toBe('void');
    expect((await eventsOf(subscription.id)).at(-1)).toBe('customer.subscription.deleted');
  });

  it('expires when its first invoice is voided', async () => {
    const subscription = await startIncomplete();
    await stripe.invoices.voidInvoice(String(subscription.latest_invoice));
    expect((await read(subscription.id)).status).toBe('incomplete_expired');
  });

  it('rejects item changes before it is paid', async () => {
    const subscription = await startIncomplete();
    expect(
      await refusalOf(stripe.subscriptions.update(subscription.id, { items: [{ price: prices.addOn.id }] })),
    ).toMatchObject({ statusCode: 400 });
    expect(await stripe.subscriptions.update(subscription.id, { metadata: { a: 'b' } })).toMatchObject({
      metadata: { a: 'b' },
    });
  });
});

describe('error_if_incomplete', () => {
  it('keeps no subscription, invoice, event, number or balance', async () => {
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    const latestEvent = async () => (await stripe.events.list({ limit: 1 })).data[0]?.id;
    const before = { customer: await stripe.customers.retrieve(customer.id), event: await latestEvent() };
    const refusal = await refusalOf(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: prices.core.id }],
        payment_behavior: 'error_if_incomplete',
      }),
    );
    expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
    expect({ customer: await stripe.customers.retrieve(customer.id), event: await latestEvent() }).toEqual(before);
  });

  it.each([
    ['subscription_payment_intent_requires_action', 'error_if_incomplete'],
    ['invoice_payment_intent_requires_action', 'allow_incomplete'],
  ] as const)('returns %s for a required authentication under %s', async (code, payment_behavior) => {
    const customer = await aCustomer(stripe, 'pm_card_authenticationRequired');
    const starting = stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      payment_behavior,
    });
    const work =
      payment_behavior === 'error_if_incomplete'
        ? starting
        : starting.then((subscription) => stripe.invoices.pay(String(subscription.latest_invoice)));
    expect(await refusalOf(work)).toMatchObject({ statusCode: 402, code });
  });
});
