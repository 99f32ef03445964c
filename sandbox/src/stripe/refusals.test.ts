/** Requests that Stripe rejects, with the form of its errors. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, refusalOf, stripeSandbox } from './testing/stripe-sandbox.js';

let sandbox: StripeSandbox;
let stripe: Stripe;
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;
let prices: Awaited<ReturnType<typeof aCatalogue>>;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => 1_800_000_000_000);
  ({ stripe } = sandbox);
  prices = await aCatalogue(stripe);
  customer = await aCustomer(stripe);
  subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }] });
});
afterAll(() => sandbox.close());

const invalid = { statusCode: 400, type: 'StripeInvalidRequestError' };

describe('expand', () => {
  it.each([
    ['an unknown field', () => stripe.customers.retrieve(customer.id, { expand: ['nickname'] }), '(nickname).', ''],
    ['a field without ids', () => stripe.customers.retrieve(customer.id, { expand: ['email'] }), '(email).', ''],
    [
      'a field below an expanded one',
      () => stripe.subscriptions.retrieve(subscription.id, { expand: ['customer.email'] }),
      '(customer.email).',
      '',
    ],
    [
      'a field of a list without `data`',
      () => stripe.subscriptions.list({ expand: ['customer'] }),
      "(customer). You may want to try expanding 'data.customer' instead.",
      '',
    ],
    [
      '`data` of a single object',
      () => stripe.invoices.retrieve('in_none', { expand: ['data'] }),
      '',
      'resource_missing',
    ],
    [
      'more than four levels',
      () => stripe.subscriptions.list({ expand: ['data.items.data.price.product'] }),
      'more than 4 levels of a property. Property: data.items.data.price.product',
      'property_expansion_max_depth',
    ],
    ['a field of an empty list', () => stripe.refunds.list({ expand: ['data.color'] }), '(data.color).', ''],
  ])('rejects %s', async (_what, work, text, code) => {
    const error = await refusalOf(work() as Promise<unknown>);
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', message: expect.stringContaining(text) });
    expect(error.code ?? '').toBe(code);
  });

  it('accepts the fields of nested objects and lists', async () => {
    const read = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['items.data.price.product', 'latest_invoice.payments', 'latest_invoice.confirmation_secret', 'customer'],
    });
    expect(read.items.data[0]?.price.product).toMatchObject({ object: 'product' });
  });

  it('changes nothing when the request is rejected', async () => {
    const made = refusalOf(stripe.customers.create({ name: 'Unmade', expand: ['nickname'] }));
    expect(await made).toMatchObject(invalid);
    expect((await stripe.customers.list({ limit: 1 })).data[0]?.name).not.toBe('Unmade');
  });
});

describe('amounts and due dates', () => {
  it('rejects a price of more than 8 digits', async () => {
    const { product } = prices.core;
    const made = stripe.prices.create({ product: String(product), currency: 'usd', unit_amount: 100_000_000 });
    expect(await refusalOf(made)).toMatchObject({ ...invalid, param: 'unit_amount' });
  });

  it.each([
    ['kwd', 5124],
    ['BHD', 101],
    ['omr', 9],
  ])('rejects a payment in %s whose last digit isn’t zero', async (currency, amount) => {
    expect(await refusalOf(stripe.paymentIntents.create({ currency, amount }))).toMatchObject({
      ...invalid,
      param: 'amount',
    });
    const rounded = await stripe.paymentIntents.create({ currency, amount: Math.ceil(amount / 10) * 10 });
    expect(rounded.amount % 10).toBe(0);
  });

  it('rejects a refund in kwd whose last digit isn’t zero', async () => {
    const price = await stripe.prices.create({
      product: String(prices.core.product),
      currency: 'kwd',
      unit_amount: 5000,
      recurring: { interval: 'month' },
    });
    const payer = await aCustomer(stripe);
    await stripe.subscriptions.create({ customer: payer.id, items: [{ price: price.id }] });
    const [charge] = (await stripe.charges.list({ customer: payer.id })).data;
    const refund = (amount: number) => stripe.refunds.create({ charge: charge?.id ?? '', amount });
    expect(await refusalOf(refund(1005))).toMatchObject({ ...invalid, param: 'amount' });
    expect(await refund(1010)).toMatchObject({ amount: 1010 });
    await stripe.customers.del(payer.id);
  });

  it.each([
    ['percent', { percent_off: 0 }, 'percent_off'],
    ['amount', { amount_off: 0, currency: 'usd' }, 'amount_off'],
  ])('rejects a coupon whose %s is 0', async (_what, off, param) => {
    const made = stripe.coupons.create({ duration: 'once', ...off });
    expect(await refusalOf(made)).toMatchObject({ ...invalid, param });
  });

  it('rejects a due date for a subscription that is charged automatically', async () => {
    const items = [{ price: prices.core.id }];
    const made = stripe.subscriptions.create({ customer: customer.id, items, days_until_due: 30 });
    expect(await refusalOf(made)).toMatchObject({ ...invalid, param: 'days_until_due' });
  });
});

describe('lists', () => {
  it.each([
    ['both cursors', () => stripe.customers.list({ starting_after: 'cus_a', ending_before: 'cus_b' }), 'ending_before'],
    ['an unknown cursor', () => stripe.customers.list({ starting_after: 'cus_none' }), 'starting_after'],
    ['a limit above 100', () => stripe.customers.list({ limit: 101 }), 'limit'],
    ['a limit of nothing', () => stripe.customers.list({ limit: 0 }), 'limit'],
  ])('refuse %s', async (_what, work, param) => {
    expect(await refusalOf(work() as Promise<unknown>)).toMatchObject({ ...invalid, param });
  });
});

describe('search', () => {
  it.each([
    ['no field', 'hart'],
    ['an unknown field', "nickname:'hart'"],
    ['less than three letters', "name~'ha'"],
    ['a part of a key', "metadata['practice']~'123'"],
    ['a value without quotes', 'name:hart'],
    ['AND together with OR', "name:'a' AND email:'b' OR phone:'c'"],
    ['brackets', "(name:'hart')"],
    ['a comparison of text', "name>'hart'"],
    ['a time that is no number', "created>'yesterday'"],
    ['more than ten clauses', Array.from({ length: 11 }, (_, at) => `name:'customer ${at}'`).join(' OR ')],
  ])('rejects %s', async (_what, query) => {
    expect(await refusalOf(stripe.customers.search({ query }))).toMatchObject({ ...invalid, param: 'query' });
  });

  it('rejects a limit above 100 and an unknown page', async () => {
    const query = "name:'hart'";
    expect(await refusalOf(stripe.customers.search({ query, limit: 101 }))).toMatchObject({
      ...invalid,
      param: 'limit',
    });
    expect(await refusalOf(stripe.customers.search({ query, page: 'x' }))).toMatchObject({ ...invalid, param: 'page' });
  });

  it('finds customers by time, by a missing key and by a key in double quotes', async () => {
    const found = async (query: string) => (await stripe.customers.search({ query })).data.length;
    expect(await found('created>1000')).toBe(1);
    expect(await found('created<=1000')).toBe(0);
    expect(await found('metadata["practice"]:null')).toBe(1);
    expect(await found('-metadata["practice"]:null')).toBe(0);
  });
});

describe('limits', () => {
  const text = (length: number): string => 'x'.repeat(length);
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 'x']));
  const items = (count: number) => Array.from({ length: count }, () => ({ price: prices.core.id }));
  const create = (over: object) =>
    stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.core.id }], ...over });
  const phases = (count: number) =>
    Array.from({ length: count }, () => ({ items: items(1), duration: { interval: 'month' as const } }));

  it.each([
    ['50 keys of metadata', () => stripe.customers.create({ metadata: keys(51) }), 'metadata'],
    ['40 characters of a key', () => stripe.customers.create({ metadata: { [text(41)]: 'x' } }), 'metadata'],
    ['500 characters of a value', () => stripe.customers.create({ metadata: { key: text(501) } }), 'metadata[key]'],
    [
      '50 keys in several requests',
      () =>
        stripe.customers
          .create({ metadata: keys(50) })
          .then(({ id }) => stripe.customers.update(id, { metadata: { other: 'x' } })),
      'metadata',
    ],
    ['256 characters of a name', () => stripe.customers.create({ name: text(257) }), 'name'],
    ['512 characters of an email', () => stripe.customers.create({ email: `${text(510)}@x.example` }), 'email'],
    ['20 characters of a phone number', () => stripe.customers.create({ phone: text(21) }), 'phone'],
    ['5000 characters of a description', () => stripe.customers.create({ description: text(5001) }), 'description'],
    ['500 characters of a subscription’s description', () => create({ description: text(501) }), 'description'],
    ['20 items of a subscription', () => create({ items: items(21) }), 'items'],
    [
      '10 phases',
      () => stripe.subscriptionSchedules.create({ customer: customer.id, start_date: 'now', phases: phases(11) }),
      'phases',
    ],
    ['730 days of a trial', () => create({ trial_period_days: 731 }), 'trial_period_days'],
    ['an email address', () => stripe.customers.create({ email: 'nobody' }), 'email'],
    [
      'a quantity of nothing or more',
      () => create({ items: [{ price: prices.core.id, quantity: -1 }] }),
      'items[0][quantity]',
    ],
    ['the largest amount', () => create({ items: [{ price: prices.core.id, quantity: 20_000 }] }), undefined],
    ['characters of an idempotency key', () => stripe.customers.create({}, { idempotencyKey: text(256) }), undefined],
  ])('rejects more than %s', async (_what, work, param) => {
    const error = await refusalOf(work() as Promise<unknown>);
    expect(error).toMatchObject(invalid);
    expect(error.param).toBe(param);
  });

  it('accepts values at the limit', async () => {
    const made = await stripe.customers.create({
      name: text(256),
      phone: text(20),
      metadata: { ...keys(49), [text(40)]: text(500) },
    });
    expect(Object.keys(made.metadata)).toHaveLength(50);
    expect((await create({ trial_period_days: 730, description: text(500) })).status).toBe('trialing');
  });
});

describe('the API version', () => {
  it.each(['2099-01-01', 'nonsense'])('rejects %s', async (apiVersion) => {
    expect(await refusalOf(stripe.customers.list({}, { apiVersion } as never))).toMatchObject({
      ...invalid,
      message: `Invalid Stripe API version: ${apiVersion}`,
    });
  });
});
