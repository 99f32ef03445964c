/** A server of billing for tests and for the small host: one practice, kept until it is let go. */
import {
  addSubscriptionItems,
  type BillingOutcome,
  cancelSubscription,
  cancelTrial,
  type CostPreview,
  createCustomer,
  type FeatureSummary,
  type Invoice,
  listInvoices,
  listOptionalFeatures,
  listPlans,
  listTrialPlans,
  type OptionalFeature,
  type Plan,
  previewChange,
  readFeatureSummary,
  removeSubscriptionItem,
  startSubscription,
  startTrial,
  type Subscription,
  type TrialPlan,
} from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';
import { CardServer } from 'shared-ui/testing/cards';
import {
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

const PAGE = 25;

export class BillingServer extends CardServer {
  summary: FeatureSummary = aSummary();
  plans: TrialPlan[] = [aPlan()];
  catalogue: Plan[] = [aCataloguePlan()];
  optional: OptionalFeature[] = addOns;
  invoices: Invoice[] = [anInvoice()];
  preview: CostPreview = aPreview();
  outcome: BillingOutcome = { status: 'success', message: '' };
  previews: unknown[] = [];
  reads = { summary: 0, plans: 0 };
  private readonly keys = new Map<string, BillingOutcome>();

  constructor(
    over: Partial<
      Pick<BillingServer, 'summary' | 'plans' | 'customers' | 'owners' | 'optional' | 'invoices' | 'open'>
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

  handlers(): ReturnType<typeof answer>[] {
    return [...this.readings(), ...this.changes(), ...this.cardHandlers(), this.creation()];
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
      answer(previewChange, ({ body }) => {
        this.previews.push(body);
        return reply(previewChange, this.preview);
      }),
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

  private creation(): ReturnType<typeof answer> {
    return answer(createCustomer, ({ body }) => {
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
    });
  }
}
