/**
 * What is recorded when the response to a card change is lost. `billing/requests/unsettled-requests.test.ts` tests for
 * all calls that each change is made once, even if requested again.
 */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { settleUnsettled } from '../subscriptions/commands/settle-in-background.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type PaymentsPractice, type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';

describeWithDatabase('changes of cards without an answer', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterEach(() => world.sandbox.setFaults([]));
  afterAll(() => world.close());

  const withCards = async (...methods: string[]) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    for (const method of methods) await world.addCard(practice.caller, customerId, method);
    const cards = (await world.cards(practice.caller, customerId)).map(({ id }) => id);
    const change = async (call: string, body: object) => {
      const response = await world.post(practice.caller, customerId, call, body);
      return [response.statusCode, response.json<{ code?: string }>().code];
    };
    return { practice, customerId, cards, change };
  };
  const entriesOf = async ({ id }: PaymentsPractice, action: string) =>
    (
      await world.server.db
        .selectFrom('audit_log')
        .select(['actor_name', 'after'])
        .where('practice_id', '=', id)
        .where('action', '=', action)
        .orderBy('sequence')
        .execute()
    ).map(({ actor_name: name, after }) => ({ name, ...(after as object) }));
  /** The write is made, and its response is lost. */
  const lose = (write: string) => world.sandbox.setFaults([{ on: write, kind: 'lost', times: 2 }]);
  const settleNow = async () => {
    await world.sandbox.setFaults([]);
    await settleUnsettled({ db: world.server.db, stripe: world.stripe }, new Date());
  };

  it('records a new default as its requester’s change', async () => {
    const { practice, customerId, cards, change } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await lose(`POST /v1/customers/${customerId}`);
    const body = { payment_method_id: cards[1] };
    expect(await change('set_default_payment_method', body)).toEqual([200, undefined]);
    await settleNow();
    expect(await entriesOf(practice, 'card.default')).toEqual([
      {
        name: 'Olivia Owner',
        payment_method: cards[1],
        brand: 'mastercard',
        last4: '4444',
        request: expect.any(String),
      },
    ]);
  });

  it('records the default that a removal set, and then the removal', async () => {
    const { practice, customerId, cards, change } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await lose(`POST /v1/payment_methods/${cards[0]}/detach`);
    expect(await change('delete_payment_method', { payment_method_id: cards[0] })).toEqual([200, undefined]);
    expect(await entriesOf(practice, 'card.default')).toMatchObject([{ payment_method: cards[1] }]);
    expect(await entriesOf(practice, 'card.remove')).toMatchObject([
      { payment_method: cards[0], brand: 'visa', last4: '4242', new_default: cards[1] },
    ]);
    const owner = (await world.stripe.customers.retrieve(customerId)) as Stripe.Customer;
    expect(owner.invoice_settings.default_payment_method).toBe(cards[1]);
  });

  it('records the default that a removal set before it was refused', async () => {
    const { practice, customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.sandbox.setFaults([
      { on: `POST /v1/payment_methods/${cards[0]}/detach`, kind: 'error', status: 400, times: 9 },
    ]);
    const response = await world.post(practice.caller, customerId, 'delete_payment_method', {
      payment_method_id: cards[0],
    });
    expect(response.json()).toMatchObject({
      message:
        'Mastercard ending in 4444 is the default now, but the other payment method couldn’t be removed. Try again in a minute.',
    });
    await settleNow();
    expect([await entriesOf(practice, 'card.default'), await entriesOf(practice, 'card.remove')]).toEqual([
      [expect.objectContaining({ payment_method: cards[1] })],
      [],
    ]);
  });

  it('records nothing that the provider refused', async () => {
    const { practice, customerId, cards, change } = await withCards('pm_card_visa', 'pm_card_mastercard');
    await world.sandbox.setFaults([{ on: `POST /v1/customers/${customerId}`, kind: 'error', status: 400, times: 9 }]);
    expect((await change('set_default_payment_method', { payment_method_id: cards[1] }))[0]).toBe(422);
    await settleNow();
    expect(await entriesOf(practice, 'card.default')).toEqual([]);
  });

  it('records a card once, however often it is confirmed', async () => {
    const { practice, customerId } = await withCards('pm_card_visa');
    const intent = await world.aSetupIntent(customerId, 'pm_card_mastercard');
    await lose(`POST /v1/customers/${customerId}`);
    const confirm = () => world.confirm(practice.caller, customerId, intent, { make_default: true });
    expect((await confirm()).statusCode).toBe(200);
    expect((await confirm()).statusCode).toBe(200);
    await settleNow();
    expect(await entriesOf(practice, 'card.add')).toHaveLength(2);
  });

  it('charges the default card of the time when no card was named and the response was lost', async () => {
    const { practice, customerId, cards } = await withCards('pm_card_visa', 'pm_card_mastercard');
    const draft = await world.stripe.invoices.create({ customer: customerId, auto_advance: false });
    await world.stripe.invoiceItems.create({ customer: customerId, invoice: draft.id, amount: 500, currency: 'usd' });
    const { id } = await world.stripe.invoices.finalizeInvoice(draft.id ?? '');
    await world.sandbox.setFaults([{ on: `POST /v1/invoices/${id}/pay`, kind: 'refuse' }]);
    const paid = await world.post(practice.caller, customerId, 'pay_open_invoices', { invoice_ids: [id] });
    expect([paid.statusCode, paid.json<{ code?: string }>().code]).toEqual([502, 'provider_unavailable']);
    await world.sandbox.setFaults([]);
    // The call arrives late, when the default is a different card.
    await world.stripe.invoices.pay(id ?? '', { payment_method: cards[0] ?? '' });
    await world.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cards[1] ?? '' } });
    await settleNow();
    expect(await entriesOf(practice, 'invoice.pay')).toMatchObject([{ payment_method: cards[0], paid: true }]);
  });
});
