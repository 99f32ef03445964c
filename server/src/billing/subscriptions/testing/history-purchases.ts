/** Steps that buy something: a plan, a trial, an add-on, another plan. */
import type { LightMyRequestResponse } from 'fastify';
import type { BillingOutcome, BillingRequest, CostPreview } from 'shared-api/contracts';
import { CARDS, type CardKind, assert, sameMoment } from './history-types.js';
import { HistoryChecks } from './history-checks.js';

export abstract class HistoryPurchases extends HistoryChecks {
  protected async cardId(kind: CardKind): Promise<string> {
    const card = this.cards.get(kind);
    if (card !== undefined) return card;
    const { id } = await this.stripe.paymentMethods.attach(CARDS[kind], { customer: this.clinic.customer });
    this.cards.set(kind, id);
    return id;
  }

  protected async previewed(change: unknown): Promise<CostPreview> {
    const response = await this.preview(change);
    assert(response.statusCode === 200, `The preview of ${JSON.stringify(change)} was refused: ${response.body}`);
    return response.json();
  }

  /**
   * Makes a purchase like its dialog, with the current default card. It is paid; declined and possibly retried with a
   * valid card; or confirmed or abandoned by the person.
   */
  protected async purchase(
    name: string,
    preview: CostPreview,
    send: (body: object) => Promise<LightMyRequestResponse>,
  ): Promise<boolean> {
    const { random, counts } = this.world;
    const before = await this.fingerprint();
    const invoices = new Set((await this.invoices()).map(({ id }) => id));
    const cost = {
      expected_due: preview.due_today,
      ...(preview.proration_date !== undefined && { proration_date: preview.proration_date }),
    };
    let response = await send(cost);
    if (response.statusCode === 402) {
      this.note(`decline ${name}`);
      assert(this.defaultCard === 'declines', `${name} was declined with a card that is good: ${response.body}`);
      assert((await this.fingerprint()) === before, `${name} was declined and yet changed something`);
      await this.checkUsable();
      if (random.chance(0.4)) return false;
      response = await send({ ...cost, payment_method_id: await this.cardId('good') });
    }
    assert(response.statusCode === 200, `${name} answered ${response.statusCode}: ${response.body}`);
    const outcome = response.json<BillingOutcome>();
    const { state, message } =
      outcome.status === 'requires_action' ? await this.answerBank(name, outcome, before) : outcome;
    if (state === 'failed') return false;
    assert(state === 'succeeded', `${name} ended as ${state ?? 'nothing'}: ${message}`);
    const made = (await this.invoices()).filter(({ id, status }) => !invoices.has(id) && status !== 'void');
    const charged = made.reduce((sum, { amount_due: due }) => sum + due, 0);
    assert(charged === preview.due_today, `${name} promised ${preview.due_today} and charged ${charged}`);
    assert(
      made.every(({ status }) => status === 'paid'),
      `${name} succeeded with an unpaid invoice`,
    );
    counts.purchasesChecked += 1;
    return true;
  }

  protected async answerBank(
    name: string,
    { client_secret: secret = '', request_id: id = '' }: BillingOutcome,
    before: string,
  ) {
    const { random, fakeStripe } = this.world;
    const isConfirmed = random.chance(0.6);
    this.note(`${isConfirmed ? 'authenticate' : 'fail'} ${name}`);
    assert((await this.summary()).confirming, `${name} waits for the bank, and the page doesn't say so`);
    await this.checkUsable();
    const [intent = ''] = secret.split('_secret_');
    const body = new URLSearchParams({ intent, client_secret: secret, approved: String(isConfirmed) });
    const answered = await fetch(`${fakeStripe.url}/stripe-js/authenticate`, { method: 'POST', body });
    assert(answered.ok, `The bank's page answered ${answered.status}`);
    const settled = await this.call(
      'POST',
      `/api/${this.clinic.practiceId}/practice-features/requests/${id}/settle/`,
      isConfirmed ? {} : { give_up: true },
    );
    assert(settled.statusCode === 200, `Settling ${name} answered ${settled.statusCode}: ${settled.body}`);
    const outcome = settled.json<BillingRequest>();
    if (!isConfirmed) {
      assert(outcome.state === 'failed', `${name} was not confirmed, and ended as ${outcome.state ?? ''}`);
      const after = await this.fingerprint();
      assert(after === before, `${name} was not confirmed and yet changed something:\n${before}\n${after}`);
      assert(!(await this.summary()).confirming, `${name} failed, and the page still says that it is confirmed`);
    }
    return outcome;
  }

  /** The next invoice of a preview equals the next upcoming charge of this subscription. */
  protected async checkNext(name: string, preview: CostPreview, subscriptionId: string): Promise<void> {
    const { charges } = await this.upcoming();
    const next = charges.find((one) => one.subscription?.id === subscriptionId && one.kind !== 'open_invoice');
    const promised = preview.next_invoice;
    assert((promised === null) === (next === undefined), `${name} promised ${JSON.stringify(promised)}`);
    if (promised === null || next === undefined) return;
    // The balance that several charges share is listed separately, in the same way by both.
    const isKept = next.amount === promised.amount && next.shared_balance === promised.shared_balance;
    assert(
      isKept && sameMoment(next.date, promised.date),
      `${name} promised the next invoice ${JSON.stringify(promised)}, and ${JSON.stringify([next.amount, next.shared_balance, next.date])} is due`,
    );
  }

