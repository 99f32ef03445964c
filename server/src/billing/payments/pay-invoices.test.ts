import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, payOpenInvoices } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { type PaymentsPractice, type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';

type PayResponse = AnswerOf<typeof payOpenInvoices>;

describeWithDatabase('payOpenInvoices', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());

  /** A customer with a declined card, and an open invoice for each plan. */
  const owing = async (...plans: string[]) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    await world.addCard(practice.caller, customerId, 'pm_card_chargeCustomerFail');
    for (const plan of plans) await world.subscribe(customerId, plan);
    const open = await world.stripe.invoices.list({ customer: customerId, status: 'open' });
    const invoices = open.data.map(({ id }) => id).reverse();
    const due = open.data.reduce((sum, { amount_remaining: amount }) => sum + amount, 0);
    return { practice, customer: customerId, invoices, due };
  };
  const attachCard = async (customerId: string, method: string): Promise<string> =>
    (await world.stripe.paymentMethods.attach(method, { customer: customerId })).id;
  const pay = ({ caller }: PaymentsPractice, customerId: string, body: object, key: string = randomUUID()) =>
    world.post(caller, customerId, 'pay_open_invoices', body, key);
  const statusOf = async (invoiceId = '') => (await world.stripe.invoices.retrieve(invoiceId)).status;

  it('pays the named invoices with the named card', async () => {
    const { practice, customer: customerId, invoices, due } = await owing('core_monthly', 'phones_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    const response = await pay(practice, customerId, {
      invoice_ids: invoices,
      payment_method_id: cardId,
      expected_due: due,
    });
    const body = response.json<PayResponse>();
    expect([response.statusCode, body.status, body.message]).toEqual([200, 'success', '2 invoices paid']);
    expect(body.results.map(({ invoice_id: id, paid, problem }) => [id, paid, problem])).toEqual(
      invoices.map((id) => [id, true, null]),
    );
    expect(body.results.reduce((sum, { amount }) => sum + amount, 0)).toBe(due);
    const entries = await world.server.db
      .selectFrom('audit_log')
      .select(['entity_id', 'actor_name', 'after'])
      .where('practice_id', '=', practice.id)
      .where('action', '=', 'invoice.pay')
      .orderBy('sequence')
      .execute();
    expect(entries.map((entry) => entry.entity_id).sort()).toEqual([...invoices].sort());
    expect(entries[0]).toMatchObject({
      actor_name: 'Olivia Owner',
      after: { customer: customerId, payment_method: cardId, paid: true },
    });
  });

  it('refuses an amount for invoices in several currencies, and charges nothing', async () => {
    const { practice, customer: customerId, invoices, due } = await owing('core_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    const product = await world.stripe.products.create({ name: 'Praxis Plus' });
    const price = await world.stripe.prices.create({
      ...{ currency: 'eur', unit_amount: 5_000, product: product.id },
      recurring: { interval: 'month' },
    });
    const euros = await world.stripe.subscriptions.create({ customer: customerId, items: [{ price: price.id }] });
    const both = [...invoices, String(euros.latest_invoice)];
    const body = { invoice_ids: both, payment_method_id: cardId, expected_due: due + 5_000 };
    const response = await pay(practice, customerId, body);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid', message: 'These invoices have different currencies. Pay those of one at a time.' },
    ]);
    expect(await Promise.all(both.map(statusOf))).toEqual(['open', 'open']);
    const paid = await pay(practice, customerId, { ...body, invoice_ids: invoices, expected_due: due });
    expect(paid.json<PayResponse>().status).toBe('success');
  });

  it("charges the default card when none is named, and returns the bank's message", async () => {
    const { practice, customer: customerId, invoices } = await owing('core_monthly');
    const body = (await pay(practice, customerId, { invoice_ids: invoices })).json<PayResponse>();
    expect(body).toMatchObject({
      status: 'failed',
      message: 'Your card was declined.',
      results: [{ invoice_id: invoices[0], paid: false, problem: 'Your card was declined.' }],
    });
    expect(await statusOf(invoices[0])).toBe('open');
  });

  it('returns the client secret for confirming a payment', async () => {
    const { practice, customer: customerId, invoices } = await owing('core_monthly');
    const cardId = await attachCard(customerId, 'pm_card_authenticationRequired');
    const body = (
      await pay(practice, customerId, { invoice_ids: invoices, payment_method_id: cardId })
    ).json<PayResponse>();
    expect(body).toMatchObject({
      status: 'requires_action',
      results: [{ paid: false, problem: 'Your bank wants you to confirm this payment.' }],
    });
    const secret = body.results[0]?.client_secret ?? '';
    const intent = await world.stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '');
    expect([intent.status, intent.client_secret]).toEqual(['requires_action', secret]);
  });

  it('returns `partial` when one of two invoices is no longer open', async () => {
    const { practice, customer: customerId, invoices } = await owing('core_monthly', 'phones_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    await world.stripe.invoices.voidInvoice(invoices[0] ?? '');
    const body = (
      await pay(practice, customerId, { invoice_ids: invoices, payment_method_id: cardId })
    ).json<PayResponse>();
    expect(body).toMatchObject({
      status: 'partial',
      message: '1 of 2 invoices paid',
      results: [{ paid: false, problem: 'This invoice is no longer open.' }, { paid: true }],
    });
  });

  it('charges nothing when the amount due differs from what the person saw', async () => {
    const { practice, customer: customerId, invoices, due } = await owing('core_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    const response = await pay(practice, customerId, {
      invoice_ids: invoices,
      payment_method_id: cardId,
      expected_due: due - 1,
    });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'preview_outdated']);
    expect(await statusOf(invoices[0])).toBe('open');
  });

  it('charges once per key, also when it is resent', async () => {
    const { practice, customer: customerId, invoices, due } = await owing('core_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    const key = randomUUID();
    const body = { invoice_ids: invoices, payment_method_id: cardId, expected_due: due };
    const responses = await Promise.all([1, 2, 3].map(() => pay(practice, customerId, body, key)));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    const intents = await world.stripe.paymentIntents.list({ customer: customerId, limit: 100 });
    expect(intents.data.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    const other = await pay(practice, customerId, { ...body, expected_due: due + 1 }, key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('completes under the same key after the provider was unreachable', async () => {
    const { practice, customer: customerId, invoices, due } = await owing('core_monthly', 'phones_monthly');
    const cardId = await attachCard(customerId, 'pm_card_visa');
    const key = randomUUID();
    const body = { invoice_ids: invoices, payment_method_id: cardId, expected_due: due };
    await world.sandbox.setFaults([{ on: `POST /v1/invoices/${invoices[1]}/pay`, kind: 'refuse' }]);
    const lost = await pay(practice, customerId, body, key);
    await world.sandbox.setFaults([]);
    expect([lost.statusCode, lost.json<{ message: string }>().message]).toEqual([
      502,
      expect.stringContaining('don’t know yet'),
    ]);
    expect((await pay(practice, customerId, body, key)).json<PayResponse>().status).toBe('success');
    const intents = await world.stripe.paymentIntents.list({ customer: customerId, limit: 100 });
    expect(intents.data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
    expect(await world.auditActions(practice.id, 'invoice.pay')).toHaveLength(2);
  });

  it('refuses another customer’s invoices and cards', async () => {
    const [mine, theirs] = [await owing('core_monthly'), await owing('core_monthly')];
    const foreignCard = await attachCard(theirs.customer, 'pm_card_visa');
    const cardId = await attachCard(mine.customer, 'pm_card_visa');
    const responses = [
      await pay(mine.practice, mine.customer, { invoice_ids: theirs.invoices, payment_method_id: cardId }),
      await pay(mine.practice, mine.customer, { invoice_ids: ['in_unknown'], payment_method_id: cardId }),
      await pay(mine.practice, mine.customer, { invoice_ids: mine.invoices, payment_method_id: foreignCard }),
      await pay(mine.practice, theirs.customer, { invoice_ids: theirs.invoices }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect([await statusOf(mine.invoices[0]), await statusOf(theirs.invoices[0])]).toEqual(['open', 'open']);
  });

  it('requires a card', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    const draft = await world.stripe.invoices.create({ customer: customerId });
    const response = await pay(practice, customerId, { invoice_ids: [draft.id] });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'payment_method_required']);
  });
});
