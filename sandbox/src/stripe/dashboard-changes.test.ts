/** Changes from outside of the product: by people in the dashboard, by banks or by Stripe. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { control } from '../testing/control.js';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => 1_800_000_000_000);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const setObject = async <Item>(object: string, id: string | undefined, fields: object, event?: string | null) =>
  (await control(sandbox.url, 'stripe/objects', { object, id, fields, event })) as Item;
const subscribe = async (customer: string) =>
  stripe.subscriptions.create({
    customer,
    items: [{ price: prices.core.id }],
    expand: ['latest_invoice'],
  });
const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) => invoice as Stripe.Invoice;
const intentOf = async ({ customer }: Stripe.Subscription): Promise<Stripe.PaymentIntent> => {
  const id = typeof customer === 'string' ? customer : customer.id;
  const [intent] = (await stripe.paymentIntents.list({ customer: id, limit: 1 })).data;
  if (!intent) throw new Error('Nothing was charged');
  return intent;
};
const lastEvent = async (type: string) => (await stripe.events.list({ type, limit: 1 })).data[0];

describe('the control of objects', () => {
  it('sets fields of an object and sends its event', async () => {
    const customer = await aCustomer(stripe);
    const subscription = await subscribe(customer.id);
    await setObject('subscription', subscription.id, { pause_collection: { behavior: 'void', resumes_at: null } });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pause_collection: { behavior: 'void' },
      status: 'active',
    });
    expect((await lastEvent('customer.subscription.updated'))?.data).toMatchObject({
      object: { id: subscription.id },
      previous_attributes: { pause_collection: null },
    });
  });

  it.each(['payment_intent', 'refund', 'dispute'])('rejects thousandths of a dinar in a %s', async (object) => {
    await expect(setObject(object, undefined, { amount: 5124, currency: 'kwd' })).rejects.toThrow('kwd');
    expect(await setObject(object, undefined, { amount: 5120, currency: 'kwd' })).toMatchObject({ amount: 5120 });
    expect(await setObject(object, undefined, { amount: 5124, currency: 'usd' })).toMatchObject({ amount: 5124 });
  });

  it('merges nested fields and keeps the others', async () => {
    const customer = await aCustomer(stripe);
    const method = customer.invoice_settings.default_payment_method;
    await setObject('customer', customer.id, { invoice_settings: { footer: 'Thank you' } });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { footer: 'Thank you', default_payment_method: method },
    });
  });

  it('creates an object from a few fields', async () => {
    const customer = await aCustomer(stripe);
    const charge = (await intentOf(await subscribe(customer.id))).latest_charge;
    const made = await setObject<Stripe.Dispute>('dispute', undefined, {
      amount: 9900,
      charge,
      currency: 'usd',
      reason: 'fraudulent',
      status: 'needs_response',
    });
    expect((await stripe.disputes.list({ charge: String(charge) })).data).toMatchObject([
      { id: made.id, amount: 9900 },
    ]);
    expect((await lastEvent('charge.dispute.created'))?.data.object).toMatchObject({ id: made.id });
    expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ disputed: true });
  });

  it('sends no event on request', async () => {
    const customer = await aCustomer(stripe);
    const before = await lastEvent('customer.updated');
    await setObject('customer', customer.id, { name: 'Silent' }, null);
    expect((await lastEvent('customer.updated'))?.id).toBe(before?.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Silent' });
  });

  it.each([
    ['an unknown field', 'customer', { nickname: 'x' }, 'nickname: is not a field of the type'],
    ['a wrong type', 'customer', { balance: 'much' }, 'is no number'],
    ['a value that an enum lacks', 'subscription', { status: 'dormant' }, 'is not allowed'],
    ['an unknown object', 'gift', {}, 'There is no object gift'],
  ])('rejects %s', async (_what, object, fields, message) => {
    await expect(setObject(object, undefined, fields)).rejects.toThrow(message);
  });

  it('lists a legacy card with its brand and expiry as a payment method', async () => {
    const customer = await aCustomer(stripe);
    const fields = { customer: customer.id, brand: 'MasterCard', last4: '4444', exp_month: 7, exp_year: 2031 };
    const { id } = await setObject<Stripe.Card>('card', undefined, fields);
    expect((await stripe.paymentMethods.retrieve(id)).card).toMatchObject({
      brand: 'mastercard',
      last4: '4444',
      exp_month: 7,
      exp_year: 2031,
    });
  });

  it('shows the price of a line by its period', async () => {
    const customer = await aCustomer(stripe);
    const price = await stripe.prices.create({
      ...{ product: String(prices.core.product), currency: 'usd', unit_amount: 54_000 },
      recurring: { interval: 'month', interval_count: 3 },
    });
    const made = { customer: customer.id, items: [{ price: price.id }], expand: ['latest_invoice'] };
    const { lines } = invoiceOf(await stripe.subscriptions.create(made));
    expect(lines.data[0]?.description).toContain('(at $540.00 / every 3 months)');
  });

  it('charges a legacy source that is set as the default', async () => {
    const customer = await stripe.customers.create({ name: 'Legacy Dental' });
    const card = await setObject<Stripe.Card>('card', undefined, {
      customer: customer.id,
      last4: '4242',
      brand: 'Visa',
    });
    await setObject('customer', customer.id, { default_source: card.id });
    const read = await stripe.customers.retrieve(customer.id, { expand: ['default_source', 'sources'] });
    expect(read).toMatchObject({
      default_source: { id: card.id, object: 'card' },
      sources: { data: [{ id: card.id }] },
    });
    const subscription = await subscribe(customer.id);
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: null });
    expect(await intentOf(subscription)).toMatchObject({ status: 'succeeded', payment_method: card.id });
  });

  it('gives a customer a discount, which its subscriptions inherit', async () => {
    const customer = await aCustomer(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    await sandbox.control('customer-discount', { customer: customer.id, coupon: coupon.id });
    expect(invoiceOf(await subscribe(customer.id))).toMatchObject({ total: 4950 });
    const removed = await stripe.customers.deleteDiscount(customer.id);
    expect(removed).toMatchObject({ object: 'discount', deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ discount: null });
  });
});

describe('a debit from a bank account', () => {
  const withAccount = async (iban: string) => {
    const customer = await stripe.customers.create({ name: 'Praxis Nord' });
    const method = await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    });
    await stripe.paymentMethods.attach(method.id, { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    return { customer: customer.id, method };
  };

  it.each([
    ['succeeds', 'DE89370400440532013000', 'active', 'paid', 'succeeded'],
    ['fails', 'DE62370400440532013001', 'incomplete_expired', 'void', 'canceled'],
  ])('stays in progress for days and then %s', async (_what, iban, status, invoiceStatus, intentStatus) => {
    const { customer, method } = await withAccount(iban);
    expect(method).toMatchObject({ type: 'sepa_debit', sepa_debit: { country: 'DE', last4: iban.slice(-4) } });
    const subscription = await subscribe(customer);
    expect(subscription.status).toBe('incomplete');
    expect(await intentOf(subscription)).toMatchObject({ status: 'processing', payment_method_types: ['sepa_debit'] });
    await sandbox.advance(2);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    await sandbox.advance(3.01);
    const intent = await stripe.paymentIntents.retrieve((await intentOf(subscription)).id, {
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject({ status: intentStatus, latest_charge: { paid: intentStatus === 'succeeded' } });
    expect((await stripe.invoices.retrieve(invoiceOf(subscription).id)).status).toBe(invoiceStatus);
    // The time to pay the first invoice had passed before the debit failed.
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(status);
  });

  it('leaves a renewed subscription active while it is in progress', async () => {
    const customer = await aCustomer(stripe);
    const subscription = await subscribe(customer.id);
    const method = await stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'company' },
      billing_details: { name: 'Bright Smiles' },
    });
    await stripe.paymentMethods.attach(method.id, { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
    await sandbox.advance(32);
    const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(renewed).toMatchObject({ status: 'active', latest_invoice: { status: 'open', attempted: true } });
    await sandbox.advance(6);
    expect((await stripe.invoices.retrieve(invoiceOf(renewed).id)).status).toBe('paid');
  });
});

describe('refunds and credit', () => {
  it('refunds a charge in parts', async () => {
    const customer = await aCustomer(stripe);
    const charge = String((await intentOf(await subscribe(customer.id))).latest_charge);
    await stripe.refunds.create({ charge, amount: 4000 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 4000, refunded: false });
    await stripe.refunds.create({ charge });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 9900, refunded: true });
    expect(await refusalOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' });
    expect((await lastEvent('charge.refunded'))?.data.object).toMatchObject({ id: charge });
    expect((await stripe.refunds.list({ charge })).data.map(({ amount }) => amount)).toEqual([5900, 4000]);
  });

  it('credits a paid invoice by a refund and account credit', async () => {
    const customer = await aCustomer(stripe);
    const invoice = invoiceOf(await subscribe(customer.id));
    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: 3000,
      refund_amount: 1000,
      credit_amount: 2000,
      reason: 'product_unsatisfactory',
    });
    expect(note).toMatchObject({
      type: 'post_payment',
      number: `${invoice.number ?? ''}-CN-01`,
      out_of_band_amount: 0,
    });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      status: 'paid',
      post_payment_credit_notes_amount: 3000,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -2000 });
    const { data } = await stripe.customers.listBalanceTransactions(customer.id);
    expect(data).toMatchObject([{ amount: -2000, type: 'credit_note', credit_note: note.id }]);
  });

  it('reduces the remaining amount of an open invoice', async () => {
    const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail');
    const invoice = invoiceOf(await subscribe(customer.id));
    await stripe.creditNotes.create({ invoice: invoice.id, amount: 4000 });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      status: 'open',
      amount_remaining: 5900,
      pre_payment_credit_notes_amount: 4000,
    });
  });

  it('adds credit to a customer’s balance', async () => {
    const customer = await aCustomer(stripe);
    await stripe.customers.createBalanceTransaction(customer.id, { amount: -1500, currency: 'usd' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1500, currency: 'usd' });
  });
});

describe('a deleted customer', () => {
  it('is returned in its deleted form', async () => {
    const customer = await aCustomer(stripe);
    const subscription = await subscribe(customer.id);
    await stripe.customers.del(customer.id);
    expect(await stripe.customers.retrieve(customer.id, { expand: ['subscriptions'] })).toEqual(
      expect.objectContaining({ id: customer.id, object: 'customer', deleted: true }),
    );
    const read = await stripe.subscriptions.retrieve(subscription.id, { expand: ['customer'] });
    expect(read.customer).toMatchObject({ id: customer.id, deleted: true });
    expect((await refusalOf(stripe.customers.update(customer.id, { name: 'x' }))).statusCode).toBe(404);
  });
});

describe('a request that Stripe rejects', () => {
  it.each([
    ['rate_limited', 'rate_limit', 'StripeRateLimitError'],
    ['lock_timeout', 'lock_timeout', 'StripeRateLimitError'],
  ])('returns 429 when a fault is set: %s', async (kind, code, type) => {
    await sandbox.control('faults', [{ on: 'POST /v1/customers', kind, times: 1 }]);
    const create = () => stripe.customers.create({ name: 'Again' }, { idempotencyKey: `turned-away-${kind}` });
    expect(await refusalOf(create())).toMatchObject({ statusCode: 429, code, type });
    expect((await create()).name).toBe('Again');
  });

  it('returns 429 above the limits that a control endpoint sets', async () => {
    await sandbox.control('limits', { per_second: 3 });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusalOf(stripe.customers.list())));
    await sandbox.control('limits', {});
    expect(outcomes.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(3);
    expect(await refusalOf(stripe.customers.list())).toEqual({});
  });
});
