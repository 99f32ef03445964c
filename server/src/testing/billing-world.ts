/** Shared setup of billing tests: a server, the provider's sandbox, and actions and reads on both. */
import { beforeAll } from '@jest/globals';
import type Stripe from 'stripe';
import type { UpcomingCharges } from 'shared-api/contracts';
import { refreshSubscription } from '../billing/subscriptions/mirror/refresh.js';
import type { Database } from '../platform/database/connection.js';
import { type FakeStripe, startFakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import { billingActions } from './billing-actions.js';
import { type BillingServer, type Clinic, billingServer } from './billing-server.js';
import { cleanUpAfterAll } from './clean-up.js';
import { testAudit } from './test-server.js';

/** Starts both before a suite's tests and stops them afterwards. Use the result within tests. */
export function billingWorld(database: () => Database) {
  let fakeStripe: FakeStripe;
  let billing: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    billing = await billingServer(database(), fakeStripe);
    cleanUp(() => billing.close());
  });
  const server = () => billing;
  const sandbox = () => fakeStripe;
  return {
    ...billingActions(server, sandbox),
    server,
    sandbox,
    async upcoming({ caller, practiceId }: Clinic): Promise<UpcomingCharges> {
      return (await billing.call(caller, 'GET', `/api/${practiceId}/practice-features/upcoming-charges/`)).json();
    },
    /** Creates a subscription at the provider, as in its dashboard. */
    subscribe({ customer }: Clinic, key: string, more: object = {}): Promise<Stripe.Subscription> {
      return billing.stripe.subscriptions.create({ customer, items: [{ price: billing.price(key) }], ...more });
    },
    setObject(object: string, id: string | undefined, fields: object) {
      return fakeStripe.control('stripe/objects', { object, id, fields }) as Promise<{ id: string }>;
    },
    /** Mirrors a subscription, like its webhook. */
    async refresh(id: string): Promise<void> {
      await refreshSubscription({ db: billing.db, stripe: billing.stripe }, id, testAudit());
    },
    /** The list price of a catalogue key. */
    async cents(key: string): Promise<number> {
      return (await billing.stripe.prices.retrieve(billing.price(key))).unit_amount ?? 0;
    },
  };
}

export const amountsOf = ({ charges }: UpcomingCharges, count: number): number[] =>
  charges.slice(0, count).map(({ amount }) => amount);
