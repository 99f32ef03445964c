/** Maps customers from the API, in either of their documented spellings (DECISIONS 6). Pure. */
import type { AdminCustomer, AdminSubscription } from 'shared-api/contracts';
import { epochSeconds } from '../instants';

type Phase = AdminSubscription['phases'][number];

/** `payment_methods` is `paymentMethods` in some responses. */
type WireCustomer = Omit<AdminCustomer, 'payment_methods'> & {
  payment_methods?: AdminCustomer['payment_methods'];
  paymentMethods?: AdminCustomer['payment_methods'];
};

const toPhase = ({ start_date, end_date }: Phase): Phase => ({
  start_date: epochSeconds(start_date),
  end_date: end_date === null ? null : epochSeconds(end_date),
});

function toSubscription(subscription: AdminSubscription): AdminSubscription {
  const { parent_subscription_id, subscription: parent, created, phases, current_phase, items } = subscription;
  return {
    ...subscription,
    created: epochSeconds(created),
    parent_subscription_id: parent_subscription_id ?? parent ?? null,
    phases: phases.map(toPhase),
    current_phase: current_phase && toPhase(current_phase),
    items: items.map((item) => ({ ...item, stop_date: item.stop_date === null ? null : epochSeconds(item.stop_date) })),
  };
}

/** Converts all instants to seconds, and sets `parent_subscription_id` if the response names a parent. */
export function toCustomers(customers: readonly AdminCustomer[]): AdminCustomer[] {
  return customers.map((customer) => {
    const { payment_methods, paymentMethods, subscriptions, ...rest } = customer as WireCustomer;
    return {
      ...rest,
      payment_methods: payment_methods ?? paymentMethods ?? [],
      subscriptions: subscriptions.map(toSubscription),
    };
  });
}
