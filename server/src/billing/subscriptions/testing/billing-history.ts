/**
 * One generated billing history of a practice: random but valid steps through the pages' calls. After every step,
 * checks compare the previews and announcements with the provider's actions.
 */
import type Stripe from 'stripe';
import type { UpcomingCharge } from 'shared-api/contracts';
import { type Caller, createTestPerson, signedIn } from '../../../testing/test-server.js';
import {
  type Charge,
  DAY_S,
  type World,
  assert,
  describeCharges,
  idOf,
  momentOf,
  subscriptionOf,
} from './history-types.js';
import type { Random } from './random.js';
import { HistoryDashboard } from './history-dashboard.js';

export { noCounts } from './history-types.js';

const DRAFT_S = 3_600;
/**
 * Subscriptions started within this time of each other are due within this time of each other. The clock doesn't stop
 * between the two.
 */
const MEANWHILE_S = 600;

/** The provider continues to invoice an unpaid subscription without charging it. */
const isCollected = ({ attempted, status }: Stripe.Invoice): boolean => attempted || status === 'paid';

/** To the last day of the month, or to January 31 of a leap year. */
function daysToMonthEnd(now: number, random: Random): number {
  const today = new Date(now * 1000);
  const year = today.getUTCFullYear();
  const leapYear = Array.from({ length: 5 }, (_, at) => year + at).find(
    (one) => one % 4 === 0 && Date.UTC(one, 0, 31) > now * 1000,
  );
  const end =
    random.chance(0.3) && leapYear !== undefined
      ? Date.UTC(leapYear, 0, 31)
      : Date.UTC(year, today.getUTCMonth() + 1, 0);
  return Math.max(0, (end / 1000 - now) / DAY_S);
}

/** False from the first unannounced proration, because the resulting balance isn't announced either. */
const isKnown = (charges: readonly UpcomingCharge[], { customer: of, date }: Pick<Charge, 'customer' | 'date'>) =>
  !charges.some(
    ({ customer, date: at, before_proration: isBefore }) => isBefore === true && customer.id === of && at <= date,
  );

export class BillingHistory extends HistoryDashboard {
  static async start(world: World): Promise<BillingHistory> {
    const { server, fakeStripe } = world;
    const clinic = await server.aClinic();
    const owner = await createTestPerson(server.db, { practices: [clinic.practiceId], role: 'owner' });
    const staff = await createTestPerson(server.db, { flags: { super_admin: true, internal: true } });
    const now = await fakeStripe.advance(
      world.random.chance(0.3) ? daysToMonthEnd(await fakeStripe.advance(0), world.random) : 0,
    );
    world.setClock(new Date(now * 1000));
    const callers: [Caller, Caller] = [await signedIn(server, owner), await signedIn(server, staff)];
    const history = new BillingHistory(world, clinic, { owner, staff }, callers);
    history.now = now;
    const [first] = (await server.stripe.customers.listPaymentMethods(clinic.customer)).data;
    history.cards.set('good', first?.id ?? '');
    return history;
  }

