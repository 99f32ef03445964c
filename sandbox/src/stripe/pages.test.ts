/** The pages that Stripe hosts: invoices and the dashboard. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

/** The late evening of May 31 in California, which is June 1 in UTC. */
const CLOCK_MS = Date.UTC(2027, 5, 1, 3, 0, 0);

let sandbox: StripeSandbox;
let stripe: Stripe;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => CLOCK_MS);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
});
afterAll(() => sandbox.close());

const load = async (path: string) => {
  const response = await fetch(new URL(path, sandbox.url));
  return { status: response.status, text: await response.text() };
};
const subscribe = async (card?: string, metadata: Record<string, string> = {}, name = 'Bright Smiles') => {
  const customer = await aCustomer(stripe, card, name);
  await stripe.customers.update(customer.id, { metadata });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.core.id }],
    expand: ['latest_invoice'],
  });
  return { customer: customer.id, subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
};

describe('the hosted invoice page', () => {
  it.each([
    ['America/Los_Angeles', 'May 31, 2027'],
    ['Europe/Berlin', 'June 1, 2027'],
    ['Not/AZone', 'June 1, 2027'],
  ])('shows days in the time zone %s', async (practice_time_zone, day) => {
    const { invoice } = await subscribe(undefined, { practice_time_zone });
    expect((await load(invoice.hosted_invoice_url ?? '')).text).toContain(day);
  });

  it('shows why a payment failed, and the paid page afterwards', async () => {
    const { customer, invoice } = await subscribe('pm_card_chargeCustomerFail');
    const url = invoice.hosted_invoice_url ?? '';
    const pay = () => fetch(url, { method: 'POST', body: new URLSearchParams() });
    await pay();
    const failed = await load(url);
    expect(failed.text).toContain('role="alert">The card was declined');
    expect(failed.text).toContain('Pay $99.00');
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: good.id } });
    const paid = await (await pay()).text();
    expect(paid).toContain('This invoice was paid on June 1, 2027.');
    expect(paid).not.toContain('<button');
  });

  it('requests bank authentication on the page', async () => {
    const { subscription, invoice } = await subscribe('pm_card_authenticationRequired');
    const url = invoice.hosted_invoice_url ?? '';
    expect((await load(url)).text).toContain('Authentication by your bank');
    const answer = async (value: string) =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: value }) })).text();
    expect(await answer('refuse')).toContain('We are unable to authenticate your payment method.');
    await fetch(url, { method: 'POST', body: new URLSearchParams() });
    expect(await answer('approve')).toContain('This invoice was paid on');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('returns 404 for an unknown invoice', async () => {
    const missing = await load('/stripe/invoices/in_nothing');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Invoice not found');
  });
});

describe('the dashboard', () => {
  it('shows an object as the API returns it', async () => {
    const { customer } = await subscribe(undefined, {}, 'Smith & Sons <Dental>');
    const { status, text } = await load(`/stripe/dashboard/customers/${customer}`);
    expect(status).toBe(200);
    expect(text).toContain('Smith &#38; Sons &#60;Dental&#62;');
    expect(text).not.toContain('<script');
  });

  it.each(['customers', 'subscriptions', 'subscription_schedules', 'prices', 'invoices'])(
    'returns 404 for unknown %s',
    async (section) => {
      const missing = await load(`/stripe/dashboard/${section}/none_1`);
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('not found');
      expect(missing.text).toContain('none_1');
    },
  );
});
