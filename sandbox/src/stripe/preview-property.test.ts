/** Property test: after any history of changes, a preview equals the invoice that follows it, to the cent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type Random, randomFrom } from './testing/random.js';
import { type StripeSandbox, aCustomer, stripeSandbox } from './testing/stripe-sandbox.js';

const DAY_S = 86_400;
/** The end of January in a leap year, so that months of all lengths follow. */
const START_MS = Date.UTC(2028, 0, 31, 15, 20, 10);
const HISTORIES = 20;
const STEPS = 18;

interface Catalogue {
  month: Stripe.Price[];
  year: Stripe.Price[];
}

let sandbox: StripeSandbox;
let stripe: Stripe;
let catalogue: Catalogue;
beforeAll(async () => {
  sandbox = await stripeSandbox(null, () => START_MS);
  ({ stripe } = sandbox);
  const price = async (name: string, cents: number, interval: 'month' | 'year') => {
    const product = await stripe.products.create({ name });
    return stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: cents, recurring: { interval } });
  };
  catalogue = {
    month: [
      await price('Core', 9900, 'month'),
      await price('Reminders', 3333, 'month'),
      await price('Seats', 707, 'month'),
    ],
    year: [await price('Core, yearly', 99_000, 'year'), await price('Reminders, yearly', 29_999, 'year')],
  };
});
afterAll(() => sandbox.close());

const essence = (invoice: Stripe.Invoice) => ({
  total: invoice.total,
  amount_due: invoice.amount_due,
  starting_balance: invoice.starting_balance,
  ending_balance: invoice.ending_balance,
  period_start: invoice.period_start,
  period_end: invoice.period_end,
  lines: invoice.lines.data.map(({ amount, description, period, quantity }) => [
    amount,
    description,
    quantity,
    period.start,
    period.end,
  ]),
});

const orNone = async (preview: Promise<Stripe.Invoice>): Promise<Stripe.Invoice | null> =>
  preview.catch((error: Stripe.errors.StripeError) => {
    if (error.code === 'invoice_upcoming_none') return null;
    throw error;
  });

class History {
  readonly steps: string[] = [];
  #subscription: Stripe.Subscription;
  readonly #random: Random;

  constructor(random: Random, subscription: Stripe.Subscription) {
    this.#random = random;
    this.#subscription = subscription;
  }

  get isOver(): boolean {
    return ['canceled', 'incomplete_expired'].includes(this.#subscription.status);
  }

  get #interval(): keyof Catalogue {
    return this.#subscription.items.data[0]?.price.recurring?.interval === 'year' ? 'year' : 'month';
  }

