import { beforeAll, expect, it } from '@jest/globals';
import type { FeaturesEffect } from 'shared-api/contracts';
import type { FakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import type { BillingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPractice } from '../../testing/test-server.js';
import { adminBillingActions, adminBillingServer } from './testing/admin-billing-actions.js';

describeWithDatabase('removing subscriptions', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let caller: Caller;
  const cleanUp = cleanUpAfterAll();
  const { aCustomer, sold, save, attach, remove, preview, listed, record, seatsOf, audited, features } =
    adminBillingActions(
      () => server,
      () => caller,
      () => fakeStripe,
    );
  beforeAll(async () => {
    ({ fakeStripe, server, caller } = await adminBillingServer(database(), cleanUp));
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
    const response = await remove(practiceId, phones.items[0] ?? '');
    expect(response.json()).toEqual({ status: 'success', message: 'Successfully removed Phones' });
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

  /** A subscription to Core and Phones whose next two phases continue them and add Analytics. */
  const soldWithPhases = async () => {
    const bought = await sold(['core_monthly', 1], ['phones_monthly', 1]);
    const schedule = await server.stripe.subscriptionSchedules.create({ from_subscription: bought.subscription.id });
    const items = (...keys: string[]) => keys.map((key) => ({ price: server.price(key), quantity: 1 }));
    const [phase] = schedule.phases;
    const later = items('core_monthly', 'phones_monthly', 'analytics_monthly');
    await server.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          items: items('core_monthly', 'phones_monthly'),
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        { items: later, duration: { interval: 'month', interval_count: 3 } },
        { items: later, duration: { interval: 'month', interval_count: 3 } },
      ],
    });
    return { ...bought, schedule: schedule.id };
  };
  const scheduledItems = async (practiceId: number) =>
    (await listed(practiceId)).data[0]?.subscriptions.find(({ id }) => id.startsWith('sub_sched_'))?.items ?? [];

  it('lists scheduled items that continue an item, with their start', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await soldWithPhases();
    await attach(practiceId, bought);
    const [core, phones, analytics, ...second] = await scheduledItems(practiceId);
    expect([core, phones, analytics].map((item) => item?.continues)).toEqual([...bought.items, null]);
    expect(second.map(({ continues }) => continues)).toEqual([...bought.items, analytics?.id]);
    expect(core?.starts_at).toBe(bought.subscription.items.data[0]?.current_period_end);
    expect(second[0]?.starts_at).toBeGreaterThan(core?.starts_at ?? 0);
    const own = (await listed(practiceId)).data[0]?.subscriptions[0]?.items ?? [];
    expect(own.map(({ continues, starts_at }) => [continues, starts_at])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('removes an item’s scheduled seats with its own, but no other item’s', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await soldWithPhases();
    await attach(practiceId, bought);
    const [core, phones, analytics, ...second] = await scheduledItems(practiceId);
    const direct = [core, second[0], analytics].map((item) => item?.id ?? '');
    expect((await save(practiceId, [bought.customer], direct)).statusCode).toBe(200);
    const [coreItem = '', phonesItem = ''] = bought.items;
    expect((await preview(practiceId, [coreItem], true)).json<FeaturesEffect>().bundles_lost).toMatchObject([
      { name: 'core' },
    ]);
    expect((await remove(practiceId, coreItem)).json()).toEqual({
      status: 'success',
      message: 'Successfully removed Core',
    });
    expect(await seatsOf(practiceId)).toEqual([phonesItem, analytics?.id].sort());
    expect(await audited(practiceId, 'item.unassign')).toEqual([{ actor_name: 'Iris Internal', entity_id: coreItem }]);
    expect((await remove(practiceId, analytics?.id ?? '')).statusCode).toBe(200);
    const scheduled = await scheduledItems(practiceId);
    expect(scheduled.filter((item) => item.assigned_practices.length > 0).map(({ id }) => id)).toEqual([
      phones?.id,
      second[1]?.id,
    ]);
  });

  it('refuses to remove a scheduled seat that comes with another one, and names it', async () => {
    const practiceId = await createTestPractice(server.db);
    const bought = await soldWithPhases();
    await attach(practiceId, bought);
    const [core] = await scheduledItems(practiceId);
    const refusal = {
      code: 'scheduled_seat',
      message: 'This scheduled seat comes with the seat on Core. Remove that one instead.',
    };
    const responses = [await remove(practiceId, core?.id ?? ''), await preview(practiceId, [core?.id ?? ''], true)];
    expect(responses.map((response) => [response.statusCode, response.json<object>()])).toEqual([
      [409, expect.objectContaining(refusal)],
      [409, expect.objectContaining(refusal)],
    ]);
    expect(await seatsOf(practiceId)).toEqual([...bought.items].sort());
  });

  it('returns 404 for another practice’s seat', async () => {
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
});
