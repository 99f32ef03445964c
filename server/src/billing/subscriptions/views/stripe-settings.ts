/** The billing data in super admins' settings (specification: settings and hours, 3), read from the mirror. */
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import type { Db } from '../../../platform/database/tables.js';
import { isOver } from '../../stripe/statuses.js';
import { subscriptionViews } from './feature-summary.js';
import { readMirror } from '../mirror/read-mirror.js';

export interface StripeSettings {
  /** The customer named in the settings, otherwise the practice's first one. Null without a customer. */
  stripe_customer_info: {
    id: string;
    /** Null until one of its subscriptions is mirrored. */
    name: string | null;
    active_subscriptions: { id: string; status: string }[];
  } | null;
  /** Null for a practice with neither customers nor subscriptions. */
  stripe_data: {
    customers: string[];
    /** Amounts are cents per period. */
    subscriptions: {
      id: string;
      parent_subscription_id: string | null;
      status: string;
      plan_name: string;
      plan_interval: string;
      amount: number;
      currency: string;
      customer_id: string;
    }[];
  } | null;
}

export interface CustomersAndSubscriptions {
  customerIds: readonly string[];
  subscriptions: Awaited<ReturnType<typeof subscriptionViews>>;
}

export async function readCustomersAndSubscriptions(db: Db, practiceId: number): Promise<CustomersAndSubscriptions> {
  const [mirror, prices] = await Promise.all([readMirror(db, practiceId), readCataloguePrices(db)]);
  return {
    customerIds: [...mirror.customers],
    subscriptions: await subscriptionViews(db, practiceId, mirror, prices),
  };
}

/** @param namedCustomer the customer named in the settings */
export function stripeSettingsOf(
  { customerIds, subscriptions }: CustomersAndSubscriptions,
  namedCustomer: string | null,
): StripeSettings {
  const id = namedCustomer ?? customerIds[0];
  if (id === undefined && subscriptions.length === 0) return { stripe_customer_info: null, stripe_data: null };
  const ofCustomer = subscriptions.filter((one) => one.customer_id === id && one.parent_subscription_id === null);
  return {
    stripe_customer_info:
      id === undefined
        ? null
        : {
            id,
            name: ofCustomer.find((one) => one.customer_name !== null)?.customer_name ?? null,
            active_subscriptions: ofCustomer
              .filter(({ status }) => !isOver(status))
              .map((one) => ({ id: one.id, status: one.status })),
          },
    stripe_data: {
      customers: [...customerIds],
      subscriptions: subscriptions.map((one) => ({
        id: one.id,
        parent_subscription_id: one.parent_subscription_id,
        status: one.status,
        plan_name: one.plan_name,
        plan_interval: one.plan_interval,
        amount: one.amount,
        currency: one.currency,
        customer_id: one.customer_id,
      })),
    },
  };
}
