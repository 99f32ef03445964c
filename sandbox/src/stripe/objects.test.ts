/** Reading, updating, canceling and deleting objects, and the pages that Stripe hosts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

describe('objects of the sandbox', () => {
  let sandbox: StripeSandbox;
  let stripe: Stripe;
  let prices: Awaited<ReturnType<typeof aCatalogue>>;
  beforeAll(async () => {
    sandbox = await stripeSandbox();
    ({ stripe } = sandbox);
    prices = await aCatalogue(stripe);
  });
  afterAll(() => sandbox.close());

  const subscribe = async (card = 'pm_card_visa') => {
    const customer = await aCustomer(stripe, card);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.core.id }],
      expand: ['latest_invoice'],
    });
    return { customer: customer.id, subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
  };
  /** The intent of a customer's latest payment. */
  const intentOf = async (customer: string): Promise<Stripe.PaymentIntent> => {
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    if (!intent) throw new Error('Nothing was charged');
    return intent;
  };
  const answerBank = (intent: { id: string; client_secret: string | null }, approved: boolean) =>
    fetch(`${sandbox.url}/stripe-js/authenticate`, {
      method: 'POST',
      body: new URLSearchParams({
        intent: intent.id,
        client_secret: intent.client_secret ?? '',
        approved: String(approved),
      }),
    });

  it('returns a price as a plan with the same id', async () => {
    const plan = await stripe.plans.retrieve(prices.core.id);
    expect(plan).toMatchObject({ amount: 9900, interval: 'month', product: prices.core.product });
    const plans = await stripe.plans.list({ product: String(prices.core.product) });
    expect(plans.data.map(({ id }) => id)).toEqual([prices.core.id]);
  });

  it('reads and updates products and prices', async () => {
    const product = await stripe.products.retrieve(String(prices.addOn.product));
    expect(product.name).toBe('Reminders');
    expect((await stripe.prices.retrieve(prices.addOn.id)).unit_amount).toBe(3000);
    expect((await stripe.prices.update(prices.addOn.id, { nickname: 'Reminders, monthly' })).nickname).toBe(
      'Reminders, monthly',
    );
  });

  it("creates a card with the browser's key and reads it with the server's", async () => {
    const made = await sandbox.browser.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    });
    expect(await stripe.paymentMethods.retrieve(made.id)).toMatchObject({ card: { last4: '4242' }, customer: null });
    expect(JSON.stringify(made)).not.toContain('4242424242424242');
  });

  it('refuses to confirm a canceled setup intent', async () => {
    const intent = await stripe.setupIntents.create({});
    expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled');
    await expect(stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });

  it('cancels the subscriptions of a deleted customer', async () => {
    const { customer, subscription } = await subscribe();
    expect(await stripe.customers.del(customer)).toMatchObject({ deleted: true });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('cancels the subscription of a canceled schedule', async () => {
    const { subscription } = await subscribe();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    expect((await stripe.subscriptionSchedules.cancel(schedule.id)).status).toBe('canceled');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  });

  it('lists events by type', async () => {
    await subscribe();
    const events = await stripe.events.list({ type: 'customer.subscription.created' });
    expect(events.data.length).toBeGreaterThan(0);
    expect(new Set(events.data.map(({ type }) => type))).toEqual(new Set(['customer.subscription.created']));
  });

  it('creates, lists and deletes webhook endpoints and hides their secret', async () => {
    const made = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/none',
      enabled_events: ['price.created'],
    });
    const listed = (await stripe.webhookEndpoints.list()).data.find(({ id }) => id === made.id);
    expect(listed).toBeDefined();
    expect(listed).not.toHaveProperty('secret');
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
  });

  it.each([
    ['approves', true, 'active', 'paid'],
    ['declines', false, 'incomplete', 'open'],
  ])('updates subscription and invoice when the bank %s', async (_, approved, status, invoiceStatus) => {
    const { customer, subscription, invoice } = await subscribe('pm_card_authenticationRequired');
    expect(subscription.status).toBe('incomplete');
    const intent = await intentOf(customer);
    expect(intent.status).toBe('requires_action');
    expect((await answerBank(intent, approved)).status).toBe(200);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(status);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe(invoiceStatus);
    expect((await answerBank({ id: intent.id, client_secret: 'forged' }, true)).status).toBe(400);
  });

  it('confirms a declined payment with another card', async () => {
    const { customer, subscription } = await subscribe('pm_card_chargeCustomerFail');
    const intent = await intentOf(customer);
    const confirm = (method: string) =>
      sandbox.browser.paymentIntents.confirm(intent.id, {
        payment_method: method,
        client_secret: intent.client_secret ?? '',
      } as Stripe.PaymentIntentConfirmParams);
    await expect(confirm('pm_card_chargeCustomerFail')).rejects.toMatchObject({ code: 'card_declined' });
    expect((await confirm('pm_card_visa')).status).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('pays an invoice on its hosted page', async () => {
    const { customer, invoice } = await subscribe('pm_card_chargeCustomerFail');
    const pay = async () => (await fetch(invoice.hosted_invoice_url ?? '', { method: 'POST', body: '' })).text();
    expect(await pay()).toContain('The card was declined');
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: good.id } });
    expect(await pay()).toContain('This invoice was paid on');
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid');
    expect((await fetch(`${sandbox.url}/stripe/invoices/in_nothing/pdf`)).status).toBe(404);
  });
});
