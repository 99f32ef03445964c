import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { describeWithDatabase } from '../../testing/engines.js';
import { confirmAddedCard } from './add-card.js';
import { listCards } from './read-cards.js';
import {
  type ConfirmedCard,
  type PaymentsPractice,
  type PaymentsWorld,
  paymentsWorld,
} from '../../testing/payments-world.js';
import { testAudit } from '../../testing/test-server.js';

describeWithDatabase('cards of a customer', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());

  /** A practice with a customer that has these cards. The first one is its default. */
  const withCards = async (...methods: string[]) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    for (const method of methods) await world.addCard(practice.caller, customerId, method);
    return { practice, customer: customerId, cards: await world.cards(practice.caller, customerId) };
  };
  const setDefault = ({ caller }: PaymentsPractice, customerId: string, cardId?: string) =>
    world.post(caller, customerId, 'set_default_payment_method', { payment_method_id: cardId });
  const remove = ({ caller }: PaymentsPractice, customerId: string, cardId?: string, next?: string) =>
    world.post(caller, customerId, 'delete_payment_method', {
      payment_method_id: cardId,
      new_default_payment_method_id: next,
    });
  const defaultAtProvider = async (customerId: string) =>
    ((await world.stripe.customers.retrieve(customerId)) as Stripe.Customer).invoice_settings.default_payment_method;

  it('adds the first card as the default, and another that can become the default', async () => {
    const { practice, customer: customerId } = await withCards();
    expect(await world.cards(practice.caller, customerId)).toEqual([]);
    const added = await world.addCard(practice.caller, customerId, 'pm_card_visa');
    expect(added.json()).toMatchObject({
      status: 'success',
      payment_method: { is_default: true, expiry: 'valid', card: { brand: 'visa', last4: '4242' } },
      retried: [],
    });
    await world.addCard(practice.caller, customerId, 'pm_card_mastercard');
    const [visa, mastercard] = await world.cards(practice.caller, customerId);
    expect([visa?.card.brand, mastercard?.card.brand, mastercard?.is_default]).toEqual(['visa', 'mastercard', false]);
    await setDefault(practice, customerId, mastercard?.id);
    await setDefault(practice, customerId, mastercard?.id);
    expect((await world.cards(practice.caller, customerId))[0]).toMatchObject({ id: mastercard?.id, is_default: true });
    await remove(practice, customerId, visa?.id);
    expect(await world.cards(practice.caller, customerId)).toHaveLength(1);
    expect((await world.auditActions(practice.id)).filter((action) => action.startsWith('card.')).sort()).toEqual([
      'card.add',
      'card.add',
      'card.default',
      'card.remove',
    ]);
  });

  it('makes the newest card the default when the default is removed', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.sandbox.advance(1);
    await world.addCard(practice.caller, customerId, 'pm_card_amex');
    expect((await remove(practice, customerId, cards[0]?.id)).statusCode).toBe(200);
    const left = await world.cards(practice.caller, customerId);
    expect(left.map(({ card, is_default: isDefault }) => [card.brand, isDefault])).toEqual([
      ['amex', true],
      ['mastercard', false],
    ]);
  });

  it('makes the chosen card the default when the default is removed', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.sandbox.advance(1);
    await world.addCard(practice.caller, customerId, 'pm_card_amex');
    const [visa, mastercard] = cards;
    const { customer: other, cards: foreign } = await withCards('pm_card_visa');
    for (const next of [visa?.id, foreign[0]?.id]) {
      const refused = await remove(practice, customerId, visa?.id, next);
      expect([refused.statusCode, await defaultAtProvider(customerId)]).toEqual([expect.any(Number), visa?.id]);
      expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    }
    expect((await remove(practice, customerId, visa?.id, mastercard?.id)).statusCode).toBe(200);
    expect(await defaultAtProvider(customerId)).toBe(mastercard?.id);
    expect(await defaultAtProvider(other)).toBe(foreign[0]?.id);
  });

  it('removes the default if a replacement is given, but not a card that a subscription uses itself', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [visa, mastercard] = cards;
    const { id } = await world.subscribe(customerId, 'core_monthly');
    expect((await remove(practice, customerId, visa?.id)).json()).toMatchObject({ code: 'card_in_use' });
    expect((await remove(practice, customerId, visa?.id, mastercard?.id)).statusCode).toBe(200);
    await world.stripe.subscriptions.update(id, { default_payment_method: mastercard?.id ?? '' });
    await world.addCard(practice.caller, customerId, 'pm_card_amex');
    const amex = (await world.cards(practice.caller, customerId)).find(({ card }) => card.brand === 'amex');
    expect((await remove(practice, customerId, mastercard?.id, amex?.id)).json()).toMatchObject({
      code: 'card_in_use',
    });
  });

  it('rejects a new default that isn’t the customer’s, whichever card is removed', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.subscribe(customerId, 'core_monthly');
    const { cards: foreign } = await withCards('pm_card_visa');
    for (const card of cards) {
      for (const next of [foreign[0]?.id, 'pm_unknown']) {
        expect((await remove(practice, customerId, card.id, next)).json()).toMatchObject({ code: 'not_found' });
      }
    }
    expect(await world.cards(practice.caller, customerId)).toHaveLength(2);
    const none = { payment_method_id: cards[1]?.id, new_default_payment_method_id: null };
    expect((await world.post(practice.caller, customerId, 'delete_payment_method', none)).statusCode).toBe(200);
  });

  it('keeps the default when another card is removed', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await remove(practice, customerId, cards[1]?.id);
    expect(await world.cards(practice.caller, customerId)).toMatchObject([{ id: cards[0]?.id, is_default: true }]);
  });

  it('leaves no default when the last card is removed', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa');
    await remove(practice, customerId, cards[0]?.id);
    expect([await world.cards(practice.caller, customerId), await defaultAtProvider(customerId)]).toEqual([[], null]);
  });

  it('keeps exactly one default when it is changed and removed concurrently', async () => {
    const {
      practice,
      customer: customerId,
      cards,
    } = await withCards('pm_card_visa', 'pm_card_mastercard', 'pm_card_amex');
    const [first, second] = cards;
    const responses = await Promise.all([
      setDefault(practice, customerId, second?.id),
      remove(practice, customerId, second?.id),
      remove(practice, customerId, first?.id),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    const left = await world.cards(practice.caller, customerId);
    expect(left).toHaveLength(1);
    expect(left.filter(({ is_default: isDefault }) => isDefault)).toHaveLength(1);
  });

  it('keeps a card that live subscriptions use, and names each of them', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa');
    await world.subscribe(customerId, 'core_monthly');
    await world.subscribe(customerId, 'phones_monthly', { trial_period_days: 30 });
    const ended = await world.subscribe(customerId, 'analytics_monthly');
    await world.stripe.subscriptions.cancel(ended.id);
    const response = await remove(practice, customerId, cards[0]?.id);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ code: string }>().code).toBe('card_in_use');
    const { message } = response.json<{ message: string }>();
    expect(message).toMatch(/are charged to this card\. Make another card the default first\.$/);
    expect(message).toContain('Core');
    expect(message).toContain('Phones');
    expect(message).not.toMatch(/Analytics|sub_|price_/);
    expect(await world.cards(practice.caller, customerId)).toHaveLength(1);
    expect((await world.customers(practice)).customers[0]?.active_subscriptions).toHaveLength(2);
  });

  it('calls a bank debit a payment method', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa');
    const [visa] = cards;
    const { id: debit } = await world.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Praxis Nord', email: 'nord@example.com' },
    });
    await world.stripe.paymentMethods.attach(debit, { customer: customerId });
    const { id } = await world.subscribe(customerId, 'core_monthly');
    const made = await setDefault(practice, customerId, debit);
    expect(made.json()).toMatchObject({ message: 'Default payment method changed' });
    expect((await remove(practice, customerId, debit)).json()).toMatchObject({
      code: 'card_in_use',
      message: 'Core is charged to this payment method. Make another one the default first.',
    });
    await world.stripe.subscriptions.update(id, { default_payment_method: debit });
    expect((await remove(practice, customerId, debit, visa?.id)).json()).toMatchObject({
      message: 'Core is charged to this payment method. Charge it to another one first.',
    });
    await world.stripe.subscriptions.cancel(id);
    const removed = await remove(practice, customerId, debit, visa?.id);
    expect(removed.json()).toEqual({ status: 'success', message: 'Payment method removed' });
  });

  it('keeps a card whose subscription is on the second page', async () => {
    const { practice, customer: customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const [inUse, other] = cards;
    await world.subscribe(customerId, 'core_monthly', { default_payment_method: inUse?.id });
    for (let count = 0; count < 101; count += 1) {
      await world.subscribe(customerId, 'phones_monthly', { default_payment_method: other?.id });
    }
    await setDefault(practice, customerId, other?.id);
    const response = await remove(practice, customerId, inUse?.id);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      'Core is charged to this card. Charge it to another card first.',
    ]);
  });

  it('marks a card that expires soon or has expired', async () => {
    const { customer: customerId, cards } = await withCards('pm_card_visa');
    const { exp_month: month = 1, exp_year: year = 2030 } = cards[0]?.card ?? {};
    const owner = (await world.stripe.customers.retrieve(customerId)) as Stripe.Customer;
    const expiryAt = async (now: number) => (await listCards(world.stripe, owner, new Date(now)))[0]?.expiry;
    expect([
      await expiryAt(Date.UTC(year, month - 4, 1)),
      await expiryAt(Date.UTC(year, month - 1, 15)),
      await expiryAt(Date.UTC(year, month, 1)),
    ]).toEqual(['valid', 'soon', 'expired']);
  });

  it('adds a card once for each key', async () => {
    const { practice, customer: customerId } = await withCards();
    const intent = await world.aSetupIntent(customerId, 'pm_card_visa');
    const key = randomUUID();
    const first = await world.confirm(practice.caller, customerId, intent, {}, key);
    const second = await world.confirm(practice.caller, customerId, intent, {}, key);
    expect(second.json()).toEqual(first.json());
    expect(await world.auditActions(practice.id, 'card.add')).toHaveLength(1);
  });

  it('refuses a key used with another card', async () => {
    const { practice, customer: customerId } = await withCards();
    const key = randomUUID();
    await world.confirm(practice.caller, customerId, await world.aSetupIntent(customerId, 'pm_card_visa'), {}, key);
    const other = await world.aSetupIntent(customerId, 'pm_card_mastercard');
    const response = await world.confirm(practice.caller, customerId, other, { make_default: true }, key);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect((await world.cards(practice.caller, customerId))[0]?.card.brand).toBe('visa');
  });

  it('refuses a card without a finished setup, and another customer’s card', async () => {
    const { practice, customer: customerId } = await withCards();
    const { customer: other } = await withCards();
    const unfinished = await world.stripe.setupIntents.create({ customer: customerId });
    const response = await world.confirm(practice.caller, customerId, unfinished.id);
    expect(response.json()).toMatchObject({ code: 'card_not_saved' });
    const foreign = await world.stripe.setupIntents.create({ customer: other });
    expect((await world.confirm(practice.caller, customerId, foreign.id)).statusCode).toBe(404);
  });

  it('refuses a payment method other than a card as the default and for payment', async () => {
    const { practice, customer: customerId } = await withCards();
    const intent = await world.aSetupIntent(customerId, 'pm_card_visa');
    // The sandbox has only cards, so its response is changed to another payment method's.
    const changes: string[] = [];
    const stripe = Object.assign(Object.create(world.stripe) as Stripe, {
      paymentMethods: {
        retrieve: async (id: string) => ({ ...(await world.stripe.paymentMethods.retrieve(id)), card: undefined }),
      },
      customers: {
        retrieve: (id: string) => world.stripe.customers.retrieve(id),
        update: () => changes.push('default'),
      },
      invoices: { list: () => changes.push('invoices') },
    });
    const refused = confirmAddedCard(
      { db: world.server.db, stripe },
      { id: customerId, practices: [practice.id] },
      { setupIntentId: intent, makeDefault: true, retryOpenInvoices: true },
      { ...testAudit(new Date()), key: randomUUID() },
    );
    await expect(refused).rejects.toMatchObject({ statusCode: 422, code: 'not_a_card' });
    expect(changes).toEqual([]);
  });

  it('retries open invoices with a card added for them', async () => {
    const { practice, customer: customerId } = await withCards('pm_card_visa');
    const subscription = await world.subscribe(customerId, 'core_monthly');
    const failing = await world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await setDefault(practice, customerId, failing.id);
    await world.sandbox.advance(32);
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    const open = await world.get(practice.caller, `/api/stripe/${customerId}/list_open_invoices/`);
    const amount = subscription.items.data[0]?.price.unit_amount;
    expect(open.json()).toEqual({
      invoices: [
        {
          invoice_id: expect.any(String),
          number: expect.any(String),
          amount_due: amount,
          currency: 'usd',
          // The subscription was created at the provider, and isn't mirrored yet.
          subscription: null,
        },
      ],
      pay: { allowed: true, reason: null },
      totals: [{ amount_due: amount, currency: 'usd' }],
    });
    const added = await world.addCard(practice.caller, customerId, 'pm_card_visa', {
      make_default: true,
      retry_open_invoices: true,
    });
    expect(added.json<ConfirmedCard>()).toMatchObject({
      payment_method: { is_default: true },
      retried: [{ paid: true, amount, currency: 'usd', problem: null }],
    });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(await world.auditActions(practice.id, 'invoice.pay')).toHaveLength(1);
  });

  it('returns 502 while the provider isn’t responding, without secrets in response or log', async () => {
    const { practice, customer: customerId } = await withCards();
    await world.sandbox.setFaults([{ on: `GET /v1/customers/${customerId}`, kind: 'error' }]);
    const response = await world.get(practice.caller, `/api/stripe/${customerId}/list_customer_payment_methods/`);
    await world.sandbox.setFaults([]);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      502,
      'The payment provider isn’t responding. Try again in a minute.',
    ]);
    expect(`${response.body} ${world.server.log.join(' ')}`).not.toMatch(/sk_test|pi_.*_secret_/);
  });
});
