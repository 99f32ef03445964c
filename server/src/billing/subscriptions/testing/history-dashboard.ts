/** Changes made in the provider's dashboard, which our writes must not lose. */
import type Stripe from 'stripe';
import { refreshPricesOnSale } from '../../catalogue/sync-catalogue.js';
import { addCustomer } from '../../payments/customers-repository.js';
import { assert, CARDS, idOf } from './history-types.js';
import { HistoryStaff } from './history-staff.js';

/** A subscription's settings made at the provider. */
interface Setting {
  subscription: string;
  coupon?: string;
  note?: string;
}

const currencies = [
  { currency: 'eur', unit_amount: 4_900 },
  { currency: 'jpy', unit_amount: 5_000 },
] as const;

export abstract class HistoryDashboard extends HistoryStaff {
  private readonly settings: Setting[] = [];

  private async ownSubscription(): Promise<Stripe.Subscription | undefined> {
    const { data } = await this.stripe.subscriptions.list({ customer: this.clinic.customer, limit: 100 });
    return this.world.random.pick(data.filter(({ status }) => status === 'active' || status === 'trialing'));
  }

  /** A coupon for all invoices, or for the next three months. */
  async giveCoupon(): Promise<boolean> {
    const { random } = this.world;
    const subscription = await this.ownSubscription();
    if (!subscription || subscription.discounts.length > 0 || subscription.schedule !== null) return false;
    const isForever = random.chance(0.5);
    this.note(`coupon ${isForever ? 'for ever' : 'for three months'}`);
    const { id: coupon } = await this.stripe.coupons.create({
      percent_off: random.pick([10, 25, 50]) ?? 10,
      ...(isForever ? { duration: 'forever' } : { duration: 'repeating', duration_in_months: 3 }),
    });
    await this.stripe.subscriptions.update(subscription.id, { discounts: [{ coupon }] });
    if (isForever) this.settings.push({ subscription: subscription.id, coupon });
    await this.reconcile();
    return true;
  }

  /** One more or one fewer seat, whose proration waits for the next invoice. */
  async changeQuantity(): Promise<boolean> {
    const subscription = await this.ownSubscription();
    const [item] = subscription?.items.data ?? [];
    if (!subscription || !item || subscription.schedule !== null || subscription.status !== 'active') return false;
    this.note('quantity');
    const quantity = item.quantity === 1 ? 2 : 1;
    await this.stripe.subscriptionItems.update(item.id, { quantity, proration_behavior: 'create_prorations' });
    await this.reconcile();
    return true;
  }

  async writeNote(): Promise<boolean> {
    const subscription = await this.ownSubscription();
    if (!subscription) return false;
    this.note('dashboard-note');
    const note = `note ${this.log.length}`;
    await this.stripe.subscriptions.update(subscription.id, { metadata: { note } });
    this.settings.push({ subscription: subscription.id, note });
    return true;
  }

  async pinCard(): Promise<boolean> {
    const subscription = await this.ownSubscription();
    if (!subscription || subscription.schedule !== null) return false;
    this.note('pin a card');
    await this.stripe.subscriptions.update(subscription.id, { default_payment_method: await this.cardId('other') });
    await this.reconcile();
    return true;
  }

