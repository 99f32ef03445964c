/** Subscriptions that a schedule starts later, and phases with their own settings, set at the provider. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { FeatureSummary } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { refreshSchedule } from '../mirror/refresh.js';
import { periodEnd } from './billing-periods.js';

const DAY_S = 86_400;

describeWithDatabase('schedules with settings of their own', (database) => {
  const { server, sandbox, upcoming } = billingWorld(database);
  beforeAll(async () => {
    await sandbox().control('stripe/tax', { percentage: 10 });
  });
  /** A clinic on a server that uses the provider's time. */
  const aClinic = async (): Promise<Clinic> => {
    server().clock.now = new Date((await sandbox().advance(0)) * 1000);
    return server().aClinic();
  };
  type Phase = Stripe.SubscriptionScheduleCreateParams.Phase;
  /** A schedule that starts Core in five days. */
  const schedule = async ({ customer }: Clinic, phase: Partial<Phase>, more: object = {}) => {
    const start = (await sandbox().advance(0)) + 5 * DAY_S;
    const items = [{ price: server().price('core_monthly') }];
    const six = { duration: { interval: 'month', interval_count: 6 } } as const;
    return server().stripe.subscriptionSchedules.create({
      customer,
      start_date: start,
      phases: [{ items, ...six, ...phase }],
      ...more,
    });
  };
  /** The announced charges and the provider's charges until then, without free ones. */
  async function compare(clinic: Clinic, days: number): Promise<[announced: object[], charged: object[]]> {
    const { charges } = await upcoming(clinic);
    const now = await sandbox().advance(days);
    const { data } = await server().stripe.invoices.list({ customer: clinic.customer, limit: 100 });
    const charged = data.filter(({ total, status }) => total > 0 && status !== 'draft').reverse();
    return [
      charges
        .filter(({ date, amount, before_proration: isOpen }) => date < now - 3_600 && (amount > 0 || isOpen === true))
        .map(({ date, amount }) => [date, amount]),
      charged.map(({ created, amount_due: due }) => [created, due]),
    ];
  }
  const coupon = async (duration: 'once' | 'forever'): Promise<string> =>
    (await server().stripe.coupons.create({ percent_off: 50, duration })).id;
  /** A price of $700 for one invoice. */
  const setUp = async (): Promise<string> => {
    const { id: product } = await server().stripe.products.create({ name: 'Set-up' });
    return (await server().stripe.prices.create({ product, currency: 'usd', unit_amount: 70_000 })).id;
  };
  const taxRate = async (): Promise<string> =>
    (await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 })).id;

  describe('a subscription that starts later', () => {
    it.each<[string, () => Promise<Partial<Phase>>]>([
      ['tax rates', async () => ({ default_tax_rates: [await taxRate()] })],
      ['automatic tax', async () => ({ automatic_tax: { enabled: true } })],
      ['a coupon for one invoice', async () => ({ discounts: [{ coupon: await coupon('once') }] })],
      ['a coupon for all invoices', async () => ({ discounts: [{ coupon: await coupon('forever') }] })],
      [
        'a coupon of an item for one invoice',
        async () => ({
          items: [{ price: server().price('core_monthly'), discounts: [{ coupon: await coupon('once') }] }],
        }),
      ],
      [
        'a coupon and tax rates of an item',
        async () => ({
          items: [
            {
              price: server().price('core_monthly'),
              discounts: [{ coupon: await coupon('forever') }],
              tax_rates: [await taxRate()],
            },
          ],
        }),
      ],
      ['an item for one invoice', async () => ({ add_invoice_items: [{ price: await setUp() }] })],
      [
        'a trial and an item for one invoice',
        async () => ({
          trial_end: (await sandbox().advance(0)) + 19 * DAY_S,
          add_invoice_items: [{ price: await setUp() }],
        }),
      ],
      ['a trial', async () => ({ trial_end: (await sandbox().advance(0)) + 19 * DAY_S })],
      [
        'a trial and a coupon for one invoice',
        async () => ({
          trial_end: (await sandbox().advance(0)) + 19 * DAY_S,
          discounts: [{ coupon: await coupon('once') }],
        }),
      ],
    ])('is announced as it is charged with %s', async (_, settings) => {
      const clinic = await aClinic();
      await schedule(clinic, await settings());
      const [announced, charged] = await compare(clinic, 75);
      expect(announced.length).toBeGreaterThan(1);
      expect(announced).toEqual(charged);
    });

    it('is listed only for the payer while nobody uses it', async () => {
      const clinic = await aClinic();
      const { id } = await schedule(clinic, {});
      await refreshSchedule({ db: server().db, stripe: server().stripe }, id, testAudit());
      const url = `/api/${clinic.practiceId}/practice-features/feature-summary/`;
      const { subscriptions } = (await server().call(clinic.caller, 'GET', url)).json<FeatureSummary>();
      expect(subscriptions).toMatchObject([
        { id, status: 'not_started', parent_subscription_id: null, plan_name: 'Core', amount: 19_900 },
      ]);
      const other = await aClinic();
      const unrelated = `/api/${other.practiceId}/practice-features/feature-summary/`;
      expect((await server().call(other.caller, 'GET', unrelated)).json()).toMatchObject({ subscriptions: [] });
    });

    it('lists the conversion of its trial', async () => {
      const clinic = await aClinic();
      const end = (await sandbox().advance(0)) + 19 * DAY_S;
      await schedule(clinic, { trial_end: end });
      expect((await upcoming(clinic)).charges[0]).toMatchObject({ kind: 'trial_conversion', date: end });
    });

    it('lists its phase’s card', async () => {
      const clinic = await aClinic();
      const own = await server().stripe.paymentMethods.attach('pm_card_mastercard', { customer: clinic.customer });
      await schedule(clinic, { default_payment_method: own.id });
      expect((await upcoming(clinic)).charges[0]?.card).toMatchObject({ id: own.id, brand: 'mastercard' });
    });

    it.each<[string, Partial<Phase>, object]>([
      ['its phase', { collection_method: 'send_invoice', invoice_settings: { days_until_due: 30 } }, {}],
      ['the schedule', {}, { collection_method: 'send_invoice' }],
    ])('lists no card when %s sends invoices', async (_, phase, defaults) => {
      const clinic = await aClinic();
      const { id } = await schedule(clinic, phase);
      await sandbox().control('stripe/objects', {
        object: 'subscription_schedule',
        id,
        fields: { default_settings: defaults },
      });
      expect((await upcoming(clinic)).charges[0]).toMatchObject({ card: null, is_sent: true });
    });
  });

  describe('a later phase of a subscription', () => {
    const withPhases = async (clinic: Clinic, settings: Partial<Phase>): Promise<void> => {
      const { customer } = clinic;
      const price = server().price('core_monthly');
      const { id } = await server().stripe.subscriptions.create({ customer, items: [{ price }] });
      const made = await server().stripe.subscriptionSchedules.create({ from_subscription: id });
      const [{ start_date: start } = { start_date: 0 }] = made.phases;
      const month = (count: number): number => periodEnd(start, { interval: 'month', count: count + 1 }, start);
      const items = [{ price, quantity: 1 }];
      await server().stripe.subscriptionSchedules.update(made.id, {
        phases: [
          { items, start_date: start, end_date: month(1) },
          { items, start_date: month(1), end_date: month(3), ...settings },
        ],
      });
      await sandbox().changed();
    };

    it.each<[string, () => Promise<Partial<Phase>>]>([
      ['tax rates', async () => ({ default_tax_rates: [await taxRate()] })],
      ['an item for one invoice', async () => ({ add_invoice_items: [{ price: await setUp() }] })],
      [
        'taxed and discounted items for one invoice',
        async () => ({
          default_tax_rates: [await taxRate()],
          discounts: [{ coupon: await coupon('forever') }],
          add_invoice_items: [
            { price: await setUp(), quantity: 2 },
            { price: await setUp(), discounts: [{ coupon: await coupon('once') }], tax_rates: [await taxRate()] },
          ],
        }),
      ],
      [
        'a coupon of an item',
        async () => ({
          items: [
            { price: server().price('core_monthly'), quantity: 1, discounts: [{ coupon: await coupon('forever') }] },
          ],
        }),
      ],
      ['a trial of some days', async () => ({ trial_end: (await sandbox().advance(0)) + 75 * DAY_S })],
    ])('is announced as it is charged with %s', async (_, settings) => {
      const clinic = await aClinic();
      await withPhases(clinic, await settings());
      const { data } = await server().stripe.invoices.list({ customer: clinic.customer });
      const [announced, charged] = await compare(clinic, 100);
      expect(announced.length).toBeGreaterThan(1);
      expect(announced).toEqual(charged.slice(data.length));
    });

    it('charges a one-time item when its trial starts, and leaves the amount open', async () => {
      const clinic = await aClinic();
      await withPhases(clinic, {
        trial_end: (await sandbox().advance(0)) + 75 * DAY_S,
        add_invoice_items: [{ price: await setUp() }],
      });
      const { charges } = await upcoming(clinic);
      const { data } = await server().stripe.invoices.list({ customer: clinic.customer });
      const [announced, charged] = await compare(clinic, 100);
      const since = charged.slice(data.length);
      expect(announced.map((one) => (one as number[])[0])).toEqual(since.map((one) => (one as number[])[0]));
      expect(since[1]).toMatchObject([charges[1]?.date, 70_000]);
      expect(charges[1]).toMatchObject({ amount: 0, before_proration: true });
    });

    it('announces no charge if all of it is a trial', async () => {
      const clinic = await aClinic();
      await withPhases(clinic, { trial: true });
      const { data } = await server().stripe.invoices.list({ customer: clinic.customer });
      const [announced, charged] = await compare(clinic, 160);
      expect(announced).toEqual(charged.slice(data.length));
    });

    it('lists its own card', async () => {
      const clinic = await aClinic();
      const own = await server().stripe.paymentMethods.attach('pm_card_mastercard', { customer: clinic.customer });
      await withPhases(clinic, { default_payment_method: own.id });
      const { charges } = await upcoming(clinic);
      expect(charges.slice(0, 3).map(({ card }) => card?.brand)).toEqual(['visa', 'mastercard', 'mastercard']);
    });
  });
});
