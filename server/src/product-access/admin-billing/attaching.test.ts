import { beforeAll, expect, it } from '@jest/globals';
import { plansByKey } from '../../billing/catalogue/catalogue.js';
import { listCustomerIds } from '../../billing/payments/customers-repository.js';
import type { FakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import type { BillingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPractice } from '../../testing/test-server.js';
import { adminBillingActions, adminBillingServer } from './testing/admin-billing-actions.js';

describeWithDatabase('attaching subscriptions', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let caller: Caller;
  const cleanUp = cleanUpAfterAll();
  const {
    base,
    sold,
    scheduled,
    save,
    previewAttaching,
    setFeatures,
    attach,
    listed,
    search,
    record,
    seatsOf,
    audited,
    features,
  } = adminBillingActions(
    () => server,
    () => caller,
    () => fakeStripe,
  );
  beforeAll(async () => {
    ({ fakeStripe, server, caller } = await adminBillingServer(database(), cleanUp));
  });

  it('attaches items, grants their features, and keeps the customer with its owner', async () => {
    const practiceId = await createTestPractice(server.db, { name: 'Attached Dental' });
    const other = await createTestPractice(server.db, { name: 'Other Dental' });
    const bought = await sold(['phones_monthly', 3], ['call_recording:month', 3]);
    await attach(other, bought);
    const response = await save(practiceId, [bought.customer], bought.items);
    expect(response.json()).toEqual({
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

  it('attaches scheduled subscriptions nested under their parent', async () => {
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
    const response = await save(practiceId, [second.customer], second.items);
    expect(response.json<{ message: string }>().message).toBe(
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

  it('previews items not stored yet, and returns 404 for unknown ones', async () => {
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
    const response = await save(practiceId, [first.customer, second.customer], [...first.items, ...second.items]);
    expect([response.statusCode, response.json()]).toEqual([
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
    const response = await save(practiceId, [full.customer, free.customer], [...full.items, ...free.items]);
    expect([response.statusCode, response.json()]).toEqual([
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
    const response = await save(practiceId, [bought.customer], bought.items);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'canceled']);
    expect(await seatsOf(practiceId)).toEqual([]);
  });

  it('refuses other customers’ items', async () => {
    const practiceId = await createTestPractice(server.db);
    const [one, other] = [await sold(['core_monthly', 1]), await sold(['phones_monthly', 1])];
    const [itemId = ''] = one.items;
    const [foreign = ''] = other.items;
    await attach(await createTestPractice(server.db), other);
    const refused = async (of: string[], itemIds: string[]) => {
      const response = await save(practiceId, of, itemIds);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'invalid']);
      return response.json<{ fields: Record<string, string> }>().fields;
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

  it('gives the last seat to only one of two people', async () => {
    const bought = await sold(['core_monthly', 3], ['digital_forms:month', 3]);
    await attach(await createTestPractice(server.db), bought);
    const practiceIds = await Promise.all([1, 2, 3, 4].map(() => createTestPractice(server.db)));
    const responses = await Promise.all(
      practiceIds.map((practiceId) => save(practiceId, [bought.customer], [...bought.items].reverse())),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    const seats = await Promise.all(practiceIds.map(seatsOf));
    expect(seats.map((itemIds) => itemIds.length).sort()).toEqual([0, 0, 2, 2]);
  });
});
