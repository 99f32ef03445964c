/** Internal staff who attach provider subscriptions to practices through their page's calls. */
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { AdminCustomer, AnswerOf, PracticeFeatures, previewAttachment } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../../billing/stripe/testing/fake-stripe.js';
import { type BillingServer, billingServer } from '../../../testing/billing-server.js';
import type { cleanUpAfterAll } from '../../../testing/clean-up.js';
import { type Caller, createTestPerson, signedIn } from '../../../testing/test-server.js';

export interface Customers {
  status: string;
  data: AdminCustomer[];
  dashboard_url: string | null;
  has_more: boolean;
}

export type AttachmentPreview = AnswerOf<typeof previewAttachment>;

export interface Sold {
  customer: string;
  name: string;
  subscription: Stripe.Subscription;
  items: string[];
}

/** Starts the providers' sandbox and a console with the catalogue's prices and signed-in internal staff. */
export async function adminBillingServer(
  database: Parameters<typeof billingServer>[0],
  cleanUp: ReturnType<typeof cleanUpAfterAll>,
) {
  const fakeStripe = await startFakeStripe();
  cleanUp(() => fakeStripe.stop());
  const server = await billingServer(database, fakeStripe);
  cleanUp(() => server.close());
  const staff = await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' });
  return { fakeStripe, server, caller: await signedIn(server, staff) };
}

/** @param server available once the tests run, like `caller` and `fakeStripe` */
export function adminBillingActions(server: () => BillingServer, caller: () => Caller, fakeStripe: () => FakeStripe) {
  const base = (practiceId: number) => `/api/${practiceId}/admin-billing`;
  const aCustomer = async (cardId: string | null = 'pm_card_visa') => {
    const name = `Amber Alliance ${randomUUID().slice(0, 8)}`;
    const { id } = await server().stripe.customers.create({ name, email: `${randomUUID().slice(0, 8)}@amber.example` });
    if (cardId !== null) {
      const method = await server().stripe.paymentMethods.attach(cardId, { customer: id });
      await server().stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
    }
    return { id, name };
  };
  /** Creates an unmirrored subscription at the provider. */
  const sold = async (...items: [price: string, quantity: number][]): Promise<Sold> => {
    const { id, name } = await aCustomer();
    const subscription = await server().stripe.subscriptions.create({
      customer: id,
      items: items.map(([priceKey, quantity]) => ({ price: server().price(priceKey), quantity })),
    });
    return { customer: id, name, subscription, items: subscription.items.data.map((item) => item.id) };
  };
  const scheduled = async (priceKey: string) => {
    const { id, name } = await aCustomer();
    const schedule = await server().stripe.subscriptionSchedules.create({
      customer: id,
      start_date: (await fakeStripe().advance(0)) + 20 * 86_400,
      phases: [{ items: [{ price: server().price(priceKey) }], duration: { interval: 'month', interval_count: 12 } }],
    });
    return { customer: id, name, schedule: schedule.id };
  };
  const save = (practiceId: number, customerIds: string[], itemIds: string[], more: object = {}) =>
    server().call(caller(), 'POST', `${base(practiceId)}/save_subscriptions/`, {
      customers: customerIds,
      subscription_items: itemIds,
      ...more,
    });
  const previewAttaching = async (
    practiceId: number,
    { customer: customerId, items: itemIds }: Sold,
    more: object = {},
  ) => {
    const body = { customers: [customerId], subscription_items: itemIds, ...more };
    const response = await server().call(caller(), 'POST', `${base(practiceId)}/save_subscriptions/preview/`, body);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<AttachmentPreview>();
  };
  const setFeatures = (practiceId: number, bundles: string[], productFeatures: string[]) =>
    server().call(caller(), 'PUT', `/api/${practiceId}/features/update_practice_features/`, {
      bundles,
      product_features: productFeatures,
    });
  const attach = async (practiceId: number, { customer: customerId, items: itemIds }: Sold) => {
    const response = await save(practiceId, [customerId], itemIds);
    if (response.statusCode !== 200) throw new Error(response.body);
  };
  const remove = (practiceId: number, itemId: string, deactivate = true) =>
    server().call(caller(), 'POST', `${base(practiceId)}/remove_subscription/`, {
      subscription_item_id: itemId,
      deactivate_features: deactivate,
    });
  const preview = (practiceId: number, itemIds: string[], deactivate: boolean) =>
    server().call(caller(), 'POST', `${base(practiceId)}/remove_subscription/preview/`, {
      subscription_item_ids: itemIds,
      deactivate_features: deactivate,
    });
  const customers = async (url: string): Promise<Customers> => {
    const response = await server().call(caller(), 'GET', url);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Customers>();
  };
  const listed = (practiceId: number) => customers(`${base(practiceId)}/practice_subscriptions/`);
  const search = (practiceId: number, term: string) =>
    customers(`${base(practiceId)}/search/?query=${encodeURIComponent(term)}`);
  const record = async (practiceId: number) => {
    const [found] = (await server().call(caller(), 'GET', `/api/${practiceId}/features/`)).json<PracticeFeatures[]>();
    return {
      bundles: found?.bundles.map(({ bundle_name: name, sources }) => `${name}: ${sources.join()}`),
      features: found?.product_features.map(({ feature_name: name, sources }) => `${name}: ${sources.join()}`),
    };
  };
  const seatsOf = async (practiceId: number) =>
    (
      await server()
        .db.selectFrom('item_assignments')
        .select('item_id')
        .where('practice_id', '=', practiceId)
        .orderBy('item_id')
        .execute()
    ).map(({ item_id: id }) => id);
  const audited = async (practiceId: number, action: string) =>
    server()
      .db.selectFrom('audit_log')
      .select(['actor_name', 'entity_id'])
      .where('practice_id', '=', practiceId)
      .where('action', '=', action)
      .execute();
  const features = async (practiceId: number) =>
    (await server().call(caller(), 'GET', `/api/${practiceId}/features/`))
      .json<PracticeFeatures[]>()
      .flatMap((one) => one.product_features.map(({ feature_name: name }) => name));
  return {
    base,
    aCustomer,
    sold,
    scheduled,
    save,
    previewAttaching,
    setFeatures,
    attach,
    remove,
    preview,
    listed,
    search,
    record,
    seatsOf,
    audited,
    features,
  };
}
