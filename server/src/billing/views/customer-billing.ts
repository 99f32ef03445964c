/** The current data of one customer at the provider that determines its charges. */
import type Stripe from 'stripe';
import type { OverdueInvoice, UpcomingCharge } from 'shared-api/contracts';
import { contentsOf, nameOfPrice } from '../../catalogue/catalogue.js';
import type { CataloguePrices } from '../../catalogue/catalogue-prices.js';
import { notFound } from '../../http/app-error.js';
import { idOf } from '../mirror/snapshots.js';

type Card = UpcomingCharge['card'];

export interface CustomerBilling {
  customer: Stripe.Customer;
  /** The provider's current time, in epoch seconds. */
  asOf: number;
  defaultCard: Card;
  /** Subscriptions that have not ended. */
  subscriptions: Stripe.Subscription[];
  /** Schedules that have not ended, with the prices of their phases. */
  schedules: Stripe.SubscriptionSchedule[];
  overdue: OverdueInvoice[];
  /** Payments of the last half year. */
  paid: { date: number; amount: number; currency: string }[];
  cardOf(subscription: Stripe.Subscription): Card;
}

const PAGE = 100;
const MAX_ROWS = 1000;
const HALF_YEAR_S = 190 * 86_400;

function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card {
  if (!method || typeof method === 'string' || !method.card) return null;
  return { id: method.id, brand: method.card.brand, last4: method.card.last4 };
}

/** The name of a subscription: the name of its plan. */
export function nameOfItems(items: readonly Stripe.SubscriptionItem[], { keyOf }: CataloguePrices): string {
  const plan = items.find(({ price }) => contentsOf(keyOf.get(price.id))?.addOn === null) ?? items[0];
  return nameOfPrice(keyOf.get(plan?.price.id ?? '')) ?? plan?.price.nickname ?? 'Subscription';
}

/**
 * True for an invoice of a change or a start that the person must confirm. It is not owed, because nothing is granted
 * until it is paid.
 */
export function isOfPendingChange(invoice: Stripe.Invoice, subscription: Stripe.Subscription | undefined): boolean {
  if (!subscription) return false;
  const waits = subscription.pending_update !== null || subscription.status === 'incomplete';
  return waits && idOf(subscription.latest_invoice) === invoice.id;
}

async function lastProblem(stripe: Stripe, invoice: Stripe.Invoice): Promise<string | null> {
  const [intentId = ''] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? [];
  if (intentId === '') return null;
  const intent = await stripe.paymentIntents.retrieve(intentId).catch(() => undefined);
  return intent?.last_payment_error?.message ?? null;
}

export const subscriptionIdOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

/** @throws AppError `not_found` for a customer that was deleted; errors of the SDK */
export async function readCustomerBilling(
  stripe: Stripe,
  customerId: string,
  prices: CataloguePrices,
  now: number,
): Promise<CustomerBilling> {
  const [customer, listed, schedules, open, settled] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: PAGE, expand: ['data.default_payment_method'] })
      .autoPagingToArray({ limit: MAX_ROWS }),
    stripe.subscriptionSchedules
      .list({ customer: customerId, limit: PAGE, expand: ['data.phases.items.price'] })
      .autoPagingToArray({ limit: MAX_ROWS }),
    stripe.invoices
      .list({ customer: customerId, status: 'open', limit: PAGE, expand: ['data.confirmation_secret'] })
      .autoPagingToArray({ limit: MAX_ROWS }),
    stripe.invoices
      .list({ customer: customerId, status: 'paid', limit: PAGE, created: { gte: now - HALF_YEAR_S } })
      .autoPagingToArray({ limit: MAX_ROWS }),
  ]);
  if (customer.deleted) throw notFound('This customer doesn’t exist.');
  const subscriptions = listed.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired');
  const defaultCard = cardOf(customer.invoice_settings.default_payment_method);
  const cardOfSubscription = (subscription: Stripe.Subscription): Card =>
    cardOf(subscription.default_payment_method) ?? defaultCard;
  const owed = open.filter((invoice) => {
    const subscription = listed.find(({ id }) => id === subscriptionIdOf(invoice));
    return invoice.amount_remaining > 0 && !isOfPendingChange(invoice, subscription);
  });
  const overdue = await Promise.all(
    owed.map(async (invoice): Promise<OverdueInvoice> => {
      const subscription = listed.find(({ id }) => id === subscriptionIdOf(invoice));
      return {
        invoice_id: invoice.id,
        number: invoice.number,
        amount_due: invoice.amount_remaining,
        currency: invoice.currency,
        customer: { id: customer.id, name: customer.name ?? customer.email },
        card: subscription ? cardOfSubscription(subscription) : defaultCard,
        subscription: subscription ? { id: subscription.id, name: nameOfItems(subscription.items.data, prices) } : null,
        since: invoice.status_transitions.finalized_at ?? invoice.created,
        next_attempt: invoice.next_payment_attempt,
        attempts: invoice.attempt_count,
        last_problem: await lastProblem(stripe, invoice),
        hosted_invoice_url: invoice.hosted_invoice_url ?? null,
      };
    }),
  );
  const latest = [...open, ...settled].map(({ created }) => created);
  return {
    customer,
    asOf: Math.max(now, ...latest),
    defaultCard,
    subscriptions,
    schedules: schedules.filter(({ status }) => status === 'active' || status === 'not_started'),
    overdue,
    paid: settled
      .filter(({ amount_paid: amount }) => amount > 0)
      .map(({ status_transitions: { paid_at: paidAt }, created, amount_paid: amount, currency }) => ({
        date: paidAt ?? created,
        amount,
        currency,
      })),
    cardOf: cardOfSubscription,
  };
}
