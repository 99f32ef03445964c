/** Ownership: other practices’ subscriptions, shared items, and the settings of super admins. */
import { beforeAll, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../../testing/billing-server.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { type Caller, createTestPerson, testAudit, signedIn } from '../../../testing/test-server.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { assignSeatsOfSubscription } from './assign-subscription-seats.js';

describeWithDatabase('subscription ownership', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { post, summary, recording, start, active } = billingActions(
    () => server,
    () => fakeStripe,
  );

  it('adds seats to shared items, and refuses to remove or cancel what practices share', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const subscription = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [
        { price: server.price('phones_monthly'), quantity: 2 },
        { price: server.price('call_recording:month'), quantity: 1 },
      ],
    });
    const body = { subscription: subscription.id };
    const projector = { db: server.db, stripe: server.stripe };
    await assignSeatsOfSubscription(projector, { ...body, practiceId: clinic.practiceId }, testAudit());
    await expect(
      assignSeatsOfSubscription(projector, { ...body, practiceId: other.practiceId }, testAudit()),
    ).rejects.toMatchObject({
      code: 'no_seat',
    });
    const [phones] = subscription.items.data;
    await assignSeatsOfSubscription(
      projector,
      { ...body, practiceId: other.practiceId, items: [phones?.id ?? ''] },
      testAudit(),
    );
    await server.nameCustomer(other.practiceId, clinic.customer);
    // Both practices pay as the same customer, so both see all that is charged.
    expect((await summary(other)).subscriptions[0]?.items.map((one) => one.used_by)).toEqual([undefined, 'others']);
    expect(await active(other)).not.toContain('call_recording');
    // Another seat is bought. The item isn't duplicated.
    const added = await post(other, subscription.id, 'add-subscription-items', { optional_features: [recording()] });
    expect(added.json()).toMatchObject({ status: 'success' });
    expect((await server.stripe.subscriptions.retrieve(subscription.id)).items.data.map((one) => one.quantity)).toEqual(
      [2, 2],
    );
    expect(await active(other)).toContain('call_recording');
    // Two practices buy a seat concurrently: two more seats are paid for.
    const both = [await server.aClinic(), await server.aClinic()];
    for (const { practiceId } of both) {
      await server.stripe.subscriptions.update(subscription.id, {
        items: [{ id: phones?.id ?? '', quantity: both.findIndex((one) => one.practiceId === practiceId) + 3 }],
        proration_behavior: 'none',
      });
      await assignSeatsOfSubscription(projector, { ...body, practiceId, items: [phones?.id ?? ''] }, testAudit());
      await server.nameCustomer(practiceId, clinic.customer);
    }
    const bought = await Promise.all(
      both.map((one) => post(one, subscription.id, 'add-subscription-items', { optional_features: [recording()] })),
    );
    expect(bought.map((one) => one.json<{ status: string }>().status)).toEqual(['success', 'success']);
    expect((await server.stripe.subscriptions.retrieve(subscription.id)).items.data.map((one) => one.quantity)).toEqual(
      [4, 4],
    );
    const [, item] = (await summary(clinic)).subscriptions[0]?.items ?? [];
    const removed = await post(clinic, subscription.id, 'remove-subscription-item', { subscription_item_id: item?.id });
    expect(removed.json()).toMatchObject({
      code: 'shared',
      message: expect.stringContaining('shared with another practice'),
    });
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const canceled = await post({ ...clinic, caller }, subscription.id, 'cancel-subscription', {
      subscription_id: subscription.id,
    });
    expect(canceled.json()).toMatchObject({ code: 'shared' });
  });

  it('lists paid items that nobody uses, and lets the payer use them', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const { id } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('phones_monthly') }, { price: server.price('call_recording:month') }],
    });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const shown = async () => (await summary(clinic)).subscriptions;
    const [before] = await shown();
    expect(before?.items.map((one) => one.used_by)).toEqual(['nobody', 'nobody']);
    expect(before?.amount).toBe(before?.items.reduce((sum, { amount }) => sum + amount, 0));
    expect(before?.actions.add_features).toEqual({ allowed: false, reason: expect.stringContaining('Assign an item') });
    const item = { subscription_item_id: before?.items[0]?.id };
    expect(
      (await post(clinic, id, 'add-subscription-items', { optional_features: [recording()] })).json(),
    ).toMatchObject({ code: 'not_used' });
    expect((await post(other, id, 'assign-item', item)).json()).toMatchObject({ code: 'provided' });
    expect((await post(clinic, 'sub_unknown', 'assign-item', item)).json()).toMatchObject({ code: 'not_found' });
    const again = { customer_id: clinic.customer };
    expect((await post(clinic, server.price('phones_yearly'), 'start-subscription', again)).json()).toMatchObject({
      code: 'plan_unused',
      message: 'Phones is already paid for and nobody uses it. Assign it to this practice instead.',
    });
    expect(await active(clinic)).not.toContain('call_log');
    for (let times = 0; times < 2; times += 1) {
      expect((await post(clinic, id, 'assign-item', item)).json()).toMatchObject({ status: 'success' });
    }
    expect(await active(clinic)).toContain('call_log');
    const [after] = await shown();
    expect(after?.items.map((one) => one.used_by)).toEqual([undefined, 'nobody']);
    expect(after?.actions.add_features.allowed).toBe(true);
    expect((await summary(other)).subscriptions).toEqual([]);
  });

  it('lets super admins end unused items', async () => {
    const clinic = await server.aClinic();
    const { id } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [{ price: server.price('phones_monthly') }],
    });
    await refreshSubscription({ db: server.db, stripe: server.stripe }, id, testAudit());
    const staff = await createTestPerson(server.db, { flags: { super_admin: true } });
    const admin = { ...clinic, caller: await signedIn(server, staff) };
    const canceled = await post(admin, id, 'cancel-subscription', { subscription_id: id, with_credit: true });
    expect(canceled.json()).toMatchObject({ status: 'success' });
    expect((await server.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });

  it('shows subscriptions in the settings to super admins only', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_yearly');
    const read = async (caller: Caller) =>
      (await server.call(caller, 'GET', `/api/${clinic.practiceId}/settings/practice_settings/`)).json<
        Record<string, unknown>
      >();
    const admin = await read(
      await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } })),
    );
    expect(admin).toMatchObject({
      stripe_customer_info: {
        id: clinic.customer,
        name: 'Test Dental',
        active_subscriptions: [{ id, status: 'active' }],
      },
      stripe_data: {
        customers: [clinic.customer],
        subscriptions: [{ id, plan_name: 'Core', plan_interval: 'year', amount: 199_000, currency: 'usd' }],
      },
    });
    expect(await read(clinic.caller)).not.toHaveProperty('stripe_data');
  });

  it('returns 404 for customers, subscriptions and items of other practices', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const theirs = await start(other, 'phones_monthly', [recording()]);
    const mine = await start(clinic, 'phones_monthly');
    const responses = [
      await post(clinic, server.price('core_monthly'), 'start-subscription', { customer_id: other.customer }),
      await post(clinic, theirs.id, 'add-subscription-items', { optional_features: [recording()] }),
      await post(clinic, theirs.id, 'remove-subscription-item', { subscription_item_id: theirs.items[1]?.id }),
      await post(clinic, mine.id, 'remove-subscription-item', { subscription_item_id: theirs.items[1]?.id }),
      await post(clinic, 'price_unknown', 'start-subscription', { customer_id: clinic.customer }),
    ];
    expect(responses.map((one) => [one.statusCode, one.json<{ code: string }>().code])).toEqual(
      responses.map(() => [404, 'not_found']),
    );
    const core = await post(clinic, mine.id, 'remove-subscription-item', { subscription_item_id: mine.items[0]?.id });
    expect(core.json()).toMatchObject({ code: 'not_removable' });
  });
});
