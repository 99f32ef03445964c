/**
 * Changes that somebody makes at the provider while the console changes the same subscription, before the mirror has
 * them.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { setSubscriptionCard } from '../../payments/subscription-card.js';
import { idOf } from '../mirror/snapshots.js';
import { assignSeatsOfSubscription } from './assign-subscription-seats.js';
import { removeItem, undoItemRemoval } from './remove-item.js';

const LATER = 'analytics_monthly';
const BOUGHT = 'forecasting:month';

describeWithDatabase('changes at the provider meanwhile', (database) => {
  let sandbox: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    sandbox = await startFakeStripe();
    cleanUp(() => sandbox.stop());
    server = await billingServer(database(), sandbox);
    cleanUp(() => server.close());
  });
  const { post, start, chosen, recording } = billingActions(
    () => server,
    () => sandbox,
  );

  const receptionist = () => chosen('virtual_receptionist', 'phones');

  interface Bought {
    clinic: Clinic;
    id: string;
    itemId: string;
  }

  /** Phones with Call Recording and Virtual Receptionist. */
  const bought = async (): Promise<Bought> => {
    const clinic = await server.aClinic();
    const { id, items } = await start(clinic, 'phones_monthly', [recording(), receptionist()]);
    return { clinic, id, itemId: items.find((one) => one.optional_feature === 'call_recording')?.id ?? '' };
  };

  const buy = (id: string) => server.stripe.subscriptionItems.create({ subscription: id, price: server.price(BOUGHT) });

  const scheduleOf = async (id: string): Promise<Stripe.SubscriptionSchedule> => {
    const scheduleId = idOf((await server.stripe.subscriptions.retrieve(id)).schedule);
    return scheduleId === null
      ? server.stripe.subscriptionSchedules.create({ from_subscription: id })
      : server.stripe.subscriptionSchedules.retrieve(scheduleId);
  };

  /** Adds a last phase with an additional item. */
  const plan = async (id: string): Promise<void> => {
    const schedule = await scheduleOf(id);
    const phases = schedule.phases.map(({ start_date, end_date, items }) => ({
      start_date,
      end_date,
      items: items.map(({ price, quantity = 1 }) => ({ price: idOf(price) ?? '', quantity })),
    }));
    const items = [...(phases.at(-1)?.items ?? []), { price: server.price(LATER), quantity: 1 }];
    await server.stripe.subscriptionSchedules.update(schedule.id, {
      phases: [...phases, { items, duration: { interval: 'month', interval_count: 3 } }],
      proration_behavior: 'none',
    });
  };

  const pricesOf = ({ items }: Pick<Stripe.SubscriptionSchedule.Phase, 'items'>) =>
    items.map(({ price }) => idOf(price));

  const pricesNow = async (id: string) =>
    (await server.stripe.subscriptions.retrieve(id)).items.data.map(({ price }) => price.id);

  const lastPhase = async (id: string) => {
    const { phases } = await scheduleOf(id);
    return phases.slice(-1).flatMap(pricesOf);
  };

  type Command = (bought: Bought, caller: BillingCaller) => Promise<unknown>;
  const contextOf = ({ clinic: { practiceId } }: Bought): BillingContext => ({
    db: server.db,
    stripe: server.stripe,
    practiceId,
  });
  const remove: Command = (one, caller) =>
    removeItem(contextOf(one), { subscriptionId: one.id, itemId: one.itemId, withDependents: false }, caller);
  const undo: Command = (one, caller) =>
    undoItemRemoval(contextOf(one), { subscriptionId: one.id, itemId: one.itemId }, caller);
  const caller = (assertStillAllowed: () => Promise<void> = async () => {}): BillingCaller => ({
    ...testAudit(),
    key: randomUUID(),
    assertStillAllowed,
  });

  /** Both add-ons end with the period. */
  const removed = async (): Promise<Bought> => {
    const one = await bought();
    const { data } = (await server.stripe.subscriptions.retrieve(one.id)).items;
    for (const { id: itemId } of data.slice(1)) await remove({ ...one, itemId }, caller());
    return one;
  };

  const commands: [string, Command, () => Promise<Bought>, isKept: boolean][] = [
    ['a removal', remove, bought, false],
    ['the undo of a removal', undo, removed, true],
  ];
  const moments: [
    string,
    (command: Command, one: Bought, change: (id: string) => Promise<unknown>) => Promise<unknown>,
  ][] = [
    [
      'before it',
      async (command, one, change) => {
        await change(one.id);
        return command(one, caller());
      },
    ],
    [
      'when it is about to be sent',
      (command, one, change) =>
        command(
          one,
          caller(async () => void (await change(one.id))),
        ),
    ],
  ];

  describe.each(commands)('%s', (_command, command, prepare, isKept) => {
    it.each(moments)('keeps an item bought %s', async (_moment, run) => {
      const one = await prepare();
      await run(command, one, buy);
      expect(await pricesNow(one.id)).toContain(server.price(BOUGHT));
    });

    it.each(moments)('keeps a phase added %s', async (_moment, run) => {
      const one = await prepare();
      await run(command, one, plan);
      const last = await lastPhase(one.id);
      expect(last).toContain(server.price(LATER));
      expect(last.includes(server.price('call_recording:month'))).toBe(isKept);
    });
  });

  describe('a change of the card', () => {
    const withOtherCard = async (one: Bought): Promise<Bought & { cardId: string }> => {
      const { customer } = one.clinic;
      return { ...one, cardId: (await server.stripe.paymentMethods.attach('pm_card_amex', { customer })).id };
    };
    /** Charged to a card that its later phases don't use yet. */
    const chargedToOther = async (): Promise<Bought & { cardId: string }> => {
      const one = await withOtherCard(await removed());
      await server.stripe.subscriptions.update(one.id, { default_payment_method: one.cardId });
      return one;
    };
    const changeCard = async (one: Bought & { cardId: string }, change: (id: string) => Promise<unknown>) => {
      const { practiceId, customer } = one.clinic;
      await setSubscriptionCard(
        server,
        { id: customer, practices: [practiceId] },
        { subscriptionId: one.id, cardId: one.cardId },
        caller(async () => void (await change(one.id))),
      );
      const { phases } = await scheduleOf(one.id);
      expect(phases.map(({ default_payment_method: card }) => idOf(card))).toEqual(phases.map(() => one.cardId));
    };

    it('keeps an item bought right before it is sent', async () => {
      const one = await chargedToOther();
      await changeCard(one, buy);
      expect(await pricesNow(one.id)).toContain(server.price(BOUGHT));
    });

    it('keeps a phase added right before it is sent', async () => {
      const one = await chargedToOther();
      await changeCard(one, plan);
      expect(await lastPhase(one.id)).toContain(server.price(LATER));
    });

    it('applies to a schedule created right before it is sent', async () => {
      const one = await withOtherCard(await bought());
      await changeCard(one, plan);
      expect(await lastPhase(one.id)).toContain(server.price(LATER));
    });
  });

  it('refuses to switch a plan that a later phase changes', async () => {
    const { clinic, id } = await bought();
    await plan(id);
    const refused = await post(clinic, id, 'switch-plan', { plan_id: server.price('phones_yearly') });
    expect(refused.json()).toMatchObject({ code: 'not_switchable' });
  });

  it('uses a free seat that somebody else bought', async () => {
    const [clinic, other] = [await server.aClinic(), await server.aClinic()];
    const { id: subscription, items } = await server.stripe.subscriptions.create({
      customer: clinic.customer,
      items: [
        { price: server.price('phones_monthly'), quantity: 2 },
        { price: server.price('call_recording:month'), quantity: 1 },
      ],
    });
    const [phones, recordings] = items.data.map(({ id }) => id);
    const mirror = { db: server.db, stripe: server.stripe };
    await assignSeatsOfSubscription(mirror, { subscription, practiceId: clinic.practiceId }, testAudit());
    const seat = { subscription, practiceId: other.practiceId, items: [phones ?? ''] };
    await assignSeatsOfSubscription(mirror, seat, testAudit());
    await server.nameCustomer(other.practiceId, clinic.customer);
    await server.stripe.subscriptionItems.update(recordings ?? '', { quantity: 3 });
    const added = await post(other, subscription, 'add-subscription-items', { optional_features: [recording()] });
    expect(added.json()).toMatchObject({ status: 'success' });
    expect((await server.stripe.subscriptionItems.retrieve(recordings ?? '')).quantity).toBe(3);
  });
});
