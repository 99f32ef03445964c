/** A server of billing for tests and for the small host: one practice, kept until it is let go. */
import {
  addSubscriptionItems,
  type BillingOutcome,
  cancelSubscription,
  cancelTrial,
  confirmPaymentMethod,
  type CostPreview,
  createCustomer,
  createSetupIntent,
  type Customer,
  deletePaymentMethod,
  type FeatureSummary,
  type Invoice,
  listCustomers,
  listInvoices,
  listOptionalFeatures,
  listPaymentMethods,
  listPlans,
  listTrialPlans,
  type OptionalFeature,
  type PaymentMethod,
  type Plan,
  type PracticeOwner,
  previewChange,
  readFeatureSummary,
  readStripeInfo,
  removeSubscriptionItem,
  setDefaultPaymentMethod,
  startSubscription,
  startTrial,
  type Subscription,
  type TrialPlan,
} from 'shared-api/contracts';
import { answer, refusal, reply } from 'shared-api/testing';
import {
  aCard,
  aCataloguePlan,
  aCustomer,
  addOns,
  aPlan,
  aPreview,
  aSubscription,
  aSummary,
  anInvoice,
  anItem,
} from './builders';

export interface Made {
  call: string;
  body: unknown;
  key: string | null;
}

const PAGE = 25;

export class BillingServer {
  summary: FeatureSummary = aSummary();
  plans: TrialPlan[] = [aPlan()];
  catalogue: Plan[] = [aCataloguePlan()];
  optional: OptionalFeature[] = addOns;
  customers: Customer[] = [aCustomer()];
  owners: PracticeOwner[] = [{ user_id: 'u-owner', name: 'Olivia Owner', email: 'owner@bright-smiles.example' }];
  cards = new Map<string, PaymentMethod[]>([['cus_olivia', [aCard()]]]);
  invoices: Invoice[] = [anInvoice()];
  preview: CostPreview = aPreview();
  outcome: BillingOutcome = { status: 'success', message: '' };
  retried: { invoice_id: string; number: string | null; paid: boolean }[] = [];
  /** Changes that were made, in their order; one key makes one. */
  made: Made[] = [];
  previews: unknown[] = [];
  reads = { summary: 0, plans: 0, customers: 0 };
  private readonly keys = new Map<string, BillingOutcome>();

  constructor(
    over: Partial<Pick<BillingServer, 'summary' | 'plans' | 'customers' | 'owners' | 'optional' | 'invoices'>> = {},
  ) {
    Object.assign(this, over);
  }

  private change(call: string, body: unknown, key: string | null, effect: () => void): BillingOutcome {
    const known = key === null ? undefined : this.keys.get(key);
    if (known) return known;
    this.made.push({ call, body, key });
    effect();
    if (key !== null) this.keys.set(key, this.outcome);
    return this.outcome;
  }

  private edit(id: string, change: (subscription: Subscription) => Subscription): void {
    const subscriptions = this.summary.subscriptions.map((one) => (one.id === id ? change(one) : one));
    this.summary = { ...this.summary, subscriptions };
  }

  private editPlan(id: string, over: Partial<TrialPlan>): void {
    this.plans = this.plans.map((plan) => (plan.id === id ? { ...plan, ...over } : plan));
  }

  private editCards(customer: string, change: (cards: PaymentMethod[]) => PaymentMethod[]): void {
    const cards = change(this.cards.get(customer) ?? []);
    this.cards.set(customer, cards);
    this.customers = this.customers.map((one) =>
      one.id === customer ? { ...one, has_payment_method: cards.length > 0 } : one,
    );
  }

  handlers(): ReturnType<typeof answer>[] {
    return [...this.readings(), ...this.changes(), ...this.cardCalls()];
  }

  private readings(): ReturnType<typeof answer>[] {
    return [
      answer(readFeatureSummary, () => {
        this.reads.summary += 1;
        return reply(readFeatureSummary, this.summary);
      }),
      answer(listTrialPlans, () => {
        this.reads.plans += 1;
        return reply(listTrialPlans, { plans: this.plans });
      }),
      answer(listOptionalFeatures, () => reply(listOptionalFeatures, this.optional)),
      answer(listPlans, () => reply(listPlans, this.catalogue)),
      answer(listCustomers, () => {
        this.reads.customers += 1;
        return reply(listCustomers, {
          customers: this.customers,
          practice_owners: this.owners,
          dashboard_url: this.summary.dashboard_url,
        });
      }),
      answer(previewChange, ({ body }) => {
        this.previews.push(body);
        return reply(previewChange, this.preview);
      }),
      answer(readStripeInfo, () =>
        reply(readStripeInfo, { stripe_publishable_key: 'pk_test_1', stripe_js_url: 'https://pay.example/stripe.js' }),
      ),
      answer(listInvoices, ({ query: { starting_after } }) => {
        const from = starting_after === undefined ? 0 : Number(starting_after);
        const next = from + PAGE;
        const has_more = next < this.invoices.length;
        return reply(listInvoices, {
          results: this.invoices.slice(from, next),
          has_more,
          next_cursor: has_more ? String(next) : null,
          dashboard_url: this.summary.dashboard_url,
        });
      }),
    ];
  }

