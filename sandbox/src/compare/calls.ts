/** The calls that are made both in Stripe's test mode and on the sandbox. */
import type Stripe from 'stripe';

/** Results of earlier calls, by name. */
export interface Made {
  id(name: string): string;
}

export interface ComparedCall {
  name: string;
  call(stripe: Stripe, made: Made): Promise<object>;
}

const step = (name: string, call: ComparedCall['call']): ComparedCall => ({ name, call });
const text = (length: number): string => 'x'.repeat(length);

const monthly = { currency: 'usd', recurring: { interval: 'month' as const } };

const catalogue: ComparedCall[] = [
  step('product', (stripe) => stripe.products.create({ name: 'Comparison' })),
  step('core', (stripe, { id }) => stripe.prices.create({ product: id('product'), unit_amount: 9900, ...monthly })),
  step('add-on', (stripe, { id }) => stripe.prices.create({ product: id('product'), unit_amount: 3000, ...monthly })),
  step('yearly', (stripe, { id }) =>
    stripe.prices.create({
      product: id('product'),
      unit_amount: 99_000,
      currency: 'usd',
      recurring: { interval: 'year' },
    }),
  ),
  step('one-time price', (stripe, { id }) =>
    stripe.prices.create({ product: id('product'), unit_amount: 5000, currency: 'usd' }),
  ),
  step('coupon', (stripe) => stripe.coupons.create({ percent_off: 50, duration: 'forever' })),
  step('tax rate', (stripe) =>
    stripe.taxRates.create({ display_name: 'Sales tax', percentage: 8.25, inclusive: false }),
  ),
];

const customers: ComparedCall[] = [
  step('customer', (stripe) =>
    stripe.customers.create({ name: 'Comparison', email: 'comparison@example.com', metadata: { practice: '1' } }),
  ),
  step('card', (stripe, { id }) => stripe.paymentMethods.attach('pm_card_visa', { customer: id('customer') })),
  step('default card', (stripe, { id }) =>
    stripe.customers.update(id('customer'), { invoice_settings: { default_payment_method: id('card') } }),
  ),
  step('cards of the customer', (stripe, { id }) => stripe.customers.listPaymentMethods(id('customer'))),
  step('set-up of a card', (stripe, { id }) => stripe.setupIntents.create({ customer: id('customer') })),
];

const subscriptions: ComparedCall[] = [
  step('preview of a start', (stripe, { id }) =>
    stripe.invoices.createPreview({
      customer: id('customer'),
      subscription_details: { items: [{ price: id('core') }] },
    }),
  ),
  step('subscription', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core'), metadata: { seat: '1' } }],
      discounts: [{ coupon: id('coupon') }],
      default_tax_rates: [id('tax rate')],
      expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret', 'discounts'],
    }),
  ),
  step('preview of an addition', (stripe, { id }) =>
    stripe.invoices.createPreview({
      subscription: id('subscription'),
      subscription_details: { items: [{ price: id('add-on') }], proration_behavior: 'always_invoice' },
    }),
  ),
  step('preview of a full period', (stripe, { id }) =>
    stripe.invoices.createPreview({
      subscription: id('subscription'),
      subscription_details: { items: [{ price: id('add-on') }], proration_behavior: 'none' },
      preview_mode: 'recurring',
    }),
  ),
  step('addition', (stripe, { id }) =>
    stripe.subscriptions.update(id('subscription'), {
      items: [{ price: id('add-on') }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    }),
  ),
  step('schedule', (stripe, { id }) => stripe.subscriptionSchedules.create({ from_subscription: id('subscription') })),
  step('release', (stripe, { id }) => stripe.subscriptionSchedules.release(id('schedule'))),
  step('pause of the collection', (stripe, { id }) =>
    stripe.subscriptions.update(id('subscription'), { pause_collection: { behavior: 'void' } }),
  ),
  step('invoices', (stripe, { id }) => stripe.invoices.list({ customer: id('customer') })),
  step('end', (stripe, { id }) =>
    stripe.subscriptions.cancel(id('subscription'), { prorate: true, invoice_now: true }),
  ),
  step('trial', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    }),
  ),
  step('end of the trial', (stripe, { id }) => stripe.subscriptions.cancel(id('trial'))),
];

export const refusals: readonly ComparedCall[] = [
  step('unknown customer', (stripe) => stripe.customers.retrieve('cus_none')),
  step('unknown parameter', (stripe) => stripe.customers.create({ nickname: 'x' } as never)),
  step('missing parameter', (stripe, { id }) => stripe.subscriptions.create({ customer: id('customer') } as never)),
  step('both cursors', (stripe) => stripe.customers.list({ starting_after: 'cus_a', ending_before: 'cus_b' })),
  step('limit above 100', (stripe) => stripe.customers.list({ limit: 101 })),
  step('expansion of an unknown field', (stripe) => stripe.customers.list({ expand: ['data.color'] })),
  step('expansion over four levels', (stripe) =>
    stripe.subscriptions.list({ expand: ['data.items.data.price.product'] }),
  ),
  step('search without a field', (stripe) => stripe.customers.search({ query: 'comparison' })),
  step('search with two letters', (stripe) => stripe.customers.search({ query: "name~'co'" })),
  step('long name', (stripe) => stripe.customers.create({ name: text(257) })),
  step('long description', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }],
      description: text(501),
    }),
  ),
  step('long metadata', (stripe) => stripe.customers.create({ metadata: { key: text(501) } })),
  step('many keys of metadata', (stripe) =>
    stripe.customers.create({
      metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key_${at}`, 'x'])),
    }),
  ),
  step('bad email address', (stripe) => stripe.customers.create({ email: 'nobody' })),
  step('long trial', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }],
      trial_period_days: 731,
    }),
  ),
  step('negative quantity', (stripe, { id }) =>
    stripe.subscriptions.create({ customer: id('customer'), items: [{ price: id('core'), quantity: -1 }] }),
  ),
  step('one-time price in a subscription', (stripe, { id }) =>
    stripe.subscriptions.create({ customer: id('customer'), items: [{ price: id('one-time price') }] }),
  ),
  step('two intervals', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }, { price: id('yearly') }],
    }),
  ),
  step('unknown coupon', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }],
      discounts: [{ coupon: 'none' }],
    }),
  ),
  step('sent invoices without days', (stripe, { id }) =>
    stripe.subscriptions.create({
      customer: id('customer'),
      items: [{ price: id('core') }],
      collection_method: 'send_invoice',
    }),
  ),
];

const leftovers: ComparedCall[] = [
  step('deletion of the customer', (stripe, { id }) => stripe.customers.del(id('customer'))),
  step('deleted customer', (stripe, { id }) => stripe.customers.retrieve(id('customer'))),
  step('deletion of the coupon', (stripe, { id }) => stripe.coupons.del(id('coupon'))),
  step('archived product', (stripe, { id }) => stripe.products.update(id('product'), { active: false })),
];

/** The calls in their order. The last ones remove what the others have created. */
export const comparedCalls: readonly ComparedCall[] = [
  ...catalogue,
  ...customers,
  ...subscriptions,
  ...refusals,
  ...leftovers,
];
