/** A practice with no more than a seat on another organization's subscription (docs/decisions/0033). */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type Stripe from 'stripe';
import type { Customer, UpcomingCharges } from 'shared-api/contracts';
import { type StandIn, startStandIn } from '../stripe/testing/stripe-stand-in.js';
import { type BillingServer, type Clinic, billingServer } from '../testing/a-billing-server.js';
import { billingWalk } from '../testing/billing-walk.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type Caller, aPerson, aPractice, signedIn } from '../testing/test-server.js';
import { listCustomerIds } from './customers-repository.js';

describeOnEveryEngine('a practice with a seat on another organization’s subscription', (database) => {
  let standIn: StandIn;
  let server: BillingServer;
  let staff: Caller;
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await billingServer(database(), standIn);
    staff = await signedIn(server, await aPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }));
  });
  afterAll(async () => {
    await server.close();
    await standIn.stop();
  });
  const { post, summary, start, active, recording } = billingWalk(
    () => server,
    () => standIn,
  );
  const admin = (practice: number, call: string, body: unknown) =>
    server.call(staff, 'POST', `/api/${practice}/admin-billing/${call}/`, body);

  interface Seated {
    organization: Clinic;
    clinic: Clinic;
    subscription: Stripe.Subscription;
    /** Of the seat. */
    item: string;
    /** A card of the organization. */
    card: string;
    /** An open invoice of the organization. */
    invoice: string;
  }

  /** An organization whose plan has a free seat, which staff give to a practice without a customer. */
  async function seated(): Promise<Seated> {
    const organization = await server.aClinic();
    const practice = await aPractice(server.db, { name: 'Seated Dental' });
    const caller = await signedIn(server, await aPerson(server.db, { practices: [practice], role: 'owner' }));
    const clinic = { practice, caller, customer: organization.customer };
    const subscription = await server.stripe.subscriptions.create({
      customer: organization.customer,
      items: [{ price: server.price('phones_monthly'), quantity: 2 }],
    });
    const item = subscription.items.data[0]?.id ?? '';
    for (const id of [organization.practice, practice]) {
      const body = { customers: [organization.customer], subscription_items: [item] };
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
    return { organization, clinic, subscription, item, card: method?.id ?? '', invoice: invoice.id };
  }

  const codesOf = (answers: readonly LightMyRequestResponse[]) =>
    answers.map((one) => `${one.statusCode} ${one.json<{ code?: string }>().code ?? ''}`);

  /** Every call that takes a customer, a card or an invoice. */
  function callsOnCustomer({ clinic, card, invoice }: Seated, customer: string): Promise<LightMyRequestResponse>[] {
    const { caller, practice } = clinic;
    const get = (url: string) => server.call(caller, 'GET', url);
    const ofCustomer = (call: string, body: unknown) =>
      server.call(caller, 'POST', `/api/stripe/${customer}/${call}/`, body);
    const ofPractice = `practice_id=${practice}&customer_id=${customer}`;
    return [
      get(`/api/stripe/${customer}/list_customer_payment_methods/`),
      get(`/api/stripe/${customer}/list_open_invoices/`),
      get(`/api/stripe/list_practice_invoices/?${ofPractice}`),
      get(`/api/stripe/practice_invoice_totals/?${ofPractice}`),
      get(`/api/stripe/export_practice_invoices/?${ofPractice}&format=csv`),
      get(`/api/${practice}/practice-features/upcoming-charges/?customer_id=${customer}`),
      ofCustomer('set_default_payment_method', { payment_method_id: card }),
      ofCustomer('delete_payment_method', { payment_method_id: card }),
      ofCustomer('create_setup_intent', {}),
      ofCustomer('pay_open_invoices', { invoice_ids: [invoice], payment_method_id: card, expected_due: 2500 }),
      ofCustomer('confirm_payment_method', {
        setup_intent_id: 'seti_1234567890',
        make_default: true,
        retry_open_invoices: true,
      }),
      post(clinic, server.price('core_monthly'), 'start-subscription', { customer_id: customer }),
      post(clinic, server.price('core_monthly'), 'start-subscription', {
        customer_id: customer,
        payment_method_id: card,
      }),
      post(clinic, server.price('core_monthly'), 'start-trial', { customer_id: customer, consent_given: true }),
      preview(clinic, { kind: 'start', plan_id: server.price('core_monthly'), customer_id: customer }),
    ];
  }

  const preview = ({ caller, practice }: Clinic, change: unknown) =>
    server.call(caller, 'POST', `/api/${practice}/practice-features/preview/`, change);

  /** Every call that takes a subscription or an item. */
  async function callsOnSubscription({ clinic, subscription, item, card }: Seated): Promise<LightMyRequestResponse[]> {
    const { caller, practice } = clinic;
    const { id } = subscription;
    const superAdmin = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
    const add = { optional_features: [recording()] };
    return Promise.all([
      server.call(caller, 'GET', `/api/${practice}/practice-features/add-on-offers/?subscription_id=${id}`),
      post(clinic, id, 'add-subscription-items', add),
      post(clinic, id, 'add-subscription-items', { ...add, payment_method_id: card }),
      post(clinic, id, 'remove-subscription-item', { subscription_item_id: item }),
      post(clinic, id, 'undo-item-removal', { subscription_item_id: item }),
      post(clinic, id, 'switch-plan', { plan_id: server.price('phones_yearly') }),
      post({ ...clinic, caller: superAdmin }, id, 'cancel-subscription', { subscription_id: id }),
      preview(clinic, { kind: 'add', subscription_id: id, ...add }),
      preview(clinic, { kind: 'remove', subscription_id: id, subscription_item_id: item }),
      preview(clinic, { kind: 'undo-removal', subscription_id: id, subscription_item_id: item }),
      preview(clinic, { kind: 'switch', subscription_id: id, plan_id: server.price('phones_yearly') }),
      preview({ ...clinic, caller: superAdmin }, { kind: 'cancel', subscription_id: id }),
    ]);
  }

  const lists = async ({ caller, practice }: Clinic) => {
    const get = async <Answer>(url: string): Promise<Answer> => (await server.call(caller, 'GET', url)).json<Answer>();
    const charges = await get<UpcomingCharges>(`/api/${practice}/practice-features/upcoming-charges/`);
    return {
      customers: (await get<{ customers: Customer[] }>(`/api/stripe/list_customers/?practice_id=${practice}`))
        .customers,
      invoices: (await get<{ results: [] }>(`/api/stripe/list_practice_invoices/?practice_id=${practice}`)).results,
      totals: (await get<{ totals: [] }>(`/api/stripe/practice_invoice_totals/?practice_id=${practice}`)).totals,
      charges: [...charges.charges, ...charges.overdue, ...charges.debts, ...charges.ends],
    };
  };
  const nothing = { customers: [], invoices: [], totals: [], charges: [] };

  it('uses what its seat gives, and sees no money, no card and no customer', async () => {
    const { clinic, subscription, item } = await seated();
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
      items: [{ id: item, plan_name: 'Phones', amount: 0, quantity: 1, stop_date: null }],
    });
    expect(Object.values({ ...seen?.actions, ...seen?.items[0]?.actions }).map(({ allowed }) => allowed)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await lists(clinic)).toEqual(nothing);
    expect(await listCustomerIds(server.db, clinic.practice)).toEqual([]);
  });

  it('is refused by every call on the customer, its cards and its invoices, and nothing is charged', async () => {
    const world = await seated();
    const answers = await Promise.all(callsOnCustomer(world, world.organization.customer));
    expect(codesOf(answers)).toEqual(answers.map(() => '404 not_found'));
    expect((await server.stripe.invoices.retrieve(world.invoice)).status).toBe('open');
    expect((await server.stripe.subscriptions.list({ customer: world.organization.customer })).data).toHaveLength(1);
  });

  it('is refused by every call on the subscription and its items, and nothing is changed', async () => {
    const world = await seated();
    const answers = await callsOnSubscription(world);
    expect(codesOf(answers)).toEqual(answers.map(() => '403 provided'));
    const after = await server.stripe.subscriptions.retrieve(world.subscription.id);
    expect([after.status, after.items.data.map(({ quantity }) => quantity)]).toEqual(['active', [2]]);
  });

  it('loses all of it when staff remove the seat', async () => {
    const world = await seated();
    const { clinic, item } = world;
    const removed = await admin(clinic.practice, 'remove_subscription', {
      subscription_item_id: item,
      deactivate_features: true,
    });
    expect(removed.statusCode).toBe(200);
    expect((await summary(clinic)).subscriptions).toEqual([]);
    expect(await active(clinic)).not.toContain('call_log');
    expect(await lists(clinic)).toEqual(nothing);
    const answers = await Promise.all(callsOnCustomer(world, world.organization.customer));
    expect(codesOf(answers)).toEqual(answers.map(() => '404 not_found'));
    expect(codesOf(await callsOnSubscription(world))).toEqual(
      (await callsOnSubscription(world)).map(() => '404 not_found'),
    );
  });

  it('is not shown a seat on a subscription that has ended', async () => {
    const { clinic, organization, subscription } = await seated();
    const superAdmin = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
    await server.stripe.subscriptions.cancel(subscription.id);
    // Reading it as staff refreshes nothing: the mirror hears of it through a change.
    await server.call(superAdmin, 'GET', `/api/${organization.practice}/practice-features/feature-summary/`);
    await admin(organization.practice, 'save_subscriptions', {
      customers: [organization.customer],
      subscription_items: subscription.items.data.map(({ id }) => id),
    });
    expect((await summary(clinic)).subscriptions).toEqual([]);
    expect((await summary(organization)).subscriptions).toMatchObject([{ status: 'canceled' }]);
  });

  it('has all rights on a customer that its settings name', async () => {
    const world = await seated();
    await server.nameCustomer(world.clinic.practice, world.organization.customer);
    const [seen] = (await summary(world.clinic)).subscriptions;
    expect(seen).toMatchObject({ customer_id: world.organization.customer, provided_by: null });
    expect((await lists(world.clinic)).customers).toMatchObject([{ id: world.organization.customer }]);
  });

  it('keeps what it bought itself apart from its seat', async () => {
    const { clinic, organization } = await seated();
    const own = await server.aClinic();
    await start(own, 'core_monthly');
    expect((await lists(own)).invoices).toHaveLength(1);
    expect((await lists(organization)).customers).toMatchObject([{ id: organization.customer }]);
    expect(await lists(clinic)).toEqual(nothing);
  });
});
