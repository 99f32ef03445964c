/** A sandbox on a free port, with Stripe's SDK, which tests use for all requests. */
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { buildSandbox } from '../../app.js';
import type { CardBehavior } from '../store.js';
import { control } from '../../testing/control.js';

export interface StripeSandbox {
  app: FastifyInstance;
  url: string;
  stripe: Stripe;
  /** The SDK with the publishable key of browsers. */
  browser: Stripe;
  /** Advances the clock. Resolves to the new time in epoch seconds. */
  advance(days: number): Promise<number>;
  control(path: string, body: unknown): Promise<void>;
  /** Sets the behavior of a saved card's bank. */
  setCard(payment_method: string, behaviour: CardBehavior): Promise<void>;
  close(): Promise<void>;
}

export function clientOn(url: string, key: string, retries = 0): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/** @param clock in epoch milliseconds. A constant clock moves only when a test advances it. */
export async function stripeSandbox(folder: string | null = null, clock?: () => number): Promise<StripeSandbox> {
  const app = buildSandbox({ folder, checksTypes: true, ...(clock && { clock }) });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = (path: string, body: unknown): Promise<unknown> => control(url, `stripe/${path}`, body);
  return {
    app,
    url,
    stripe: clientOn(url, 'sk_test_sandbox'),
    browser: clientOn(url, 'pk_test_sandbox'),
    async advance(days) {
      const { now } = (await post('clock', { advance_seconds: Math.round(days * 86_400) })) as { now: number };
      return now;
    },
    control: async (path, body) => void (await post(path, body)),
    setCard: async (payment_method, behaviour) => void (await post('cards', { payment_method, behaviour })),
    close: () => app.close(),
  };
}

/** A catalog in dollars, with a plan and an add-on for each of a monthly and a yearly interval. */
export async function aCatalogue(stripe: Stripe) {
  const price = async (name: string, cents: number, interval: 'month' | 'year') => {
    const product = await stripe.products.create({ name });
    return stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: cents, recurring: { interval } });
  };
  return {
    core: await price('Core', 9900, 'month'),
    addOn: await price('Reminders', 3000, 'month'),
    yearly: await price('Core, yearly', 99_000, 'year'),
  };
}

/** A customer with a default card. */
export async function aCustomer(
  stripe: Stripe,
  card = 'pm_card_visa',
  name = 'Bright Smiles',
): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ name, email: 'billing@bright-smiles.example' });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

/** The error of a request; empty if the request succeeded. */
export const refusalOf = (work: Promise<unknown>): Promise<Partial<Stripe.errors.StripeError>> =>
  work.then(
    () => ({}),
    (error: Stripe.errors.StripeError) => error,
  );