  /** Advances the provider's clock, and compares the charges on the way with the announced ones. */
  async passTime(): Promise<boolean> {
    const { random, fakeStripe, counts } = this.world;
    const before = await this.upcoming();
    const invoices = await this.invoices();
    const collected = new Set(invoices.filter(isCollected).map(({ id }) => id));
    // A drafted renewal is announced for the hour of its charge, and dated at its creation.
    const madeAt = new Map(
      invoices
        .filter(({ status }) => status === 'draft')
        .map((draft) => [`${subscriptionOf(draft)} ${draft.automatically_finalizes_at}`, draft.created]),
    );
    const coming = before.charges
      .filter(({ kind }) => kind !== 'open_invoice')
      .map((charge) => ({ ...charge, date: madeAt.get(`${charge.subscription?.id} ${charge.date}`) ?? charge.date }));
    const isCertain = this.defaultCard === 'good' || this.defaultCard === 'other';
    const next = coming[0]?.date ?? this.now + 10 * DAY_S;
    const until =
      isCertain && before.overdue.length === 0 && random.chance(0.7)
        ? this.now + random.between(1, random.chance(0.2) ? 390 : 70) * DAY_S
        : Math.min(next + DRAFT_S + MEANWHILE_S, this.now + 20 * DAY_S);
    this.note(`clock ${((until - this.now) / DAY_S).toFixed(1)} days`);
    const now = await fakeStripe.advance((until - this.now) / DAY_S);
    await this.setClock(now);
    await this.reconcile();
    // A renewal is a draft for an hour before it is charged.
    const due = coming.filter(({ date }) => date <= now - DRAFT_S);
    const withKnownAmount = (charge: Charge): Charge => (isKnown(due, charge) ? charge : { ...charge, amount: 0 });
    counts.unknownCharges += due.filter(({ before_proration: isBefore }) => isBefore === true).length;
    const shared = new Map(
      due.flatMap(({ customer, date, shared_balance: balance }) =>
        balance === undefined || !isKnown(due, { customer: customer.id, date })
          ? []
          : [[momentOf({ customer: customer.id, date }), balance] as const],
      ),
    );
    const made = (await this.invoices())
      .filter((invoice) => !collected.has(invoice.id) && isCollected(invoice) && invoice.created <= now - DRAFT_S)
      .map((invoice): Charge => ({
        customer: idOf(invoice.customer),
        subscription: subscriptionOf(invoice),
        date: invoice.created,
        amount: invoice.amount_due,
      }))
      .map(withKnownAmount);
    const promised = due
      .map(({ customer, subscription, date, amount, kind }): Charge => ({
        customer: customer.id,
        // A schedule's first charge starts a subscription, which gets its id then.
        subscription: kind === 'scheduled_start' ? null : (subscription?.id ?? null),
        date,
        amount,
      }))
      .map(withKnownAmount);
    const chargedText = describeCharges(made, new Map([...shared.keys()].map((moment) => [moment, 0])));
    const promisedText = describeCharges(promised, shared);
    assert(
      chargedText === promisedText,
      `Announced until the clock's ${now}:\n${promisedText}\nand charged:\n${chargedText}`,
    );
    counts.chargesChecked += made.length;
    for (const { date, subscription, item: itemId } of before.ends.filter((end) => end.date <= now)) {
      const after = (await this.summary()).subscriptions.find(({ id }) => id === subscription.id);
      const isGone = itemId === null ? (after?.is_over ?? true) : !after?.items.some((one) => one.plan_name === itemId);
      assert(isGone, `${itemId ?? subscription.name} should have ended at ${date}, but continues`);
    }
    return true;
  }

  protected async setClock(now: number): Promise<void> {
    const { server } = this.world;
    this.now = now;
    this.world.setClock(new Date(now * 1000));
    this.caller = await signedIn(server, this.people.owner);
    this.staff = await signedIn(server, this.people.staff);
  }

  /** Runs one random step that is possible now, then all checks. */
  async step(): Promise<void> {
    const { random } = this.world;
    if (random.chance(0.3)) await this.changeWebhooks();
    if (random.chance(0.05)) await this.restartServer();
    const steps: [weight: number, step: () => Promise<boolean>][] = [
      [3, () => this.startPlan('start')],
      [2, () => this.startPlan('trial')],
      [5, () => this.add()],
      [3, () => this.switchPlan()],
      [3, () => this.remove()],
      [2, () => this.undo()],
      [2, () => this.schedulePhases()],
      [3, () => this.planWithinPeriod()],
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
      [2, () => this.giveCoupon()],
      [1, () => this.changeQuantity()],
      [1, () => this.writeNote()],
      [1, () => this.pinCard()],
      [1, () => this.pauseForAWhile()],
      [1, () => this.archivePrice()],
      [1, () => this.refund()],
      [1, () => this.payInAnotherCurrency()],
    ];
    const weighted = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const step = random.pick(weighted);
      if (step && (await step())) break;
    }
    await this.checkUsable();
    await this.checkSettings();
    await this.checkPaidOnce();
    if (random.chance(0.3)) await this.checkOffers();
  }

  /** The last day: everything is settled, and sometimes the customer is deleted. */
  async finish(): Promise<void> {
    await this.settleAll();
    if (this.world.random.chance(0.15)) await this.deleteCustomer();
  }

  /** Ends all subscriptions, so that the provider's clock runs faster for the next history. */
  async end(): Promise<void> {
    for (const customerId of [this.clinic.customer, ...this.customers]) {
      const { data } = await this.stripe.subscriptions.list({ customer: customerId, limit: 100 });
      for (const { id, status } of data) {
        if (status !== 'incomplete_expired') await this.stripe.subscriptions.cancel(id);
      }
    }
  }
}
