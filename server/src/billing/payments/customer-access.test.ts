/** A practice whose only access is a seat on another organization's subscription (docs/decisions/0033). */
import { beforeAll, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type Stripe from 'stripe';
import type { Customer, UpcomingCharges } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { billingActions } from '../../testing/billing-actions.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from '../../testing/test-server.js';
import { listCustomerIds } from './customers-repository.js';

describeWithDatabase('practice with a seat on another organization’s subscription', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let staff: Caller;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    staff = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
  });
  const { post, summary, start, active, recording } = billingActions(
    () => server,
    () => fakeStripe,
  );
  const admin = (practiceId: number, call: string, body: unknown) =>
    server.call(staff, 'POST', `/api/${practiceId}/admin-billing/${call}/`, body);

  interface Seated {
    organization: Clinic;
    clinic: Clinic;
    subscription: Stripe.Subscription;
    /** The item of the seat. */
    item: string;
    /** A card of the organization. */
    card: string;
    /** An open invoice of the organization. */
    invoice: string;
  }

  /** An organization whose plan has a free seat, which staff assign to a practice without a customer. */
  async function seated(): Promise<Seated> {
    const organization = await server.aClinic();
    const practiceId = await createTestPractice(server.db, { name: 'Seated Dental' });
    const caller = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }),
    );
    const clinic = { practiceId, caller, customer: organization.customer };
    const subscription = await server.stripe.subscriptions.create({
      customer: organization.customer,
      items: [{ price: server.price('phones_monthly'), quantity: 2 }],
    });
    const itemId = subscription.items.data[0]?.id ?? '';
    for (const id of [organization.practiceId, practiceId]) {
      const body = { customers: [organization.customer], subscription_items: [itemId] };
      const attached = await admin(id, 'save_subscriptions', body);
      if (attached.statusCode !== 200) throw new Error(attached.body);
    }
    const invoice = await server.stripe.invoices.create({ customer: organization.customer, auto_advance: false });
    await server.stripe.invoiceItems.create({
      customer: organization.customer,
      invoice: invoice.id,
      amount: 2500,
      currency: 'usd',
    });
    await server.stripe.invoices.finalizeInvoice(invoice.id);
    const [method] = (await server.stripe.customers.listPaymentMethods(organization.customer)).data;
    return { organization, clinic, subscription, item: itemId, card: method?.id ?? '', invoice: invoice.id };
  }

  const codesOf = (responses: readonly LightMyRequestResponse[]) =>
    responses.map((one) => `${one.statusCode} ${one.json<{ code?: string }>().code ?? ''}`);

  /** Every call with a customer, card or invoice parameter. */
  function callsOnCustomer(
    { clinic, card: cardId, invoice: invoiceId }: Seated,
    customerId: string,
  ): Promise<LightMyRequestResponse>[] {
    const { caller, practiceId } = clinic;
    const get = (url: string) => server.call(caller, 'GET', url);
    const ofCustomer = (call: string, body: unknown) =>
      server.call(caller, 'POST', `/api/stripe/${customerId}/${call}/`, body);
    const ofPractice = `practice_id=${practiceId}&customer_id=${customerId}`;
    return [
      get(`/api/stripe/${customerId}/list_customer_payment_methods/`),
      get(`/api/stripe/${customerId}/list_open_invoices/`),
      get(`/api/stripe/list_practice_invoices/?${ofPractice}`),
      get(`/api/stripe/practice_invoice_totals/?${ofPractice}`),
      get(`/api/stripe/export_practice_invoices/?${ofPractice}&format=csv`),
      get(`/api/${practiceId}/practice-features/upcoming-charges/?customer_id=${customerId}`),
      ofCustomer('set_default_payment_method', { payment_method_id: cardId }),
      ofCustomer('delete_payment_method', { payment_method_id: cardId }),
      ofCustomer('create_setup_intent', {}),
      ofCustomer('pay_open_invoices', { invoice_ids: [invoiceId], payment_method_id: cardId, expected_due: 2500 }),
      ofCustomer('confirm_payment_method', {
        setup_intent_id: 'seti_1234567890',
        make_default: true,
        retry_open_invoices: true,
      }),
      post(clinic, server.price('core_monthly'), 'start-subscription', { customer_id: customerId }),
      post(clinic, server.price('core_monthly'), 'start-subscription', {
        customer_id: customerId,
        payment_method_id: cardId,
      }),
      post(clinic, server.price('core_monthly'), 'start-trial', { customer_id: customerId, consent_given: true }),
      preview(clinic, { kind: 'start', plan_id: server.price('core_monthly'), customer_id: customerId }),
    ];
  }

  const preview = ({ caller, practiceId }: Clinic, change: unknown) =>
    server.call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, change);

  /** Every call with a subscription or item parameter. */
  async function callsOnSubscription({
    clinic,
    subscription,
    item: itemId,
    card: cardId,
  }: Seated): Promise<LightMyRequestResponse[]> {
    const { caller, practiceId } = clinic;
    const { id } = subscription;
    const superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const add = { optional_features: [recording()] };
    return Promise.all([
      server.call(caller, 'GET', `/api/${practiceId}/practice-features/add-on-offers/?subscription_id=${id}`),
      post(clinic, id, 'add-subscription-items', add),
      post(clinic, id, 'add-subscription-items', { ...add, payment_method_id: cardId }),
      post(clinic, id, 'remove-subscription-item', { subscription_item_id: itemId }),
      post(clinic, id, 'undo-item-removal', { subscription_item_id: itemId }),
      post(clinic, id, 'switch-plan', { plan_id: server.price('phones_yearly') }),
      post({ ...clinic, caller: superAdmin }, id, 'cancel-subscription', { subscription_id: id }),
      preview(clinic, { kind: 'add', subscription_id: id, ...add }),
      preview(clinic, { kind: 'remove', subscription_id: id, subscription_item_id: itemId }),
      preview(clinic, { kind: 'undo-removal', subscription_id: id, subscription_item_id: itemId }),
      preview(clinic, { kind: 'switch', subscription_id: id, plan_id: server.price('phones_yearly') }),
      preview({ ...clinic, caller: superAdmin }, { kind: 'cancel', subscription_id: id }),
    ]);
  }

  const lists = async ({ caller, practiceId }: Clinic) => {
    const get = async <Answer>(url: string): Promise<Answer> => (await server.call(caller, 'GET', url)).json<Answer>();
    const charges = await get<UpcomingCharges>(`/api/${practiceId}/practice-features/upcoming-charges/`);
    return {
      customers: (await get<{ customers: Customer[] }>(`/api/stripe/list_customers/?practice_id=${practiceId}`))
        .customers,
      invoices: (await get<{ results: [] }>(`/api/stripe/list_practice_invoices/?practice_id=${practiceId}`)).results,
      totals: (await get<{ totals: [] }>(`/api/stripe/practice_invoice_totals/?practice_id=${practiceId}`)).totals,
      charges: [...charges.charges, ...charges.overdue, ...charges.debts, ...charges.ends],
    };
  };
  const nothing = { customers: [], invoices: [], totals: [], charges: [] };

  it('uses the features of its seat, and sees no amounts, cards or customer', async () => {
    const { clinic, subscription, item: itemId } = await seated();
    expect(await active(clinic)).toContain('call_log');
    const [seen, ...more] = (await summary(clinic)).subscriptions;
    expect(more).toEqual([]);
    expect(seen).toMatchObject({
      id: subscription.id,
      plan_name: 'Phones',
      status: 'active',
      provided_by: { name: 'Test Dental' },
      amount: 0,
      customer_id: '',
      customer_name: null,
      payment_method: null,
      payment_url: null,
      current_phase: null,
      items: [{ id: itemId, plan_name: 'Phones', amount: 0, quantity: 1, stop_date: null }],
    });
    expect(Object.values({ ...seen?.actions, ...seen?.items[0]?.actions }).map((action) => action?.allowed)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await lists(clinic)).toEqual(nothing);
    expect(await listCustomerIds(server.db, clinic.practiceId)).toEqual([]);
  });

  it('refuses every call on the customer, its cards and invoices, and charges nothing', async () => {
    const world = await seated();
    const responses = await Promise.all(callsOnCustomer(world, world.organization.customer));
    expect(codesOf(responses)).toEqual(responses.map(() => '404 not_found'));
    expect((await server.stripe.invoices.retrieve(world.invoice)).status).toBe('open');
    expect((await server.stripe.subscriptions.list({ customer: world.organization.customer })).data).toHaveLength(1);
  });

  it('refuses every call on the subscription and its items, and changes nothing', async () => {
    const world = await seated();
    const responses = await callsOnSubscription(world);
    expect(codesOf(responses)).toEqual(responses.map(() => '403 provided'));
    const after = await server.stripe.subscriptions.retrieve(world.subscription.id);
    expect([after.status, after.items.data.map(({ quantity }) => quantity)]).toEqual(['active', [2]]);
  });

  it('loses the features when staff remove the seat', async () => {
    const world = await seated();
    const { clinic, item: itemId } = world;
    const removed = await admin(clinic.practiceId, 'remove_subscription', {
      subscription_item_id: itemId,
      deactivate_features: true,
    });
    expect(removed.statusCode).toBe(200);
    expect((await summary(clinic)).subscriptions).toEqual([]);
    expect(await active(clinic)).not.toContain('call_log');
    expect(await lists(clinic)).toEqual(nothing);
    const responses = await Promise.all(callsOnCustomer(world, world.organization.customer));
    expect(codesOf(responses)).toEqual(responses.map(() => '404 not_found'));
    expect(codesOf(await callsOnSubscription(world))).toEqual(
      (await callsOnSubscription(world)).map(() => '404 not_found'),
    );
  });

  it('hides a seat on a subscription that has ended', async () => {
    const { clinic, organization, subscription } = await seated();
    const superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    await server.stripe.subscriptions.cancel(subscription.id);
    // Reading it as staff doesn't refresh the mirror. A change does.
    await server.call(superAdmin, 'GET', `/api/${organization.practiceId}/practice-features/feature-summary/`);
    await admin(organization.practiceId, 'save_subscriptions', {
      customers: [organization.customer],
      subscription_items: subscription.items.data.map(({ id }) => id),
    });
    expect((await summary(clinic)).subscriptions).toEqual([]);
    expect((await summary(organization)).subscriptions).toMatchObject([{ status: 'canceled' }]);
  });

  it('shows a customer named in the practice’s settings', async () => {
    const world = await seated();
    await server.nameCustomer(world.clinic.practiceId, world.organization.customer);
    const [seen] = (await summary(world.clinic)).subscriptions;
    expect(seen).toMatchObject({ customer_id: world.organization.customer, provided_by: null });
    expect((await lists(world.clinic)).customers).toMatchObject([{ id: world.organization.customer }]);
  });

  it('keeps purchases of other practices out of its lists', async () => {
    const { clinic, organization } = await seated();
    const own = await server.aClinic();
    await start(own, 'core_monthly');
    expect((await lists(own)).invoices).toHaveLength(1);
    expect((await lists(organization)).customers).toMatchObject([{ id: organization.customer }]);
    expect(await lists(clinic)).toEqual(nothing);
  });
});
