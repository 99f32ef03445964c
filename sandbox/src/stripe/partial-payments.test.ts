/** Invoices that are paid in parts. */
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

/** A subscription whose first invoice of $99.00 is open, and a good card. */
async function openInvoice() {
  const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.core.id }],
  });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const pay = (amount: number) =>
    stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      customer: customer.id,
      payment_method: card.id,
      confirm: true,
      off_session: true,
    });
  return {
    customer: customer.id,
    subscription: subscription.id,
    invoice: String(subscription.latest_invoice),
    card,
    pay,
  };
}

describe('an attached payment', () => {
  it('pays a part, so that `pay` charges the rest', async () => {
    const { invoice, subscription, card, pay } = await openInvoice();
    const intent = await pay(4000);
    expect(intent.status).toBe('succeeded');
    const partial = await stripe.invoices.attachPayment(invoice, { payment_intent: intent.id });
    expect(partial).toMatchObject({ status: 'open', amount_due: 9900, amount_paid: 4000, amount_remaining: 5900 });
    const page = await (await fetch(partial.hosted_invoice_url ?? '')).text();
    expect(page).toContain('Pay $59.00');
    expect(page).toContain('Amount remaining');
    const paid = await stripe.invoices.pay(invoice, { payment_method: card.id, expand: ['payments'] });
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 9900, amount_remaining: 0 });
    expect(paid.payments?.data.map(({ amount_paid }) => amount_paid).sort()).toEqual([4000, 5900]);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('pays the whole invoice when the amount is sufficient', async () => {
    const { invoice, subscription, pay } = await openInvoice();
    const intent = await pay(9900);
    expect(await stripe.invoices.attachPayment(invoice, { payment_intent: intent.id })).toMatchObject({
      status: 'paid',
      amount_overpaid: 0,
    });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('counts a payment that succeeds later', async () => {
    const { customer, invoice, card } = await openInvoice();
    const waiting = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', customer });
    expect(await stripe.invoices.attachPayment(invoice, { payment_intent: waiting.id })).toMatchObject({
      amount_paid: 0,
    });
    await stripe.paymentIntents.confirm(waiting.id, { payment_method: card.id });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ amount_paid: 1000, amount_remaining: 8900 });
  });

  it('rejects a payment that is attached twice, belongs to another customer or is for a paid invoice', async () => {
    const { invoice, pay } = await openInvoice();
    const other = await openInvoice();
    const intent = await pay(1000);
    expect(await refusalOf(stripe.invoices.attachPayment(other.invoice, { payment_intent: intent.id }))).toMatchObject({
      param: 'payment_intent',
    });
    await stripe.invoices.attachPayment(invoice, { payment_intent: intent.id });
    expect(await refusalOf(stripe.invoices.attachPayment(invoice, { payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
    });
    expect(await refusalOf(stripe.invoices.voidInvoice(invoice))).toMatchObject({ statusCode: 400 });
  });
});

describe('a standalone payment intent', () => {
  it('returns the decline reason and keeps it readable', async () => {
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    const refusal = await refusalOf(
      stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: customer.id,
        payment_method: String(customer.invoice_settings.default_payment_method),
        confirm: true,
      }),
    );
    expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data;
    expect(intent?.last_payment_error?.code).toBe('card_declined');
  });

  it('requires a card for a confirmation', async () => {
    const work = stripe.paymentIntents.create({ amount: 1000, currency: 'usd', confirm: true });
    expect(await refusalOf(work)).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});
