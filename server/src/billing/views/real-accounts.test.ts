/** Accounts as they are: discounts, taxes, debits, sent invoices, usage and pauses that somebody set at the provider. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { CostPreview, FeatureSummary, UpcomingCharges } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { testAudit } from '../../testing/test-server.js';
import { refreshSubscription } from '../mirror/refresh.js';

const DAY_S = 86_400;

describeWithDatabase('accounts with settings of the provider', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    sandbox = await startFakeStripe();
    cleanUp(() => sandbox.stop());
    server = await billingServer(database(), sandbox);
    cleanUp(() => server.close());
  });
  const { summary, start, recording } = billingActions(
    () => server,
    () => sandbox,
  );
  const upcoming = async ({ caller, practiceId }: Clinic): Promise<UpcomingCharges> =>
    (await server.call(caller, 'GET', `/api/${practiceId}/practice-features/upcoming-charges/`)).json();
  const preview = async ({ caller, practiceId }: Clinic, change: object): Promise<CostPreview> =>
    (await server.call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, change)).json();
  const subscribe = ({ customer }: Clinic, key: string, more: object = {}): Promise<Stripe.Subscription> =>
    server.stripe.subscriptions.create({ customer, items: [{ price: server.price(key) }], ...more });
  const setObject = (object: string, id: string | undefined, fields: object) =>
    sandbox.control('stripe/objects', { object, id, fields }) as Promise<{ id: string }>;
  const cents = async (key: string): Promise<number> =>
    (await server.stripe.prices.retrieve(server.price(key))).unit_amount ?? 0;
  const amountsOf = ({ charges }: UpcomingCharges, count: number) =>
    charges.slice(0, count).map(({ amount }) => amount);

  describe('discounts and taxes', () => {
    const half = async (duration: 'forever' | 'once' | 'repeating', months?: number) =>
      (
        await server.stripe.coupons.create({
          percent_off: 50,
          duration,
          ...(months !== undefined && { duration_in_months: months }),
        })
      ).id;

    it.each([
      ['forever', undefined, [0.5, 0.5, 0.5, 0.5]],
      ['once', undefined, [1, 1, 1, 1]],
      ['repeating', 3, [0.5, 0.5, 1, 1]],
    ] as const)('continue after the first charge when a coupon is for %s', async (duration, months, shares) => {
      const clinic = await server.aClinic();
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
      await sandbox.advance(31 * 3);
      const { data } = await server.stripe.invoices.list({ customer: clinic.customer, limit: 3 });
      expect(data.map(({ total }) => total).reverse()).toEqual(shares.slice(0, 3).map((share) => full * share));
    });

    it.each([
      ['forever', undefined, [0.5]],
      ['once', undefined, [0.5, 1]],
      ['repeating', 3, [0.5, 1]],
    ] as const)('end with a coupon of an item that is for %s', async (duration, months, shares) => {
      const clinic = await server.aClinic();
      const { id, items } = await subscribe(clinic, 'core_monthly');
      await server.stripe.subscriptionItems.update(items.data[0]?.id ?? '', {
        discounts: [{ coupon: await half(duration, months) }],
      });
      const full = await cents('core_monthly');
      const { charges } = await upcoming(clinic);
      await sandbox.advance(31 * 4 + 1);
      const { data } = await server.stripe.invoices.list({ subscription: id, limit: 4 });
      expect(charges.slice(0, 4).map(({ amount }) => amount)).toEqual(data.map(({ total }) => total).reverse());
      expect([...new Set(charges.slice(0, 4).map(({ amount }) => amount))]).toEqual(
        shares.map((share) => full * share),
      );
    });

    it('counts the customer’s discount too, and uses up what is for one invoice', async () => {
      const clinic = await server.aClinic();
      await sandbox.control('stripe/customer-discount', { customer: clinic.customer, coupon: await half('forever') });
      await subscribe(clinic, 'core_monthly');
      const full = await cents('core_monthly');
      expect(amountsOf(await upcoming(clinic), 3)).toEqual([full / 2, full / 2, full / 2]);
    });

    it.each([
      ['once', undefined, [1, 1, 1]],
      ['repeating', 1, [1, 1, 1]],
      ['repeating', 2, [0.5, 1, 1]],
      ['forever', undefined, [0.5, 0.5, 0.5]],
    ] as const)('ends the customer’s discount when it is for %s', async (duration, months, shares) => {
      const clinic = await server.aClinic();
      const { customer } = clinic;
      await sandbox.control('stripe/customer-discount', { customer, coupon: await half(duration, months) });
      const change = { kind: 'start', plan_id: server.price('core_monthly'), customer_id: customer };
      const { due_today: today, next_invoice: next, recurring } = await preview(clinic, change);
      await subscribe(clinic, 'core_monthly');
      const full = await cents('core_monthly');
      const said = amountsOf(await upcoming(clinic), 3);
      expect(said).toEqual(shares.map((share) => full * share));
      expect([today, next?.amount]).toEqual([full / 2, said[0]]);
      expect(recurring?.amount).toBe(said[0]);
      await sandbox.advance(93);
      const { data } = await server.stripe.invoices.list({ customer });
      expect(data.map(({ total }) => total).reverse()).toEqual([full / 2, ...said]);
    });

    it('adds taxes to every charge, and lists them', async () => {
      const clinic = await server.aClinic();
      const tax = await server.stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 8.25 });
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
      // The renewal of the year would be without it, the next month isn't: credit for the unused year pays it.
      ['core_yearly', 'repeating', 3, 0],
    ] as const)('states what a switch from %s costs with a coupon that is %s', async (key, duration, months, share) => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, key);
      await server.stripe.subscriptions.update(id, { discounts: [{ coupon: await half(duration, months) }] });
      const change = { kind: 'switch', subscription_id: id, plan_id: server.price('growth_monthly') };
      const { recurring, next_invoice: next } = await preview(clinic, change);
      const full = await cents('growth_monthly');
      expect(recurring?.amount).toBe(full / 2);
      expect(next?.amount).toBe(full * share);
    });

    it('states the items of the phase that begins with the next renewal', async () => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'phones_monthly');
      const schedule = await server.stripe.subscriptionSchedules.create({ from_subscription: id });
      const [current] = schedule.phases;
      const plan = { price: server.price('phones_monthly'), quantity: 1 };
      await server.stripe.subscriptionSchedules.update(schedule.id, {
        phases: [
          { start_date: current?.start_date ?? 0, end_date: current?.end_date ?? 0, items: [plan] },
          {
            items: [plan, { price: server.price('analytics_monthly'), quantity: 1 }],
            duration: { interval: 'month', interval_count: 3 },
          },
        ],
      });
      await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
      const { recurring } = await preview(clinic, {
        kind: 'add',
        subscription_id: id,
        optional_features: [recording()],
      });
      const [renewal] = (await upcoming(clinic)).charges;
      const extra = (await server.stripe.prices.retrieve(recording().plan_id)).unit_amount ?? 0;
      expect(recurring?.amount).toBe((renewal?.amount ?? 0) + extra);
      expect(renewal?.amount).toBe((await cents('phones_monthly')) + (await cents('analytics_monthly')));
    });
  });

  describe('an end within a later period', () => {
    const percent = async () => ({
      discounts: [{ coupon: (await server.stripe.coupons.create({ percent_off: 33, duration: 'forever' })).id }],
    });
    const amount = async () => {
      const coupon = await server.stripe.coupons.create({ amount_off: 2_500, currency: 'usd', duration: 'forever' });
      return { discounts: [{ coupon: coupon.id }] };
    };
    const tax = async () => {
      const made = await server.stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 8.25 });
      return { default_tax_rates: [made.id] };
    };
    it.each([
      ['nothing else', async () => ({})],
      ['a percentage off', percent],
      ['an amount off', amount],
      ['a percentage off and taxes', async () => ({ ...(await percent()), ...(await tax()) })],
    ])('charges the share of the last period, with %s', async (_what, settings) => {
      const clinic = await server.aClinic();
      const items = [{ price: server.price('core_monthly') }, { price: server.price('analytics_monthly') }];
      const { id, items: made } = await subscribe(clinic, 'core_monthly', { items, ...(await settings()) });
      const { current_period_end: renewal = 0 } = made.data[0] ?? {};
      await server.stripe.subscriptions.update(id, { cancel_at: renewal + 40 * DAY_S });
      const { charges, ends } = await upcoming(clinic);
      await sandbox.advance(80);
      const { data } = await server.stripe.invoices.list({ subscription: id });
      const charged = data.slice(0, -1).map(({ total }) => total);
      expect(charges.map(({ amount: announced }) => announced)).toEqual(charged.reverse());
      expect(charged[1]).toBeLessThan((charged[0] ?? 0) / 2);
      for (const { amount: announced, lines } of charges) {
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(announced);
      }
      expect(ends).toMatchObject([{ date: renewal + 40 * DAY_S, item: null }]);
    });
  });

  it('subtracts credit from charges in its own currency alone', async () => {
    const clinic = await server.aClinic();
    const { product } = await server.stripe.prices.retrieve(server.price('core_monthly'));
    const euros = await server.stripe.prices.create({
      product: String(product),
      currency: 'eur',
      unit_amount: 5_000,
      recurring: { interval: 'month' },
    });
    await server.stripe.subscriptions.create({ customer: clinic.customer, items: [{ price: euros.id }] });
    // Several currencies of one customer are possible at the provider, which keeps credit by currency.
    await setObject('customer', clinic.customer, { currency: 'usd', balance: -10_000 });
    const { charges } = await upcoming(clinic);
    expect(charges[1]).toMatchObject({ currency: 'eur', amount: 5_000 });
  });

  const withSepa = async (clinic: Clinic) => {
    const method = await server.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    });
    await server.stripe.paymentMethods.attach(method.id, { customer: clinic.customer });
    await server.stripe.customers.update(clinic.customer, { invoice_settings: { default_payment_method: method.id } });
    return method.id;
  };
  const withSource = async (clinic: Clinic) => {
    const { id } = await setObject('card', undefined, { customer: clinic.customer, last4: '4242', brand: 'Visa' });
    await setObject('customer', clinic.customer, { default_source: id });
    return id;
  };

  describe('a default that is no card', () => {
    it('stays when a card is removed, and is listed', async () => {
      const clinic = await server.aClinic();
      const sepa = await withSepa(clinic);
      const list = async () =>
        (
          await server.call(clinic.caller, 'GET', `/api/stripe/${clinic.customer}/list_customer_payment_methods/`)
        ).json<{ payment_methods: { id: string; is_default: boolean }[]; other_methods: object[] }>();
      const { payment_methods: cards, other_methods: others } = await list();
      expect(cards.map((card) => card.is_default)).toEqual([false]);
      expect(others).toEqual([{ id: sepa, name: 'SEPA Direct Debit ending in 3000', is_default: true }]);
      const removed = await server.call(
        clinic.caller,
        'POST',
        `/api/stripe/${clinic.customer}/delete_payment_method/`,
        {
          payment_method_id: cards[0]?.id,
        },
      );
      expect([removed.statusCode, (await list()).other_methods]).toEqual([200, others]);
    });

    it('becomes the default when the only card is removed', async () => {
      const clinic = await server.aClinic();
      const sepa = await withSepa(clinic);
      const change = (call: string, card?: string) =>
        server.call(clinic.caller, 'POST', `/api/stripe/${clinic.customer}/${call}/`, { payment_method_id: card });
      const { data } = await server.stripe.paymentMethods.list({ customer: clinic.customer, type: 'card' });
      await change('set_default_payment_method', data[0]?.id);
      expect((await change('delete_payment_method', data[0]?.id)).statusCode).toBe(200);
      const owner = (await server.stripe.customers.retrieve(clinic.customer)) as Stripe.Customer;
      expect(owner.invoice_settings.default_payment_method).toBe(sepa);
      const entries = await server.db
        .selectFrom('audit_log')
        .select('after')
        .where('entity_id', '=', clinic.customer)
        .where('action', '=', 'card.default')
        .orderBy('sequence')
        .execute();
      expect(entries.at(-1)?.after).toMatchObject({ method_name: 'SEPA Direct Debit ending in 3000' });
    });

    it('starts nothing that must be paid at once', async () => {
      const clinic = await server.aClinic({ card: null });
      await withSepa(clinic);
      const url = `/api/${clinic.practiceId}/practice-features/${server.price('core_monthly')}/start-subscription/`;
      const refused = await server.call(clinic.caller, 'POST', url, { customer_id: clinic.customer });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { message: 'SEPA Direct Debit ending in 3000 takes days to pay. Choose a card for the first charge.' },
      ]);
    });

    it.each([
      ['SEPA debit', withSepa, { card: null, method_name: 'SEPA Direct Debit ending in 3000' }],
      ['source', withSource, { card: { brand: 'visa', last4: '4242' } }],
    ])('announces the conversion of a trial that a %s pays', async (_what, add, shown) => {
      const clinic = await server.aClinic({ card: null });
      await add(clinic);
      await subscribe(clinic, 'core_monthly', {
        trial_period_days: 10,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      });
      const { charges, ends } = await upcoming(clinic);
      expect(charges[0]).toMatchObject({ kind: 'trial_conversion', amount: await cents('core_monthly'), ...shown });
      expect(ends).toEqual([]);
    });
  });

  describe('an open invoice', () => {
    it('is due, and no debt, until the day on which it is due', async () => {
      const clinic = await server.aClinic();
      const { id, latest_invoice: invoice } = await subscribe(clinic, 'core_monthly');
      const now = await sandbox.advance(0);
      const total = await cents('core_monthly');
      await setObject('subscription', id, { collection_method: 'send_invoice', days_until_due: 30 });
      await setObject('invoice', String(invoice), {
        ...{ collection_method: 'send_invoice', due_date: now + 30 * DAY_S, status: 'open' },
        ...{ amount_paid: 0, amount_remaining: total, attempted: false },
      });
      const { overdue, debts, unpaid, charges } = await upcoming(clinic);
      expect([overdue, debts]).toEqual([[], []]);
      expect(unpaid).toMatchObject([{ state: 'due', card: null, amount_due: total, due_date: now + 30 * DAY_S }]);
      expect(charges[0]).toMatchObject({ card: null, is_sent: true });
      await setObject('invoice', String(invoice), { due_date: now - DAY_S });
      expect((await upcoming(clinic)).overdue).toMatchObject([{ since: now - DAY_S, card: null }]);
    });

    it('is being collected while a bank debit is in progress', async () => {
      const clinic = await server.aClinic();
      const { id } = await start(clinic, 'core_monthly');
      const sepa = await withSepa(clinic);
      await server.stripe.subscriptions.update(id, { default_payment_method: sepa });
      await sandbox.advance(32);
      const { overdue, unpaid } = await upcoming(clinic);
      expect(overdue).toEqual([]);
      expect(unpaid).toMatchObject([
        { state: 'collecting', card: null, method_name: 'SEPA Direct Debit ending in 3000' },
      ]);
    });
  });

  it('says which subscriptions are of one plan', async () => {
    const clinic = await server.aClinic();
    await start(clinic, 'core_monthly');
    await start(clinic, 'phones_monthly');
    const { id } = await subscribe(clinic, 'phones_yearly');
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const twice = (await summary(clinic)).subscriptions.filter((one) => one.is_paid_twice);
    expect(twice.map(({ plan_name: name, plan_interval: interval }) => [name, interval]).sort()).toEqual([
      ['Phones', 'month'],
      ['Phones', 'year'],
    ]);
  });

  it('states an amount every three months as such, also after a change', async () => {
    const clinic = await server.aClinic();
    const product = await server.stripe.products.create({ name: 'Consulting' });
    const recurring = { interval: 'month', interval_count: 3 } as const;
    const price = await server.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 54_000,
      recurring,
    });
    const addOn = await server.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 6_000,
      recurring,
    });
    const { id } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: price.id }, { price: addOn.id }],
    });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const [shown] = (await summary(clinic)).subscriptions;
    const every = { interval: 'month', count: 3 };
    expect(shown).toMatchObject({ amount: 60_000, every, items: [{ every }, { every }] });
    const { charges } = await upcoming(clinic);
    expect(charges.map(({ amount }) => amount)).toEqual(charges.map(() => 60_000));
    expect((charges[1]?.date ?? 0) - (charges[0]?.date ?? 0)).toBeGreaterThan(88 * DAY_S);
  });

  it('charges what is metered by its usage, and hides nothing of the customer', async () => {
    const clinic = await server.aClinic();
    const product = await server.stripe.products.create({ name: 'Calls' });
    const calls = await server.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 5,
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' },
    });
    const { id } = await start(clinic, 'phones_monthly');
    await server.stripe.subscriptionItems.create({ subscription: id, price: calls.id });
    const { problems, charges } = await upcoming(clinic);
    expect(problems).toEqual([]);
    expect(amountsOf({ charges } as UpcomingCharges, 2)).toEqual(Array(2).fill(await cents('phones_monthly')));
    expect(charges[0]).toMatchObject({ by_usage: true });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const added = await preview(clinic, {
      kind: 'add',
      subscription_id: id,
      optional_features: [recording()],
    });
    const extra = (await server.stripe.prices.retrieve(recording().plan_id)).unit_amount ?? 0;
    expect(added.recurring?.amount).toBe((await cents('phones_monthly')) + extra);
  });

  it('states a price after discount without the usage so far', async () => {
    const clinic = await server.aClinic();
    const product = await server.stripe.products.create({ name: 'Calls' });
    const calls = await server.stripe.prices.create({
      ...{ product: product.id, currency: 'usd', unit_amount: 5 },
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' },
    });
    const coupon = await server.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const tax = await server.stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 });
    const { id } = await start(clinic, 'phones_monthly');
    const { id: used } = await server.stripe.subscriptionItems.create({ subscription: id, price: calls.id });
    await server.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }], default_tax_rates: [tax.id] });
    await sandbox.control('stripe/usage', { subscription_item: used, quantity: 1_000 });
    const { charges, prices } = await upcoming(clinic);
    const full = await cents('phones_monthly');
    expect(charges[0]?.amount).toBe(Math.round((full + 5_000) * 0.55));
    const [price] = prices ?? [];
    expect(price).toMatchObject({ list: full, discount: full / 2, amount: Math.round(full * 0.55), changes: null });
  });

  it('lists each line of a charge with more lines than the provider lists with it', async () => {
    const clinic = await server.aClinic();
    const coupon = await server.stripe.coupons.create({ percent_off: 15, duration: 'forever' });
    const product = await server.stripe.products.create({ name: 'Clinic' });
    const items = await Promise.all(
      Array.from({ length: 18 }, async (_, at) => {
        const unit_amount = 111 * (at + 1);
        const made = { currency: 'usd', product: product.id, unit_amount, recurring: { interval: 'month' } } as const;
        return { price: (await server.stripe.prices.create(made)).id };
      }),
    );
    const { customer } = clinic;
    const { id } = await server.stripe.subscriptions.create({ customer, items, discounts: [{ coupon: coupon.id }] });
    // The last period is shortened.
    await server.stripe.subscriptions.update(id, { cancel_at: (await sandbox.advance(0)) + 75 * DAY_S });
    const { charges } = await upcoming(clinic);
    expect(charges.length).toBeGreaterThan(1);
    for (const { lines, amount } of charges) {
      expect(lines).toHaveLength(19);
      expect(lines.map(({ description }) => description)).not.toContain('Other items');
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
    }
    const now = await sandbox.advance(70);
    const { data } = await server.stripe.invoices.list({ customer, limit: 2 });
    const announced = charges.filter(({ date }) => date < now - 3_600);
    expect(data.map(({ total }) => total).reverse()).toEqual(announced.map(({ amount }) => amount));
  });

  it('lists what is charged once a pause has ended', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const [first, second] = (await upcoming(clinic)).charges;
    const resumes_at = (first?.date ?? 0) + 20 * DAY_S;
    await setObject('subscription', id, { pause_collection: { behavior: 'void', resumes_at } });
    const [after] = (await upcoming(clinic)).charges;
    expect(after).toMatchObject({ date: second?.date, amount: second?.amount });
  });

  it('charges nothing while collection is paused, and says so', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_monthly');
    await setObject('subscription', id, { pause_collection: { behavior: 'void', resumes_at: null } });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const { charges, problems } = await upcoming(clinic);
    expect([charges, problems]).toEqual([[], []]);
    const shown: FeatureSummary = await summary(clinic);
    expect(shown.subscriptions[0]).toMatchObject({ is_paused: true, is_sent: false });
  });
});
