import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { plansByKey } from '../../billing/catalogue/catalogue.js';
import type { FakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import type { BillingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPractice } from '../../testing/test-server.js';
import { adminBillingActions, adminBillingServer } from './testing/admin-billing-actions.js';

describeWithDatabase('admin billing', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let caller: Caller;
  const cleanUp = cleanUpAfterAll();
  const { base, aCustomer, sold, save, attach, listed, search, seatsOf } = adminBillingActions(
    () => server,
    () => caller,
    () => fakeStripe,
  );
  beforeAll(async () => {
    ({ fakeStripe, server, caller } = await adminBillingServer(database(), cleanUp));
  });

  it('finds customers by name, email and id, with their subscriptions and seats', async () => {
    const practiceId = await createTestPractice(server.db, { name: 'Seated Dental' });
    const bought = await sold(['core_monthly', 2]);
    await attach(practiceId, bought);
    const over = await server.stripe.subscriptions.create({
      customer: bought.customer,
      items: [{ price: server.price('analytics_monthly') }],
    });
    await server.stripe.subscriptions.cancel(over.id);
    const elsewhere = await createTestPractice(server.db);
    const { email } = (await server.stripe.customers.retrieve(bought.customer)) as Stripe.Customer;
    for (const term of [bought.name.slice(6), bought.name.toUpperCase(), email ?? '', bought.customer]) {
      const { data, has_more: more } = await search(elsewhere, term);
      expect([term, data.map(({ id }) => id), more]).toEqual([term, [bought.customer], false]);
      const [customer] = data;
      expect(customer?.subscriptions.map(({ id, status }) => [id, status])).toEqual(
        expect.arrayContaining([
          [bought.subscription.id, 'active'],
          [over.id, 'canceled'],
        ]),
      );
      const heldItem = customer?.subscriptions.find(({ id }) => id === bought.subscription.id)?.items[0];
      expect(heldItem).toMatchObject({
        description: 'Core',
        used_quantity: 1,
        available_quantity: 1,
        assigned_practices: [{ id: practiceId, name: 'Seated Dental' }],
      });
    }
  });

  it.each(['', '   ', 'nobody is called so', "O'Brien \\ 'Dental'", 'cus_unknown'])(
    'finds nothing for %p',
    async (term) => {
      const practiceId = await createTestPractice(server.db);
      expect(await search(practiceId, term)).toMatchObject({ status: 'success', data: [], has_more: false });
    },
  );

  it('shows metered prices, and rounds prices with fractions', async () => {
    const practiceId = await createTestPractice(server.db);
    const product = await server.stripe.products.create({ name: 'Calls' });
    const common = { product: product.id, currency: 'usd' };
    const metered = await server.stripe.prices.create({
      ...common,
      unit_amount: 5,
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_calls' },
    });
    const fraction = await server.stripe.prices.create({
      ...common,
      unit_amount_decimal: Stripe.Decimal.from('0.5'),
      recurring: { interval: 'month' },
    });
    const bought = await sold(['core_monthly', 1]);
    const { id: subscription } = bought.subscription;
    await server.stripe.subscriptionItems.create({ subscription, price: metered.id });
    await server.stripe.subscriptionItems.create({ subscription, price: fraction.id, quantity: 3 });
    await attach(practiceId, bought);
    const items = (await listed(practiceId)).data[0]?.subscriptions[0]?.items ?? [];
    expect(items.map(({ amount, by_usage: byUsage }) => [amount, byUsage])).toEqual([
      [plansByKey.get('core_monthly')?.amount, undefined],
      [0, true],
      [2, undefined],
    ]);
  });

  it('shows the cost of tiered seats, now, in a scheduled phase and in a search', async () => {
    const practiceId = await createTestPractice(server.db);
    const product = await server.stripe.products.create({ name: 'Seats' });
    const { id: price } = await server.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      recurring: { interval: 'month' },
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: 2, unit_amount: 5_000 },
        { up_to: 'inf', unit_amount: 3_000 },
      ],
    });
    const bought = await sold(['core_monthly', 1]);
    const { id: subscription } = bought.subscription;
    await server.stripe.subscriptionItems.create({ subscription, price, quantity: 7 });
    const { id, phases } = await server.stripe.subscriptionSchedules.create({ from_subscription: subscription });
    const core = { price: server.price('core_monthly'), quantity: 1 };
    const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = phases;
    await server.stripe.subscriptionSchedules.update(id, {
      phases: [
        { items: [core, { price, quantity: 7 }], start_date, end_date },
        { items: [core, { price, quantity: 3 }], duration: { interval: 'month', interval_count: 2 } },
      ],
    });
    await attach(practiceId, bought);
    const seatsIn = ({ data }: Awaited<ReturnType<typeof search>>) =>
      data[0]?.subscriptions
        .flatMap(({ items }) => items)
        .filter(({ description }) => description === 'Seats')
        .map(({ quantity, amount, by_usage: byUsage }) => [quantity, amount, byUsage]);
    const seats = [
      [7, 25_000, undefined],
      [3, 13_000, undefined],
    ];
    expect(seatsIn(await listed(practiceId))).toEqual(seats);
    expect(seatsIn(await search(practiceId, bought.name))).toEqual(seats);
  });

  it('returns `has_more` when a search finds many customers', async () => {
    const mark = randomUUID().slice(0, 8);
    for (let at = 0; at < 11; at += 1) await server.stripe.customers.create({ name: `Many ${mark} ${at}` });
    const { data, has_more: more } = await search(await createTestPractice(server.db), `Many ${mark}`);
    expect([data.length, more]).toEqual([10, true]);
  });

  it('shows holders of scheduled seats, and the schedule’s changes', async () => {
    const practiceId = await createTestPractice(server.db, { name: 'Continuing Dental' });
    const bought = await sold(['core_monthly', 2], ['phones_monthly', 1]);
    await attach(practiceId, bought);
    const schedule = await server.stripe.subscriptionSchedules.create({ from_subscription: bought.subscription.id });
    const [phase] = schedule.phases;
    const items = (...keys: string[]) => keys.map((key) => ({ price: server.price(key), quantity: 1 }));
    await server.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: [{ price: server.price('core_monthly'), quantity: 2 }, ...items('phones_monthly')],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        {
          items: [{ price: server.price('core_monthly'), quantity: 2 }, ...items('analytics_monthly')],
          duration: { interval: 'month', interval_count: 12 },
        },
      ],
    });
    const child = (await search(practiceId, bought.name)).data[0]?.subscriptions[1];
    const holder = { id: practiceId, name: 'Continuing Dental' };
    expect(child?.items.map(({ description, assigned_practices: heldItem }) => [description, heldItem])).toEqual([
      ['Core', [holder]],
      ['Practice Analytics', []],
    ]);
    const amounts = { ends: plansByKey.get('phones_monthly'), starts: plansByKey.get('analytics_monthly') };
    expect(child?.scheduled_differences).toMatchObject([
      { kind: 'ends', name: 'Phones', amount_change: -(amounts.ends?.amount ?? 0), date: phase?.end_date },
      { kind: 'starts', name: 'Practice Analytics', amount_change: amounts.starts?.amount, interval: 'month' },
    ]);
  });

  it('marks subscriptions that need attention or have ended', async () => {
    const declined = await aCustomer('pm_card_chargeCustomerFail');
    const incomplete = await server.stripe.subscriptions.create({
      customer: declined.id,
      items: [{ price: server.price('core_monthly') }],
    });
    const bought = await sold(['core_monthly', 1]);
    await server.stripe.subscriptions.cancel(bought.subscription.id);
    const practiceId = await createTestPractice(server.db);
    const marks = async (name: string) =>
      (await search(practiceId, name)).data[0]?.subscriptions.map((one) => [one.id, one.needs_attention, one.is_over]);
    expect(await marks(declined.name)).toEqual([[incomplete.id, true, false]]);
    expect(await marks(bought.name)).toEqual([[bought.subscription.id, false, true]]);
  });

  it('lists an unreadable customer with its error and mirrored subscriptions, and others in full', async () => {
    const practiceId = await createTestPractice(server.db);
    const [broken, healthy] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    await attach(practiceId, broken);
    await attach(practiceId, healthy);
    await fakeStripe.setFaults([{ on: `GET /v1/customers/${broken.customer}`, kind: 'error' }]);
    const { data } = await listed(practiceId);
    const result = await search(practiceId, broken.customer);
    await fakeStripe.setFaults([]);
    const error = 'The payment provider isn’t responding. Try again in a minute.';
    const unreadable = {
      id: broken.customer,
      name: broken.name,
      payment_methods: [],
      error,
      subscriptions: [{ id: broken.subscription.id, items: [{ description: 'Core' }] }],
    };
    expect(data.find(({ id }) => id === broken.customer)).toMatchObject(unreadable);
    expect(data.find(({ id }) => id === healthy.customer)).toMatchObject({
      name: healthy.name,
      payment_methods: [{ is_default: true }],
      error: null,
    });
    expect(result.data).toMatchObject([unreadable]);
  });

  it('returns 502 when the provider doesn’t respond to a search or an attachment', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await sold(['core_monthly', 1]);
    await fakeStripe.setFaults([{ on: 'GET /v1/customers/search', kind: 'error', times: 2 }]);
    const searched = await server.call(caller, 'GET', `${base(practiceId)}/search/?query=Amber`);
    expect([searched.statusCode, searched.json<{ code: string }>().code]).toEqual([502, 'provider_unavailable']);
    await fakeStripe.setFaults([{ on: 'GET /v1/subscriptions', kind: 'error', times: 2 }]);
    const saved = await save(practiceId, [bought.customer], bought.items);
    await fakeStripe.setFaults([]);
    expect([saved.statusCode, await seatsOf(practiceId)]).toEqual([502, []]);
  });
});
