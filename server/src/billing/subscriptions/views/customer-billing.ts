/** A customer's current data at the provider that determines its charges. */
import type Stripe from 'stripe';
import type { OverdueInvoice, UnpaidInvoice, UpcomingCharge } from 'shared-api/contracts';
import { type PriceNames, readPriceNames } from '../../catalogue/price-names.js';
import type { CataloguePrices } from '../../catalogue/catalogue-prices.js';
import {
  type ChargedMethod,
  defaultMethodOf,
  EXPAND_CUSTOMER,
  EXPAND_SUBSCRIPTION,
  ownMethodOf,
} from '../../payments/charged-method.js';
import { isBeingCollected, paymentOf, WITH_PAYMENT } from '../../payments/invoice-payment.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { idOf } from '../mirror/snapshots.js';
import { isInArrears, isOver } from '../../stripe/statuses.js';
import { withAllLines } from './provider-previews.js';
import { EXPAND_PAYER } from './scheduled-phase.js';

type Card = UpcomingCharge['card'];

export interface CustomerBilling {
  customer: Stripe.Customer;
  /** The provider's current time, in epoch seconds. */
  asOf: number;
  defaultMethod: ChargedMethod | null;
  /** Names of the charged products. */
  names: PriceNames;
  /** Subscriptions that haven't ended. */
  subscriptions: Stripe.Subscription[];
  /** Schedules that haven't ended, with the prices of their phases. */
  schedules: Stripe.SubscriptionSchedule[];
  overdue: OverdueInvoice[];
  /** Open invoices that aren't overdue: not due yet, or being collected. */
  unpaid: UnpaidInvoice[];
  /** Renewals that the provider finalizes and charges within an hour or so. */
  drafts: Stripe.Invoice[];
  /** The subscription's payment method. Null if invoices are sent or no method is stored. */
  methodOf(subscription: Stripe.Subscription): ChargedMethod | null;
}

export const isSent = (owner: { collection_method: string | null }): boolean =>
  owner.collection_method === 'send_invoice';

/** The card in the contract's format. Null for any other method. */
export const cardIn = (method: ChargedMethod | null): Card => (method?.card ? { id: method.id, ...method.card } : null);

const PAGE = 100;
const MAX_ROWS = 1000;
/** Number of open invoices whose payments are read in parallel. */
const CONCURRENCY = 6;

/** The name of a subscription: the name of its plan. */
export const nameOfItems = (items: readonly { price: Stripe.Price }[], names: PriceNames): string =>
  names.nameOfAll(items.map(({ price }) => price)) ?? 'Subscription';

/** True for an unpaid invoice of a change or a start. It isn't owed, because nothing is granted until it is paid. */
export function isOfPendingChange(invoice: Stripe.Invoice, subscription: Stripe.Subscription | undefined): boolean {
  if (!subscription) return false;
  const waits = subscription.pending_update !== null || subscription.status === 'incomplete';
  return waits && idOf(subscription.latest_invoice) === invoice.id;
}

/**
 * The state of an open invoice. Overdue: its due date has passed, the attempt to charge it failed, or the provider
 * makes none because its subscription is unpaid or has ended.
 */
export function stateOf(
  invoice: Stripe.Invoice,
  payment: Stripe.PaymentIntent | undefined,
  subscription: Stripe.Subscription | undefined,
  now: number,
): 'overdue' | UnpaidInvoice['state'] {
  if (isBeingCollected(payment)) return 'collecting';
  if (isSent(invoice)) return invoice.due_date !== null && invoice.due_date <= now ? 'overdue' : 'due';
  if (invoice.attempted) return 'overdue';
  const isGivenUp = subscription !== undefined && (isInArrears(subscription.status) || isOver(subscription.status));
  return isGivenUp && invoice.next_payment_attempt === null ? 'overdue' : 'due';
}

/**
 * The provider's time, in epoch seconds, as far as its objects show it: with a test clock, it is ahead of ours. It is
 * no earlier than the newest invoice, or the due date that made a subscription past due.
 */
export function providerTime(
  now: number,
  open: readonly Stripe.Invoice[],
  subscriptionIn: (invoice: Stripe.Invoice) => Stripe.Subscription | undefined,
): number {
  const isOfArrears = (invoice: Stripe.Invoice): boolean => {
    const { id, status } = subscriptionIn(invoice) ?? {};
    // A charged invoice can also be the reason.
    return isInArrears(status ?? '') && open.every((one) => subscriptionIn(one)?.id !== id || isSent(one));
  };
  const firstDue = new Map<string, number>();
  for (const invoice of open.filter(isOfArrears)) {
    const key = subscriptionIn(invoice)?.id ?? '';
    if (invoice.due_date !== null) firstDue.set(key, Math.min(invoice.due_date, firstDue.get(key) ?? Infinity));
  }
  return Math.max(now, ...open.map(({ created }) => created), ...firstDue.values());
}

/** @returns undefined for a deleted customer @throws SDK errors, also for an unknown customer */
export async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | undefined> {
  const customer = await stripe.customers.retrieve(id, { expand: [...EXPAND_CUSTOMER, 'discount.source.coupon'] });
  return customer.deleted ? undefined : customer;
}

export const subscriptionIdOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