  /** Pauses collection for some charges. */
  async pauseForAWhile(): Promise<boolean> {
    const subscription = await this.ownSubscription();
    if (!subscription || subscription.status !== 'active') return false;
    this.note('pause');
    await this.stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: 'void' } });
    await this.reconcile();
    await this.passTime();
    const after = await this.stripe.subscriptions.retrieve(subscription.id);
    if (after.status !== 'canceled') await this.stripe.subscriptions.update(after.id, { pause_collection: '' });
    await this.reconcile();
    return true;
  }

  /** An archived plan isn't offered, and its preview is refused, until it is restored. */
  async archivePrice(): Promise<boolean> {
    const { random, server } = this.world;
    const plan = random.pick((await this.plans()).filter(({ offer }) => offer.state === 'offered'));
    if (!plan) return false;
    this.note(`archive ${plan.name} ${plan.interval}`);
    const before = await this.fingerprint();
    await this.stripe.prices.update(plan.id, { active: false });
    const refused = await this.act(plan.id, 'start-subscription', { customer_id: this.clinic.customer });
    assert(refused.statusCode >= 400 && refused.statusCode < 500, `An archived plan was sold: ${refused.body}`);
    await refreshPricesOnSale(this.stripe, server.db, server.clock.now);
    assert(!(await this.plans()).some(({ id }) => id === plan.id), `${plan.name} is archived and still offered`);
    assert((await this.fingerprint()) === before, 'A refused start changed something at the provider');
    await this.stripe.prices.update(plan.id, { active: true });
    await refreshPricesOnSale(this.stripe, server.db, server.clock.now);
    return true;
  }

  async refund(): Promise<boolean> {
    const { data } = await this.stripe.charges.list({ customer: this.clinic.customer, limit: 100 });
    const charge = this.world.random.pick(data.filter(({ paid, refunded }) => paid && !refunded));
    if (!charge) return false;
    this.note('refund');
    await this.stripe.refunds.create({ charge: charge.id, amount: Math.ceil(charge.amount / 2) });
    await this.reconcile();
    return true;
  }

  /** Another customer of the practice, who pays in a different currency. */
  async payInAnotherCurrency(): Promise<boolean> {
    const { random, server } = this.world;
    const price = random.pick(currencies) ?? currencies[0];
    this.note(`${price.currency} subscription`);
    const customer = await this.stripe.customers.create({ name: 'Branch', email: 'branch@test.example' });
    const method = await this.stripe.paymentMethods.attach(CARDS.good, { customer: customer.id });
    await this.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    const product = await this.stripe.products.create({ name: 'Consulting' });
    const { id } = await this.stripe.prices.create({ ...price, product: product.id, recurring: { interval: 'month' } });
    await this.stripe.subscriptions.create({ customer: customer.id, items: [{ price: id }] });
    await addCustomer(server.db, {
      practice_id: this.clinic.practiceId,
      customer_id: customer.id,
      source: 'created',
      added_at: server.clock.now,
    });
    this.customers.add(customer.id);
    this.payers.add(customer.id);
    await this.reconcile();
    return true;
  }

  /** Everything of the customer ends with it, as the pages show. */
  async deleteCustomer(): Promise<void> {
    this.note('delete the customer');
    await this.stripe.customers.del(this.clinic.customer);
    await this.reconcile();
    const live = (await this.summary()).subscriptions.filter(
      ({ customer_id: customer, is_over: isOver }) => customer === this.clinic.customer && !isOver,
    );
    assert(live.length === 0, `The customer is deleted, but ${live.map(({ plan_name }) => plan_name).join()} continue`);
    const charges = (await this.upcoming()).charges.filter(({ customer }) => customer.id === this.clinic.customer);
    assert(charges.length === 0, 'The customer is deleted, and charges are announced');
  }

  /** Settings made at the provider are still there, whatever we changed since. */
  protected async checkSettings(): Promise<void> {
    for (const { subscription: id, coupon, note } of this.settings) {
      const subscription = await this.stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] });
      if (subscription.status === 'canceled') continue;
      if (note !== undefined && this.isLatestNote(id, note)) {
        assert(subscription.metadata['note'] === note, `${id} lost its note`);
      }
      if (coupon === undefined) continue;
      const coupons = subscription.discounts.map((one) => (typeof one === 'string' ? one : idOf(one.source.coupon)));
      assert(coupons.includes(coupon), `${id} lost its coupon`);
    }
  }

  private isLatestNote(id: string, note: string): boolean {
    return this.settings.findLast((one) => one.subscription === id && one.note !== undefined)?.note === note;
  }

  /** No plan is charged twice, unless a person started it again although the page said it was paid. */
  protected async checkPaidOnce(): Promise<void> {
    const { data } = await this.stripe.subscriptions.list({ customer: this.clinic.customer, limit: 100 });
    const products = data
      .filter(({ status }) => !['canceled', 'incomplete', 'incomplete_expired'].includes(status))
      .flatMap(({ items }) => this.planOf(items.data.map(({ price }) => price.id)) ?? []);
    const twice = products.filter((one, at) => products.indexOf(one) !== at);
    const unexpected = twice.filter((one) => !this.startedAgain.has(one));
    assert(unexpected.length === 0, `Two live subscriptions of ${unexpected.join()}`);
  }
}