  async #reload(): Promise<void> {
    this.#subscription = await stripe.subscriptions.retrieve(this.#subscription.id);
  }

  async #invoices(): Promise<Stripe.Invoice[]> {
    return (await stripe.invoices.list({ subscription: this.#subscription.id, limit: 100 })).data;
  }

  /** Adds or removes items, changes a quantity, or replaces all items with those of the other interval. */
  #itemChange(): Stripe.SubscriptionUpdateParams.Item[] {
    const items = this.#subscription.items.data;
    const free = catalogue[this.#interval].filter(({ id }) => !items.some(({ price }) => price.id === id));
    const kind = this.#random.pick(['add', 'remove', 'quantity', 'switch'] as const);
    const item = this.#random.pick(items);
    if (kind === 'add' && free.length > 0) {
      return [{ price: this.#random.pick(free).id, quantity: 1 + this.#random.below(3) }];
    }
    if (kind === 'remove' && items.length > 1) return [{ id: item.id, deleted: true }];
    if (kind === 'switch') {
      const other = catalogue[this.#interval === 'month' ? 'year' : 'month'];
      const price = this.#random.pick(other).id;
      return [...items.map(({ id }) => ({ id, deleted: true })), { price }];
    }
    return [{ id: item.id, quantity: 1 + this.#random.below(4) }];
  }

  /** Applies a change immediately. If the preview is an immediate invoice, it must equal the new invoice. */
  async change(): Promise<void> {
    const proration_behavior = this.#random.pick([
      'always_invoice',
      'always_invoice',
      'create_prorations',
      'none',
    ] as const);
    const now = await sandbox.advance(0);
    const resets = this.#subscription.status === 'active' && this.#random.below(8) === 0;
    const endsTrial = this.#subscription.status === 'trialing' && this.#random.below(3) === 0;
    const change = {
      items: this.#itemChange(),
      proration_behavior,
      proration_date: now,
      ...(resets && { billing_cycle_anchor: { type: 'now' as const } }),
      ...(endsTrial && { trial_end: 'now' as const }),
    };
    this.steps.push(JSON.stringify(change));
    const preview = await orNone(
      stripe.invoices.createPreview({ subscription: this.#subscription.id, subscription_details: change }),
    );
    const before = await this.#invoices();
    const payment_behavior = this.#random.pick(['allow_incomplete', 'pending_if_incomplete'] as const);
    this.#subscription = await stripe.subscriptions.update(this.#subscription.id, { ...change, payment_behavior });
    const [newest, ...others] = await this.#invoices();
    if (others.length === before.length && newest) {
      expect(preview && essence(preview)).toEqual(essence(newest));
      expect(preview?.next_payment_attempt).toBe(now);
      if (newest.status === 'open') await this.#answer(newest);
    } else {
      await this.#compareNext(preview);
    }
  }

  /** Pays an open invoice with a good card, or voids it while its change waits. */
  async #answer(invoice: Stripe.Invoice): Promise<void> {
    await this.#useCard('pm_card_visa');
    if (this.#subscription.pending_update && this.#random.below(2) === 0) {
      this.steps.push('void');
      await stripe.invoices.voidInvoice(invoice.id);
    } else {
      this.steps.push('pay');
      await stripe.invoices.pay(invoice.id);
    }
    await this.#reload();
  }

  /** Advances the clock until the invoice of the preview exists, and compares them. */
  async #compareNext(preview: Stripe.Invoice | null): Promise<void> {
    const again = await orNone(stripe.invoices.createPreview({ subscription: this.#subscription.id }));
    expect(again && essence(again)).toEqual(preview && essence(preview));
    await this.renew();
  }

  async renew(): Promise<void> {
    const preview = await orNone(stripe.invoices.createPreview({ subscription: this.#subscription.id }));
    const before = await this.#invoices();
    const now = await sandbox.advance(0);
    const at = preview?.created ?? now + 40 * DAY_S;
    this.steps.push(`advance to ${new Date(at * 1000).toISOString()}`);
    if (at - 1 > now) {
      await sandbox.advance((at - 1 - now) / DAY_S);
      expect(await this.#invoices()).toHaveLength(before.length);
    }
    await sandbox.advance((at - (await sandbox.advance(0))) / DAY_S);
    // The invoice of a renewal is a draft for an hour.
    if ((await this.#invoices())[0]?.status === 'draft') await sandbox.advance(1 / 24);
    const [newest] = await this.#invoices();
    if (preview) {
      expect(newest && essence(newest)).toEqual(essence(preview));
      if (newest?.status === 'open') await this.#answer(newest);
    } else {
      expect(await this.#invoices()).toHaveLength(before.length);
    }
    await this.#reload();
  }

  async passDays(): Promise<void> {
    const days = this.#random.below(12);
    this.steps.push(`${days} days`);
    const preview = await orNone(stripe.invoices.createPreview({ subscription: this.#subscription.id }));
    const now = await sandbox.advance(0);
    const at = preview?.created ?? Infinity;
    if (now + days * DAY_S < at) await sandbox.advance(days);
    await this.#reload();
  }

  async #useCard(card: string): Promise<void> {
    const customer = String(this.#subscription.customer);
    const method = await stripe.paymentMethods.attach(card, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  }

  async useBadCard(): Promise<void> {
    const card = this.#random.pick(['pm_card_chargeCustomerFail', 'pm_card_authenticationRequired']);
    this.steps.push(card);
    await this.#useCard(card);
  }

  /** Schedules phases, some of which start at the end of a period and others within one. */
  async schedule(): Promise<void> {
    if (this.#subscription.schedule) {
      this.steps.push('release');
      await stripe.subscriptionSchedules.release(String(this.#subscription.schedule));
      await this.#reload();
      return;
    }
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: this.#subscription.id });
    const [phase] = schedule.phases;
    if (!phase) throw new Error('The schedule has no phase');
    const now = await sandbox.advance(0);
    const items = phase.items.map(({ price, quantity = 1 }) => ({ price: String(price), quantity }));
    const isMiddle = phase.trial_end === null && phase.end_date - now > 4 * DAY_S && this.#random.below(2) === 0;
    const end = isMiddle ? now + 2 * DAY_S + this.#random.below(1000) : phase.end_date;
    const next = this.#random.below(4) === 0 ? (this.#interval === 'month' ? 'year' : 'month') : this.#interval;
    const first = {
      start_date: phase.start_date,
      end_date: end,
      items,
      ...(phase.trial_end !== null && { trial_end: phase.trial_end }),
    };
    const phases = [
      first,
      {
        items: [{ price: this.#random.pick(catalogue[next]).id, quantity: 1 + this.#random.below(2) }],
        duration: { interval: next, interval_count: 1 + this.#random.below(3) },
        proration_behavior: this.#random.pick(['always_invoice', 'create_prorations', 'none'] as const),
      },
    ];
    const end_behavior = this.#random.below(5) === 0 ? ('cancel' as const) : ('release' as const);
    this.steps.push(JSON.stringify({ phases, end_behavior }));
    const planned = await orNone(
      stripe.invoices.createPreview({ schedule: schedule.id, schedule_details: { phases, end_behavior } }),
    );
    await stripe.subscriptionSchedules.update(schedule.id, { phases, end_behavior });
    await this.#reload();
    await this.#compareNext(planned);
  }

  async endAtPeriodEnd(): Promise<void> {
    if (this.#subscription.schedule) return;
    const cancel_at_period_end = !this.#subscription.cancel_at_period_end;
    this.steps.push(`cancel_at_period_end ${cancel_at_period_end}`);
    this.#subscription = await stripe.subscriptions.update(this.#subscription.id, { cancel_at_period_end });
  }

  async step(): Promise<void> {
    const kind = this.#random.below(20);
    if (kind < 8) await this.change();
    else if (kind < 12) await this.passDays();
    else if (kind < 15) await this.renew();
    else if (kind < 17) await this.schedule();
    else if (kind < 19) await this.useBadCard();
    else await this.endAtPeriodEnd();
  }
}

async function startHistory(seed: number): Promise<History> {
  const random = randomFrom(seed);
  const customer = await aCustomer(stripe);
  const items = [{ price: random.pick(catalogue[random.pick(['month', 'year'] as const)]).id }];
  const trial_end = (await sandbox.advance(0)) + 14 * DAY_S;
  const details = { items, ...(random.below(3) === 0 && { trial_end }) };
  const preview = await stripe.invoices.createPreview({ customer: customer.id, subscription_details: details });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    ...details,
    expand: ['latest_invoice'],
  });
  expect(essence(subscription.latest_invoice as Stripe.Invoice)).toEqual(essence(preview));
  return new History(random, await stripe.subscriptions.retrieve(subscription.id));
}

describe('a preview in a random history', () => {
  it.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
    'equals the created invoice (seed %i)',
    async (seed) => {
      const history = await startHistory(seed);
      try {
        for (let step = 0; step < STEPS && !history.isOver; step += 1) await history.step();
      } catch (error) {
        throw new Error(`After ${history.steps.join('\n')}`, { cause: error });
      }
    },
  );
});