/** The provider's data about a customer's charges. Subscriptions include ended ones. */
interface CustomerRecords {
  subscriptions: Stripe.Subscription[];
  schedules: Stripe.SubscriptionSchedule[];
  open: Stripe.Invoice[];
  drafts: Stripe.Invoice[];
}

async function fetchRecords(stripe: Stripe, customer: string): Promise<CustomerRecords> {
  const all = { limit: MAX_ROWS };
  const inData = (fields: readonly string[]) => fields.map((field) => `data.${field}`);
  const [subscriptions, schedules, open, drafts] = await Promise.all([
    stripe.subscriptions
      .list({
        customer,
        status: 'all',
        limit: PAGE,
        expand: inData([...EXPAND_SUBSCRIPTION, 'discounts.source.coupon', 'items.data.discounts']),
      })
      .autoPagingToArray(all),
    stripe.subscriptionSchedules
      .list({
        customer,
        limit: PAGE,
        expand: inData(['phases.items.price', 'phases.discounts.coupon', ...EXPAND_PAYER]),
      })
      .autoPagingToArray(all),
    stripe.invoices
      .list({ customer, status: 'open', limit: PAGE, expand: inData([WITH_PAYMENT]) })
      .autoPagingToArray(all),
    stripe.invoices.list({ customer, status: 'draft', limit: PAGE }).autoPagingToArray(all),
  ]);
  return { subscriptions, schedules, open, drafts };
}

/** @throws errors of the SDK */
export async function readCustomerBilling(
  stripe: Stripe,
  customer: Stripe.Customer,
  prices: CataloguePrices,
  now: number,
): Promise<CustomerBilling> {
  const { subscriptions: listed, schedules, open, drafts } = await fetchRecords(stripe, customer.id);
  const defaultMethod = defaultMethodOf(customer);
  const names = await readPriceNames(
    stripe,
    [
      ...listed.flatMap(({ items }) => items.data.map(({ price }) => price)),
      ...schedules.flatMap(({ phases }) => phases.flatMap(({ items }) => items.map(({ price }) => price))),
    ],
    prices,
  );
  const subscriptionOf = (invoice: Stripe.Invoice): Stripe.Subscription | undefined =>
    listed.find(({ id }) => id === subscriptionIdOf(invoice));
  const asOf = Math.max(providerTime(now, open, subscriptionOf), ...drafts.map(({ created }) => created));
  const methodOf = (subscription: Stripe.Subscription): ChargedMethod | null =>
    isSent(subscription) ? null : (ownMethodOf(subscription) ?? defaultMethod);
  const billing = { customer, asOf, defaultMethod, names, methodOf };
  return {
    ...billing,
    subscriptions: listed.filter(({ status }) => !isOver(status)),
    schedules: schedules.filter(({ status }) => status === 'active' || status === 'not_started'),
    ...(await sortOpenInvoices(stripe, open, billing, subscriptionOf)),
    drafts: await mapConcurrently(
      drafts.filter(({ auto_advance: advances, parent }) => advances && parent?.subscription_details),
      CONCURRENCY,
      (draft) => withAllLines(stripe, draft),
    ),
  };
}

/** Splits open invoices into overdue and waiting ones. */
async function sortOpenInvoices(
  stripe: Stripe,
  open: readonly Stripe.Invoice[],
  {
    customer,
    asOf,
    defaultMethod,
    names,
    methodOf,
  }: Pick<CustomerBilling, 'customer' | 'asOf' | 'defaultMethod' | 'names' | 'methodOf'>,
  subscriptionOf: (invoice: Stripe.Invoice) => Stripe.Subscription | undefined,
): Promise<Pick<CustomerBilling, 'overdue' | 'unpaid'>> {
  const payable = open.filter(({ amount_remaining: remaining }) => remaining > 0);
  const payments = await mapConcurrently(payable, CONCURRENCY, (invoice) => paymentOf(stripe, invoice));
  const overdue: OverdueInvoice[] = [];
  const unpaid: UnpaidInvoice[] = [];
  for (const [index, invoice] of payable.entries()) {
    const subscription = subscriptionOf(invoice);
    const payment = payments[index];
    if (isOfPendingChange(invoice, subscription) && !isBeingCollected(payment)) continue;
    const method = subscription ? methodOf(subscription) : isSent(invoice) ? null : defaultMethod;
    const common = {
      invoice_id: invoice.id,
      number: invoice.number,
      amount_due: invoice.amount_remaining,
      currency: invoice.currency,
      customer: { id: customer.id, name: customer.name ?? customer.email },
      card: cardIn(method),
      ...(method && !method.card && { method_name: method.name }),
      subscription: subscription ? { id: subscription.id, name: nameOfItems(subscription.items.data, names) } : null,
      hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    };
    const state = stateOf(invoice, payment, subscription, asOf);
    if (state === 'overdue') {
      overdue.push({
        ...common,
        since: (isSent(invoice) ? invoice.due_date : invoice.status_transitions.finalized_at) ?? invoice.created,
        next_attempt: invoice.next_payment_attempt,
        attempts: invoice.attempt_count,
        last_problem: payment?.last_payment_error?.message ?? null,
        declined_method_id: payment?.last_payment_error?.payment_method?.id ?? null,
      });
    } else {
      unpaid.push({ ...common, state, due_date: invoice.due_date ?? invoice.next_payment_attempt });
    }
  }
  return { overdue, unpaid };
}
