/** A fake billing server for tests and the standalone host. It holds one practice and its changes in memory. */
import {
  type AddOnOffer,
  addSubscriptionItems,
  type BillingOutcome,
  type BillingRequest,
  cancelSubscription,
  cancelTrial,
  endUnpaidSubscription,
  type CostPreview,
  createCustomer,
  type FeatureSummary,
  listAddOnOffers,
  listPlans,
  listTrialPlans,
  type Plan,
  previewChange,
  readBillingRequest,
  readBillingRevision,
  readFeatureSummary,
  readUpcomingCharges,
  removeSubscriptionItem,
  restoreWithheld,
  setSubscriptionPaymentMethod,
  settleBillingRequest,
  startSubscription,
  startTrial,
  type Subscription,
  switchPlan,
  type TrialPlan,
  undoItemRemoval,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import {
  aCatalogPlan,
  aCustomer,
  addOns,
  allowed,
  anItem,
  anOffer,
  aPlan,
  aPreview,
  aSubscription,
  aSummary,
  refused,
  trialUsed,
  upcomingCharges,
} from './builders';
import { InvoiceServer } from './invoice-server';

type Handler = ReturnType<typeof answer>;

export class BillingServer extends InvoiceServer {
  summary: FeatureSummary = aSummary();
  plans: TrialPlan[] = [aPlan()];
  catalog: Plan[] = [aCatalogPlan()];
  offers: AddOnOffer[] = addOns;
  /** Names of the active features. */
  active: string[] = ['two_way_sms'];
  preview: CostPreview = aPreview();
  charges: UpcomingCharges = upcomingCharges();
  outcome: BillingOutcome = { status: 'success', message: '' };
  /** The response for every billing request, whatever its id. */
  request: Omit<BillingRequest, 'id'> = { state: 'succeeded', message: '', requested_at: 1 };
  previews: unknown[] = [];
  settled: { request: string; body: unknown }[] = [];
  reads = { summary: 0, plans: 0, revision: 0, requests: 0, charges: 0 };
  private readonly keys = new Map<string, BillingOutcome>();

  constructor(
    over: Partial<
      Pick<
        BillingServer,
        | 'summary'
        | 'plans'
        | 'catalog'
        | 'customers'
        | 'methods'
        | 'owners'
        | 'offers'
        | 'active'
        | 'invoices'
        | 'problems'
        | 'openInvoices'
        | 'charges'
        | 'preview'
      >
    > = {},
  ) {
    super();
    Object.assign(this, over);
    this.dashboard = () => this.summary.dashboard_url;
    this.paidBy = (card) =>
      this.summary.subscriptions.find(({ payment_method }) => payment_method?.id === card)?.plan_name;
  }

  private change(call: string, body: unknown, key: string | null, effect: () => void): BillingOutcome {
    const known = key === null ? undefined : this.keys.get(key);
    if (known) return known;
    this.recordedCalls.push({ call, body, key });
    if (this.outcome.status !== 'requires_action') effect();
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

  handlers(): Handler[] {
    return [
      ...this.readings(),
      ...this.requests(),
      ...this.itemChanges(),
      ...this.subscriptionChanges(),
      ...this.starts(),
      ...this.invoiceHandlers(),
      ...this.cardHandlers(),
      this.creation(),
    ];
  }

  private readings(): Handler[] {
    return [
      answer(readFeatureSummary, () => {
        this.reads.summary += 1;
        return reply(readFeatureSummary, this.summary);
      }),
      answer(listTrialPlans, () => {
        this.reads.plans += 1;
        return reply(listTrialPlans, { plans: this.plans });
      }),
      answer(listAddOnOffers, ({ query }) => {
        const subscription = this.summary.subscriptions.find(({ id }) => id === query.subscription_id);
        return reply(listAddOnOffers, {
          offers: this.offers,
          currency: 'usd',
          context: {
            interval: subscription?.plan_interval ?? 'month',
            bundles: ['core'],
            active: this.active,
            included: [],
          },
        });
      }),
      answer(listPlans, () => reply(listPlans, this.catalog)),
      answer(readUpcomingCharges, ({ query: { customer_id: id } }) => {
        this.reads.charges += 1;
        return reply(readUpcomingCharges, {
          ...this.charges,
          problems: this.charges.problems.filter(({ customer_id }) => id === undefined || customer_id === id),
        });
      }),
      answer(readBillingRevision, () => {
        this.reads.revision += 1;
        return reply(readBillingRevision, { revision: this.summary.revision });
      }),
      answer(previewChange, ({ body }) => {
        this.previews.push(body);
        return reply(previewChange, this.preview);
      }),
      answer(restoreWithheld, ({ body }) => {
        this.recordedCalls.push({ call: 'restore', body, key: null });
        const withheld = this.summary.withheld.filter(
          ({ kind, name }) => !body.items.some((item) => item.kind === kind && item.name === name),
        );
        this.summary = { ...this.summary, withheld };
        return reply(restoreWithheld, { status: 'success', message: '' });
      }),
    ];
  }

  private requests(): Handler[] {
    return [
      answer(readBillingRequest, ({ params }) => {
        this.reads.requests += 1;
        return reply(readBillingRequest, { ...this.request, id: params.request });
      }),
      answer(settleBillingRequest, ({ params, body }) => {
        this.settled.push({ request: params.request, body });
        const state = body.give_up ? 'failed' : this.request.state;
        return reply(settleBillingRequest, { ...this.request, state, id: params.request });
      }),
    ];
  }

  private itemChanges(): Handler[] {
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
      answer(removeSubscriptionItem, ({ body, params, idempotencyKey }) => {
        const item = this.summary.subscriptions
          .find(({ id }) => id === params.subscription)
          ?.items.find(({ id }) => id === body.subscription_item_id);
        const dependents = item?.required_by.map(({ id }) => id) ?? [];
        if (dependents.length > 0 && !body.with_dependents) {
          return errorReply(409, 'has_dependents', 'Other items need this one.');
        }
        return reply(
          removeSubscriptionItem,
          this.change('remove', body, idempotencyKey, () =>
            this.edit(params.subscription, (one) => ({
              ...one,
              items: one.items.map((known) =>
                [body.subscription_item_id, ...dependents].includes(known.id)
                  ? {
                      ...known,
                      stop_date: one.current_phase?.end_date ?? one.created,
                      actions: { remove: refused(), undo_removal: allowed },
                    }
                  : known,
              ),
            })),
          ),
        );
      }),
      answer(undoItemRemoval, ({ body, params, idempotencyKey }) =>
        reply(
          undoItemRemoval,
          this.change('undo-removal', body, idempotencyKey, () =>
            this.edit(params.subscription, (one) => ({
              ...one,
              items: one.items.map((item) =>
                item.id === body.subscription_item_id
                  ? { ...item, stop_date: null, actions: { remove: allowed, undo_removal: refused() } }
                  : item,
              ),
            })),
          ),
        ),
      ),
    ];
  }

  private subscriptionChanges(): Handler[] {
    return [
      answer(switchPlan, ({ body, params, idempotencyKey }) =>
        reply(
          switchPlan,
          this.change('switch', body, idempotencyKey, () => {
            const plan = this.plans.find(({ id }) => id === body.plan_id);
            this.edit(params.subscription, (one) => ({ ...one, plan_name: plan?.name ?? one.plan_name }));
          }),
        ),
      ),
      answer(setSubscriptionPaymentMethod, ({ body }) => {
        this.recordedCalls.push({ call: 'subscription-card', body, key: null });
        const card = [...this.cards.values()].flat().find(({ id }) => id === body.payment_method_id);
        if (!card) return errorReply(404, 'not_found', 'This card no longer exists. Choose another one.');
        const { brand, last4 } = card.card;
        this.edit(body.subscription_id, (one) => ({
          ...one,
          payment_method: { id: card.id, brand, last4, is_own: !card.is_default },
        }));
        return reply(setSubscriptionPaymentMethod, { status: 'success', message: '' });
      }),
      answer(endUnpaidSubscription, ({ body, params, idempotencyKey }) =>
        reply(
          endUnpaidSubscription,
          this.change('end-unpaid', body, idempotencyKey, () => this.end(params.subscription)),
        ),
      ),
      answer(cancelSubscription, ({ body, params, idempotencyKey }) =>
        reply(
          cancelSubscription,
          this.change('cancel', body, idempotencyKey, () => this.end(params.subscription)),
        ),
      ),
    ];
  }

  private end(subscription: string): void {
    this.edit(subscription, (one) => ({ ...one, status: 'canceled', is_over: true, canceled_at: one.created }));
  }

  private starts(): Handler[] {
    return [
      answer(startTrial, ({ body, params, idempotencyKey }) =>
        reply(
          startTrial,
          this.change('trial', body, idempotencyKey, () => {
            const trial_start = Math.floor(Date.now() / 1000);
            const trial = { id: 'sub_trial', trial_start, trial_end: trial_start + 14 * 86_400, days_left: 14 };
            this.editPlan(params.plan, { active_trial: trial });
          }),
        ),
      ),
      answer(cancelTrial, ({ body, params, idempotencyKey }) =>
        reply(
          cancelTrial,
          this.change('cancel-trial', body, idempotencyKey, () =>
            this.editPlan(params.plan, { active_trial: null, ...trialUsed }),
          ),
        ),
      ),
      answer(startSubscription, ({ body, params, idempotencyKey }) =>
        reply(
          startSubscription,
          this.change('start', { ...body, plan: params.plan }, idempotencyKey, () => {
            const plan = [...this.plans, ...this.catalog].find(({ id }) => id === params.plan);
            const name = plan?.name ?? params.plan;
            const items = [anItem({ id: `si_${params.plan}`, plan_name: name, amount: plan?.amount ?? 0 })];
            const started = aSubscription({ id: `sub_${params.plan}`, plan_name: name, items });
            this.summary = { ...this.summary, subscriptions: [...this.summary.subscriptions, started] };
            this.editPlan(params.plan, { offer: anOffer({ state: 'active' }) });
          }),
        ),
      ),
    ];
  }

  private itemsOf(chosen: readonly { feature_name: string; plan_id: string }[]) {
    return chosen.map(({ feature_name, plan_id }) => {
      const offer = this.offers.find((one) => one.feature_name === feature_name);
      const plan_name = offer?.display_name ?? feature_name;
      const amount = offer?.price?.amount ?? 0;
      return anItem({ id: `si_${feature_name}`, price_id: plan_id, plan_name, amount, optional_feature: feature_name });
    });
  }

  private creation(): Handler {
    return answer(createCustomer, ({ body }) => {
      const name = `${body.first_name} ${body.last_name}`;
      const customer = aCustomer({
        id: 'cus_made',
        name,
        email: body.email,
        has_payment_method: false,
        active_subscriptions: [],
      });
      this.customers = [...this.customers, customer];
      return reply(createCustomer, { status: 'success', message: '', customer });
    });
  }
}
