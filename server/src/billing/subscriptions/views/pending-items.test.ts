/** Items that wait for the customer's next invoice: the earliest renewal of any subscription includes them, once. */
import { expect, it } from '@jest/globals';
import type { UpcomingCharges } from 'shared-api/contracts';
import type { Clinic } from '../../../testing/billing-server.js';
import { billingWorld } from '../../../testing/billing-world.js';
import { describeWithDatabase } from '../../../testing/engines.js';

const CORE = 19_900;
const PHONES = 17_900;
const TRAINING = 2_500;

/** A new period starts with the change, which may be a second after its preview. */
const aboutThen = (seconds = NaN): unknown => expect.closeTo(seconds, -2);

describeWithDatabase('an item that waits for the customer’s next invoice', (database) => {
  const { server, sandbox, post, start, preview, recording, upcoming } = billingWorld(database);
  /** Core renews first, Phones three days later. */
  const withTwo = async () => {
    const clinic = await server().aClinic();
    const core = await start(clinic, 'core_monthly');
    await sandbox().advance(3);
    const phones = await start(clinic, 'phones_monthly');
    return { clinic, core: core.id, phones: phones.id };
  };
  const addItem = ({ customer }: Clinic, amount = TRAINING) =>
    server().stripe.invoiceItems.create({ customer, amount, currency: 'usd', description: 'Training' });
  const announced = async (clinic: Clinic, id: string) =>
    (await upcoming(clinic)).charges.filter(({ subscription }) => subscription?.id === id);
  const trainingIn = (charges: Pick<UpcomingCharges['charges'][number], 'lines'>[]) =>
    charges.flatMap(({ lines }) => lines.filter(({ description }) => description === 'Training'));
  const charged = async (id: string) =>
    (await server().stripe.invoices.list({ subscription: id })).data.map(({ amount_paid: paid }) => paid).reverse();

  it('is announced once, and charged as announced', async () => {
    const { clinic, core, phones } = await withTwo();
    await addItem(clinic);
    const [ofCore, ofPhones] = [await announced(clinic, core), await announced(clinic, phones)];
    expect([ofCore.slice(0, 2).map(({ amount }) => amount), trainingIn(ofCore)]).toEqual([
      [CORE + TRAINING, CORE],
      [{ description: 'Training', amount: TRAINING }],
    ]);
    expect([ofPhones.slice(0, 2).map(({ amount }) => amount), trainingIn(ofPhones)]).toEqual([[PHONES, PHONES], []]);
    await sandbox().advance(31.5);
    expect([(await charged(core)).slice(1), (await charged(phones)).slice(1)]).toEqual([[CORE + TRAINING], [PHONES]]);
  });

  it('isn’t part of discounts on invoices without it', async () => {
    const { clinic, phones } = await withTwo();
    await server().stripe.coupons.create({ id: 'TEN_OFF', amount_off: 1_000, currency: 'usd', duration: 'forever' });
    await server().stripe.subscriptions.update(phones, { discounts: [{ coupon: 'TEN_OFF' }] });
    await addItem(clinic);
    expect((await announced(clinic, phones))[0]?.amount).toBe(PHONES - 1_000);
  });

  it('isn’t part of a subscription’s price', async () => {
    const { clinic, core, phones } = await withTwo();
    await addItem(clinic);
    const { prices = [] } = await upcoming(clinic);
    expect(prices.map(({ subscription_id: id, list, amount }) => [id, list, amount]).sort()).toEqual(
      [
        [core, CORE, CORE],
        [phones, PHONES, PHONES],
      ].sort(),
    );
  });

  it('isn’t part of the next invoice previewed for another subscription’s change', async () => {
    const { clinic, phones } = await withTwo();
    const change = { kind: 'add', subscription_id: phones, optional_features: [recording()] };
    const before = (await preview(clinic, change)).next_invoice?.amount;
    await addItem(clinic);
    expect((await preview(clinic, change)).next_invoice?.amount).toBe(before);
  });

  it.each([
    ['the customer', false],
    ['the subscription', true],
  ])('is previewed once when a change charges it, as an item of %s', async (_what, isOfOne) => {
    const { clinic, core, phones } = await withTwo();
    const { customer } = clinic;
    await server().stripe.subscriptions.cancel(core);
    const item = { customer, amount: -4_000, currency: 'usd', description: 'Training' };
    await server().stripe.invoiceItems.create({ ...item, ...(isOfOne && { subscription: phones }) });
    await sandbox().changed();
    const optional_features = [recording()];
    const shown = await preview(clinic, { kind: 'add', subscription_id: phones, optional_features });
    const { due_today: expected_due, proration_date, next_invoice: next } = shown;
    const response = await post(clinic, phones, 'add-subscription-items', {
      optional_features,
      expected_due,
      proration_date,
    });
    expect(response.statusCode).toBe(200);
    const [renewal] = await announced(clinic, phones);
    expect(next).toEqual({ amount: renewal?.amount, date: aboutThen(renewal?.date) });
    const paid = await charged(phones);
    expect(paid.at(-1)).toBe(expected_due);
  });

  it('is announced with a schedule that starts before the next renewal', async () => {
    const clinic = await server().aClinic();
    const { customer } = clinic;
    const { id: phones } = await start(clinic, 'phones_monthly');
    const start_date = (await sandbox().advance(0)) + 86_400;
    const items = [{ price: server().price('core_monthly'), quantity: 1 }];
    const duration = { interval: 'month', interval_count: 3 } as const;
    await server().stripe.subscriptionSchedules.create({ customer, start_date, phases: [{ items, duration }] });
    await addItem(clinic);
    const { charges } = await upcoming(clinic);
    expect(charges.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['scheduled_start', CORE + TRAINING],
      ['renewal', PHONES],
    ]);
    expect(trainingIn(charges)).toHaveLength(1);
    await sandbox().advance(31.5);
    expect((await charged(phones)).slice(1)).toEqual([PHONES]);
  });

  it('can be the customer’s discount for one invoice', async () => {
    const { clinic, core, phones } = await withTwo();
    const coupon = await server().stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' });
    await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: coupon.id });
    const change = { kind: 'add', subscription_id: phones, optional_features: [recording()] };
    const { unit_amount: extra } = await server().stripe.prices.retrieve(recording().plan_id);
    expect((await preview(clinic, change)).next_invoice?.amount).toBe(PHONES + (extra ?? 0));
    const announcedAmounts = [(await announced(clinic, core))[0]?.amount, (await announced(clinic, phones))[0]?.amount];
    expect(announcedAmounts).toEqual([CORE - 1_000, PHONES]);
    await sandbox().advance(31.5);
    expect([(await charged(core)).at(-1), (await charged(phones)).at(-1)]).toEqual(announcedAmounts);
  });

  it('can be a discount that waits for the end of a subscription’s own coupon', async () => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const stripe = server().stripe;
    // This makes it end clearly after the first renewal.
    await sandbox().advance(1);
    const own = await stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 1 });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: own.id }] });
    const coupon = await stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' });
    await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: coupon.id });
    const announcedAmounts = (await announced(clinic, id)).slice(0, 3).map(({ amount }) => amount);
    expect(announcedAmounts).toEqual([CORE / 2, CORE - 1_000, CORE]);
    const [price] = (await upcoming(clinic)).prices ?? [];
    expect([price?.amount, price?.changes?.amount]).toEqual([CORE / 2, CORE]);
    await sandbox().advance(94);
    expect((await charged(id)).slice(1)).toEqual(announcedAmounts);
  });

  it('can be a discount that a scheduled start uses', async () => {
    const clinic = await server().aClinic();
    const { customer } = clinic;
    const start_date = (await sandbox().advance(0)) + 86_400;
    const items = [{ price: server().price('core_monthly'), quantity: 1 }];
    const duration = { interval: 'month', interval_count: 3 } as const;
    await server().stripe.subscriptionSchedules.create({ customer, start_date, phases: [{ items, duration }] });
    const coupon = await server().stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' });
    await sandbox().control('stripe/customer-discount', { customer, coupon: coupon.id });
    const announcedAmounts = (await upcoming(clinic)).charges.slice(0, 2).map(({ amount }) => amount);
    expect(announcedAmounts).toEqual([CORE - 1_000, CORE]);
    await sandbox().advance(34);
    const { data } = await server().stripe.invoices.list({ customer });
    expect(data.map(({ amount_paid: paid }) => paid).reverse()).toEqual(announcedAmounts);
  });

  it.each(['void', 'keep_as_draft', 'mark_uncollectible'] as const)(
    'is used by the first invoice within a pause (%s), which charges nothing',
    async (behavior) => {
      const { clinic, core, phones } = await withTwo();
      await server().stripe.subscriptions.update(core, { pause_collection: { behavior } });
      await addItem(clinic);
      const coupon = await server().stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' });
      await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: coupon.id });
      const announcedAmounts = [await announced(clinic, core), (await announced(clinic, phones))[0]?.amount];
      expect(announcedAmounts).toEqual([[], PHONES]);
      await sandbox().advance(31.5);
      expect((await charged(phones)).at(-1)).toBe(PHONES);
    },
  );

  it.each(['growth_monthly', 'growth_yearly'])('is on the next invoice after a switch to %s', async (key) => {
    const clinic = await server().aClinic();
    const { id } = await start(clinic, 'core_monthly');
    const { id: coupon } = await server().stripe.coupons.create({ percent_off: 20, duration: 'forever' });
    await server().stripe.subscriptions.update(id, { discounts: [{ coupon }] });
    await addItem(clinic);
    const plan_id = server().price(key);
    const shown = await preview(clinic, { kind: 'switch', subscription_id: id, plan_id });
    const body = { plan_id, expected_due: shown.due_today, proration_date: shown.proration_date };
    expect((await post(clinic, id, 'switch-plan', body)).statusCode).toBe(200);
    const [renewal] = await announced(clinic, id);
    expect(shown.next_invoice?.amount).toBe(renewal?.amount);
    expect(trainingIn(renewal ? [renewal] : [])).toHaveLength(1);
  });

  it.each([
    ['growth_monthly', 'of one subscription'],
    ['growth_yearly', 'of one subscription'],
    ['growth_monthly', 'beside an earlier one'],
  ])('can be the customer’s discount on the next invoice after a switch to %s, %s', async (key, beside) => {
    const both = beside === 'beside an earlier one' ? await withTwo() : undefined;
    const clinic = both?.clinic ?? (await server().aClinic());
    const id = both?.phones ?? (await start(clinic, 'core_monthly')).id;
    const coupon = await server().stripe.coupons.create({ percent_off: 20, duration: 'once' });
    await sandbox().control('stripe/customer-discount', { customer: clinic.customer, coupon: coupon.id });
    const plan_id = server().price(key);
    const shown = await preview(clinic, { kind: 'switch', subscription_id: id, plan_id });
    const body = { plan_id, expected_due: shown.due_today, proration_date: shown.proration_date };
    expect((await post(clinic, id, 'switch-plan', body)).statusCode).toBe(200);
    expect((await charged(id)).at(-1)).toBe(shown.due_today);
    const [renewal] = await announced(clinic, id);
    expect(shown.next_invoice).toEqual({ amount: renewal?.amount, date: aboutThen(renewal?.date) });
  });

  it('can be credit, partly used by a pause that marks invoices as uncollectible', async () => {
    const { clinic, core, phones } = await withTwo();
    const { customer } = clinic;
    await server().stripe.customers.createBalanceTransaction(customer, { amount: -30_000, currency: 'usd' });
    await server().stripe.subscriptions.update(core, { pause_collection: { behavior: 'mark_uncollectible' } });
    expect(await announced(clinic, core)).toEqual([]);
    const [announcedAmounts] = await announced(clinic, phones);
    expect(announcedAmounts?.amount).toBe(CORE + PHONES - 30_000);
    await sandbox().advance(31.5);
    expect((await charged(phones)).at(-1)).toBe(announcedAmounts?.amount);
  });
});
