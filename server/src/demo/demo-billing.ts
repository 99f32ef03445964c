/**
 * The demo's subscriptions, invoices and customers. The same services that people use create them at the sandbox, while
 * the sandbox's clock advances through several years. Covers every state that the screens can show.
 */
import type Stripe from 'stripe';
import type { ChosenFeature } from 'shared-api/contracts';
import { alwaysAllowed, systemActor } from '../platform/audit/actor.js';
import { addItems } from '../billing/subscriptions/commands/add-items.js';
import { cancelSubscription, cancelTrial } from '../billing/subscriptions/commands/cancel.js';
import { assignSeatsOfSubscription } from '../billing/subscriptions/commands/assign-subscription-seats.js';
import { reconcile } from '../billing/subscriptions/mirror/reconcile.js';
import { removeItem } from '../billing/subscriptions/commands/remove-item.js';
import { startPlan, startTrial } from '../billing/subscriptions/commands/start.js';
import { readCataloguePrices } from '../billing/catalogue/catalogue-prices.js';
import { addOns } from '../billing/catalogue/add-ons.js';
import type { Db } from '../platform/database/tables.js';
import { addCustomer } from '../billing/payments/customers-repository.js';
import { findPractice } from '../access/practice-records/practice-lookups.js';
import { demoOwners } from './demo-people.js';
import { addPastProductChanges } from './demo-product-history.js';
import { epochSeconds } from '../platform/dates/epoch-seconds.js';

const STEP = '008-billing';
const A_DAY_MS = 86_400_000;
/** Age of the first invoice, in days. */
const YEARS_BACK_DAYS = 1260;

/** Cards by their names in Stripe's test mode. */
type TestCard = 'pm_card_visa' | 'pm_card_mastercard' | 'pm_card_amex' | 'pm_card_chargeCustomerFail';

const actor = systemActor('Practice setup');

interface Parts {
  db: Db;
  stripe: Stripe;
  /** Origin of the sandbox. */
  sandbox: string;
  now: Date;
}

/** Creates the demo's history, with each action at the time of the sandbox's clock. */
class History {
  readonly #parts: Parts;
  readonly #prices: ReadonlyMap<string, string>;
  #daysAgo = YEARS_BACK_DAYS;
  #keys = 0;

  constructor(parts: Parts, prices: ReadonlyMap<string, string>) {
    this.#parts = parts;
    this.#prices = prices;
  }

  get #now(): Date {
    return new Date(this.#parts.now.getTime() - this.#daysAgo * A_DAY_MS);
  }

