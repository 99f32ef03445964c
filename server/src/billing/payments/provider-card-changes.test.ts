/** Cards added, removed and made the default at the provider, outside the console. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { handleEvent } from '../subscriptions/webhooks/webhook.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type PaymentsPractice, type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';
import { runJobs } from '../../testing/test-server.js';

const MINUTE_MS = 60_000;

describeWithDatabase('cards changed at the provider', (database) => {
  let world: PaymentsWorld;
  let practice: PaymentsPractice;
  let customerId: string;
  let events = 0;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());

  const aPracticeWithCustomer = async (): Promise<void> => {
    practice = await world.aPaymentsPractice();
    customerId = await world.aCustomer(practice);
  };
  const receive = (
    type: string,
    object: Stripe.PaymentMethod | Stripe.Customer,
    previous?: object,
    id = `evt_${(events += 1)}`,
  ) =>
    handleEvent(
      { db: world.server.db, stripe: world.stripe },
      { id, type, data: { object, ...(previous && { previous_attributes: previous }) } } as Stripe.Event,
      world.server.clock.now,
    );
  /** Makes a card the default like the provider's dashboard, and receives the event. */
  const makeDefault = async (id: string, former: string | null): Promise<void> => {
    const owner = await world.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } });
    await receive('customer.updated', owner, { invoice_settings: { default_payment_method: former } });
  };
  const attach = () => world.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  const detach = (id: string) => world.stripe.paymentMethods.detach(id);
  /** Runs the jobs due some minutes later. */
  const someMinutesLater = async (): Promise<void> => {
    const before = world.server.clock.now;
    world.server.clock.now = new Date(before.getTime() + 5 * MINUTE_MS);
    await runJobs(world.server);
    world.server.clock.now = before;
  };
  const entries = async () =>
    (
      await world.server.db
        .selectFrom('audit_log')
        .select(['actor_name', 'action', 'after'])
        .where('practice_id', '=', practice.id)
        .where('action', 'in', ['card.add', 'card.default', 'card.remove'])
        .orderBy('sequence')
        .execute()
    ).map(({ actor_name: name, action, after }) => [name, action, (after as { last4: string }).last4]);

  it('writes an entry for an added card and for its removal', async () => {
    await aPracticeWithCustomer();
    const card = await attach();
    await receive('payment_method.attached', card);
    await someMinutesLater();
    expect(await entries()).toEqual([['Stripe', 'card.add', '4242']]);

    await receive('payment_method.detached', await detach(card.id), { customer: customerId });
    await someMinutesLater();
    expect(await entries()).toEqual([
      ['Stripe', 'card.add', '4242'],
      ['Stripe', 'card.remove', '4242'],
    ]);
  });

  it('writes one entry for a repeated event', async () => {
    await aPracticeWithCustomer();
    const card = await attach();
    await receive('payment_method.attached', card, undefined, 'evt_first');
    await receive('payment_method.attached', card, undefined, 'evt_first');
    await someMinutesLater();
    await receive('payment_method.attached', card, undefined, 'evt_again');
    await someMinutesLater();
    expect(await entries()).toHaveLength(1);
  });

  it('adds no entry for changes made in the console, also when the event comes first', async () => {
    await aPracticeWithCustomer();
    const setupIntent = await world.aSetupIntent(customerId, 'pm_card_visa');
    const [card] = (await world.stripe.customers.listPaymentMethods(customerId)).data;
    await receive('payment_method.attached', card as Stripe.PaymentMethod);
    await world.confirm(practice.caller, customerId, setupIntent);
    await someMinutesLater();
    expect(await entries()).toEqual([['Olivia Owner', 'card.add', '4242']]);
  });

  it('writes nothing for an outdated event', async () => {
    await aPracticeWithCustomer();
    const card = await attach();
    await receive('payment_method.attached', card);
    await detach(card.id);
    await someMinutesLater();
    expect(await entries()).toEqual([]);
  });

  it('writes an entry each time the default card changes', async () => {
    await aPracticeWithCustomer();
    const visa = await attach();
    const mastercard = await world.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
    await makeDefault(visa.id, null);
    await someMinutesLater();
    await makeDefault(mastercard.id, visa.id);
    await someMinutesLater();
    await makeDefault(visa.id, mastercard.id);
    await someMinutesLater();
    expect(await entries()).toEqual([
      ['Stripe', 'card.default', '4242'],
      ['Stripe', 'card.default', '4444'],
      ['Stripe', 'card.default', '4242'],
    ]);
  });

  it('adds no entry for a default chosen in the console', async () => {
    await aPracticeWithCustomer();
    const first = await world.aSetupIntent(customerId, 'pm_card_visa');
    await world.confirm(practice.caller, customerId, first);
    const [visa] = (await world.stripe.customers.listPaymentMethods(customerId)).data;
    await makeDefault((visa as Stripe.PaymentMethod).id, null);
    const second = await attach();
    const url = `/api/stripe/${customerId}/set_default_payment_method/`;
    expect((await world.server.call(practice.caller, 'POST', url, { payment_method_id: second.id })).statusCode).toBe(
      200,
    );
    await makeDefault(second.id, (visa as Stripe.PaymentMethod).id);
    await someMinutesLater();
    expect(await entries()).toEqual([
      ['Olivia Owner', 'card.add', '4242'],
      ['Olivia Owner', 'card.default', '4242'],
    ]);
  });

  it('writes nothing for other changes of a customer or a deleted default', async () => {
    await aPracticeWithCustomer();
    const card = await attach();
    const owner = await world.stripe.customers.retrieve(customerId);
    await receive('customer.updated', owner as Stripe.Customer, { name: 'Former name' });
    await makeDefault(card.id, null);
    await world.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: '' } });
    await someMinutesLater();
    expect(await entries()).toEqual([]);
  });

  it('writes nothing for a card without a customer', async () => {
    await aPracticeWithCustomer();
    const card = await attach();
    const detached = await detach(card.id);
    await receive('payment_method.detached', detached);
    await someMinutesLater();
    expect(await entries()).toEqual([]);
  });
});
