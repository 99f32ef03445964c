/** Realistic accounts: usage, currencies, other intervals and pauses set at the provider. */
import { expect, it } from '@jest/globals';
import type { FeatureSummary, UpcomingCharges } from 'shared-api/contracts';
import { amountsOf, billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const DAY_S = 86_400;

describeWithDatabase('accounts with settings of the provider', (database) => {
  const { server, sandbox, summary, start, recording, upcoming, preview, subscribe, setObject, cents, refresh } =
    billingWorld(database);

  it('subtracts credit only from charges in its own currency', async () => {
    const clinic = await server().aClinic();
    const { product } = await server().stripe.prices.retrieve(server().price('core_monthly'));
    const euros = await server().stripe.prices.create({
      product: String(product),
      currency: 'eur',
      unit_amount: 5_000,
      recurring: { interval: 'month' },
    });
    await server().stripe.subscriptions.create({ customer: clinic.customer, items: [{ price: euros.id }] });
    // A customer can have several currencies at the provider, which keeps credit by currency.
    await setObject('customer', clinic.customer, { currency: 'usd', balance: -10_000 });
    const { charges } = await upcoming(clinic);
    expect(charges[1]).toMatchObject({ currency: 'eur', amount: 5_000 });
  });

  it('names a customer that the provider doesn’t know instead of hiding charges', async () => {
    const clinic = await server().aClinic();
    await start(clinic, 'core_monthly');
    await sandbox().setFaults([{ on: `GET /v1/customers/${clinic.customer}`, kind: 'error', status: 404 }]);
    const { problems } = await upcoming(clinic);
    await sandbox().setFaults([]);
    expect(problems).toMatchObject([
      { customer_id: clinic.customer, message: expect.stringContaining('doesn’t have this') },
    ]);
  });

  it('marks subscriptions of the same plan', async () => {
    const clinic = await server().aClinic();
    await start(clinic, 'core_monthly');
    await start(clinic, 'phones_monthly');
    const { id } = await subscribe(clinic, 'phones_yearly');
    await refresh(id);
    const twice = (await summary(clinic)).subscriptions.filter((one) => one.is_paid_twice);
    expect(twice.map(({ plan_name: name, plan_interval: interval }) => [name, interval]).sort()).toEqual([
      ['Phones', 'month'],
      ['Phones', 'year'],
    ]);
  });

  it('shows a quarterly amount as such, also after a change', async () => {
    const clinic = await server().aClinic();
    const product = await server().stripe.products.create({ name: 'Consulting' });
    const recurring = { interval: 'month', interval_count: 3 } as const;
    const price = await server().stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 54_000,
      recurring,
    });
    const addOn = await server().stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 6_000,
      recurring,
    });
    const { id } = await server().stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: price.id }, { price: addOn.id }],
    });
    await refresh(id);
    const [shown] = (await summary(clinic)).subscriptions;
    const every = { interval: 'month', count: 3 };
    expect(shown).toMatchObject({ amount: 60_000, every, items: [{ every }, { every }] });
    const { charges } = await upcoming(clinic);
    expect(charges.map(({ amount }) => amount)).toEqual(charges.map(() => 60_000));
    expect((charges[1]?.date ?? 0) - (charges[0]?.date ?? 0)).toBeGreaterThan(88 * DAY_S);
  });

  it('charges metered prices by usage, and shows everything of the customer', async () => {
    const clinic = await server().aClinic();
    const product = await server().stripe.products.create({ name: 'Calls' });
    const calls = await server().stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 5,
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' },
    });
    const { id } = await start(clinic, 'phones_monthly');
    await server().stripe.subscriptionItems.create({ subscription: id, price: calls.id });
    const { problems, charges } = await upcoming(clinic);
    expect(problems).toEqual([]);
    expect(amountsOf({ charges } as UpcomingCharges, 2)).toEqual(Array(2).fill(await cents('phones_monthly')));
    expect(charges[0]).toMatchObject({ by_usage: true });
    await refresh(id);
    const added = await preview(clinic, {
      kind: 'add',
      subscription_id: id,
      optional_features: [recording()],
    });
    const extra = (await server().stripe.prices.retrieve(recording().plan_id)).unit_amount ?? 0;
    expect(added.recurring).toMatchObject({ amount: (await cents('phones_monthly')) + extra, by_usage: true });
    expect(added.next_invoice).toMatchObject({ amount: added.recurring?.amount, by_usage: true });
    const switched = await preview(clinic, {
      kind: 'switch',
      subscription_id: id,
      plan_id: server().price('front_desk_monthly'),
    });
    expect(switched.recurring).not.toHaveProperty('by_usage');
  });

  it('shows a discounted price without the current usage', async () => {
    const clinic = await server().aClinic();
    const product = await server().stripe.products.create({ name: 'Calls' });
    const calls = await server().stripe.prices.create({
      ...{ product: product.id, currency: 'usd', unit_amount: 5 },
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' },
    });
    const coupon = await server().stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const tax = await server().stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage: 10 });
    const { id } = await start(clinic, 'phones_monthly');
    const { id: used } = await server().stripe.subscriptionItems.create({ subscription: id, price: calls.id });
    await server().stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }], default_tax_rates: [tax.id] });
    await sandbox().control('stripe/usage', { subscription_item: used, quantity: 1_000 });
    const { charges, prices } = await upcoming(clinic);
    const full = await cents('phones_monthly');
    expect(charges[0]?.amount).toBe(Math.round((full + 5_000) * 0.55));
    const [price] = prices ?? [];
    expect(price).toMatchObject({ list: full, discount: full / 2, amount: Math.round(full * 0.55), changes: null });
  });

  it('lists every line of a charge with more lines than the provider includes', async () => {
    const clinic = await server().aClinic();
    const coupon = await server().stripe.coupons.create({ percent_off: 15, duration: 'forever' });
    const product = await server().stripe.products.create({ name: 'Clinic' });
    const items = await Promise.all(
      Array.from({ length: 18 }, async (_, at) => {
        const unit_amount = 111 * (at + 1);
        const made = { currency: 'usd', product: product.id, unit_amount, recurring: { interval: 'month' } } as const;
        return { price: (await server().stripe.prices.create(made)).id };
      }),
    );
    const { customer } = clinic;
    const { id } = await server().stripe.subscriptions.create({ customer, items, discounts: [{ coupon: coupon.id }] });
    // The last period is shortened.
    await server().stripe.subscriptions.update(id, { cancel_at: (await sandbox().advance(0)) + 75 * DAY_S });
    const { charges } = await upcoming(clinic);
    expect(charges.length).toBeGreaterThan(1);
    for (const { lines, amount } of charges) {
      expect(lines).toHaveLength(19);
      expect(lines.map(({ description }) => description)).not.toContain('Other items');
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
    }
    const now = await sandbox().advance(70);
    const { data } = await server().stripe.invoices.list({ customer, limit: 2 });
    const announced = charges.filter(({ date }) => date < now - 3_600);
    expect(data.map(({ total }) => total).reverse()).toEqual(announced.map(({ amount }) => amount));
  });

  it('lists charges after a pause', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const [first, second] = (await upcoming(clinic)).charges;
    const resumes_at = (first?.date ?? 0) + 20 * DAY_S;
    await setObject('subscription', id, { pause_collection: { behavior: 'void', resumes_at } });
    const [after] = (await upcoming(clinic)).charges;
    expect(after).toMatchObject({ date: second?.date, amount: second?.amount });
  });

  it('shows that nothing is charged while collection is paused', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'core_monthly');
    await setObject('subscription', id, { pause_collection: { behavior: 'void', resumes_at: null } });
    await refresh(id);
    const { charges, problems } = await upcoming(clinic);
    expect([charges, problems]).toEqual([[], []]);
    const shown: FeatureSummary = await summary(clinic);
    expect(shown.subscriptions[0]).toMatchObject({ is_paused: true, is_sent: false });
  });
});