  /** Actor and time of the next action, with a new key. */
  get audit() {
    this.#keys += 1;
    return { actor, now: this.#now, key: `demo-billing-${this.#keys}`, assertStillAllowed: alwaysAllowed };
  }

  /** Sets the clock to a number of days before today. */
  async at(daysAgo: number): Promise<void> {
    this.#daysAgo = daysAgo;
    const response = await fetch(`${this.#parts.sandbox}/control/stripe/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: epochSeconds(this.#now) }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  }

  price(key: string): string {
    const id = this.#prices.get(key);
    if (id === undefined) throw new Error(`The catalogue has no price ${key}`);
    return id;
  }

  /** Add-ons at their monthly prices. */
  selected(...features: string[]): ChosenFeature[] {
    return features.map((feature_name) => ({
      feature_name,
      plan_id: this.price(`${feature_name}:month`),
      bundle_name: addOns.find(({ feature }) => feature === feature_name)?.bundle ?? '',
    }));
  }

  on(practiceId: number) {
    const { db, stripe } = this.#parts;
    return { db, stripe, practiceId };
  }

  /** Creates a customer of a practice. The first card is the default. */
  async customer(practiceId: number | null, name: string, email: string, ...cards: TestCard[]): Promise<string> {
    const { db, stripe } = this.#parts;
    const zone = practiceId === null ? undefined : (await findPractice(db, practiceId))?.time_zone;
    const { id } = await stripe.customers.create({
      name,
      email,
      ...(practiceId !== null && {
        metadata: { practice_id: String(practiceId), ...(zone && { practice_time_zone: zone }) },
      }),
    });
    for (const [index, cardId] of cards.entries()) await this.card(id, cardId, index === 0);
    if (practiceId !== null) {
      await addCustomer(db, { practice_id: practiceId, customer_id: id, source: 'created', added_at: this.#now });
    }
    return id;
  }

  async card(customerId: string, cardId: TestCard, isDefault: boolean): Promise<void> {
    const { stripe } = this.#parts;
    const method = await stripe.paymentMethods.attach(cardId, { customer: customerId });
    if (!isDefault) return;
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
  }

  async start(practiceId: number, customerId: string, plan: string, ...features: string[]): Promise<string> {
    await startPlan(
      this.on(practiceId),
      {
        plan: this.price(plan),
        customer: customerId,
        selected: features.length === 0 ? undefined : this.selected(...features),
      },
      this.audit,
    );
    return this.latest(customerId);
  }

  async startTrial(practiceId: number, customerId: string, plan: string): Promise<string> {
    const trial = { plan: this.price(plan), customer: customerId, selected: undefined, consent: true };
    await startTrial(this.on(practiceId), trial, this.audit);
    return this.latest(customerId);
  }

  /** The newest subscription of a customer. */
  async latest(customerId: string): Promise<string> {
    const { data } = await this.#parts.stripe.subscriptions.list({ customer: customerId, limit: 1, status: 'all' });
    const [subscription] = data;
    if (!subscription) throw new Error('Nothing was started');
    return subscription.id;
  }

  /** The item of a subscription with this price. */
  async item(subscriptionId: string, price: string): Promise<string> {
    const { items } = await this.#parts.stripe.subscriptions.retrieve(subscriptionId);
    const item = items.data.find((one) => one.price.id === this.price(price));
    if (!item) throw new Error(`The subscription has no item ${price}`);
    return item.id;
  }
}

/** A subscription's age in days, if it started `months` before a renewal that was `days` ago. */
function daysSince(now: Date, { months, days }: { months: number; days: number }): number {
  const renewal = new Date(now.getTime() - days * A_DAY_MS);
  const begun = new Date(renewal);
  begun.setUTCMonth(begun.getUTCMonth() - months);
  return Math.round((now.getTime() - begun.getTime()) / A_DAY_MS);
}

/**
 * Customers named after the practices' owners, so that a search for an owner finds one.
 *
 * @returns their ids
 */
async function ownersAsCustomers(history: History): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, email } of demoOwners) ids.push(await history.customer(null, name, email, 'pm_card_visa'));
  return ids;
}

/** Practice 1: one subscription or plan in each state. */
async function brightSmiles(history: History, { db, stripe, now }: Parts): Promise<void> {
  const practiceId = 1;
  const main = await history.customer(
    practiceId,
    'Bright Smiles Dental',
    'billing@bright-smiles.example',
    'pm_card_visa',
    'pm_card_mastercard',
  );
  const hygiene = await history.customer(
    practiceId,
    'Bright Smiles Hygiene Club',
    'club@bright-smiles.example',
    'pm_card_visa',
  );
  await history.customer(practiceId, 'Bright Smiles Foundation', 'foundation@bright-smiles.example');
  await history.start(practiceId, hygiene, 'front_desk_monthly');
  await history.at(YEARS_BACK_DAYS - 20);
  const core = await history.start(practiceId, main, 'core_monthly', 'digital_forms');
  // The next period began five days ago, after the card had stopped working.
  await history.at(daysSince(now, { months: 33, days: 5 }));
  const imaging = await history.customer(
    practiceId,
    'Bright Smiles Imaging',
    'imaging@bright-smiles.example',
    'pm_card_amex',
  );
  await history.start(practiceId, imaging, 'phones_monthly', 'call_recording');
  await history.at(800);
  const growth = await history.startTrial(practiceId, main, 'growth_monthly');
  await history.at(795);
  await cancelTrial(
    history.on(practiceId),
    { planId: history.price('growth_monthly'), trialId: growth },
    history.audit,
  );
  await history.at(700);
  const analytics = await history.start(practiceId, main, 'analytics_yearly');
  await history.at(320);
  await cancelSubscription(history.on(practiceId), { subscriptionId: analytics }, history.audit);
  await history.at(150);
  await addItems(
    history.on(practiceId),
    {
      subscriptionId: core,
      selected: history.selected('insurance_verification', 'treatment_plan_builder'),
      prorationDate: undefined,
      expectedDue: undefined,
      card: undefined,
    },
    history.audit,
  );
  // Two cards stop working: one long ago, which leaves its subscription unpaid, the other in the last month.
  await history.at(100);
  await history.card(hygiene, 'pm_card_chargeCustomerFail', true);
  await history.at(12);
  await history.card(imaging, 'pm_card_chargeCustomerFail', true);
  await history.at(4);
  await history.startTrial(practiceId, main, 'engagement_monthly');
  await history.at(2);
  // Advancing the clock sent no webhooks, so the changes are read here.
  await reconcile({ db, stripe }, practiceId, { actor, now });
  const builder = await history.item(core, 'treatment_plan_builder:month');
  const removal = { subscriptionId: core, itemId: builder, withDependents: false };
  await removeItem(history.on(practiceId), removal, history.audit);
  const open = await stripe.invoices.list({ customer: hygiene, status: 'open' });
  const [latest, before] = open.data;
  if (latest) await stripe.invoices.voidInvoice(latest.id);
  if (before) await stripe.invoices.markUncollectible(before.id);
  const draft = await stripe.invoices.create({ customer: main, auto_advance: false });
  await stripe.invoiceItems.create({
    customer: main,
    invoice: draft.id,
    amount: 45_000,
    currency: 'usd',
    description: 'On-site training, half a day',
  });
}

/** Other customers: a practice with a yearly plan, and customers that internal staff can search for. */
async function others(history: History, { db, stripe, now }: Parts, owners: readonly string[]): Promise<void> {
  await history.at(1.5);
  const lakeside = await history.customer(2, 'Lakeside Orthodontics', 'office@lakeside.example', 'pm_card_amex');
  await history.start(2, lakeside, 'core_yearly');
  await history.customer(2, 'Lakeside Study Club', 'club@lakeside.example');
  const summit = await history.customer(6, 'Summit Dental Group', 'accounts@summit.example', 'pm_card_mastercard');
  await history.start(6, summit, 'core_monthly');

  await history.at(1);
  for (const customer of owners) {
    await stripe.subscriptions.create({ customer, items: [{ price: history.price('analytics_monthly') }] });
  }
  const alliance = await history.customer(null, 'Amber Dental Alliance', 'accounts@amber.example', 'pm_card_visa');
  const shared = await stripe.subscriptions.create({
    customer: alliance,
    items: [{ price: history.price('analytics_monthly'), quantity: 3 }],
  });
  for (const practiceId of [6, 7]) {
    await assignSeatsOfSubscription({ db, stripe }, { practiceId, subscription: shared.id }, { actor, now });
  }
  const aspen = await history.customer(null, 'Aspen Dental Partners', 'hello@aspen.example', 'pm_card_visa');
  await stripe.subscriptionSchedules.create({
    customer: aspen,
    start_date: epochSeconds(now) + 20 * 86_400,
    phases: [
      { items: [{ price: history.price('core_monthly') }], duration: { interval: 'month', interval_count: 12 } },
    ],
  });
  const avalon = await history.customer(null, 'Avalon Family Dental', 'office@avalon.example');
  await stripe.subscriptions.create({
    customer: avalon,
    items: [{ price: history.price('engagement_monthly') }],
    trial_period_days: 60,
  });
}

/**
 * True when the sandbox already has customers: of this console before its database was replaced, or of another console.
 */
async function isInUse(stripe: Stripe): Promise<boolean> {
  return (await stripe.customers.list({ limit: 1 })).data.length > 0;
}

/**
 * Runs only once. The sandbox must have the catalogue.
 *
 * @returns false when it ran before, or when the sandbox already has customers
 */
export async function addDemoBilling(parts: Parts): Promise<boolean> {
  const { db, stripe, now } = parts;
  const done = await db.selectFrom('demo_steps').select('name').where('name', '=', STEP).executeTakeFirst();
  if (done || (await isInUse(stripe))) return false;
  const history = new History(parts, (await readCataloguePrices(db)).current);
  await history.at(YEARS_BACK_DAYS);
  // These customers first, because a search shows the latest ones first.
  const owners = await ownersAsCustomers(history);
  await brightSmiles(history, parts);
  await others(history, parts, owners);
  await history.at(0);
  await reconcile({ db, stripe }, undefined, { actor, now });
  await addPastProductChanges(db, now);
  await db.insertInto('demo_steps').values({ name: STEP }).execute();
  return true;
}
