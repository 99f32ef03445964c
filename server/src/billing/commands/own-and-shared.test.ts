/** What belongs to whom: other practices’ subscriptions, shared items, the settings of super admins. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type StandIn, startStandIn } from '../../stripe/testing/stripe-stand-in.js';
import { type BillingServer, billingServer } from '../../testing/a-billing-server.js';
import { billingWalk } from '../../testing/billing-walk.js';
import { describeOnEveryEngine } from '../../testing/engines.js';
import { type Caller, aPerson, doing, signedIn } from '../../testing/test-server.js';
import { giveSeats } from './give-seats.js';

describeOnEveryEngine('subscriptions', (database) => {
  let standIn: StandIn;
  let server: BillingServer;
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await billingServer(database(), standIn);
  });
  afterAll(async () => {
    await server.close();
    await standIn.stop();
  });
  const { post, summary, recording, start, active } = billingWalk(
    () => server,
    () => standIn,
  );

  it('that practices share are used seat by seat, and neither removed nor cancelled by one of them', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const subscription = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [
        { price: server.price('phones_monthly'), quantity: 2 },
        { price: server.price('call_recording:month'), quantity: 1 },
      ],
    });
    const given = { subscription: subscription.id };
    const projector = { db: server.db, stripe: server.stripe };
    await giveSeats(projector, { ...given, practice: clinic.practice }, doing());
    await expect(giveSeats(projector, { ...given, practice: other.practice }, doing())).rejects.toMatchObject({
      code: 'no_seat',
    });
    const [phones] = subscription.items.data;
    await giveSeats(projector, { ...given, practice: other.practice, items: [phones?.id ?? ''] }, doing());
    await server.nameCustomer(other.practice, clinic.customer);
    expect((await summary(other)).subscriptions[0]?.items).toHaveLength(1);
    expect(await active(other)).not.toContain('call_recording');
    // Another seat is bought; the item stays one.
    const added = await post(other, subscription.id, 'add-subscription-items', { optional_features: [recording()] });
    expect(added.json()).toMatchObject({ status: 'success' });
    expect((await server.stripe.subscriptions.retrieve(subscription.id)).items.data.map((one) => one.quantity)).toEqual(
      [2, 2],
    );
    expect(await active(other)).toContain('call_recording');
    // Two practices buy one at the same moment: two more are paid for.
    const both = [await server.aClinic(), await server.aClinic()];
    for (const { practice } of both) {
      await server.stripe.subscriptions.update(subscription.id, {
        items: [{ id: phones?.id ?? '', quantity: both.findIndex((one) => one.practice === practice) + 3 }],
        proration_behavior: 'none',
      });
      await giveSeats(projector, { ...given, practice, items: [phones?.id ?? ''] }, doing());
      await server.nameCustomer(practice, clinic.customer);
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
    const caller = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
    const canceled = await post({ ...clinic, caller }, subscription.id, 'cancel-subscription', {
      subscription_id: subscription.id,
    });
    expect(canceled.json()).toMatchObject({ code: 'shared' });
  });

  it('are in the settings of super admins, and in nobody else’s', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'core_yearly');
    const read = async (caller: Caller) =>
      (await server.call(caller, 'GET', `/api/${clinic.practice}/settings/practice_settings/`)).json<
        Record<string, unknown>
      >();
    const admin = await read(await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } })));
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

  it('are the practice’s own: customers, subscriptions and items of others are refused', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const theirs = await start(other, 'phones_monthly', [recording()]);
    const mine = await start(clinic, 'phones_monthly');
    const answers = [
      await post(clinic, server.price('core_monthly'), 'start-subscription', { customer_id: other.customer }),
      await post(clinic, theirs.id, 'add-subscription-items', { optional_features: [recording()] }),
      await post(clinic, theirs.id, 'remove-subscription-item', { subscription_item_id: theirs.items[1]?.id }),
      await post(clinic, mine.id, 'remove-subscription-item', { subscription_item_id: theirs.items[1]?.id }),
      await post(clinic, 'price_unknown', 'start-subscription', { customer_id: clinic.customer }),
    ];
    expect(answers.map((one) => [one.statusCode, one.json<{ code: string }>().code])).toEqual(
      answers.map(() => [404, 'not_found']),
    );
    const core = await post(clinic, mine.id, 'remove-subscription-item', { subscription_item_id: mine.items[0]?.id });
    expect(core.json()).toMatchObject({ code: 'not_removable' });
  });
});