  private changes(): ReturnType<typeof answer>[] {
    return [
      answer(addSubscriptionItems, ({ body, params, idempotencyKey }) =>
        reply(
          addSubscriptionItems,
          this.change('add', body, idempotencyKey, () =>
            this.edit(params.subscription, (one) => ({
              ...one,
              items: [...one.items, ...this.itemsOf(body.optional_features)],
            })),
          ),
        ),
      ),
      answer(removeSubscriptionItem, ({ body, params, idempotencyKey }) =>
        reply(
          removeSubscriptionItem,
          this.change('remove', body, idempotencyKey, () =>
            this.edit(params.subscription, (one) => ({
              ...one,
              items: one.items.map((item) =>
                item.id === body.subscription_item_id
                  ? { ...item, stop_date: one.current_phase?.end_date ?? one.created }
                  : item,
              ),
            })),
          ),
        ),
      ),
      answer(cancelSubscription, ({ body, params, idempotencyKey }) =>
        reply(
          cancelSubscription,
          this.change('cancel', body, idempotencyKey, () =>
            this.edit(params.subscription, (one) => ({ ...one, status: 'canceled', canceled_at: one.created })),
          ),
        ),
      ),
      answer(startTrial, ({ body, params, idempotencyKey }) =>
        reply(
          startTrial,
          this.change('trial', body, idempotencyKey, () => {
            const start = Math.floor(Date.now() / 1000);
            const trial = { id: 'sub_trial', trial_start: start, trial_end: start + 14 * 86_400 };
            this.editPlan(params.plan, { active_trial: trial });
          }),
        ),
      ),
      answer(cancelTrial, ({ body, params, idempotencyKey }) =>
        reply(
          cancelTrial,
          this.change('cancel-trial', body, idempotencyKey, () =>
            this.editPlan(params.plan, {
              active_trial: null,
              trial_eligibility: { is_eligible: false, trials_used: 1, trials_remaining: 0, max_trials: 1 },
            }),
          ),
        ),
      ),
      answer(startSubscription, ({ body, params, idempotencyKey }) =>
        reply(
          startSubscription,
          this.change('start', { ...body, plan: params.plan }, idempotencyKey, () => {
            const plan = [...this.plans, ...this.catalogue].find(({ id }) => id === params.plan);
            const name = plan?.name ?? params.plan;
            const items = [anItem({ id: `si_${params.plan}`, plan_name: name, amount: plan?.amount ?? 0 })];
            const started = aSubscription({ id: `sub_${params.plan}`, plan_name: name, items });
            this.summary = { ...this.summary, subscriptions: [...this.summary.subscriptions, started] };
          }),
        ),
      ),
    ];
  }

  private itemsOf(chosen: readonly { feature_name: string; plan_id: string }[]) {
    return chosen.map(({ feature_name, plan_id }) => {
      const feature = this.optional.find((one) => one.feature_name === feature_name);
      const amount = feature?.stripe_plans.find(({ plan }) => plan.id === plan_id)?.plan.amount ?? 0;
      const plan_name = feature?.display_name ?? feature_name;
      return anItem({ id: `si_${feature_name}`, price_id: plan_id, plan_name, amount, optional_feature: feature_name });
    });
  }

  private cardCalls(): ReturnType<typeof answer>[] {
    return [
      answer(createCustomer, ({ body }) => {
        const name = `${body.first_name} ${body.last_name}`;
        const made = aCustomer({
          id: 'cus_made',
          name,
          email: body.email,
          has_payment_method: false,
          active_subscriptions: [],
        });
        this.customers = [...this.customers, made];
        return reply(createCustomer, { status: 'success', message: '', customer: made });
      }),
      answer(listPaymentMethods, ({ params }) =>
        reply(listPaymentMethods, { payment_methods: this.cards.get(params.customer) ?? [] }),
      ),
      answer(setDefaultPaymentMethod, ({ params, body }) => {
        this.editCards(params.customer, (cards) =>
          cards.map((card) => ({ ...card, is_default: card.id === body.payment_method_id })),
        );
        return reply(setDefaultPaymentMethod, { status: 'success', message: '' });
      }),
      answer(deletePaymentMethod, ({ params, body }) => {
        const used = this.summary.subscriptions.find(
          ({ payment_method }) => payment_method?.id === body.payment_method_id,
        );
        if (used) {
          return refusal(409, 'in_use', `This card pays for ${used.plan_name}. Make another card the default first.`);
        }
        this.editCards(params.customer, (cards) => cards.filter(({ id }) => id !== body.payment_method_id));
        return reply(deletePaymentMethod, { status: 'success', message: '' });
      }),
      answer(createSetupIntent, () => reply(createSetupIntent, { client_secret: 'seti_1_secret_1' })),
      answer(confirmPaymentMethod, ({ params, body, idempotencyKey }) => {
        const is_default = body.make_default;
        const card = aCard({ id: 'pm_added', is_default }, { brand: 'mastercard', last4: '4444' });
        this.made.push({ call: 'card', body, key: idempotencyKey });
        this.editCards(params.customer, (cards) => [
          ...cards.map((known) => ({ ...known, is_default: known.is_default && !is_default })),
          card,
        ]);
        return reply(confirmPaymentMethod, {
          status: 'success',
          message: '',
          payment_method: card,
          retried: body.retry_open_invoices ? this.retried : [],
        });
      }),
    ];
  }
}