  async startPlan(kind: 'start' | 'trial'): Promise<boolean> {
    const { random } = this.world;
    const plans = await this.plans();
    const plan = random.pick(
      plans.filter(({ offer }) =>
        kind === 'start'
          ? offer.state === 'offered' && offer.reason === null
          : offer.trial.offered &&
            !offer.trial.blocked_customers.some(({ customer_id: id }) => id === this.clinic.customer),
      ),
    );
    if (!plan) return false;
    const offers = await this.offers(`plan_id=${plan.id}`);
    const addOn = random.chance(0.5)
      ? random.pick(offers.offers.filter(({ state }) => state === 'offered'))
      : undefined;
    const chosen = addOn ? this.chosenFrom(offers, addOn.feature_name) : [];
    this.note(`${kind} ${plan.name} ${plan.interval} with ${chosen.map((one) => one.feature_name).join()}`);
    const body = { customer_id: this.clinic.customer, optional_features: chosen };
    const preview = await this.previewed({ kind, plan_id: plan.id, ...body });
    const { subscriptions } = await this.summary();
    const mirroredIds = new Set(subscriptions.map(({ id }) => id));
    const product = this.planOf([plan.id]) ?? '';
    const isPaid = subscriptions.some(
      ({ is_over: isOver, items }) => !isOver && this.planOf(items.map(({ price_id: id }) => id)) === product,
    );
    if (isPaid) this.startedAgain.add(product);
    const isDone =
      kind === 'start'
        ? await this.purchase(kind, preview, (cost) => this.act(plan.id, 'start-subscription', { ...body, ...cost }))
        : await this.purchase(kind, preview, () => this.act(plan.id, 'start-trial', { ...body, consent_given: true }));
    if (!isDone) return true;
    this.liftRemovals([plan.id, ...chosen.map(({ plan_id: id }) => id)]);
    const made = (await this.summary()).subscriptions.find(({ id }) => !mirroredIds.has(id));
    assert(made !== undefined, `${kind} of ${plan.name} succeeded, and the page doesn't show it`);
    await this.checkNext(kind, preview, made?.id ?? '');
    return true;
  }

  async add(): Promise<boolean> {
    const { random } = this.world;
    const subscription = random.pick(await this.active());
    if (!subscription) return false;
    const offers = await this.offers(`subscription_id=${subscription.id}`);
    const addOn = random.pick(offers.offers.filter(({ state }) => state === 'offered'));
    if (!addOn) return false;
    const chosen = this.chosenFrom(offers, addOn.feature_name);
    this.note(`add ${chosen.map((one) => one.feature_name).join()} to ${subscription.plan_name}`);
    const body = { optional_features: chosen };
    const preview = await this.previewed({ kind: 'add', subscription_id: subscription.id, ...body });
    const isDone = await this.purchase('add', preview, (cost) =>
      this.act(subscription.id, 'add-subscription-items', { ...body, ...cost }),
    );
    if (!isDone) return true;
    this.liftRemovals(chosen.map(({ plan_id: id }) => id));
    await this.checkNext('add', preview, subscription.id);
    return true;
  }

  /** True if another subscription of the practice is for the plan's product. */
  private async isSubscribedBeside(planId: string, subscriptionId: string): Promise<boolean> {
    const product = this.planOf([planId]);
    return (await this.summary()).subscriptions.some(
      ({ id, is_over: isOver, parent_subscription_id: parent, provided_by: provider, items }) =>
        id !== subscriptionId &&
        !isOver &&
        parent === null &&
        provider === null &&
        this.planOf(items.map(({ price_id: priceId }) => priceId)) === product,
    );
  }

  async switchPlan(): Promise<boolean> {
    const { random } = this.world;
    const subscription = random.pick(
      (await this.summary()).subscriptions.filter(({ actions }) => actions.switch_plan.allowed),
    );
    const has = new Set(subscription?.items.map(({ price_id: priceId }) => priceId));
    const plan = random.pick((await this.plans()).filter(({ id }) => !has.has(id)));
    if (!subscription || !plan) return false;
    const change = { kind: 'switch', subscription_id: subscription.id, plan_id: plan.id };
    const refused = (await this.preview(change)).json<{ code?: string }>().code === 'already_subscribed';
    assert(
      refused === (await this.isSubscribedBeside(plan.id, subscription.id)),
      `${plan.name}: refused is ${refused}`,
    );
    if (refused) return false;
    this.note(`switch ${subscription.plan_name} to ${plan.name} ${plan.interval}`);
    const preview = await this.previewed(change);
    const isDone = await this.purchase('switch', preview, (cost) =>
      this.act(subscription.id, 'switch-plan', { plan_id: plan.id, ...cost }),
    );
    if (!isDone) return true;
    const after = (await this.summary()).subscriptions.find(({ id }) => id === subscription.id);
    const added = (after?.items ?? []).map(({ price_id: priceId }) => priceId).filter((priceId) => !has.has(priceId));
    this.liftRemovals(added);
    await this.checkNext('switch', preview, subscription.id);
    return true;
  }
}
