/** Discounts and taxes set at the provider appear in every charge and preview. */
import { describe, expect, it } from '@jest/globals';
import { amountsOf, billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const DAY_S = 86_400;

describeWithDatabase('accounts with discounts and taxes', (database) => {
  const { server, sandbox, start, recording, upcoming, preview, post, subscribe, cents, refresh } =
    billingWorld(database);

  describe('discounts and taxes', () => {
    const half = async (duration: 'forever' | 'once' | 'repeating', months?: number) =>
      (
        await server().stripe.coupons.create({
          percent_off: 50,
          duration,
          ...(months !== undefined && { duration_in_months: months }),
        })
      ).id;

    it.each([
      ['forever', undefined, [0.5, 0.5, 0.5, 0.5]],
      ['once', undefined, [1, 1, 1, 1]],
      ['repeating', 3, [0.5, 0.5, 1, 1]],
    ] as const)('continue after the first charge with a coupon for %s', async (duration, months, shares) => {
      const clinic = await server().aClinic();
      await subscribe(clinic, 'core_monthly', { discounts: [{ coupon: await half(duration, months) }] });
      const charges = await upcoming(clinic);
      const full = await cents('core_monthly');
      expect(amountsOf(charges, 4)).toEqual(shares.map((share) => full * share));
      const ends = shares.findIndex((share) => share !== shares[0]);
      expect(charges.prices).toMatchObject([
        {
          ...{ list: full, tax: 0, amount: full * shares[0], discount: full - full * shares[0] },
          changes: ends === -1 ? null : { date: charges.charges[ends]?.date, amount: full },
        },
      ]);
      for (const { amount, lines } of charges.charges) {
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
      }
      await sandbox().advance(31 * 3);
      const { data } = await server().stripe.invoices.list({ customer: clinic.customer, limit: 3 });
      expect(data.map(({ total }) => total).reverse()).toEqual(shares.slice(0, 3).map((share) => full * share));
    });

    it.each([
      ['forever', undefined, [0.5]],
      ['once', undefined, [0.5, 1]],
      ['repeating', 3, [0.5, 1]],
    ] as const)('end with an item’s coupon for %s', async (duration, months, shares) => {
      const clinic = await server().aClinic();
      const { id, items } = await subscribe(clinic, 'core_monthly');
      await server().stripe.subscriptionItems.update(items.data[0]?.id ?? '', {
        discounts: [{ coupon: await half(duration, months) }],
      });
      const full = await cents('core_monthly');
      const { charges } = await upcoming(clinic);
      await sandbox().advance(31 * 4 + 1);
      const { data } = await server().stripe.invoices.list({ subscription: id, limit: 4 });
      expect(charges.slice(0, 4).map(({ amount }) => amount)).toEqual(data.map(({ total }) => total).reverse());
      expect([...new Set(charges.slice(0, 4).map(({ amount }) => amount))]).toEqual(
        shares.map((share) => full * share),
      );
    });

    it('include the customer’s discount, and use up one for a single invoice', async () => {
      const clinic = await server().aClinic();
      await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: await half('forever') });
      await subscribe(clinic, 'core_monthly');
      const full = await cents('core_monthly');
      expect(amountsOf(await upcoming(clinic), 3)).toEqual([full / 2, full / 2, full / 2]);
    });

    it.each([
      ['once', undefined, [1, 1, 1]],
      ['repeating', 1, [1, 1, 1]],
      ['repeating', 2, [0.5, 1, 1]],
      ['forever', undefined, [0.5, 0.5, 0.5]],
    ] as const)('end the customer’s discount for %s', async (duration, months, shares) => {
      const clinic = await server().aClinic();
      const { customer } = clinic;
      await sandbox().control('stripe/customer-discount', { customer, coupon: await half(duration, months) });
      const change = { kind: 'start', plan_id: server().price('core_monthly'), customer_id: customer };
      const { due_today: today, next_invoice: next, recurring } = await preview(clinic, change);
      await subscribe(clinic, 'core_monthly');
      const full = await cents('core_monthly');
      const announcedAmounts = amountsOf(await upcoming(clinic), 3);
      expect(announcedAmounts).toEqual(shares.map((share) => full * share));
      expect([today, next?.amount]).toEqual([full / 2, announcedAmounts[0]]);
      expect(recurring?.amount).toBe(announcedAmounts[0]);
      await sandbox().advance(93);
      const { data } = await server().stripe.invoices.list({ customer });
      expect(data.map(({ total }) => total).reverse()).toEqual([full / 2, ...announcedAmounts]);
    });

    it('add taxes to every charge, and list them', async () => {
      const clinic = await server().aClinic();
      const tax = await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 8.25 });
      await subscribe(clinic, 'core_monthly', { default_tax_rates: [tax.id] });
      const full = await cents('core_monthly');
      const { charges, prices } = await upcoming(clinic);
      expect(charges.map(({ amount }) => amount).slice(0, 3)).toEqual(Array(3).fill(Math.round(full * 1.0825)));
      const added = Math.round(full * 0.0825);
      expect(charges[1]?.lines.at(-1)).toEqual({ description: 'Tax', amount: added });
      expect(prices).toMatchObject([{ list: full, discount: 0, tax: added, amount: full + added, changes: null }]);
    });

    it.each([
      ['core_monthly', 'forever', undefined, 0.5],
      // The yearly renewal would be without it, unlike the next month, which credit for the unused year pays.
      ['core_yearly', 'repeating', 3, 0],
    ] as const)(
      'are in the cost of a switch from %s with a coupon that is %s',
      async (key, duration, months, share) => {
        const clinic = await server().aClinic();
        const { id } = await start(clinic, key);
        await server().stripe.subscriptions.update(id, { discounts: [{ coupon: await half(duration, months) }] });
        const change = { kind: 'switch', subscription_id: id, plan_id: server().price('growth_monthly') };
        const { recurring, next_invoice: next } = await preview(clinic, change);
        const full = await cents('growth_monthly');
        expect(recurring?.amount).toBe(full / 2);
        expect(next?.amount).toBe(full * share);
      },
    );

    it.each([
      ['taxes', 'growth_monthly'],
      ['taxes', 'growth_yearly'],
      ['discounts', 'growth_monthly'],
    ] as const)('keep the plan item’s %s in a switch to %s', async (what, key) => {
      const clinic = await server().aClinic();
      const { id, items } = await start(clinic, 'core_monthly');
      const tax = await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 7.7 });
      const settings = what === 'taxes' ? { tax_rates: [tax.id] } : { discounts: [{ coupon: await half('forever') }] };
      await server().stripe.subscriptionItems.update(items[0]?.id ?? '', settings);
      const plan_id = server().price(key);
      const shown = await preview(clinic, { kind: 'switch', subscription_id: id, plan_id });
      const body = { plan_id, expected_due: shown.due_today, proration_date: shown.proration_date };
      expect((await post(clinic, id, 'switch-plan', body)).statusCode).toBe(200);
      const [renewal] = (await upcoming(clinic)).charges;
      expect([shown.recurring?.amount, shown.next_invoice?.amount]).toEqual([renewal?.amount, renewal?.amount]);
      expect(renewal?.amount).not.toBe(await cents(key));
    });

    it('include items of the phase that starts with the next renewal', async () => {
      const clinic = await server().aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      const schedule = await server().stripe.subscriptionSchedules.create({ from_subscription: id });
      const [current] = schedule.phases;
      const plan = { price: server().price('phones_monthly'), quantity: 1 };
      await server().stripe.subscriptionSchedules.update(schedule.id, {
        phases: [
          { start_date: current?.start_date ?? 0, end_date: current?.end_date ?? 0, items: [plan] },
          {
            items: [plan, { price: server().price('analytics_monthly'), quantity: 1 }],
            duration: { interval: 'month', interval_count: 3 },
          },
        ],
      });
      await refresh(id);
      const { recurring } = await preview(clinic, {
        kind: 'add',
        subscription_id: id,
        optional_features: [recording()],
      });
      const [renewal] = (await upcoming(clinic)).charges;
      const extra = (await server().stripe.prices.retrieve(recording().plan_id)).unit_amount ?? 0;
      expect(recurring?.amount).toBe((renewal?.amount ?? 0) + extra);
      expect(renewal?.amount).toBe((await cents('phones_monthly')) + (await cents('analytics_monthly')));
    });
  });

  describe('a phase that starts with the next renewal', () => {
    const rate = async () =>
      (await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 })).id;
    const coupon = async () => (await server().stripe.coupons.create({ percent_off: 50, duration: 'forever' })).id;

    it.each([
      ['taxes', async () => ({ phase: { default_tax_rates: [await rate()] }, item: {} })],
      ['taxes of an item', async () => ({ phase: {}, item: { tax_rates: [await rate()] } })],
      ['a discount of an item', async () => ({ phase: {}, item: { discounts: [{ coupon: await coupon() }] } })],
      ['automatic taxes', async () => ({ phase: { automatic_tax: { enabled: true } }, item: {} })],
    ])('sets the %s in the price after a change', async (_what, settings) => {
      await sandbox().control('stripe/tax', { percentage: 20 });
      const clinic = await server().aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      const { id: scheduleId, phases } = await server().stripe.subscriptionSchedules.create({ from_subscription: id });
      const plan = { price: server().price('phones_monthly'), quantity: 1 };
      const { start_date = 0, end_date = 0 } = phases[0] ?? {};
      const { phase, item } = await settings();
      const duration = { interval: 'month', interval_count: 6 } as const;
      await server().stripe.subscriptionSchedules.update(scheduleId, {
        phases: [
          { start_date, end_date, items: [plan] },
          { ...phase, items: [{ ...plan, ...item }], duration },
        ],
      });
      await refresh(id);
      const optional_features = [recording()];
      const { due_today, proration_date, recurring } = await preview(clinic, {
        ...{ kind: 'add', subscription_id: id, optional_features },
      });
      const body = { optional_features, expected_due: due_today, proration_date };
      expect((await post(clinic, id, 'add-subscription-items', body)).statusCode).toBe(200);
      const { charges, prices } = await upcoming(clinic);
      expect(recurring?.amount).toBe(charges[1]?.amount);
      expect(prices?.map(({ amount }) => amount)).toEqual([recurring?.amount]);
      expect(recurring?.amount).not.toBe((await cents('phones_monthly')) + (await cents('call_recording:month')));
    });
  });

  describe('an end within a later period', () => {
    const percent = async () => ({
      discounts: [{ coupon: (await server().stripe.coupons.create({ percent_off: 33, duration: 'forever' })).id }],
    });
    const amount = async () => {
      const coupon = await server().stripe.coupons.create({ amount_off: 2_500, currency: 'usd', duration: 'forever' });
      return { discounts: [{ coupon: coupon.id }] };
    };
    const tax = async () => {
      const made = await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 8.25 });
      return { default_tax_rates: [made.id] };
    };
    it.each([
      ['nothing else', async () => ({})],
      ['a percentage off', percent],
      ['an amount off', amount],
      ['a percentage off and taxes', async () => ({ ...(await percent()), ...(await tax()) })],
    ])('charges a prorated last period with %s', async (_what, settings) => {
      const clinic = await server().aClinic();
      const items = [{ price: server().price('core_monthly') }, { price: server().price('analytics_monthly') }];
      const { id, items: made } = await subscribe(clinic, 'core_monthly', { items, ...(await settings()) });
      const { current_period_end: renewal = 0 } = made.data[0] ?? {};
      await server().stripe.subscriptions.update(id, { cancel_at: renewal + 40 * DAY_S });
      const { charges, ends } = await upcoming(clinic);
      await sandbox().advance(80);
      const { data } = await server().stripe.invoices.list({ subscription: id });
      const charged = data.slice(0, -1).map(({ total }) => total);
      expect(charges.map(({ amount: announced }) => announced)).toEqual(charged.reverse());
      expect(charged[1]).toBeLessThan((charged[0] ?? 0) / 2);
      for (const { amount: announced, lines } of charges) {
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(announced);
      }
      expect(ends).toMatchObject([{ date: renewal + 40 * DAY_S, item: null }]);
    });
  });
});
