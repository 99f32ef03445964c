/** Steps that end something, undo the end, or change the payment. */
import { periodEnd } from '../views/billing-periods.js';
import { type CardKind, DAY_S, assert } from './history-types.js';
import { HistoryPurchases } from './history-purchases.js';

export abstract class HistoryChanges extends HistoryPurchases {
  abstract passTime(): Promise<boolean>;

  async remove(): Promise<boolean> {
    const { random } = this.world;
    const removable = (await this.active()).flatMap((subscription) =>
      subscription.items.filter(({ actions }) => actions.remove.allowed).map((item) => ({ subscription, item })),
    );
    const picked = random.pick(removable);
    if (!picked) return false;
    const { subscription, item } = picked;
    this.note(`remove ${item.plan_name} and ${item.required_by.length} that need it`);
    const change = { subscription_id: subscription.id, subscription_item_id: item.id };
    const preview = await this.previewed({ kind: 'remove', ...change });
    const body = { subscription_item_id: item.id };
    if (item.required_by.length > 0) {
      const alone = await this.act(subscription.id, 'remove-subscription-item', body);
      assert(alone.json<{ code: string }>().code === 'has_dependents', `Removing without dependents: ${alone.body}`);
    }
    const response = await this.act(subscription.id, 'remove-subscription-item', { ...body, with_dependents: true });
    assert(response.statusCode === 200, `Removing answered ${response.statusCode}: ${response.body}`);
    const after = (await this.summary()).subscriptions.find(({ id }) => id === subscription.id);
    for (const id of [item.id, ...item.required_by.map((one) => one.id)]) {
      const stop = after?.items.find((one) => one.id === id)?.stop_date;
      assert(
        stop === preview.ends[0]?.date,
        `The removal promised an end at ${String(preview.ends[0]?.date)}, not ${String(stop)}`,
      );
    }
    await this.checkNext('remove', preview, subscription.id);
    return true;
  }

  async undo(): Promise<boolean> {
    const { random } = this.world;
    const ending = (await this.active()).flatMap((subscription) =>
      subscription.items.filter(({ actions }) => actions.undo_removal.allowed).map((item) => ({ subscription, item })),
    );
    const picked = random.pick(ending);
    if (!picked) return false;
    const { subscription, item } = picked;
    this.note(`undo the removal of ${item.plan_name}`);
    const change = { subscription_id: subscription.id, subscription_item_id: item.id };
    const preview = await this.previewed({ kind: 'undo-removal', ...change });
    const response = await this.act(subscription.id, 'undo-item-removal', { subscription_item_id: item.id });
    assert(response.statusCode === 200, `Undoing answered ${response.statusCode}: ${response.body}`);
    const after = (await this.summary()).subscriptions.find(({ id }) => id === subscription.id);
    // A core item ends only with its subscription.
    const core = after?.items.find(({ optional_feature: feature }) => feature === null);
    const stop = after?.items.find((one) => one.id === item.id)?.stop_date;
    assert(stop === (core?.stop_date ?? null), `${item.plan_name} still ends at ${String(stop)}`);
    await this.checkNext('undo', preview, subscription.id);
    return true;
  }

