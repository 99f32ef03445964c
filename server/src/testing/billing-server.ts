/** The whole server, with a payment provider's sandbox that has the catalogue, for tests. */
import type Stripe from 'stripe';
import { syncCatalogue } from '../billing/catalogue/sync-catalogue.js';
import { readCataloguePrices } from '../billing/catalogue/catalogue-prices.js';
import type { Database } from '../platform/database/connection.js';
import { addCustomer } from '../billing/payments/customers-repository.js';
import { paymentsFor } from '../billing/stripe/stripe-client.js';
import { invalidateAccount, invalidateOnChange } from '../billing/stripe/cached-responses.js';
import type { FakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import { type TestServer, createTestPerson, createTestPractice, signedIn, testServer } from './test-server.js';
import type { Caller } from './test-server.js';

export interface BillingServer extends TestServer {
  stripe: Stripe;
  /** Id of the current price of a catalogue key. */
  price(key: string): string;
  /** A new practice with a customer and a member. */
  aClinic(options?: { card?: string | null }): Promise<Clinic>;
  /** Makes a practice the owner of an existing customer, like super admins in the settings. */
  nameCustomer(practiceId: number, customerId: string): Promise<void>;
}

export interface Clinic {
  practiceId: number;
  customer: string;
  caller: Caller;
}

export async function billingServer(
  database: Database,
  fakeStripe: FakeStripe,
  env: Record<string, string> = {},
): Promise<BillingServer> {
  const server = await testServer(database, { SANDBOX_URL: fakeStripe.url, ...env });
  const onChange = invalidateOnChange(server.db, (error) => {
    throw error;
  });
  const payments = paymentsFor(server.config, undefined, onChange);
  // No webhooks are delivered, so this invalidates the cache instead.
  fakeStripe.onControl(() => invalidateAccount(server.db));
  if (!payments) throw new Error('There is no payment provider.');
  const { stripe } = payments;
  await syncCatalogue({ stripe }, server.db, new Date());
  const { current } = await readCataloguePrices(server.db);
  const aCustomer = async (practiceId: number, cardId: string | null): Promise<string> => {
    const customer = await stripe.customers.create({ name: 'Test Dental', email: 'billing@test.example' });
    if (cardId !== null) {
      const method = await stripe.paymentMethods.attach(cardId, { customer: customer.id });
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    }
    await addCustomer(server.db, {
      practice_id: practiceId,
      customer_id: customer.id,
      source: 'created',
      added_at: new Date(),
    });
    return customer.id;
  };
  return {
    ...server,
    stripe,
    price(key) {
      const id = current.get(key);
      if (id === undefined) throw new Error(`Nothing is sold under ${key}`);
      return id;
    },
    async nameCustomer(practiceId, customerId) {
      const admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
      const url = `/api/${practiceId}/settings/update_practice_settings/`;
      const response = await server.call(admin, 'POST', url, { stripe_customer_id: customerId });
      if (response.statusCode !== 200) throw new Error(response.body);
    },
    async aClinic({ card: cardId = 'pm_card_visa' } = {}) {
      const practiceId = await createTestPractice(server.db);
      const caller = await signedIn(
        server,
        await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }),
      );
      return { practiceId, caller, customer: await aCustomer(practiceId, cardId) };
    },
  };
}
