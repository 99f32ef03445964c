/** The state of one generated history, and its page calls. */
import type { LightMyRequestResponse } from 'fastify';
import type Stripe from 'stripe';
import {
  type AddOnOffers,
  type FeatureSummary,
  type Subscription,
  type TrialPlan,
  type UpcomingCharges,
  selectionProblems,
  toggleAddOn,
} from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { type Caller, testAudit } from '../../../testing/test-server.js';
import { reconcile } from '../mirror/reconcile.js';
import { type CardKind, type SelectedAddOns, type People, type Removal, type World, assert } from './history-types.js';

export abstract class HistoryCalls {
  readonly log: string[] = [];
  protected readonly world: World;
  protected readonly clinic: Clinic;
  protected caller: Caller;
  protected staff: Caller;
  protected readonly people: People;
  /** The kind of the customer's default card, and the ids of its cards. */
  protected defaultCard: CardKind = 'good';
  protected readonly cards = new Map<CardKind, string>();
  protected readonly removals: Removal[] = [];
  protected readonly grants = new Set<string>();
  protected now = 0;
  protected keys = 0;

  protected constructor(world: World, clinic: Clinic, people: People, callers: [Caller, Caller]) {
    this.world = world;
    this.clinic = clinic;
    this.people = people;
    [this.caller, this.staff] = callers;
  }

  protected readonly attached: string[] = [];
  protected readonly customers = new Set<string>();

  /** The practice's customers with another currency. */
  protected readonly payers = new Set<string>();
  /** Plans that were started although already paid for. */
  protected readonly startedAgain = new Set<string>();

  /** Either replica. */
  protected server(): World['server'] {
    const { random, server, otherReplica } = this.world;
    return random.chance(0.5) ? server : otherReplica;
  }

  protected get stripe(): Stripe {
    return this.world.server.stripe;
  }

  protected note(step: string): void {
    this.log.push(step);
    const [name = ''] = step.split(' ');
    const { steps } = this.world.counts;
    steps[name] = (steps[name] ?? 0) + 1;
  }

  protected call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    as = this.caller,
  ): Promise<LightMyRequestResponse> {
    this.keys += 1;
    const headers = method === 'GET' ? {} : { 'idempotency-key': `history-${this.clinic.practiceId}-${this.keys}` };
    return this.server().call(as, method, path, body, headers);
  }

  protected async read<Answer>(path: string, as = this.caller): Promise<Answer> {
    const response = await this.call('GET', path, undefined, as);
    assert(response.statusCode === 200, `GET ${path} answered ${response.statusCode}: ${response.body}`);
    return response.json();
  }

  protected summary(): Promise<FeatureSummary> {
    return this.read(`/api/${this.clinic.practiceId}/practice-features/feature-summary/`);
  }

  protected async plans(): Promise<TrialPlan[]> {
    const { practiceId } = this.clinic;
    return (await this.read<{ plans: TrialPlan[] }>(`/api/stripe-plan-trials/?practice_id=${practiceId}`)).plans;
  }

  protected offers(target: string): Promise<AddOnOffers> {
    return this.read(`/api/${this.clinic.practiceId}/practice-features/add-on-offers/?${target}`);
  }

  protected upcoming(): Promise<UpcomingCharges> {
    return this.read(`/api/${this.clinic.practiceId}/practice-features/upcoming-charges/`);
  }

  protected preview(change: unknown): Promise<LightMyRequestResponse> {
    return this.call('POST', `/api/${this.clinic.practiceId}/practice-features/preview/`, change);
  }

  protected act(id: string, action: string, body: unknown, as = this.caller): Promise<LightMyRequestResponse> {
    return this.call('POST', `/api/${this.clinic.practiceId}/practice-features/${id}/${action}/`, body, as);
  }

  protected async active(): Promise<Subscription[]> {
    return (await this.summary()).subscriptions.filter(({ actions }) => actions.add_features.allowed);
  }

  /** Only invoices of the practice's own customers. Invoices of other organizations for its seats are not included. */
  protected async invoices(): Promise<Stripe.Invoice[]> {
    const lists = [this.clinic.customer, ...this.payers].map((customer) =>
      this.stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 5000 }),
    );
    return (await Promise.all(lists)).flat();
  }

  /** The customer's data at the provider that a rejected change must not affect. */
  protected async fingerprint(): Promise<string> {
    const [invoices, subscriptions, schedules, customer] = await Promise.all([
      this.invoices(),
      this.stripe.subscriptions.list({ customer: this.clinic.customer, status: 'all', limit: 100 }),
      this.stripe.subscriptionSchedules.list({ customer: this.clinic.customer, limit: 100 }),
      this.stripe.customers.retrieve(this.clinic.customer),
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

  /** Features as the dialog selects them: one click, and the features that it selects automatically. */
  protected chosenFrom({ offers, context }: AddOnOffers, feature: string): SelectedAddOns {
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

  protected async reconcile(): Promise<void> {
    const { server } = this.world;
    const { practiceId } = this.clinic;
    await reconcile({ db: server.db, stripe: this.stripe }, practiceId, testAudit(server.clock.now));
  }
}
