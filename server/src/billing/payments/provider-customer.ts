/** A customer at the payment provider. */
import type Stripe from 'stripe';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import { isLive } from '../stripe/statuses.js';
import { notFound } from '../../platform/errors/app-error.js';

/** A customer that the caller may change, with the practices whose audit log records the changes. */
export interface ReachableCustomer {
  id: string;
  practices: readonly number[];
  /** The name at the payment provider. Absent if it wasn't read. */
  name?: string | null | undefined;
}

/** Key of the lease for changes of one customer's cards, default card and open invoices. They run one at a time. */
export const customerLease = (id: string): string => `customer:${id}`;

/** @throws AppError `not_found` for a deleted customer; SDK errors */
export async function readCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) throw notFound('This customer doesn’t exist.');
  return customer;
}

/** The default payment method of any type, including legacy Stripe sources. */
export const defaultCardOf = (customer: Stripe.Customer): string | null =>
  idOf(customer.invoice_settings.default_payment_method) ?? idOf(customer.default_source);

const MAX_SUBSCRIPTIONS = 5_000;

/** @param customer with its subscriptions expanded: the provider embeds only the first ones */
export async function listLiveSubscriptions(
  stripe: Stripe,
  { id, subscriptions }: Stripe.Customer,
): Promise<Stripe.Subscription[]> {
  const all =
    subscriptions?.has_more === true
      ? await stripe.subscriptions.list({ customer: id, limit: 100 }).autoPagingToArray({ limit: MAX_SUBSCRIPTIONS })
      : (subscriptions?.data ?? []);
  return all.filter(({ status }) => isLive(status));
}

/** @throws AppError `not_found` for a card of another customer; SDK errors */
export async function assertOwnCard(stripe: Stripe, customerId: string, id: string): Promise<Stripe.PaymentMethod> {
  const method = await stripe.paymentMethods.retrieve(id);
  if (idOf(method.customer) !== customerId) throw notFound('This card isn’t saved for this customer. Reload the page.');
  return method;
}
