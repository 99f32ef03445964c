import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Customer } from 'shared-api/contracts';
import type Stripe from 'stripe';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, signedIn, testServer } from '../../testing/test-server.js';
import { type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';

describeWithDatabase('practice customers', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());

  it('creates a customer for an owner of the practice, once per key', async () => {
    const practice = await world.aPaymentsPractice();
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await world.createCustomer(practice, {}, key),
      await world.createCustomer(practice, {}, key),
    ];
    expect(first.statusCode).toBe(200);
    expect(second.json<{ customer: Customer }>().customer.id).toBe(first.json<{ customer: Customer }>().customer.id);
    expect(await world.customers(practice)).toMatchObject({
      customers: [{ name: 'Olivia Owner', email: 'owner@bright.example', has_payment_method: false, error: null }],
      practice_owners: [{ user_id: practice.ownerId, name: 'Olivia Owner' }],
      dashboard_url: null,
    });
    expect(await world.auditActions(practice.id, 'customer.create')).toHaveLength(1);
  });

  it('refuses a key sent with another name', async () => {
    const practice = await world.aPaymentsPractice();
    const key = { 'idempotency-key': randomUUID() };
    await world.createCustomer(practice, {}, key);
    const response = await world.createCustomer(practice, { first_name: 'Oscar' }, key);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('sends the practice’s time zone to the provider', async () => {
    const practice = await world.aPaymentsPractice();
    const id = await world.aCustomer(practice);
    const { metadata } = (await world.stripe.customers.retrieve(id)) as Stripe.Customer;
    expect(metadata).toMatchObject({ practice_id: String(practice.id), practice_time_zone: 'America/Chicago' });
  });

  it.each([
    ['a person who is not an owner', { user_id: randomUUID() }, 422, 'user_id'],
    ['an invalid email address', { email: 'nobody' }, 400, 'email'],
    ['a blank name', { first_name: ' ' }, 400, 'first_name'],
  ])('refuses a customer for %s', async (_, over, status, field) => {
    const practice = await world.aPaymentsPractice();
    const response = await world.createCustomer(practice, over);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
    expect((await world.customers(practice)).customers).toEqual([]);
  });

  it('refuses a customer for another practice, without a field path in the message', async () => {
    const [mine, theirs] = [await world.aPaymentsPractice(), await world.aPaymentsPractice()];
    const response = await world.createCustomer(mine, { practice_id: theirs.id });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      403,
      'You don’t have access to this practice.',
    ]);
  });

  it('returns an unreadable customer with an error, and the others in full', async () => {
    const practice = await world.aPaymentsPractice();
    const [failing, healthy] = [await world.aCustomer(practice), await world.aCustomer(practice)];
    await world.addCard(practice.caller, healthy, 'pm_card_visa');
    await world.sandbox.setFaults([{ on: `GET /v1/customers/${failing}`, kind: 'error' }]);
    const { customers } = await world.customers(practice);
    await world.sandbox.setFaults([]);
    expect(customers).toHaveLength(2);
    expect(customers.find(({ id }) => id === failing)).toEqual({
      id: failing,
      name: null,
      email: null,
      description: null,
      has_payment_method: false,
      active_subscriptions: [],
      error: 'The payment provider isn’t responding. Try again in a minute.',
    });
    expect(customers.find(({ id }) => id === healthy)).toMatchObject({
      name: 'Olivia Owner',
      has_payment_method: true,
      error: null,
    });
  });

  it('reads customers without reading their cards', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    await world.addCard(practice.caller, customerId, 'pm_card_visa');
    await world.sandbox.setFaults([{ on: `GET /v1/customers/${customerId}/payment_methods`, kind: 'error' }]);
    const { customers } = await world.customers(practice);
    await world.sandbox.setFaults([]);
    expect(customers).toMatchObject([{ id: customerId, has_payment_method: true, error: null }]);
  });

  it('names a customer that the provider doesn’t know, with the reason', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    await world.sandbox.setFaults([{ on: `GET /v1/customers/${customerId}`, kind: 'error', status: 404 }]);
    const { customers } = await world.customers(practice);
    await world.sandbox.setFaults([]);
    expect(customers).toMatchObject([{ id: customerId, error: expect.stringContaining('doesn’t have this') }]);
  });

  it('leaves out a customer deleted at the provider', async () => {
    const practice = await world.aPaymentsPractice();
    await world.stripe.customers.del(await world.aCustomer(practice));
    expect((await world.customers(practice)).customers).toEqual([]);
  });

  it('opens every known customer to internal staff, and the dashboard to super admins', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await world.aCustomer(practice);
    const internal = await signedIn(
      world.server,
      await createTestPerson(world.server.db, { flags: { internal: true } }),
    );
    const response = await world.get(internal, `/api/stripe/${customerId}/list_customer_payment_methods/`);
    expect(response.statusCode).toBe(200);
    const boss = await signedIn(
      world.server,
      await createTestPerson(world.server.db, { flags: { super_admin: true } }),
    );
    const { dashboard_url: dashboard } = await world.customers({ id: practice.id, caller: boss });
    expect(dashboard).toBe(`${world.sandbox.url}/stripe/dashboard`);
  });

  it('returns the same 404 for another practice’s customer and an unknown one', async () => {
    const [mine, theirs] = [await world.aPaymentsPractice(), await world.aPaymentsPractice()];
    const foreign = await world.aCustomer(theirs);
    await world.addCard(theirs.caller, foreign, 'pm_card_visa');
    const [card] = await world.cards(theirs.caller, foreign);
    const body = { payment_method_id: card?.id };
    const responses = [
      await world.get(mine.caller, `/api/stripe/${foreign}/list_customer_payment_methods/`),
      await world.get(mine.caller, '/api/stripe/cus_nobody/list_customer_payment_methods/'),
      await world.post(mine.caller, foreign, 'delete_payment_method', body),
      await world.post(mine.caller, foreign, 'set_default_payment_method', body),
      await world.post(mine.caller, foreign, 'create_setup_intent', {}),
      await world.post(mine.caller, foreign, 'pay_open_invoices', { invoice_ids: ['in_any'] }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 404));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    // A card of another practice's customer can't become the default of the caller's customer.
    const own = await world.aCustomer(mine);
    expect((await world.post(mine.caller, own, 'set_default_payment_method', body)).statusCode).toBe(404);
    expect(await world.cards(theirs.caller, foreign)).toHaveLength(1);
  });

  it('returns the publishable key and the script address', async () => {
    const { caller } = await world.aPaymentsPractice();
    const response = await world.get(caller, '/api/stripe/get_stripe_related_info/');
    expect(response.json()).toEqual({
      stripe_publishable_key: 'pk_test_sandbox',
      stripe_js_url: `${world.sandbox.url}/stripe-js/v3`,
    });
  });

  it('returns 503 without a provider', async () => {
    const bare = await testServer(database());
    const caller = await signedIn(bare, await createTestPerson(bare.db));
    const response = await bare.call(caller, 'GET', '/api/stripe/get_stripe_related_info/');
    await bare.close();
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'billing_not_configured']);
  });
});
