// @ts-check
/** Gives a practice many customers, subscriptions and invoices, created in the sandbox as at the provider. */
import { createRequire } from 'node:module';

const Stripe = createRequire(new URL('../server/package.json', import.meta.url))('stripe');

const AT_ONCE = 20;

/** @param {number} count @param {(index: number) => Promise<unknown>} work */
export async function inParallel(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * @typedef {object} ManyInvoices
 * @property {number} practice
 * @property {number} customers
 * @property {number} subscriptions
 * @property {number} invoices with those of the subscriptions
 * @property {(index: number) => string} [nameOf] name of a customer
 */

/**
 * @param {Pick<import('./console-process.mjs').RunningConsole, 'sandbox' | 'sql'>} running
 * @param {ManyInvoices} wanted
 * @returns {Promise<string[]>} ids of the customers
 */
export async function addManyInvoices({ sandbox = '', sql }, wanted) {
  const { practice, nameOf = (index) => `Clinic ${index}` } = wanted;
  const { hostname, port } = new URL(sandbox);
  const stripe = new Stripe('sk_test_sandbox', { host: hostname, port: Number(port), protocol: 'http' });
  const control = async (/** @type {string} */ name, /** @type {unknown} */ body) => {
    const answer = await fetch(`${sandbox}/control/stripe/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  // The console reads everything itself, as after a lost webhook.
  await control('webhooks', { hold: true });
  const [plan] = (await stripe.prices.list({ limit: 100, active: true })).data.filter(
    (/** @type {{nickname: string | null}} */ price) => price.nickname?.startsWith('Core') === true,
  );
  /** @type {string[]} */
  const customers = [];
  await inParallel(wanted.customers, async (index) => {
    const { id } = await stripe.customers.create({ name: nameOf(index), email: `clinic-${index}@large.example` });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
    customers.push(id);
  });
  await inParallel(wanted.subscriptions, (index) =>
    stripe.subscriptions.create({ customer: customers[index % customers.length], items: [{ price: plan.id }] }),
  );
  const now = Math.floor(Date.now() / 1000);
  await inParallel(wanted.invoices - wanted.subscriptions, (index) => {
    const created = now - index * 3_600;
    const paid = { status: 'paid', total: 9_900, amount_due: 9_900, amount_paid: 9_900, amount_remaining: 0 };
    return control('objects', {
      object: 'invoice',
      event: null,
      fields: {
        ...{ customer: customers[index % customers.length], created, currency: 'usd', number: `OLD-${index}`, ...paid },
        status_transitions: { paid_at: created },
      },
    });
  });
  for (const customer of customers) {
    await sql(
      "insert into billing_customers (practice_id, customer_id, source, added_at) values ($1, $2, 'created', now())",
      [practice, customer],
    );
  }
  return customers;
}
