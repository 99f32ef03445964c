/**
 * One generated history of a practice's billing: random but valid steps through the calls that the pages make, with a check
 * after every step that what was promised is what the provider has done.
 */
import type { LightMyRequestResponse } from 'fastify';
import type Stripe from 'stripe';
import {
  type AddOnOffers,
  type BillingOutcome,
  type BillingRequest,
  type CostPreview,
  type FeatureSummary,
  type PracticeFeatures,
  type Subscription,
  type TrialPlan,
  type UpcomingCharge,
  type UpcomingCharges,
  selectionProblems,
  toggleAddOn,
} from 'shared-api/contracts';
import { allFeaturesOf, contentsOf } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { StandIn } from '../../stripe/testing/stripe-stand-in.js';
import type { BillingServer, Clinic } from '../../testing/a-billing-server.js';
import { type Caller, aPerson, doing, signedIn } from '../../testing/test-server.js';
import { giveSeats } from '../commands/give-seats.js';
import { reconcile } from '../mirror/reconcile.js';
import type { Random } from './random.js';

export const CARDS = {
  good: 'pm_card_visa',
  other: 'pm_card_mastercard',
  declines: 'pm_card_chargeCustomerFail',
  asks: 'pm_card_authenticationRequired',
} as const;
export type CardKind = keyof typeof CARDS;

/** A promise that was not kept. */
export class BrokenPromise extends Error {}

function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new BrokenPromise(message);
}

const DAY_S = 86_400;

/** Removals by hand as this test understands server rule 9, apart from the code under test. */
interface Removal {
  kind: 'bundle' | 'feature';
  name: string;
  against: Set<string>;
}

export interface HistoryCounts {
  steps: Record<string, number>;
  purchasesChecked: number;
  chargesChecked: number;
  offersChecked: number;
  refusalsChecked: number;
}

export const noCounts = (): HistoryCounts => ({
  steps: {},
  purchasesChecked: 0,
  chargesChecked: 0,
  offersChecked: 0,
  refusalsChecked: 0,
});

interface World {
  server: BillingServer;
  standIn: StandIn;
  random: Random;
  counts: HistoryCounts;
}

interface People {
  owner: Parameters<typeof signedIn>[1];
  staff: Parameters<typeof signedIn>[1];
}

type Chosen = { feature_name: string; plan_id: string; bundle_name: string }[];

export class BillingHistory {
  readonly log: string[] = [];
  readonly #world: World;
  readonly #clinic: Clinic;
  #caller: Caller;
  #staff: Caller;
  readonly #people: People;
  /** Of the customer: which kind of card is the default one, and the ids of its cards. */
  #defaultCard: CardKind = 'good';
  readonly #cards = new Map<CardKind, string>();
  readonly #removals: Removal[] = [];
  readonly #grants = new Set<string>();
  #now = 0;
  #keys = 0;

  private constructor(world: World, clinic: Clinic, people: People, callers: [Caller, Caller]) {
    this.#world = world;
    this.#clinic = clinic;
    this.#people = people;
    [this.#caller, this.#staff] = callers;
  }

  static async start(world: World): Promise<BillingHistory> {
    const { server, standIn } = world;
    const clinic = await server.aClinic();
    const owner = await aPerson(server.db, { practices: [clinic.practice], role: 'owner' });
    const staff = await aPerson(server.db, { flags: { super_admin: true, internal: true } });
    const now = await standIn.advance(0);
    server.clock.now = new Date(now * 1000);
    const callers: [Caller, Caller] = [await signedIn(server, owner), await signedIn(server, staff)];
    const history = new BillingHistory(world, clinic, { owner, staff }, callers);
    history.#now = now;
    const [first] = (await server.stripe.customers.listPaymentMethods(clinic.customer)).data;
    history.#cards.set('good', first?.id ?? '');
    return history;
  }

  get #stripe(): Stripe {
    return this.#world.server.stripe;
  }

