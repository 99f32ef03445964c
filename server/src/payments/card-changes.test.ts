/** A process that dies between a change at the provider and its audit entry. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { Db } from '../database/tables.js';
import type { Payments } from '../stripe/stripe-client.js';
import { paymentsFor } from '../stripe/stripe-client.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type PaymentsPractice, type PaymentsWorld, paymentsWorld } from '../testing/payments-world.js';
import { testAudit, runJobs } from '../testing/test-server.js';
import { confirmAddedCard, removeCard, setDefaultCard } from './cards-service.js';

const MINUTE_MS = 60_000;

describeWithDatabase('makeCardChange', (database) => {
  let world: PaymentsWorld;
  let db: Db;
  beforeAll(async () => {
    world = await paymentsWorld(database());
    db = world.server.db;
  });
  afterAll(() => world.close());

  /** The real provider, but the process dies around one call: before it is sent, or before its response is read. */
  const dyingAt = (
    resource: 'customers' | 'paymentMethods',
    method: string,
    when: 'before' | 'after' = 'after',
  ): Payments => {
    const payments = paymentsFor(world.server.config);
    if (!payments) throw new Error('There is no payment provider.');
    const dying = new Proxy(payments.stripe[resource], {
      get(target, name) {
        const real: unknown = Reflect.get(target, name);
        if (name !== method || typeof real !== 'function') return real;
        return async (...args: unknown[]) => {
          if (when === 'after') await Reflect.apply(real, target, args);
          throw new Error('The process dies here.');
        };
      },
    });
    const stripe = new Proxy(payments.stripe, {
      get: (target, name): unknown => (name === resource ? dying : Reflect.get(target, name)),
    });
    return { ...payments, stripe };
  };
  const payments = (): Payments => dyingAt('customers', 'none');
  const withCards = async (...methods: string[]) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    for (const method of methods) await world.addCard(practice.caller, customerId, method);
    const cards = (await world.cards(practice.caller, customerId)).map(({ id }) => id);
    return { practice, customer: { id: customerId, practices: [practice.id] }, cards };
  };
  const entriesOf = (practice: PaymentsPractice, action: string) =>
    db
      .selectFrom('audit_log')
      .select(['actor_name', 'at', 'entity_id', 'after'])
      .where('practice_id', '=', practice.id)
      .where('action', '=', action)
      .orderBy('sequence')
      .execute();
  const openJobs = async () =>
    (
      await db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'card-change')
        .where('state', 'in', ['pending', 'running'])
        .execute()
    ).length;
  /** A server on the same database, several minutes later. */
  const restart = async () => {
    world.server.clock.now = new Date(Date.now() + 3 * MINUTE_MS);
    await runJobs(world.server);
    world.server.clock.now = new Date();
  };

  it("records a new default after a restart when the provider's answer was lost", async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [, cardId = ''] = cards;
    const act = testAudit();
    const dying = dyingAt('customers', 'update');
    await expect(setDefaultCard(db, dying, customer, cardId, act)).rejects.toThrow('The process dies here.');
    expect(await entriesOf(practice, 'card.default')).toEqual([]);
    await restart();
    expect(await entriesOf(practice, 'card.default')).toEqual([
      {
        actor_name: 'Test',
        at: act.now,
        entity_id: customer.id,
        after: { payment_method: cardId, brand: 'mastercard', last4: '4444' },
      },
    ]);
    await restart();
    expect([(await entriesOf(practice, 'card.default')).length, await openJobs()]).toEqual([1, 0]);
  });

  it("records a removal and its new default when the provider's answer was lost", async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [cardId = '', next = ''] = cards;
    const dying = dyingAt('paymentMethods', 'detach');
    await expect(removeCard(db, dying, customer, cardId, testAudit())).rejects.toThrow('The process dies here.');
    expect(await entriesOf(practice, 'card.remove')).toEqual([]);
    await restart();
    expect((await entriesOf(practice, 'card.remove')).map(({ after }) => after)).toEqual([
      { payment_method: cardId, brand: 'visa', last4: '4242', new_default: next },
    ]);
  });

  it('records a new default card once when the call is repeated', async () => {
    const { practice, customer } = await withCards('pm_card_visa');
    const setupIntentId = await world.aSetupIntent(customer.id, 'pm_card_mastercard');
    const added = { setupIntentId, makeDefault: true, retryOpenInvoices: false };
    const confirm = (at: Payments) => confirmAddedCard(db, at, customer, added, 'key-of-this-click', testAudit());
    await confirm(dyingAt('customers', 'update'));
    await confirm(payments());
    await restart();
    expect(await entriesOf(practice, 'card.add')).toHaveLength(2);
  });

  it.each<[string, 'customers' | 'paymentMethods', string, typeof setDefaultCard | typeof removeCard]>([
    ['default', 'customers', 'update', setDefaultCard],
    ['removal', 'paymentMethods', 'detach', removeCard],
  ])('records no %s that was never sent', async (_, resource, method, change) => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const dying = dyingAt(resource, method, 'before');
    await expect(change(db, dying, customer, cards[1] ?? '', testAudit())).rejects.toThrow('The process dies here.');
    await restart();
    expect([
      ...(await entriesOf(practice, 'card.default')),
      ...(await entriesOf(practice, 'card.remove')),
      await openJobs(),
    ]).toEqual([0]);
  });

  it('records a lost default before the next one takes its place', async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [first = '', second = ''] = cards;
    await expect(setDefaultCard(db, dyingAt('customers', 'update'), customer, second, testAudit())).rejects.toThrow();
    await setDefaultCard(db, payments(), customer, first, testAudit());
    const recorded = (await entriesOf(practice, 'card.default')).map(({ after }) => after);
    expect(recorded).toMatchObject([{ payment_method: second }, { payment_method: first }]);
    expect(await openJobs()).toBe(0);
  });

  it('records the default that a removal set before it was refused', async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [cardId = '', next = ''] = cards;
    const refused = { on: `POST /v1/payment_methods/${cardId}/detach`, kind: 'error', status: 400, times: 9 } as const;
    await world.sandbox.setFaults([refused]);
    await expect(removeCard(db, payments(), customer, cardId, testAudit())).rejects.toThrow();
    await world.sandbox.setFaults([]);
    await restart();
    expect((await entriesOf(practice, 'card.default')).map(({ after }) => after)).toMatchObject([
      { payment_method: next },
    ]);
    expect([await entriesOf(practice, 'card.remove'), await openJobs()]).toEqual([[], 0]);
  });

  it('leaves nothing to recover where the provider refuses', async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.sandbox.setFaults([{ on: `POST /v1/customers/${customer.id}`, kind: 'error', status: 400, times: 9 }]);
    const answer = await world.post(practice.caller, customer.id, 'set_default_payment_method', {
      payment_method_id: cards[1],
    });
    await world.sandbox.setFaults([]);
    await restart();
    expect([answer.statusCode < 400, (await entriesOf(practice, 'card.default')).length, await openJobs()]).toEqual([
      false,
      0,
      0,
    ]);
  });

  it('keeps the job until the provider responds', async () => {
    const { practice, customer, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const dying = dyingAt('customers', 'update');
    await expect(setDefaultCard(db, dying, customer, cards[1] ?? '', testAudit())).rejects.toThrow();
    await world.sandbox.setFaults([{ on: `GET /v1/customers/${customer.id}`, kind: 'error', times: 9 }]);
    await restart();
    await world.sandbox.setFaults([]);
    expect([(await entriesOf(practice, 'card.default')).length, await openJobs()]).toEqual([0, 1]);
    world.server.clock.now = new Date(Date.now() + 5 * MINUTE_MS);
    await runJobs(world.server);
    expect([(await entriesOf(practice, 'card.default')).length, await openJobs()]).toEqual([1, 0]);
    const owner = (await world.stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(owner.invoice_settings.default_payment_method).toBe(cards[1]);
  });
});