  /**
   * A schedule that internal staff create in the provider's dashboard: some unchanged periods, then fewer items, then
   * as before.
   */
  async schedulePhases(): Promise<boolean> {
    const { random } = this.world;
    const subscription = random.pick(
      (await this.active()).filter(({ items, scheduled_differences: none }) => items.length > 1 && none.length === 0),
    );
    if (!subscription) return false;
    const current = await this.stripe.subscriptions.retrieve(subscription.id);
    if (current.schedule !== null) return false;
    const items = current.items.data.map((item) => ({
      price: item.price.id,
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
    }));
    const [first] = current.items.data;
    if (!first) return false;
    const discounts = current.discounts.map((one) => ({ discount: typeof one === 'string' ? one : one.id }));
    const periods = random.between(1, 3);
    this.note(`schedule ${subscription.plan_name} to lose an item after ${periods} periods`);
    const schedule = await this.stripe.subscriptionSchedules.create({ from_subscription: current.id });
    const interval = subscription.plan_interval;
    await this.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          start_date: first.current_period_start,
          duration: { interval, interval_count: periods },
          items,
          discounts,
          proration_behavior: 'none',
        },
        { duration: { interval, interval_count: 2 }, items: items.slice(0, -1), discounts, proration_behavior: 'none' },
      ],
      end_behavior: random.chance(0.8) ? 'release' : 'cancel',
      proration_behavior: 'none',
    });
    await this.reconcile();
    return true;
  }

  /** A phase within a period, which somebody adds in the provider's dashboard. */
  async planWithinPeriod(): Promise<boolean> {
    const { random } = this.world;
    const subscription = random.pick(
      (await this.active()).filter(({ scheduled_differences: differences }) => differences.length === 0),
    );
    if (!subscription) return false;
    const current = await this.stripe.subscriptions.retrieve(subscription.id);
    const [first] = current.items.data;
    if (!first || current.schedule !== null || current.status !== 'active') return false;
    const interval = subscription.plan_interval;
    const items = current.items.data.map(({ price, quantity, metadata }) => ({
      price: price.id,
      quantity: quantity ?? 1,
      metadata,
    }));
    const proration = random.pick(['none', 'create_prorations', 'always_invoice'] as const) ?? 'none';
    const periods = random.between(0, 2);
    const losesItem = items.length > 1 && random.chance(0.5);
    const added = random.chance(0.4) ? await this.offeredPrice(subscription.id) : undefined;
    const setUp = random.chance(0.4) ? await this.setUpPrice() : undefined;
    const restarts = random.chance(0.2);
    const begins =
      periodEnd(first.current_period_start, { interval, count: periods }, current.billing_cycle_anchor) +
      random.between(3, 20) * DAY_S;
    if (begins <= this.now + DAY_S) return false;
    this.note(`within-period ${subscription.plan_name} after ${periods}, ${proration}`);
    const discounts = current.discounts.map((one) => ({ discount: typeof one === 'string' ? one : one.id }));
    const { id, phases } = await this.stripe.subscriptionSchedules.create({ from_subscription: current.id });
    await this.stripe.subscriptionSchedules.update(id, {
      phases: [
        { items, discounts, start_date: phases[0]?.start_date ?? first.current_period_start, end_date: begins },
        {
          items: [
            ...(losesItem ? items.slice(0, -1) : items),
            ...(added === undefined ? [] : [{ price: added, quantity: 1 }]),
          ],
          discounts,
          duration: { interval, interval_count: 2 },
          proration_behavior: proration,
          ...(setUp !== undefined && { add_invoice_items: [{ price: setUp }] }),
          ...(restarts && { billing_cycle_anchor: 'phase_start' }),
        },
      ],
      proration_behavior: 'none',
    });
    await this.reconcile();
    if (random.chance(0.5)) await this.passTime();
    return true;
  }

  private async offeredPrice(subscriptionId: string): Promise<string | undefined> {
    const { offers } = await this.offers(`subscription_id=${subscriptionId}`);
    return this.world.random.pick(offers.filter(({ state }) => state === 'offered'))?.price?.id;
  }

  private async setUpPrice(): Promise<string> {
    const { id: product } = await this.stripe.products.create({ name: 'Set-up' });
    return (await this.stripe.prices.create({ product, currency: 'usd', unit_amount: 7_000 })).id;
  }

  async cancelTrial(): Promise<boolean> {
    const plan = (await this.plans()).find(({ active_trial: trial }) => trial !== null);
    if (!plan?.active_trial) return false;
    this.note(`cancel the trial of ${plan.name}`);
    const response = await this.act(plan.id, 'cancel-trial', { trial_id: plan.active_trial.id });
    assert(response.statusCode === 200, `Canceling a trial answered ${response.statusCode}: ${response.body}`);
    return true;
  }

  async cancel(): Promise<boolean> {
    const subscription = this.world.random.pick(
      (await this.summary()).subscriptions.filter(({ actions }) => actions.cancel.allowed),
    );
    if (!subscription) return false;
    this.note(`cancel ${subscription.plan_name}`);
    const body = { subscription_id: subscription.id };
    const response = await this.act(subscription.id, 'cancel-subscription', body, this.staff);
    assert(response.statusCode === 200, `Canceling answered ${response.statusCode}: ${response.body}`);
    return true;
  }

  async changeCard(kind: CardKind): Promise<boolean> {
    this.note(`card ${kind}`);
    const cardId = await this.cardId(kind);
    const path = `/api/stripe/${this.clinic.customer}/set_default_payment_method/`;
    const response = await this.call('POST', path, { payment_method_id: cardId });
    assert(response.statusCode === 200, `Changing the card answered ${response.statusCode}: ${response.body}`);
    this.defaultCard = kind;
    // Subscriptions that got their own card in a purchase use the default card again.
    for (const one of (await this.stripe.subscriptions.list({ customer: this.clinic.customer })).data) {
      if (one.default_payment_method !== null) {
        await this.stripe.subscriptions.update(one.id, { default_payment_method: '' });
      }
    }
    await this.reconcile();
    return true;
  }

  async payOverdue(): Promise<boolean> {
    const { overdue } = await this.upcoming();
    const due = overdue.reduce((sum, { amount_due: amount }) => sum + amount, 0);
    if (overdue.length === 0) return false;
    this.note(`pay ${overdue.length} invoices of ${due}`);
    const response = await this.call('POST', `/api/stripe/${this.clinic.customer}/pay_open_invoices/`, {
      invoice_ids: overdue.map(({ invoice_id: id }) => id),
      payment_method_id: await this.cardId('good'),
      expected_due: due,
    });
    assert(response.json<{ status: string }>().status === 'success', `Paying answered ${response.body}`);
    await this.reconcile();
    assert((await this.upcoming()).overdue.length === 0, 'Something is still overdue after everything was paid');
    return true;
  }
}