  #note(step: string): void {
    this.log.push(step);
    const [name = ''] = step.split(' ');
    const { steps } = this.#world.counts;
    steps[name] = (steps[name] ?? 0) + 1;
  }

  #call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    as = this.#caller,
  ): Promise<LightMyRequestResponse> {
    this.#keys += 1;
    const headers = method === 'GET' ? {} : { 'idempotency-key': `history-${this.#clinic.practice}-${this.#keys}` };
    return this.#world.server.call(as, method, path, body, headers);
  }

  async #read<Answer>(path: string, as = this.#caller): Promise<Answer> {
    const answer = await this.#call('GET', path, undefined, as);
    assert(answer.statusCode === 200, `GET ${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  }

  #summary(): Promise<FeatureSummary> {
    return this.#read(`/api/${this.#clinic.practice}/practice-features/feature-summary/`);
  }

  async #plans(): Promise<TrialPlan[]> {
    const { practice } = this.#clinic;
    return (await this.#read<{ plans: TrialPlan[] }>(`/api/stripe-plan-trials/?practice_id=${practice}`)).plans;
  }

  #offers(target: string): Promise<AddOnOffers> {
    return this.#read(`/api/${this.#clinic.practice}/practice-features/add-on-offers/?${target}`);
  }

  #upcoming(): Promise<UpcomingCharges> {
    return this.#read(`/api/${this.#clinic.practice}/practice-features/upcoming-charges/`);
  }

  #preview(change: unknown): Promise<LightMyRequestResponse> {
    return this.#call('POST', `/api/${this.#clinic.practice}/practice-features/preview/`, change);
  }

  #act(id: string, action: string, body: unknown, as = this.#caller): Promise<LightMyRequestResponse> {
    return this.#call('POST', `/api/${this.#clinic.practice}/practice-features/${id}/${action}/`, body, as);
  }

  async #active(): Promise<Subscription[]> {
    return (await this.#summary()).subscriptions.filter(({ actions }) => actions.add_features.allowed);
  }

  /** Of every customer that pays for something that the practice uses. */
  async #invoices(): Promise<Stripe.Invoice[]> {
    const lists = await Promise.all(
      [this.#clinic.customer, ...this.#customers].map((customer) =>
        this.#stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 5000 }),
      ),
    );
    return lists.flat();
  }

  /** Everything of the customer at the provider that a refused change may not have touched. */
  async #fingerprint(): Promise<string> {
    const [invoices, subscriptions, schedules, customer] = await Promise.all([
      this.#invoices(),
      this.#stripe.subscriptions.list({ customer: this.#clinic.customer, status: 'all', limit: 100 }),
      this.#stripe.subscriptionSchedules.list({ customer: this.#clinic.customer, limit: 100 }),
      this.#stripe.customers.retrieve(this.#clinic.customer),
    ]);
    const items = (subscription: Stripe.Subscription) =>
      subscription.items.data.map((item) => [item.id, item.price.id, item.quantity]);
    return JSON.stringify([
      invoices.filter(({ status }) => status !== 'void').map(({ id, status, total }) => [id, status, total]),
      subscriptions.data
        .filter(({ status }) => status !== 'incomplete_expired')
        .map((one) => [one.id, one.status, one.cancel_at, items(one)]),
      schedules.data.map(({ id, status, phases }) => [id, status, phases.length]),
      'balance' in customer ? customer.balance : 0,
    ]);
  }

  // Steps ----------------------------------------------------------------------------------------------------------------

  /** Features chosen as the dialog chooses them: one click, and what follows by itself. */
  #chosenFrom({ offers, context }: AddOnOffers, feature: string): Chosen {
    const rules = { ...context, features: offers };
    const { chosen } = toggleAddOn([], feature, rules);
    assert(
      chosen.includes(feature) && selectionProblems(chosen, rules).length === 0,
      `${feature} is offered, but can't be chosen`,
    );
    return chosen.map((name) => {
      const offer = offers.find((one) => one.feature_name === name && one.state === 'offered');
      return { feature_name: name, plan_id: offer?.price?.id ?? '', bundle_name: offer?.bundle_name ?? '' };
    });
  }

  async #previewed(change: unknown): Promise<CostPreview> {
    const answer = await this.#preview(change);
    assert(answer.statusCode === 200, `The preview of ${JSON.stringify(change)} was refused: ${answer.body}`);
    return answer.json();
  }

  /**
   * Makes a purchase as its dialog does, with whatever card is the default: pays, is declined and tries the good card, or asks
   * the person, who confirms or gives up.
   */
  async #purchase(
    name: string,
    preview: CostPreview,
    send: (body: object) => Promise<LightMyRequestResponse>,
  ): Promise<boolean> {
    const { random, counts } = this.#world;
    const before = await this.#fingerprint();
    const invoices = new Set((await this.#invoices()).map(({ id }) => id));
    const cost = {
      expected_due: preview.due_today,
      ...(preview.proration_date !== undefined && { proration_date: preview.proration_date }),
    };
    let answer = await send(cost);
    if (answer.statusCode === 402) {
      this.#note(`decline ${name}`);
      assert(this.#defaultCard === 'declines', `${name} was declined with a card that is good: ${answer.body}`);
      assert((await this.#fingerprint()) === before, `${name} was declined and yet changed something`);
      await this.#checkUsable();
      if (random.chance(0.4)) return false;
      answer = await send({ ...cost, payment_method_id: await this.#cardId('good') });
    }
    assert(answer.statusCode === 200, `${name} answered ${answer.statusCode}: ${answer.body}`);
    const outcome = answer.json<BillingOutcome>();
    const { state, message } =
      outcome.status === 'requires_action' ? await this.#answerBank(name, outcome, before) : outcome;
    if (state === 'failed') return false;
    assert(state === 'succeeded', `${name} ended as ${state ?? 'nothing'}: ${message}`);
    const made = (await this.#invoices()).filter(({ id, status }) => !invoices.has(id) && status !== 'void');
    const charged = made.reduce((sum, { amount_due: due }) => sum + due, 0);
    assert(charged === preview.due_today, `${name} promised ${preview.due_today} and charged ${charged}`);
    assert(
      made.every(({ status }) => status === 'paid'),
      `${name} succeeded with an unpaid invoice`,
    );
    counts.purchasesChecked += 1;
    return true;
  }

  async #answerBank(name: string, { client_secret: secret = '', request_id: id = '' }: BillingOutcome, before: string) {
    const { random, standIn } = this.#world;
    const isConfirmed = random.chance(0.6);
    this.#note(`${isConfirmed ? 'authenticate' : 'fail'} ${name}`);
    assert((await this.#summary()).confirming, `${name} waits for the bank, and the page doesn't say so`);
    await this.#checkUsable();
    const [intent = ''] = secret.split('_secret_');
    const body = new URLSearchParams({ intent, client_secret: secret, approved: String(isConfirmed) });
    const answered = await fetch(`${standIn.url}/stripe-js/authenticate`, { method: 'POST', body });
    assert(answered.ok, `The bank's page answered ${answered.status}`);
    const settled = await this.#call(
      'POST',
      `/api/${this.#clinic.practice}/practice-features/requests/${id}/settle/`,
      isConfirmed ? {} : { give_up: true },
    );
    assert(settled.statusCode === 200, `Settling ${name} answered ${settled.statusCode}: ${settled.body}`);
    const outcome = settled.json<BillingRequest>();
    if (!isConfirmed) {
      assert(outcome.state === 'failed', `${name} was not confirmed, and ended as ${outcome.state ?? ''}`);
      const after = await this.#fingerprint();
      assert(after === before, `${name} was not confirmed and yet changed something:\n${before}\n${after}`);
      assert(!(await this.#summary()).confirming, `${name} failed, and the page still says that it is confirmed`);
    }
    return outcome;
  }

  /** What a preview said of the next invoice is what the projection says of this subscription. */
  async #checkNext(name: string, preview: CostPreview, subscription: string): Promise<void> {
    const { charges } = await this.#upcoming();
    const next = charges.find((one) => one.subscription?.id === subscription && one.kind !== 'open_invoice');
    const promised = preview.next_invoice;
    if (this.#hasSharedBalance(charges)) return;
    assert(
      promised === null ? next === undefined : next?.amount === promised.amount && sameMoment(next.date, promised.date),
      `${name} promised the next invoice ${JSON.stringify(promised)}, and ${JSON.stringify(next && [next.amount, next.date])} is due`,
    );
  }

  /** Credit is used by whichever subscription is charged first, which a preview of another one can't know. */
  #hasSharedBalance(charges: readonly UpcomingCharge[]): boolean {
    const ids = new Set(charges.map((one) => one.subscription?.id));
    return (
      ids.size > 1 && charges.some(({ amount, lines }) => amount !== lines.reduce((sum, line) => sum + line.amount, 0))
    );
  }

  async startPlan(kind: 'start' | 'trial'): Promise<boolean> {
    const { random } = this.#world;
    const plans = await this.#plans();
    const plan = random.pick(
      plans.filter(({ offer }) =>
        kind === 'start'
          ? offer.state === 'offered'
          : offer.trial.offered &&
            !offer.trial.blocked_customers.some(({ customer_id: id }) => id === this.#clinic.customer),
      ),
    );
    if (!plan) return false;
    const offers = await this.#offers(`plan_id=${plan.id}`);
    const addOn = random.chance(0.5)
      ? random.pick(offers.offers.filter(({ state }) => state === 'offered'))
      : undefined;
    const chosen = addOn ? this.#chosenFrom(offers, addOn.feature_name) : [];
    this.#note(`${kind} ${plan.name} ${plan.interval} with ${chosen.map((one) => one.feature_name).join()}`);
    const body = { customer_id: this.#clinic.customer, optional_features: chosen };
    const preview = await this.#previewed({ kind, plan_id: plan.id, ...body });
    const known = new Set((await this.#summary()).subscriptions.map(({ id }) => id));
    const isDone =
      kind === 'start'
        ? await this.#purchase(kind, preview, (cost) => this.#act(plan.id, 'start-subscription', { ...body, ...cost }))
        : await this.#purchase(kind, preview, () =>
            this.#act(plan.id, 'start-trial', { ...body, consent_given: true }),
          );
    if (!isDone) return true;
    this.#liftRemovals([plan.id, ...chosen.map(({ plan_id: id }) => id)]);
    const made = (await this.#summary()).subscriptions.find(({ id }) => !known.has(id));
    assert(made !== undefined, `${kind} of ${plan.name} succeeded, and the page doesn't show it`);
    await this.#checkNext(kind, preview, made?.id ?? '');
    return true;
  }

  async add(): Promise<boolean> {
    const { random } = this.#world;
    const subscription = random.pick(await this.#active());
    if (!subscription) return false;
    const offers = await this.#offers(`subscription_id=${subscription.id}`);
    const addOn = random.pick(offers.offers.filter(({ state }) => state === 'offered'));
    if (!addOn) return false;
    const chosen = this.#chosenFrom(offers, addOn.feature_name);
    this.#note(`add ${chosen.map((one) => one.feature_name).join()} to ${subscription.plan_name}`);
    const body = { optional_features: chosen };
    const preview = await this.#previewed({ kind: 'add', subscription_id: subscription.id, ...body });
    const isDone = await this.#purchase('add', preview, (cost) =>
      this.#act(subscription.id, 'add-subscription-items', { ...body, ...cost }),
    );
    if (!isDone) return true;
    this.#liftRemovals(chosen.map(({ plan_id: id }) => id));
    await this.#checkNext('add', preview, subscription.id);
    return true;
  }

  async switchPlan(): Promise<boolean> {
    const { random } = this.#world;
    const subscription = random.pick(
      (await this.#summary()).subscriptions.filter(({ actions }) => actions.switch_plan.allowed),
    );
    const has = new Set(subscription?.items.map(({ price_id: price }) => price));
    const plan = random.pick((await this.#plans()).filter(({ id }) => !has.has(id)));
    if (!subscription || !plan) return false;
    this.#note(`switch ${subscription.plan_name} to ${plan.name} ${plan.interval}`);
    const preview = await this.#previewed({ kind: 'switch', subscription_id: subscription.id, plan_id: plan.id });
    const isDone = await this.#purchase('switch', preview, (cost) =>
      this.#act(subscription.id, 'switch-plan', { plan_id: plan.id, ...cost }),
    );
    if (!isDone) return true;
    const after = (await this.#summary()).subscriptions.find(({ id }) => id === subscription.id);
    const added = (after?.items ?? []).map(({ price_id: price }) => price).filter((price) => !has.has(price));
    this.#liftRemovals(added);
    await this.#checkNext('switch', preview, subscription.id);
    return true;
  }

  async remove(): Promise<boolean> {
    const { random } = this.#world;
    const removable = (await this.#active()).flatMap((subscription) =>
      subscription.items.filter(({ actions }) => actions.remove.allowed).map((item) => ({ subscription, item })),
    );
    const picked = random.pick(removable);
    if (!picked) return false;
    const { subscription, item } = picked;
    this.#note(`remove ${item.plan_name} and ${item.required_by.length} that need it`);
    const change = { subscription_id: subscription.id, subscription_item_id: item.id };
    const preview = await this.#previewed({ kind: 'remove', ...change });
    const body = { subscription_item_id: item.id };
    if (item.required_by.length > 0) {
      const alone = await this.#act(subscription.id, 'remove-subscription-item', body);
      assert(alone.json<{ code: string }>().code === 'has_dependents', `Removing without dependents: ${alone.body}`);
    }
    const answer = await this.#act(subscription.id, 'remove-subscription-item', { ...body, with_dependents: true });
    assert(answer.statusCode === 200, `Removing answered ${answer.statusCode}: ${answer.body}`);
    const after = (await this.#summary()).subscriptions.find(({ id }) => id === subscription.id);
    for (const id of [item.id, ...item.required_by.map((one) => one.id)]) {
      const stop = after?.items.find((one) => one.id === id)?.stop_date;
      assert(
        stop === preview.ends[0]?.date,
        `The removal promised an end at ${String(preview.ends[0]?.date)}, not ${String(stop)}`,
      );
    }
    await this.#checkNext('remove', preview, subscription.id);
    return true;
  }

  async undo(): Promise<boolean> {
    const { random } = this.#world;
    const ending = (await this.#active()).flatMap((subscription) =>
      subscription.items.filter(({ actions }) => actions.undo_removal.allowed).map((item) => ({ subscription, item })),
    );
    const picked = random.pick(ending);
    if (!picked) return false;
    const { subscription, item } = picked;
    this.#note(`undo the removal of ${item.plan_name}`);
    const change = { subscription_id: subscription.id, subscription_item_id: item.id };
    const preview = await this.#previewed({ kind: 'undo-removal', ...change });
    const answer = await this.#act(subscription.id, 'undo-item-removal', { subscription_item_id: item.id });
    assert(answer.statusCode === 200, `Undoing answered ${answer.statusCode}: ${answer.body}`);
    const after = (await this.#summary()).subscriptions.find(({ id }) => id === subscription.id);
    // A core item ends with its subscription alone.
    const core = after?.items.find(({ optional_feature: feature }) => feature === null);
    const stop = after?.items.find((one) => one.id === item.id)?.stop_date;
    assert(stop === (core?.stop_date ?? null), `${item.plan_name} still ends at ${String(stop)}`);
    await this.#checkNext('undo', preview, subscription.id);
    return true;
  }

  /** What the provider's staff plan in its dashboard: the subscription as it is for some periods, then less, then as before. */
  async schedulePhases(): Promise<boolean> {
    const { random } = this.#world;
    const subscription = random.pick(
      (await this.#active()).filter(({ items, scheduled_differences: none }) => items.length > 1 && none.length === 0),
    );
    if (!subscription) return false;
    const current = await this.#stripe.subscriptions.retrieve(subscription.id);
    if (current.schedule !== null) return false;
    const items = current.items.data.map((item) => ({
      price: item.price.id,
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
    }));
    const [first] = current.items.data;
    if (!first) return false;
    const periods = random.between(1, 3);
    this.#note(`schedule ${subscription.plan_name} to lose an item after ${periods} periods`);
    const schedule = await this.#stripe.subscriptionSchedules.create({ from_subscription: current.id });
    const interval = subscription.plan_interval;
    await this.#stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          start_date: first.current_period_start,
          duration: { interval, interval_count: periods },
          items,
          proration_behavior: 'none',
        },
        { duration: { interval, interval_count: 2 }, items: items.slice(0, -1), proration_behavior: 'none' },
      ],
      end_behavior: random.chance(0.8) ? 'release' : 'cancel',
      proration_behavior: 'none',
    });
    await this.#reconcile();
    return true;
  }

  async cancelTrial(): Promise<boolean> {
    const plan = (await this.#plans()).find(({ active_trial: trial }) => trial !== null);
    if (!plan?.active_trial) return false;
    this.#note(`cancel the trial of ${plan.name}`);
    const answer = await this.#act(plan.id, 'cancel-trial', { trial_id: plan.active_trial.id });
    assert(answer.statusCode === 200, `Canceling a trial answered ${answer.statusCode}: ${answer.body}`);
    return true;
  }

  async cancel(): Promise<boolean> {
    const subscription = this.#world.random.pick(
      (await this.#summary()).subscriptions.filter(({ actions }) => actions.cancel.allowed),
    );
    if (!subscription) return false;
    this.#note(`cancel ${subscription.plan_name}`);
    const body = { subscription_id: subscription.id };
    const answer = await this.#act(subscription.id, 'cancel-subscription', body, this.#staff);
    assert(answer.statusCode === 200, `Canceling answered ${answer.statusCode}: ${answer.body}`);
    return true;
  }

  async #cardId(kind: CardKind): Promise<string> {
    const known = this.#cards.get(kind);
    if (known !== undefined) return known;
    const { id } = await this.#stripe.paymentMethods.attach(CARDS[kind], { customer: this.#clinic.customer });
    this.#cards.set(kind, id);
    return id;
  }

  async changeCard(kind: CardKind): Promise<boolean> {
    this.#note(`card ${kind}`);
    const card = await this.#cardId(kind);
    const path = `/api/stripe/${this.#clinic.customer}/set_default_payment_method/`;
    const answer = await this.#call('POST', path, { payment_method_id: card });
    assert(answer.statusCode === 200, `Changing the card answered ${answer.statusCode}: ${answer.body}`);
    this.#defaultCard = kind;
    // Subscriptions that a purchase has tied to a card of their own follow the default again.
    for (const one of (await this.#stripe.subscriptions.list({ customer: this.#clinic.customer })).data) {
      if (one.default_payment_method !== null) {
        await this.#stripe.subscriptions.update(one.id, { default_payment_method: '' });
      }
    }
    await this.#reconcile();
    return true;
  }

  async payOverdue(): Promise<boolean> {
    const { overdue } = await this.#upcoming();
    const due = overdue.reduce((sum, { amount_due: amount }) => sum + amount, 0);
    if (overdue.length === 0) return false;
    this.#note(`pay ${overdue.length} invoices of ${due}`);
    const answer = await this.#call('POST', `/api/stripe/${this.#clinic.customer}/pay_open_invoices/`, {
      invoice_ids: overdue.map(({ invoice_id: id }) => id),
      payment_method_id: await this.#cardId('good'),
      expected_due: due,
    });
    assert(answer.json<{ status: string }>().status === 'success', `Paying answered ${answer.body}`);
    await this.#reconcile();
    assert((await this.#upcoming()).overdue.length === 0, 'Something is still overdue after everything was paid');
    return true;
  }

  // Staff ----------------------------------------------------------------------------------------------------------------

  async #record(): Promise<PracticeFeatures> {
    const [record] = await this.#read<PracticeFeatures[]>(`/api/${this.#clinic.practice}/features/`, this.#staff);
    if (!record) throw new BrokenPromise('The practice has no features record');
    return record;
  }

  async #saveFeatures(features: readonly string[], bundles: readonly string[]): Promise<void> {
    const answer = await this.#call(
      'PUT',
      `/api/${this.#clinic.practice}/features/update_practice_features/`,
      { bundles: bundles.map((name) => ({ name })), product_features: features.map((name) => ({ name })) },
      this.#staff,
    );
    assert(answer.statusCode === 200, `Saving features answered ${answer.statusCode}: ${answer.body}`);
  }

  async grant(): Promise<boolean> {
    const { random } = this.#world;
    const { features } = await this.#summary();
    const feature = random.pick(features.filter(({ is_active: isActive }) => !isActive));
    if (!feature) return false;
    this.#note(`grant ${feature.name}`);
    const { product_features: names, bundles } = await this.#record();
    await this.#saveFeatures(
      [...names.map((one) => one.feature_name), feature.name],
      bundles.map((one) => one.bundle_name),
    );
    this.#grants.add(feature.name);
    this.#dropRemoval('feature', feature.name);
    return true;
  }

  async revoke(): Promise<boolean> {
    const { random } = this.#world;
    const { product_features: names, bundles } = await this.#record();
    const feature = random.pick(names);
    if (!feature) return false;
    this.#note(`revoke ${feature.feature_name}`);
    const against = (await this.#givers()).filter(({ features }) => features.has(feature.feature_name));
    await this.#saveFeatures(
      names.map((one) => one.feature_name).filter((name) => name !== feature.feature_name),
      bundles.map((one) => one.bundle_name),
    );
    this.#grants.delete(feature.feature_name);
    const earlier = this.#removals.find(({ name }) => name === feature.feature_name)?.against ?? new Set<string>();
    this.#dropRemoval('feature', feature.feature_name);
    this.#removals.push({
      kind: 'feature',
      name: feature.feature_name,
      against: new Set([...earlier, ...against.map(({ item }) => item)]),
    });
    const { withheld } = await this.#summary();
    const isPaid = against.length > 0;
    const isShown = withheld.some(({ name }) => name === feature.feature_name);
    assert(
      isPaid === isShown,
      `${feature.feature_name} is ${isPaid ? '' : 'not '}paid for, and shown as withheld: ${isShown}`,
    );
    return true;
  }

  async restore(): Promise<boolean> {
    const [first] = (await this.#summary()).withheld;
    if (!first) return false;
    this.#note(`restore ${first.name}`);
    const answer = await this.#call('POST', `/api/${this.#clinic.practice}/practice-features/restore/`, {
      items: [{ kind: first.kind, name: first.name }],
    });
    assert(answer.statusCode === 200, `Restoring answered ${answer.statusCode}: ${answer.body}`);
    this.#dropRemoval(first.kind, first.name);
    return true;
  }

  /** A seat of a subscription that another organization pays, given by staff and taken again. */
  async attach(): Promise<boolean> {
    const { server, random } = this.#world;
    const key = random.pick(['analytics_monthly', 'engagement_monthly', 'phones_monthly'] as const) ?? 'phones_monthly';
    this.#note(`attach ${key}`);
    const owner = await this.#stripe.customers.create({ name: 'Another Group', email: 'group@test.example' });
    const method = await this.#stripe.paymentMethods.attach(CARDS.good, { customer: owner.id });
    const subscription = await this.#stripe.subscriptions.create({
      customer: owner.id,
      items: [{ price: server.price(key), quantity: 2 }],
      default_payment_method: method.id,
    });
    const projector = { db: server.db, stripe: this.#stripe };
    await giveSeats(
      projector,
      { practice: this.#clinic.practice, subscription: subscription.id },
      doing(server.clock.now),
    );
    this.#attached.push(subscription.id);
    this.#customers.add(owner.id);
    return true;
  }

  readonly #attached: string[] = [];
  readonly #customers = new Set<string>();

  async detach(): Promise<boolean> {
    const id = this.#attached.pop();
    if (id === undefined) return false;
    this.#note('detach');
    const { items } = await this.#stripe.subscriptions.retrieve(id);
    for (const item of items.data) {
      const answer = await this.#call(
        'POST',
        `/api/${this.#clinic.practice}/admin-billing/remove_subscription/`,
        { subscription_item_id: item.id, deactivate_features: true },
        this.#staff,
      );
      assert(answer.statusCode === 200, `Detaching answered ${answer.statusCode}: ${answer.body}`);
    }
    return true;
  }

  // Time -----------------------------------------------------------------------------------------------------------------

  async #reconcile(): Promise<void> {
    const { server } = this.#world;
    const { practice } = this.#clinic;
    await reconcile({ db: server.db, stripe: this.#stripe }, practice, doing(server.clock.now));
  }

  /** Moves the provider's clock, and compares what it charges on the way with what was announced. */
  async passTime(): Promise<boolean> {
    const { random, standIn, counts } = this.#world;
    const before = await this.#upcoming();
    const known = new Set((await this.#invoices()).map(({ id }) => id));
    const coming = before.charges.filter(({ kind }) => kind !== 'open_invoice');
    const isCertain = this.#defaultCard === 'good' || this.#defaultCard === 'other';
    const next = coming[0]?.date ?? this.#now + 10 * DAY_S;
    const until =
      isCertain && before.overdue.length === 0 && random.chance(0.7)
        ? this.#now + random.between(1, random.chance(0.2) ? 390 : 70) * DAY_S
        : Math.min(next + 3600, this.#now + 20 * DAY_S);
    this.#note(`clock ${((until - this.#now) / DAY_S).toFixed(1)} days`);
    const now = await standIn.advance((until - this.#now) / DAY_S);
    await this.#setClock(now);
    await this.#reconcile();
    const made = (await this.#invoices())
      // An unpaid subscription goes on to be invoiced, and nothing is charged for it.
      .filter(({ id, attempted, status }) => !known.has(id) && (attempted || status === 'paid'))
      .map((invoice) => describeCharge(subscriptionOf(invoice), invoice.created, invoice.amount_due))
      .sort();
    const promised = coming
      .filter(({ date }) => date <= now)
      .map(({ subscription, date, amount, kind }) =>
        // A schedule's first charge starts a subscription that had no id before.
        describeCharge(kind === 'scheduled_start' ? null : (subscription?.id ?? null), date, amount),
      )
      .sort();
    assert(
      JSON.stringify(made) === JSON.stringify(promised),
      `Announced until the clock's ${now}:\n${promised.join('\n')}\nand charged:\n${made.join('\n')}`,
    );
    counts.chargesChecked += made.length;
    for (const { date, subscription, item } of before.ends.filter((end) => end.date <= now)) {
      const after = (await this.#summary()).subscriptions.find(({ id }) => id === subscription.id);
      const isGone = item === null ? (after?.is_over ?? true) : !after?.items.some((one) => one.plan_name === item);
      assert(isGone, `${item ?? subscription.name} was to end at ${date}, and goes on`);
    }
    return true;
  }

  async #setClock(now: number): Promise<void> {
    const { server } = this.#world;
    this.#now = now;
    server.clock.now = new Date(now * 1000);
    this.#caller = await signedIn(server, this.#people.owner);
    this.#staff = await signedIn(server, this.#people.staff);
  }

  // Checks ---------------------------------------------------------------------------------------------------------------

  #dropRemoval(kind: Removal['kind'], name: string): void {
    const at = this.#removals.findIndex((one) => one.kind === kind && one.name === name);
    if (at >= 0) this.#removals.splice(at, 1);
  }

  /** A purchase lifts what was removed by hand of what it gives. */
  #liftRemovals(prices: readonly string[]): void {
    for (const price of prices) {
      const contents = contentsOf(this.#keyOf.get(price));
      for (const name of contents ? allFeaturesOf(contents) : []) this.#dropRemoval('feature', name);
      for (const name of contents?.bundles ?? []) this.#dropRemoval('bundle', name);
    }
  }

  #keyOf: ReadonlyMap<string, string> = new Map();

  async loadCatalogue(): Promise<void> {
    this.#keyOf = (await readCataloguePrices(this.#world.server.db)).keyOf;
  }

  /** What the provider has under way for the practice, item by item, and what each gives. */
  async #givers(): Promise<{ item: string; features: Set<string> }[]> {
    const own = await this.#stripe.subscriptions.list({ customer: this.#clinic.customer, status: 'all', limit: 100 });
    const attached = await Promise.all(this.#attached.map((id) => this.#stripe.subscriptions.retrieve(id)));
    return [...own.data, ...attached]
      .filter(({ status }) => ['active', 'past_due', 'trialing'].includes(status))
      .flatMap(({ items }) => items.data)
      .map(({ id, price }) => {
        const contents = contentsOf(this.#keyOf.get(price.id));
        return { item: id, features: contents ? allFeaturesOf(contents) : new Set<string>() };
      });
  }

  /** What is paid for is usable, and what is not paid for is not. */
  async #checkUsable(): Promise<void> {
    const expected = new Set(this.#grants);
    for (const { item, features } of await this.#givers()) {
      for (const feature of features) {
        const isWithheld = this.#removals.some(({ name, against }) => name === feature && against.has(item));
        if (!isWithheld) expected.add(feature);
      }
    }
    const { features } = await this.#summary();
    const usable = features.filter(({ is_active: isActive }) => isActive).map(({ name }) => name);
    assert(
      [...expected].sort().join() === usable.sort().join(),
      `Paid for: ${[...expected].sort().join()}\nusable: ${usable.join()}`,
    );
  }

  /** Every offered add-on and plan can be bought, every other one is refused with nothing changed. */
  async #checkOffers(): Promise<void> {
    const { random, counts } = this.#world;
    const subscription = random.pick(await this.#active());
    if (subscription) {
      const offers = await this.#offers(`subscription_id=${subscription.id}`);
      for (const offer of offers.offers) {
        const { state, feature_name: name, bundle_name: bundle, price, stripe_plans: prices } = offer;
        const chosen =
          state === 'offered'
            ? this.#chosenFrom(offers, name)
            : [{ feature_name: name, plan_id: price?.id ?? prices[0]?.plan.id ?? 'price_none', bundle_name: bundle }];
        const change = { kind: 'add', subscription_id: subscription.id, optional_features: chosen };
        const { statusCode, body } = await this.#preview(change);
        assert((statusCode === 200) === (state === 'offered'), `${name} is ${state}, and its preview answered ${body}`);
        counts.offersChecked += 1;
      }
      await this.#checkRefusals(subscription, offers);
    }
    for (const plan of await this.#plans()) {
      const change = { kind: 'start', plan_id: plan.id, customer_id: this.#clinic.customer };
      const { statusCode, body } = await this.#preview(change);
      assert((statusCode === 200) === (plan.offer.state === 'offered'), `${plan.name}: ${plan.offer.state}, ${body}`);
      counts.offersChecked += 1;
    }
  }

  async #checkRefusals(subscription: Subscription, { offers }: AddOnOffers): Promise<void> {
    const { random, counts, server } = this.#world;
    const before = await this.#fingerprint();
    const refused = random.pick(offers.filter(({ state }) => state !== 'offered'));
    const offered = random.pick(offers.filter(({ state }) => state === 'offered'));
    const other = offered?.stripe_plans.find(({ plan }) => plan.id !== offered.price?.id);
    const attempts: Chosen[] = [
      ...(refused
        ? [
            [
              {
                feature_name: refused.feature_name,
                plan_id: refused.stripe_plans[0]?.plan.id ?? '',
                bundle_name: refused.bundle_name,
              },
            ],
          ]
        : []),
      ...(offered && other
        ? [[{ feature_name: offered.feature_name, plan_id: other.plan.id, bundle_name: offered.bundle_name }]]
        : []),
      ...(offered
        ? [
            [
              {
                feature_name: offered.feature_name,
                plan_id: server.price('core_monthly'),
                bundle_name: offered.bundle_name,
              },
            ],
          ]
        : []),
    ];
    for (const chosen of attempts) {
      const answer = await this.#act(subscription.id, 'add-subscription-items', { optional_features: chosen });
      assert(answer.statusCode >= 400 && answer.statusCode < 500, `${JSON.stringify(chosen)} was sold: ${answer.body}`);
      counts.refusalsChecked += 1;
    }
    assert((await this.#fingerprint()) === before, 'A refused purchase changed something at the provider');
  }

  /** One random step that is possible now, then all checks. */
  async step(): Promise<void> {
    const { random } = this.#world;
    const steps: [weight: number, step: () => Promise<boolean>][] = [
      [3, () => this.startPlan('start')],
      [2, () => this.startPlan('trial')],
      [5, () => this.add()],
      [3, () => this.switchPlan()],
      [3, () => this.remove()],
      [2, () => this.undo()],
      [2, () => this.schedulePhases()],
      [5, () => this.passTime()],
      [2, () => this.changeCard(random.pick(['good', 'good', 'other', 'declines', 'asks'] as const) ?? 'good')],
      [2, () => this.payOverdue()],
      [1, () => this.cancelTrial()],
      [1, () => this.cancel()],
      [1, () => this.grant()],
      [2, () => this.revoke()],
      [1, () => this.restore()],
      [1, () => this.attach()],
      [1, () => this.detach()],
    ];
    const weighted = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const step = random.pick(weighted);
      if (step && (await step())) break;
    }
    await this.#checkUsable();
    if (random.chance(0.3)) await this.#checkOffers();
  }

  /** Ends everything, so that the provider's clock has less to do for the next history. */
  async end(): Promise<void> {
    for (const customer of [this.#clinic.customer, ...this.#customers]) {
      const { data } = await this.#stripe.subscriptions.list({ customer, limit: 100 });
      for (const { id, status } of data) {
        if (status !== 'incomplete_expired') await this.#stripe.subscriptions.cancel(id);
      }
    }
  }
}

const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription ?? null;
  return subscription === null ? null : idOf(subscription);
}

/** Previews are made some seconds before the change itself, by a clock that goes on. */
const sameMoment = (one: number, other: number): boolean => Math.abs(one - other) <= 120;

const describeCharge = (subscription: string | null, date: number, amount: number): string =>
  `${subscription ?? 'new'} at ${date}: ${amount}`;
