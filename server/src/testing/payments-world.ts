/** A server with practices, customers and cards, for tests of payments. */
import { randomUUID } from 'node:crypto';
import type { AnswerOf, Customer, PaymentMethod, confirmPaymentMethod, listInvoices } from 'shared-api/contracts';
import type Stripe from 'stripe';
import type { Database } from '../platform/database/connection.js';
import { type FakeStripe, startFakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import { type BillingServer, billingServer } from './billing-server.js';
import { type Caller, createTestPerson, createTestPractice, signedIn } from './test-server.js';

export interface PaymentsPractice {
  id: number;
  ownerId: string;
  caller: Caller;
}

export type InvoicePage = AnswerOf<typeof listInvoices>;
export type ConfirmedCard = AnswerOf<typeof confirmPaymentMethod>;

/** Calls by the last segment of their path, made by an owner of a practice. */
export async function paymentsWorld(database: Database) {
  const sandbox: FakeStripe = await startFakeStripe();
  const server: BillingServer = await billingServer(database, sandbox);
  const { stripe } = server;

  const aPaymentsPractice = async (): Promise<PaymentsPractice> => {
    const id = await createTestPractice(server.db);
    const owner = await createTestPerson(server.db, { name: 'Olivia Owner', practices: [id], role: 'owner' });
    return { id, ownerId: owner.id, caller: await signedIn(server, owner) };
  };
  const post = (caller: Caller, customerId: string, step: string, body: unknown, key?: string) =>
    server.call(
      caller,
      'POST',
      `/api/stripe/${customerId}/${step}/`,
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const get = (caller: Caller, url: string) => server.call(caller, 'GET', url);
  const createCustomer = (practice: PaymentsPractice, over: object = {}, headers: Record<string, string> = {}) => {
    const body = {
      email: 'owner@bright.example',
      first_name: 'Olivia',
      last_name: 'Owner',
      practice_id: practice.id,
      user_id: practice.ownerId,
      ...over,
    };
    return server.call(practice.caller, 'POST', '/api/stripe/create_customer/', body, headers);
  };
  const aCustomer = async (practice: PaymentsPractice): Promise<string> => {
    const response = await createCustomer(practice, {}, { 'idempotency-key': randomUUID() });
    return response.json<{ customer: Customer }>().customer.id;
  };
  /** A setup intent for a card, confirmed as in a browser. */
  const aSetupIntent = async (customerId: string, method: string): Promise<string> => {
    const intent = await stripe.setupIntents.create({ customer: customerId });
    await stripe.setupIntents.confirm(intent.id, { payment_method: method });
    return intent.id;
  };
  const confirm = (
    caller: Caller,
    customerId: string,
    setupIntent: string,
    more: object = {},
    key: string = randomUUID(),
  ) =>
    post(
      caller,
      customerId,
      'confirm_payment_method',
      { setup_intent_id: setupIntent, make_default: false, retry_open_invoices: false, ...more },
      key,
    );
  const addCard = async (caller: Caller, customerId: string, method: string, more: object = {}) =>
    confirm(caller, customerId, await aSetupIntent(customerId, method), more);
  const cards = async (caller: Caller, customerId: string): Promise<PaymentMethod[]> =>
    (await get(caller, `/api/stripe/${customerId}/list_customer_payment_methods/`)).json<{
      payment_methods: PaymentMethod[];
    }>().payment_methods;
  const customers = async ({ id, caller }: Pick<PaymentsPractice, 'id' | 'caller'>) =>
    (await get(caller, `/api/stripe/list_customers/?practice_id=${id}`)).json<{
      customers: Customer[];
      practice_owners: { user_id: string; name: string }[];
      dashboard_url: string | null;
    }>();
  const invoices = (practice: PaymentsPractice, query = '', call = 'list_practice_invoices') =>
    get(practice.caller, `/api/stripe/${call}/?practice_id=${practice.id}${query}`);
  const subscribe = (customerId: string, key: string, more: object = {}): Promise<Stripe.Subscription> =>
    stripe.subscriptions.create({ customer: customerId, items: [{ price: server.price(key) }], ...more });
  const auditActions = async (practiceId: number, action?: string): Promise<string[]> => {
    const entries = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('practice_id', '=', practiceId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return entries.map((entry) => entry.action).filter((one) => action === undefined || one === action);
  };
  return {
    sandbox,
    server,
    stripe,
    aPaymentsPractice,
    post,
    get,
    createCustomer,
    aCustomer,
    aSetupIntent,
    confirm,
    addCard,
    cards,
    customers,
    invoices,
    subscribe,
    auditActions,
    async close() {
      await server.close();
      await sandbox.stop();
    },
  };
}

export type PaymentsWorld = Awaited<ReturnType<typeof paymentsWorld>>;
