/** A change whose own refresh loses to concurrent refreshes until it gives up. */
import { beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type FakeStripe, startFakeStripe } from '../../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../../../testing/billing-server.js';
import { billingActions } from '../../../testing/billing-actions.js';
import { describeWithDatabase } from '../../../testing/engines.js';
import { testAudit } from '../../../testing/test-server.js';
import { addItems } from '../commands/add-items.js';
import { MAX_ATTEMPTS, refreshSubscription } from './refresh.js';

describeWithDatabase('refreshSubscription', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });
  const { start, recording, active, history } = billingActions(
    () => server,
    () => fakeStripe,
  );

  /** The real provider, but after each fetch of a subscription, another replica fetches and writes it first. */
  const overtaken = (overtake: (id: string) => Promise<unknown>): Stripe => {
    const subscriptions = new Proxy(server.stripe.subscriptions, {
      get(target, name) {
        const real: unknown = Reflect.get(target, name);
        if (name !== 'retrieve' || typeof real !== 'function') return real;
        return async (id: string, ...more: unknown[]): Promise<unknown> => {
          const fetched: unknown = await Reflect.apply(real, target, [id, ...more]);
          await overtake(id);
          return fetched;
        };
      },
    });
    return new Proxy(server.stripe, {
      get: (target, name): unknown => (name === 'subscriptions' ? subscriptions : Reflect.get(target, name)),
    });
  };
  const entriesOf = ({ practiceId }: Clinic) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'after'])
      .where('practice_id', '=', practiceId)
      .where('action', '=', 'subscription.add_items')
      .orderBy('sequence')
      .execute();
  const ticketOf = (id: string) =>
    server.db
      .selectFrom('billing_tickets')
      .select(['asked', 'written'])
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow();

  it('keeps the seat and the audit entry of a change when every refresh is overtaken', async () => {
    const clinic = await server.aClinic();
    const { id } = await start(clinic, 'phones_monthly');
    let overtakes = 0;
    const stripe = overtaken(async (subscriptionId) => {
      overtakes += 1;
      await refreshSubscription({ db: server.db, stripe: server.stripe }, subscriptionId, testAudit());
    });
    const before = await ticketOf(id);
    const outcome = await addItems(
      { db: server.db, stripe, practiceId: clinic.practiceId },
      {
        subscriptionId: id,
        selected: [recording()],
        prorationDate: undefined,
        expectedDue: undefined,
        card: undefined,
      },
      { ...testAudit(), key: 'key-of-this-click' },
    );
    expect(overtakes).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
    // Each concurrent refresh was written, and this one never was.
    const after = await ticketOf(id);
    expect(after.asked - before.asked).toBeGreaterThanOrEqual(2 * MAX_ATTEMPTS);
    expect(after.written).toBe(after.asked);
    expect(outcome).toMatchObject({ status: 'success', state: 'succeeded', message: 'Added Call Recording' });
    expect(await entriesOf(clinic)).toMatchObject([{ actor_name: 'Test', after: { features: ['call_recording'] } }]);
    const seats = await server.db
      .selectFrom('item_assignments')
      .innerJoin('billing_items', 'billing_items.id', 'item_assignments.item_id')
      .select('billing_items.price_id')
      .where('item_assignments.practice_id', '=', clinic.practiceId)
      .execute();
    expect(seats.map(({ price_id: priceId }) => priceId).sort()).toEqual(
      [server.price('phones_monthly'), server.price('call_recording:month')].sort(),
    );
    expect(await active(clinic)).toContain('call_recording');
    expect(await history(clinic)).toEqual(['ADD_BUNDLE Phones', 'ADD_FEATURE Call Recording']);
  });
});
