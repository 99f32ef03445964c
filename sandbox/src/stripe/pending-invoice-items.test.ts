/** Invoice items of a customer, which are added to the next renewal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
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

const subscribe = (customer: string, price: Stripe.Price) =>
  stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
const previewOf = (subscription: string, more: Stripe.InvoiceCreatePreviewParams = {}) =>
  stripe.invoices.createPreview({ subscription, ...more });
const totalsOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription })).data.map(({ total }) => total);

/** Two monthly subscriptions; the first one renews first. */
const twoSubscriptions = async () => {
  const { id: customer } = await aCustomer(stripe);
  const first = await subscribe(customer, prices.core);
  await sandbox.advance(3);
  return { customer, first: first.id, second: (await subscribe(customer, prices.addOn)).id };
};

describe('an invoice item without a subscription', () => {
  it('is in the preview of each subscription, and on the first renewal only', async () => {
    const { customer, first, second } = await twoSubscriptions();
    const item = await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd', description: 'Training' });
    expect(item).toMatchObject({ invoice: null, parent: null, amount: 2500, description: 'Training' });
    for (const [id, total] of [
      [first, 9900 + 2500],
      [second, 3000 + 2500],
    ] as const) {
      const preview = await previewOf(id);
      expect(preview.total).toBe(total);
      expect(preview.lines.data[0]?.parent).toMatchObject({
        invoice_item_details: { invoice_item: item.id, subscription: null, proration: false },
      });
      expect((await previewOf(id, { preview_mode: 'recurring' })).total).toBe(total - 2500);
    }
    await sandbox.advance(32);
    expect([await totalsOf(first), await totalsOf(second)]).toEqual([
      [9900 + 2500, 9900],
      [3000, 3000],
    ]);
  });

  it('is added only to a preview, with its own discounts and taxes', async () => {
    const { customer, first, second } = await twoSubscriptions();
    const { id: product } = await stripe.products.create({ name: 'Set-up' });
    const price = await stripe.prices.create({ product, currency: 'usd', unit_amount: 5000 });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const tax = await stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 });
    const item = { price: price.id, quantity: 2 };
    const preview = (more: object) => previewOf(second, { customer, invoice_items: [{ ...item, ...more }] });
    expect((await preview({})).total).toBe(3000 + 10_000);
    expect((await preview({ discounts: [{ coupon }] })).total).toBe(3000 + 5000);
    expect((await preview({ tax_rates: [tax.id] })).total).toBe(3000 + 11_000);
    expect((await preview({})).lines.data[0]?.description).toBe('Set-up');
    expect(await refusalOf(preview({ price: prices.core.id }))).toMatchObject({
      message: expect.stringContaining('only accepts prices with `type=one_time`'),
    });
    expect((await previewOf(first)).total).toBe(9900);
  });

  it('is changed only in a preview', async () => {
    const { customer, second } = await twoSubscriptions();
    const { id } = await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd' });
    const invoice_items = [{ invoiceitem: id, amount: 0 }];
    expect((await previewOf(second, { invoice_items })).total).toBe(3000);
    expect((await previewOf(second)).total).toBe(5500);
  });

  it('is on the first invoice of a subscription that starts before the next renewal', async () => {
    const { customer, first } = await twoSubscriptions();
    await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd' });
    const { id } = await subscribe(customer, prices.addOn);
    expect([await totalsOf(id), (await previewOf(first)).total]).toEqual([[5500], 9900]);
  });

  it('waits for a renewal in its currency', async () => {
    const { customer, first } = await twoSubscriptions();
    await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'eur' });
    expect((await previewOf(first)).total).toBe(9900);
  });
});

it('adds the item of a subscription only to its own renewal', async () => {
  const { customer, first, second } = await twoSubscriptions();
  const item = { customer, subscription: second, amount: -500, currency: 'usd' };
  expect(await stripe.invoiceItems.create(item)).toMatchObject({
    parent: { subscription_details: { subscription: second } },
  });
  expect([(await previewOf(first)).total, (await previewOf(second)).total]).toEqual([9900, 2500]);
});

it('rejects an item without a customer, an amount or a currency, or of another customer’s subscription', async () => {
  const { customer, first } = await twoSubscriptions();
  const { id: other } = await aCustomer(stripe);
  const create = (item: object) => refusalOf(stripe.invoiceItems.create(item));
  expect(await create({ amount: 1, currency: 'usd' })).toMatchObject({ param: 'customer' });
  expect(await create({ customer, currency: 'usd' })).toMatchObject({ param: 'amount' });
  expect(await create({ customer: other, amount: 1 })).toMatchObject({ param: 'currency' });
  expect(await create({ customer: other, amount: 1, currency: 'usd', subscription: first })).toMatchObject({
    param: 'subscription',
  });
});
