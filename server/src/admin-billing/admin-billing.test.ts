import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
import { type StandIn, startStandIn } from '../stripe/testing/stripe-stand-in.js';
import { type BillingServer, billingServer } from '../testing/a-billing-server.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type Caller, aPerson, aPractice, signedIn } from '../testing/test-server.js';

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

describeOnEveryEngine('admin billing', (database) => {
  let standIn: StandIn;
  let server: BillingServer;
  let caller: Caller;
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await billingServer(database(), standIn);
    caller = await signedIn(server, await aPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }));
  });
  afterAll(async () => {
    await server.close();
    await standIn.stop();
  });

  const base = (practice: number) => `/api/${practice}/admin-billing`;
  const aCustomer = async (card: string | null = 'pm_card_visa') => {
    const name = `Amber Alliance ${randomUUID().slice(0, 8)}`;
    const { id } = await server.stripe.customers.create({ name, email: `${randomUUID().slice(0, 8)}@amber.example` });
    if (card !== null) {
      const method = await server.stripe.paymentMethods.attach(card, { customer: id });
      await server.stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
    }
    return { id, name };
  };
  /** A subscription that nobody here knows of yet. */
  const sold = async (...items: [price: string, quantity: number][]): Promise<Sold> => {
    const { id, name } = await aCustomer();
    const subscription = await server.stripe.subscriptions.create({
      customer: id,
      items: items.map(([price, quantity]) => ({ price: server.price(price), quantity })),
    });
    return { customer: id, name, subscription, items: subscription.items.data.map((item) => item.id) };
  };
  const scheduled = async (price: string) => {
    const { id, name } = await aCustomer();
    const schedule = await server.stripe.subscriptionSchedules.create({
      customer: id,
      start_date: (await standIn.advance(0)) + 20 * 86_400,
      phases: [{ items: [{ price: server.price(price) }], duration: { interval: 'month', interval_count: 12 } }],
    });
    return { customer: id, name, schedule: schedule.id };
  };
  const save = (practice: number, customers: string[], items: string[], more: object = {}) =>
    server.call(caller, 'POST', `${base(practice)}/save_subscriptions/`, {
      customers,
      subscription_items: items,
      ...more,
    });
  const previewAttaching = async (practice: number, { customer, items }: Sold, more: object = {}) => {
    const body = { customers: [customer], subscription_items: items, ...more };
    const answer = await server.call(caller, 'POST', `${base(practice)}/save_subscriptions/preview/`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<AttachmentPreview>();
  };
  const setFeatures = (practice: number, bundles: string[], productFeatures: string[]) =>
    server.call(caller, 'PUT', `/api/${practice}/features/update_practice_features/`, {
      bundles,
      product_features: productFeatures,
    });
  const attach = async (practice: number, { customer, items }: Sold) => {
    const answer = await save(practice, [customer], items);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const remove = (practice: number, item: string, deactivate = true) =>
    server.call(caller, 'POST', `${base(practice)}/remove_subscription/`, {
      subscription_item_id: item,
      deactivate_features: deactivate,
    });
  const preview = (practice: number, items: string[], deactivate: boolean) =>
    server.call(caller, 'POST', `${base(practice)}/remove_subscription/preview/`, {
      subscription_item_ids: items,
      deactivate_features: deactivate,
    });
  const customers = async (url: string): Promise<Customers> => {
    const answer = await server.call(caller, 'GET', url);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Customers>();
  };
  const listed = (practice: number) => customers(`${base(practice)}/practice_subscriptions/`);
  const search = (practice: number, term: string) =>
    customers(`${base(practice)}/search/?query=${encodeURIComponent(term)}`);
  const record = async (practice: number) => {
    const [found] = (await server.call(caller, 'GET', `/api/${practice}/features/`)).json<PracticeFeatures[]>();
    return {
      bundles: found?.bundles.map(({ bundle_name: name, sources }) => `${name}: ${sources.join()}`),
      features: found?.product_features.map(({ feature_name: name, sources }) => `${name}: ${sources.join()}`),
    };
  };
  const seatsOf = async (practice: number) =>
    (
      await server.db
        .selectFrom('item_assignments')
        .select('item_id')
        .where('practice_id', '=', practice)
        .orderBy('item_id')
        .execute()
    ).map(({ item_id: id }) => id);
  const audited = async (practice: number, action: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'entity_id'])
      .where('practice_id', '=', practice)
      .where('action', '=', action)
      .execute();

  it('attaches items, which give their features, and leaves their customer to its owner', async () => {
    const practice = await aPractice(server.db, { name: 'Attached Dental' });
    const other = await aPractice(server.db, { name: 'Other Dental' });
    const bought = await sold(['phones_monthly', 3], ['call_recording:month', 3]);
    await attach(other, bought);
    const answer = await save(practice, [bought.customer], bought.items);
    expect(answer.json()).toEqual({
      status: 'success',
      message: 'Successfully attached 2 subscription items',
      assigned: [...bought.items].sort(),
    });
    expect(await record(practice)).toMatchObject({ bundles: ['phones: subscription'] });
    expect(await listCustomerIds(server.db, practice)).toEqual([]);
    expect(await audited(practice, 'item.assign')).toHaveLength(2);

    const { status, data, dashboard_url: dashboard } = await listed(practice);
    expect([status, dashboard]).toEqual(['success', `${standIn.url}/stripe/dashboard`]);
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
        { id: practice, name: 'Attached Dental' },
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

  it('finds customers by name, email and id, with canceled subscriptions and the seats of all practices', async () => {
    const practice = await aPractice(server.db, { name: 'Seated Dental' });
    const bought = await sold(['core_monthly', 2]);
    await attach(practice, bought);
    const over = await server.stripe.subscriptions.create({
      customer: bought.customer,
      items: [{ price: server.price('analytics_monthly') }],
    });
    await server.stripe.subscriptions.cancel(over.id);
    const elsewhere = await aPractice(server.db);
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
        assigned_practices: [{ id: practice, name: 'Seated Dental' }],
      });
    }
  });

  it.each(['', '   ', 'nobody is called so', "O'Brien \\ 'Dental'", 'cus_unknown'])(
    'finds nothing for %p',
    async (term) => {
      const practice = await aPractice(server.db);
      expect(await search(practice, term)).toMatchObject({ status: 'success', data: [], has_more: false });
    },
  );

  it('says that there are more when a search finds many customers', async () => {
    const mark = randomUUID().slice(0, 8);
    for (let at = 0; at < 11; at += 1) await server.stripe.customers.create({ name: `Many ${mark} ${at}` });
    const { data, has_more: more } = await search(await aPractice(server.db), `Many ${mark}`);
    expect([data.length, more]).toEqual([10, true]);
  });

  it('attaches scheduled subscriptions by the items of their phases, and nests them under their parent', async () => {
    const practice = await aPractice(server.db);
    const alone = await scheduled('core_monthly');
    const found = (await search(practice, alone.name)).data[0]?.subscriptions[0];
    expect(found).toMatchObject({
      id: alone.schedule,
      status: 'not_started',
      parent_subscription_id: null,
      end_behavior: 'release',
      phases: [{ start_date: expect.any(Number) }],
      items: [{ description: 'Core', available_quantity: 1, amount: plansByKey.get('core_monthly')?.amount }],
    });
    const item = found?.items[0]?.id ?? '';
    expect((await save(practice, [alone.customer], [item])).statusCode).toBe(200);
    expect((await listed(practice)).data[0]?.subscriptions).toMatchObject([
      { id: alone.schedule, items: [{ used_quantity: 1 }] },
    ]);
    expect(await record(practice)).toEqual({ bundles: [], features: [] });

    const other = await aPractice(server.db);
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
    // A seat of what is to come alone shows its parent too, under which it nests.
    expect((await save(other, [bought.customer], [child?.items[0]?.id ?? ''])).statusCode).toBe(200);
    expect((await listed(other)).data[0]?.subscriptions).toMatchObject([
      { id: parent?.id, items: [{ used_quantity: 0, stop_date: expect.any(Number) }] },
      { id: schedule.id, parent_subscription_id: parent?.id, current_phase: { start_date: phase?.start_date } },
    ]);
  });

  it('shows who holds the seats of scheduled items, and what the schedule changes', async () => {
    const practice = await aPractice(server.db, { name: 'Continuing Dental' });
    const bought = await sold(['core_monthly', 2], ['phones_monthly', 1]);
    await attach(practice, bought);
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
    const child = (await search(practice, bought.name)).data[0]?.subscriptions[1];
    const holder = { id: practice, name: 'Continuing Dental' };
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
    const practice = await aPractice(server.db);
    const marks = async (name: string) =>
      (await search(practice, name)).data[0]?.subscriptions.map((one) => [one.id, one.needs_attention, one.is_over]);
    expect(await marks(declined.name)).toEqual([[incomplete.id, true, false]]);
    expect(await marks(bought.name)).toEqual([[bought.subscription.id, false, true]]);
  });

  it('lists a customer that cannot be read with its error and its mirrored subscriptions, and the others completely', async () => {
    const practice = await aPractice(server.db);
    const [broken, healthy] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    await attach(practice, broken);
    await attach(practice, healthy);
    await standIn.tell([{ on: `GET /v1/customers/${broken.customer}`, kind: 'error' }]);
    const { data } = await listed(practice);
    const found = await search(practice, broken.customer);
    await standIn.tell([]);
    const error = "The payment provider isn't responding. Try again in a minute.";
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

  it('gives back what was withheld of the attached items by default, as the preview says', async () => {
    const practice = await aPractice(server.db);
    const first = await sold(['phones_monthly', 1]);
    await attach(practice, first);
    const all = await features(practice);
    await setFeatures(
      practice,
      ['phones'],
      all.filter((name) => name !== 'call_log'),
    );
    expect(await features(practice)).not.toContain('call_log');
    const second = await sold(['phones_yearly', 1]);
    const told = await previewAttaching(practice, second);
    expect(told.withheld).toMatchObject([{ kind: 'feature', name: 'call_log', by: 'Iris Internal' }]);
    expect(told.effect.features_gained).toEqual([{ name: 'call_log', display_name: 'Call Log' }]);
    expect(await features(practice)).not.toContain('call_log');
    const answer = await save(practice, [second.customer], second.items);
    expect(answer.json<{ message: string }>().message).toBe(
      'Successfully attached 1 subscription item and restored Call Log',
    );
    expect(await features(practice)).toEqual(all);
  });

  it('keeps withheld what staff do not restore with an attachment, as the preview says', async () => {
    const practice = await aPractice(server.db);
    const first = await sold(['phones_monthly', 1]);
    await attach(practice, first);
    const all = await features(practice);
    const without = all.filter((name) => name !== 'call_log');
    await setFeatures(practice, ['phones'], without);
    const second = await sold(['phones_yearly', 1]);
    const told = await previewAttaching(practice, second, { lift_withheld: false });
    expect([told.withheld.map(({ name }) => name), told.effect.features_gained]).toEqual([['call_log'], []]);
    expect((await save(practice, [second.customer], second.items, { lift_withheld: false })).statusCode).toBe(200);
    expect(await features(practice)).toEqual(without);
  });

  it('previews items that nobody here knows yet, and refuses unknown ones', async () => {
    const practice = await aPractice(server.db);
    const bought = await sold(['phones_monthly', 1]);
    const told = await previewAttaching(practice, bought);
    expect(told.effect.bundles_gained).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(told.withheld).toEqual([]);
    const rows = await server.db.selectFrom('billing_items').select('id').where('id', 'in', bought.items).execute();
    expect(rows).toEqual([]);
    const unknown = await server.call(caller, 'POST', `${base(practice)}/save_subscriptions/preview/`, {
      customers: [bought.customer],
      subscription_items: ['si_unknown'],
    });
    expect(unknown.statusCode).toBe(404);
  });

  it('refuses an item that the practice has already, and names the practice', async () => {
    const practice = await aPractice(server.db, { name: 'Twice Dental' });
    const [first, second] = [await sold(['core_monthly', 2]), await sold(['phones_monthly', 2])];
    await attach(practice, first);
    const answer = await save(practice, [first.customer, second.customer], [...first.items, ...second.items]);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'already_assigned',
        message: 'Core is already assigned to this practice. Nothing was attached.',
        practices: [{ id: practice, name: 'Twice Dental' }],
      }),
    ]);
    expect(await seatsOf(practice)).toEqual(first.items);
  });

  it('refuses an item without a free seat, and names who holds the seats', async () => {
    const holder = await aPractice(server.db, { name: 'Holder Dental' });
    const practice = await aPractice(server.db);
    const [full, free] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    await attach(holder, full);
    const answer = await save(practice, [full.customer, free.customer], [...full.items, ...free.items]);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'no_seat',
        message: 'Every seat of Core is taken. Nothing was attached.',
        practices: [{ id: holder, name: 'Holder Dental' }],
      }),
    ]);
    expect([await seatsOf(practice), await listCustomerIds(server.db, practice)]).toEqual([[], []]);
  });

  it('refuses a canceled subscription before its webhook has arrived', async () => {
    const holder = await aPractice(server.db);
    const practice = await aPractice(server.db);
    const bought = await sold(['core_monthly', 2]);
    await attach(holder, bought);
    await server.stripe.subscriptions.cancel(bought.subscription.id);
    const answer = await save(practice, [bought.customer], bought.items);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'canceled']);
    expect(await seatsOf(practice)).toEqual([]);
  });

  it('refuses items that are not of the named customers', async () => {
    const practice = await aPractice(server.db);
    const [one, other] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    const [item = ''] = one.items;
    const [foreign = ''] = other.items;
    await attach(await aPractice(server.db), other);
    const refused = async (of: string[], items: string[]) => {
      const answer = await save(practice, of, items);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid']);
      return answer.json<{ fields: Record<string, string> }>().fields;
    };
    expect(await refused([one.customer], [item, foreign])).toEqual({
      'subscription_items.1': 'Not an item of these customers',
    });
    expect(await refused([one.customer, other.customer], [item])).toEqual({
      'customers.1': 'None of the items is of this customer',
    });
    expect(await refused([one.customer], [item, 'si_unknown'])).toEqual({
      'subscription_items.1': 'There is no such item',
    });
    expect(await refused([one.customer], [item, item])).toEqual({ 'subscription_items.1': 'Listed twice' });
    expect(await refused(['cus_unknown'], ['si_unknown'])).toHaveProperty(['subscription_items.0']);
    expect(await seatsOf(practice)).toEqual([]);
    for (const body of [
      { customers: [], subscription_items: [item] },
      { customers: [one.customer], subscription_items: [] },
      { customers: [one.customer], subscription_items: ['../x'] },
    ]) {
      expect((await save(practice, body.customers, body.subscription_items)).statusCode).toBe(400);
    }
  });

  it('gives the last seat to exactly one of two people', async () => {
    const bought = await sold(['core_monthly', 3], ['digital_forms:month', 3]);
    await attach(await aPractice(server.db), bought);
    const practices = await Promise.all([1, 2, 3, 4].map(() => aPractice(server.db)));
    const answers = await Promise.all(
      practices.map((practice) => save(practice, [bought.customer], [...bought.items].reverse())),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    const seats = await Promise.all(practices.map(seatsOf));
    expect(seats.map((items) => items.length).sort()).toEqual([0, 0, 2, 2]);
  });

  it('removes the features that nothing else gives, as the preview says', async () => {
    const practice = await aPractice(server.db);
    const [phones, growth] = [await sold(['phones_monthly', 1]), await sold(['call_recording:month', 1])];
    await attach(practice, phones);
    await attach(practice, growth);
    await server.call(caller, 'PUT', `/api/${practice}/features/update_practice_features/`, {
      product_features: ['forecasting', ...(await features(practice))],
    });
    const told = (await preview(practice, phones.items, true)).json<FeaturesEffect>();
    expect(told.bundles_lost).toEqual([{ name: 'phones', display_name: 'Phones' }]);
    expect(told.features_lost.map(({ name }) => name)).toEqual([
      'call_log',
      'caller_cards',
      'missed_call_texts',
      'phone_numbers',
    ]);
    const answer = await remove(practice, phones.items[0] ?? '');
    expect(answer.json()).toEqual({ status: 'success', message: 'Successfully removed Phones' });
    expect(await record(practice)).toEqual({
      bundles: [],
      features: ['forecasting: grant', 'call_recording: subscription'],
    });
    expect(await audited(practice, 'item.unassign')).toEqual([
      { actor_name: 'Iris Internal', entity_id: phones.items[0] },
    ]);
    // The seat is free again, the customer still the practice's.
    expect((await listed(practice)).data.map(({ id }) => id)).toEqual([growth.customer]);
    expect((await save(await aPractice(server.db), [phones.customer], phones.items)).statusCode).toBe(200);
  });

  const features = async (practice: number) =>
    (await server.call(caller, 'GET', `/api/${practice}/features/`))
      .json<PracticeFeatures[]>()
      .flatMap((one) => one.product_features.map(({ feature_name: name }) => name));

  it('keeps what another bundle, subscription or trial gives, and says through which', async () => {
    const practice = await aPractice(server.db);
    const [one, other] = [await sold(['phones_monthly', 1]), await sold(['phones_yearly', 1])];
    await attach(practice, one);
    await attach(practice, other);
    const trial = await aCustomer();
    const tried = await server.stripe.subscriptions.create({
      customer: trial.id,
      items: [{ price: server.price('phones_monthly') }],
      trial_period_days: 30,
    });
    await save(practice, [trial.id], [tried.items.data[0]?.id ?? '']);
    const told = (await preview(practice, one.items, true)).json<FeaturesEffect>();
    expect([told.bundles_lost, told.features_lost]).toEqual([[], []]);
    expect(told.features_kept.find(({ name }) => name === 'call_log')?.through.sort()).toEqual([
      'Subscription: Phones',
      'Trial of Phones',
    ]);
    await remove(practice, one.items[0] ?? '');
    expect((await record(practice)).bundles).toEqual(['phones: subscription,trial']);
  });

  it('leaves grants behind when the features are kept', async () => {
    const practice = await aPractice(server.db);
    const bought = await sold(['phones_monthly', 1], ['call_recording:month', 1]);
    await attach(practice, bought);
    const before = await features(practice);
    const told = (await preview(practice, bought.items, false)).json<FeaturesEffect>();
    expect([told.bundles_lost, told.features_lost]).toEqual([[], []]);
    expect(told.features_kept.find(({ name }) => name === 'call_log')?.through).toEqual(['Bundle Phones']);
    expect(told.features_kept.find(({ name }) => name === 'call_recording')?.through).toEqual(['Granted by hand']);
    for (const item of bought.items) {
      expect((await remove(practice, item, false)).json<{ message: string }>().message).toMatch(/were kept$/);
    }
    expect(await features(practice)).toEqual(before);
    expect((await record(practice)).bundles).toEqual(['phones: grant']);
    const grants = await server.db
      .selectFrom('entitlement_grants')
      .select(['kind', 'name'])
      .where('practice_id', '=', practice)
      .orderBy('kind')
      .execute();
    expect(grants).toEqual([
      { kind: 'bundle', name: 'phones' },
      { kind: 'feature', name: 'call_recording' },
    ]);
  });

  it('answers 404 for the seat of another practice', async () => {
    const [holder, practice] = [await aPractice(server.db), await aPractice(server.db)];
    const bought = await sold(['core_monthly', 2]);
    await attach(holder, bought);
    const [item = ''] = bought.items;
    expect((await remove(practice, item)).statusCode).toBe(404);
    expect((await preview(practice, [item], true)).statusCode).toBe(404);
    expect(await seatsOf(holder)).toEqual([item]);
    expect((await remove(holder, item)).statusCode).toBe(200);
    expect((await remove(holder, item)).statusCode).toBe(404);
  });

  it('answers 502 when the search or an attachment gets no answer of the provider', async () => {
    const practice = await aPractice(server.db);
    const bought = await sold(['core_monthly', 1]);
    await standIn.tell([{ on: 'GET /v1/customers/search', kind: 'error', times: 2 }]);
    const searched = await server.call(caller, 'GET', `${base(practice)}/search/?query=Amber`);
    expect([searched.statusCode, searched.json<{ code: string }>().code]).toEqual([502, 'provider_unavailable']);
    await standIn.tell([{ on: 'GET /v1/subscriptions', kind: 'error', times: 2 }]);
    const saved = await save(practice, [bought.customer], bought.items);
    await standIn.tell([]);
    expect([saved.statusCode, await seatsOf(practice)]).toEqual([502, []]);
  });
});
