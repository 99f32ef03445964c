import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type {
  AdminCustomer,
  AnswerOf,
  FeaturesEffect,
  PracticeFeatures,
  previewAttachment,
} from 'shared-api/contracts';
import { plansByKey } from '../catalogue/catalogue.js';
import { listCustomerIds } from '../payments/customers-repository.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { type BillingServer, billingServer } from '../testing/billing-server.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from '../testing/test-server.js';

interface Customers {
  status: string;
  data: AdminCustomer[];
  dashboard_url: string | null;
  has_more: boolean;
}

type AttachmentPreview = AnswerOf<typeof previewAttachment>;

interface Sold {
  customer: string;
  name: string;
  subscription: Stripe.Subscription;
  items: string[];
}

describeWithDatabase('admin billing', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let caller: Caller;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    caller = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
  });

  const base = (practiceId: number) => `/api/${practiceId}/admin-billing`;
  const aCustomer = async (cardId: string | null = 'pm_card_visa') => {
    const name = `Amber Alliance ${randomUUID().slice(0, 8)}`;
    const { id } = await server.stripe.customers.create({ name, email: `${randomUUID().slice(0, 8)}@amber.example` });
    if (cardId !== null) {
      const method = await server.stripe.paymentMethods.attach(cardId, { customer: id });
      await server.stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
    }
    return { id, name };
  };
  /** Creates a subscription at the provider that the console has not mirrored. */
  const sold = async (...items: [price: string, quantity: number][]): Promise<Sold> => {
    const { id, name } = await aCustomer();
    const subscription = await server.stripe.subscriptions.create({
      customer: id,
      items: items.map(([priceKey, quantity]) => ({ price: server.price(priceKey), quantity })),
    });
    return { customer: id, name, subscription, items: subscription.items.data.map((item) => item.id) };
  };
  const scheduled = async (priceKey: string) => {
    const { id, name } = await aCustomer();
    const schedule = await server.stripe.subscriptionSchedules.create({
      customer: id,
      start_date: (await fakeStripe.advance(0)) + 20 * 86_400,
      phases: [{ items: [{ price: server.price(priceKey) }], duration: { interval: 'month', interval_count: 12 } }],
    });
    return { customer: id, name, schedule: schedule.id };
  };
  const save = (practiceId: number, customerIds: string[], itemIds: string[], more: object = {}) =>
    server.call(caller, 'POST', `${base(practiceId)}/save_subscriptions/`, {
      customers: customerIds,
      subscription_items: itemIds,
      ...more,
    });
  const previewAttaching = async (
    practiceId: number,
    { customer: customerId, items: itemIds }: Sold,
    more: object = {},
  ) => {
    const body = { customers: [customerId], subscription_items: itemIds, ...more };
    const answer = await server.call(caller, 'POST', `${base(practiceId)}/save_subscriptions/preview/`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<AttachmentPreview>();
  };
  const setFeatures = (practiceId: number, bundles: string[], productFeatures: string[]) =>
    server.call(caller, 'PUT', `/api/${practiceId}/features/update_practice_features/`, {
      bundles,
      product_features: productFeatures,
    });
  const attach = async (practiceId: number, { customer: customerId, items: itemIds }: Sold) => {
    const answer = await save(practiceId, [customerId], itemIds);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const remove = (practiceId: number, itemId: string, deactivate = true) =>
    server.call(caller, 'POST', `${base(practiceId)}/remove_subscription/`, {
      subscription_item_id: itemId,
      deactivate_features: deactivate,
    });
  const preview = (practiceId: number, itemIds: string[], deactivate: boolean) =>
    server.call(caller, 'POST', `${base(practiceId)}/remove_subscription/preview/`, {
      subscription_item_ids: itemIds,
      deactivate_features: deactivate,
    });
  const customers = async (url: string): Promise<Customers> => {
    const answer = await server.call(caller, 'GET', url);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Customers>();
  };
  const listed = (practiceId: number) => customers(`${base(practiceId)}/practice_subscriptions/`);
  const search = (practiceId: number, term: string) =>
    customers(`${base(practiceId)}/search/?query=${encodeURIComponent(term)}`);
  const record = async (practiceId: number) => {
    const [found] = (await server.call(caller, 'GET', `/api/${practiceId}/features/`)).json<PracticeFeatures[]>();
    return {
      bundles: found?.bundles.map(({ bundle_name: name, sources }) => `${name}: ${sources.join()}`),
      features: found?.product_features.map(({ feature_name: name, sources }) => `${name}: ${sources.join()}`),
    };
  };
  const seatsOf = async (practiceId: number) =>
    (
      await server.db
        .selectFrom('item_assignments')
        .select('item_id')
        .where('practice_id', '=', practiceId)
        .orderBy('item_id')
        .execute()
    ).map(({ item_id: id }) => id);
  const audited = async (practiceId: number, action: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'entity_id'])
      .where('practice_id', '=', practiceId)
      .where('action', '=', action)
      .execute();

  it('attaches items, grants their features, and keeps the customer with its owner', async () => {
    const practiceId = await createTestPractice(server.db, { name: 'Attached Dental' });
    const other = await createTestPractice(server.db, { name: 'Other Dental' });
    const bought = await sold(['phones_monthly', 3], ['call_recording:month', 3]);
    await attach(other, bought);
    const answer = await save(practiceId, [bought.customer], bought.items);
    expect(answer.json()).toEqual({
      status: 'success',
      message: 'Successfully attached 2 subscription items',
      assigned: [...bought.items].sort(),
    });
    expect(await record(practiceId)).toMatchObject({ bundles: ['phones: subscription'] });
    expect(await listCustomerIds(server.db, practiceId)).toEqual([]);
    expect(await audited(practiceId, 'item.assign')).toHaveLength(2);

    const { status, data, dashboard_url: dashboard } = await listed(practiceId);
    expect([status, dashboard]).toEqual(['success', `${fakeStripe.url}/stripe/dashboard`]);
    const [customer, ...more] = data;
    expect(more).toEqual([]);
    expect(customer).toMatchObject({ id: bought.customer, name: bought.name, email: expect.stringContaining('amber') });
    const card = { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number) };
    expect(customer?.payment_methods).toEqual([{ id: expect.any(String), card, is_default: true }]);
    const [subscription] = customer?.subscriptions ?? [];
    expect(subscription).toMatchObject({
      id: bought.subscription.id,
      status: 'active',
      payment_method_details: { card },
      default_payment_method: customer?.payment_methods[0]?.id,
      parent_subscription_id: null,
      phases: [],
      needs_attention: false,
      is_over: false,
      scheduled_differences: [],
    });
    expect(customer?.error).toBeNull();
    expect(subscription?.items.find(({ description }) => description === 'Phones')).toMatchObject({
      quantity: 3,
      total_quantity: 3,
      used_quantity: 2,
      available_quantity: 1,
      assigned_practices: [
        { id: practiceId, name: 'Attached Dental' },
        { id: other, name: 'Other Dental' },
      ],
      bundles: [
        {
          name: 'phones',
          display_name: 'Phones',
          features: expect.arrayContaining([{ name: 'call_log', display_name: 'Call Log' }]),
        },
      ],
      currency: 'usd',
      interval: 'month',
      stop_date: null,
    });
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
      const held = customer?.subscriptions.find(({ id }) => id === bought.subscription.id)?.items[0];
      expect(held).toMatchObject({
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

  it('returns `has_more` when a search finds many customers', async () => {
    const mark = randomUUID().slice(0, 8);
    for (let at = 0; at < 11; at += 1) await server.stripe.customers.create({ name: `Many ${mark} ${at}` });
    const { data, has_more: more } = await search(await createTestPractice(server.db), `Many ${mark}`);
    expect([data.length, more]).toEqual([10, true]);
  });

  it('attaches scheduled subscriptions, and nests them under their parent', async () => {
    const practiceId = await createTestPractice(server.db);
    const alone = await scheduled('core_monthly');
    const found = (await search(practiceId, alone.name)).data[0]?.subscriptions[0];
    expect(found).toMatchObject({
      id: alone.schedule,
      status: 'not_started',
      parent_subscription_id: null,
      end_behavior: 'release',
      phases: [{ start_date: expect.any(Number) }],
      items: [{ description: 'Core', available_quantity: 1, amount: plansByKey.get('core_monthly')?.amount }],
    });
    const itemId = found?.items[0]?.id ?? '';
    expect((await save(practiceId, [alone.customer], [itemId])).statusCode).toBe(200);
    expect((await listed(practiceId)).data[0]?.subscriptions).toMatchObject([
      { id: alone.schedule, items: [{ used_quantity: 1 }] },
    ]);
    expect(await record(practiceId)).toEqual({ bundles: [], features: [] });

    const other = await createTestPractice(server.db);
    const bought = await sold(['core_monthly', 1]);
    const schedule = await server.stripe.subscriptionSchedules.create({ from_subscription: bought.subscription.id });
    const [phase] = schedule.phases;
    await server.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: [{ price: server.price('core_monthly') }],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        {
          items: [{ price: server.price('analytics_monthly') }],
          duration: { interval: 'month', interval_count: 12 },
        },
      ],
    });
    const [parent, child] = (await search(other, bought.name)).data[0]?.subscriptions ?? [];
    expect(child).toMatchObject({ id: schedule.id, parent_subscription_id: parent?.id, subscription: parent?.id });
    // A practice with a seat only on a scheduled item also sees the parent, under which the schedule is nested.
    expect((await save(other, [bought.customer], [child?.items[0]?.id ?? ''])).statusCode).toBe(200);
    expect((await listed(other)).data[0]?.subscriptions).toMatchObject([
      { id: parent?.id, items: [{ used_quantity: 0, stop_date: expect.any(Number) }] },
      { id: schedule.id, parent_subscription_id: parent?.id, current_phase: { start_date: phase?.start_date } },
    ]);
  });

  it('shows holders of scheduled seats, and the changes of the schedule', async () => {
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
    expect(child?.items.map(({ description, assigned_practices: held }) => [description, held])).toEqual([
      ['Core', [holder]],
      ['Practice Analytics', []],
    ]);
    const amounts = { ends: plansByKey.get('phones_monthly'), starts: plansByKey.get('analytics_monthly') };
    expect(child?.scheduled_differences).toMatchObject([
      { kind: 'ends', name: 'Phones', amount_change: -(amounts.ends?.amount ?? 0), date: phase?.end_date },
      { kind: 'starts', name: 'Practice Analytics', amount_change: amounts.starts?.amount, interval: 'month' },
    ]);
  });

  it('marks subscriptions that need attention, and those that are over', async () => {
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
    const found = await search(practiceId, broken.customer);
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
    expect(found.data).toMatchObject([unreadable]);
  });

  it('restores withheld features of attached items by default, and previews it', async () => {
    const practiceId = await createTestPractice(server.db);
    const first = await sold(['phones_monthly', 1]);
    await attach(practiceId, first);
    const all = await features(practiceId);
    await setFeatures(
      practiceId,
      ['phones'],
      all.filter((name) => name !== 'call_log'),
    );
    expect(await features(practiceId)).not.toContain('call_log');
    const second = await sold(['phones_yearly', 1]);
    const attachment = await previewAttaching(practiceId, second);
    expect(attachment.withheld).toMatchObject([{ kind: 'feature', name: 'call_log', by: 'Iris Internal' }]);
    expect(attachment.effect.features_gained).toEqual([{ name: 'call_log', display_name: 'Call Log' }]);
    expect(await features(practiceId)).not.toContain('call_log');
    const answer = await save(practiceId, [second.customer], second.items);
    expect(answer.json<{ message: string }>().message).toBe(
      'Successfully attached 1 subscription item and restored Call Log',
    );
    expect(await features(practiceId)).toEqual(all);
  });

  it('keeps features withheld when staff choose not to restore them, and previews it', async () => {
    const practiceId = await createTestPractice(server.db);
    const first = await sold(['phones_monthly', 1]);
    await attach(practiceId, first);
    const all = await features(practiceId);
    const without = all.filter((name) => name !== 'call_log');
    await setFeatures(practiceId, ['phones'], without);
    const second = await sold(['phones_yearly', 1]);
    const attachment = await previewAttaching(practiceId, second, { lift_withheld: false });
    expect([attachment.withheld.map(({ name }) => name), attachment.effect.features_gained]).toEqual([
      ['call_log'],
      [],
    ]);
    expect((await save(practiceId, [second.customer], second.items, { lift_withheld: false })).statusCode).toBe(200);
    expect(await features(practiceId)).toEqual(without);
  });

  it('previews items that are not stored yet, and returns 404 for unknown ones', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await sold(['phones_monthly', 1]);
    const attachment = await previewAttaching(practiceId, bought);
    expect(attachment.effect.bundles_gained).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(attachment.withheld).toEqual([]);
    const rows = await server.db.selectFrom('billing_items').select('id').where('id', 'in', bought.items).execute();
    expect(rows).toEqual([]);
    const unknown = await server.call(caller, 'POST', `${base(practiceId)}/save_subscriptions/preview/`, {
      customers: [bought.customer],
      subscription_items: ['si_unknown'],
    });
    expect(unknown.statusCode).toBe(404);
  });

  it('refuses an item that the practice already has, and names the practice', async () => {
    const practiceId = await createTestPractice(server.db, { name: 'Twice Dental' });
    const [first, second] = [await sold(['core_monthly', 2]), await sold(['phones_monthly', 2])];
    await attach(practiceId, first);
    const answer = await save(practiceId, [first.customer, second.customer], [...first.items, ...second.items]);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'already_assigned',
        message: 'Core is already assigned to this practice. Nothing was attached.',
        practices: [{ id: practiceId, name: 'Twice Dental' }],
      }),
    ]);
    expect(await seatsOf(practiceId)).toEqual(first.items);
  });

  it('refuses an item without a free seat, and names who holds the seats', async () => {
    const holder = await createTestPractice(server.db, { name: 'Holder Dental' });
    const practiceId = await createTestPractice(server.db);
    const [full, free] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    await attach(holder, full);
    const answer = await save(practiceId, [full.customer, free.customer], [...full.items, ...free.items]);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'no_seat',
        message: 'Core has no free seat. Nothing was attached.',
        practices: [{ id: holder, name: 'Holder Dental' }],
      }),
    ]);
    expect([await seatsOf(practiceId), await listCustomerIds(server.db, practiceId)]).toEqual([[], []]);
  });

  it('refuses a canceled subscription before its webhook has arrived', async () => {
    const holder = await createTestPractice(server.db);
    const practiceId = await createTestPractice(server.db);
    const bought = await sold(['core_monthly', 2]);
    await attach(holder, bought);
    await server.stripe.subscriptions.cancel(bought.subscription.id);
    const answer = await save(practiceId, [bought.customer], bought.items);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'canceled']);
    expect(await seatsOf(practiceId)).toEqual([]);
  });

  it('refuses items of other customers', async () => {
    const practiceId = await createTestPractice(server.db);
    const [one, other] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    const [itemId = ''] = one.items;
    const [foreign = ''] = other.items;
    await attach(await createTestPractice(server.db), other);
    const refused = async (of: string[], itemIds: string[]) => {
      const answer = await save(practiceId, of, itemIds);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid']);
      return answer.json<{ fields: Record<string, string> }>().fields;
    };
    expect(await refused([one.customer], [itemId, foreign])).toEqual({
      'subscription_items.1': 'This item doesn’t belong to these customers',
    });
    expect(await refused([one.customer, other.customer], [itemId])).toEqual({
      'customers.1': 'Select at least one item of this customer',
    });
    expect(await refused([one.customer], [itemId, 'si_unknown'])).toEqual({
      'subscription_items.1': 'This item doesn’t exist',
    });
    expect(await refused([one.customer], [itemId, itemId])).toEqual({
      'subscription_items.1': 'Listed more than once',
    });
    expect(await refused(['cus_unknown'], ['si_unknown'])).toHaveProperty(['subscription_items.0']);
    expect(await seatsOf(practiceId)).toEqual([]);
    for (const body of [
      { customers: [], subscription_items: [itemId] },
      { customers: [one.customer], subscription_items: [] },
      { customers: [one.customer], subscription_items: ['../x'] },
    ]) {
      expect((await save(practiceId, body.customers, body.subscription_items)).statusCode).toBe(400);
    }
  });

  it('gives the last seat to exactly one of two people', async () => {
    const bought = await sold(['core_monthly', 3], ['digital_forms:month', 3]);
    await attach(await createTestPractice(server.db), bought);
    const practiceIds = await Promise.all([1, 2, 3, 4].map(() => createTestPractice(server.db)));
    const answers = await Promise.all(
      practiceIds.map((practiceId) => save(practiceId, [bought.customer], [...bought.items].reverse())),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    const seats = await Promise.all(practiceIds.map(seatsOf));
    expect(seats.map((itemIds) => itemIds.length).sort()).toEqual([0, 0, 2, 2]);
  });

  it('removes features that no other source grants, and previews them', async () => {
    const practiceId = await createTestPractice(server.db);
    const [phones, growth] = [await sold(['phones_monthly', 1]), await sold(['call_recording:month', 1])];
    await attach(practiceId, phones);
    await attach(practiceId, growth);
    await server.call(caller, 'PUT', `/api/${practiceId}/features/update_practice_features/`, {
      product_features: ['forecasting', ...(await features(practiceId))],
    });
    const effect = (await preview(practiceId, phones.items, true)).json<FeaturesEffect>();
    expect(effect.bundles_lost).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(effect.features_lost.map(({ name }) => name)).toEqual([
      'call_log',
      'caller_cards',
      'missed_call_texts',
      'phone_numbers',
    ]);
    const answer = await remove(practiceId, phones.items[0] ?? '');
    expect(answer.json()).toEqual({ status: 'success', message: 'Successfully removed Phones' });
    expect(await record(practiceId)).toEqual({
      bundles: [],
      features: ['forecasting: grant', 'call_recording: subscription'],
    });
    expect(await audited(practiceId, 'item.unassign')).toEqual([
      { actor_name: 'Iris Internal', entity_id: phones.items[0] },
    ]);
    // The seat is free again, and the practice still owns the customer.
    expect((await listed(practiceId)).data.map(({ id }) => id)).toEqual([growth.customer]);
    expect((await save(await createTestPractice(server.db), [phones.customer], phones.items)).statusCode).toBe(200);
  });

  const features = async (practiceId: number) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/features/`))
      .json<PracticeFeatures[]>()
      .flatMap((one) => one.product_features.map(({ feature_name: name }) => name));

  it('keeps features from another subscription or trial, and names the source', async () => {
    const practiceId = await createTestPractice(server.db);
    const [one, other] = [await sold(['phones_monthly', 1]), await sold(['phones_yearly', 1])];
    await attach(practiceId, one);
    await attach(practiceId, other);
    const trial = await aCustomer();
    const tried = await server.stripe.subscriptions.create({
      customer: trial.id,
      items: [{ price: server.price('phones_monthly') }],
      trial_period_days: 30,
    });
    await save(practiceId, [trial.id], [tried.items.data[0]?.id ?? '']);
    const effect = (await preview(practiceId, one.items, true)).json<FeaturesEffect>();
    expect([effect.bundles_lost, effect.features_lost]).toEqual([[], []]);
    expect(effect.features_kept.find(({ name }) => name === 'call_log')?.through.sort()).toEqual([
      'Subscription: Phones',
      'Trial of Phones',
    ]);
    await remove(practiceId, one.items[0] ?? '');
    expect((await record(practiceId)).bundles).toEqual(['phones: subscription,trial']);
  });

  it('leaves grants behind when the features are kept', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await sold(['phones_monthly', 1], ['call_recording:month', 1]);
    await attach(practiceId, bought);
    const before = await features(practiceId);
    const effect = (await preview(practiceId, bought.items, false)).json<FeaturesEffect>();
    expect([effect.bundles_lost, effect.features_lost]).toEqual([[], []]);
    expect(effect.features_kept.find(({ name }) => name === 'call_log')?.through).toEqual(['Bundle Phones']);
    expect(effect.features_kept.find(({ name }) => name === 'call_recording')?.through).toEqual(['Added manually']);
    for (const itemId of bought.items) {
      expect((await remove(practiceId, itemId, false)).json<{ message: string }>().message).toMatch(/were kept$/);
    }
    expect(await features(practiceId)).toEqual(before);
    expect((await record(practiceId)).bundles).toEqual(['phones: grant']);
    const grants = await server.db
      .selectFrom('entitlement_grants')
      .select(['kind', 'name'])
      .where('practice_id', '=', practiceId)
      .orderBy('kind')
      .execute();
    expect(grants).toEqual([
      { kind: 'bundle', name: 'phones' },
      { kind: 'feature', name: 'call_recording' },
    ]);
  });

  it('returns 404 for the seat of another practice', async () => {
    const [holder, practiceId] = [await createTestPractice(server.db), await createTestPractice(server.db)];
    const bought = await sold(['core_monthly', 2]);
    await attach(holder, bought);
    const [itemId = ''] = bought.items;
    expect((await remove(practiceId, itemId)).statusCode).toBe(404);
    expect((await preview(practiceId, [itemId], true)).statusCode).toBe(404);
    expect(await seatsOf(holder)).toEqual([itemId]);
    expect((await remove(holder, itemId)).statusCode).toBe(200);
    expect((await remove(holder, itemId)).statusCode).toBe(404);
  });

  it('returns 502 when the provider does not respond to a search or an attachment', async () => {
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
