/** A customer's upcoming charges and debts. Cached until something changes them or their first date has passed. */
import type { OverdueInvoice, SubscriptionPrice, UnpaidInvoice, UpcomingCharges } from 'shared-api/contracts';
import type { CataloguePrices } from '../../catalogue/catalogue-prices.js';
import { type CardWithExpiry, defaultCardWithExpiry } from '../../payments/charged-method.js';
import { MAX_CUSTOMERS_PER_READ } from '../../payments/customer-problems.js';
import { readEachCached } from '../../payments/cached-reads.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import type { BillingContext } from '../billing-context.js';
import { syncInvoices } from '../mirror/invoices.js';
import { findProgress } from '../mirror/invoices-repository.js';
import type { BalanceOwner, ChargeDraft } from './apply-balance.js';
import { findCustomer, readCustomerBilling } from './customer-billing.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';
import { addMonths } from './months.js';
import { type ItemCharge, withItemsOnce } from './pending-items.js';
import { projectSchedule } from './project-schedule.js';
import { projectSubscription } from './project-subscription.js';
import { CONCURRENCY, type ProjectionContext } from './projected-charges.js';

export const MONTHS_AHEAD = 13;

const PROJECTION = 'charges:8';

/** The cached data of a customer. A new shape needs a new version in `PROJECTION`. */
export interface Projected {
  asOf: number;
  customer: BalanceOwner;
  /** Before the customer's balance is applied. */
  charges: ChargeDraft[];
  /** The subscription or schedule that includes each of the customer's pending items. */
  takers: ItemCharge[];
  defaultCard: CardWithExpiry | null;
  ends: UpcomingCharges['ends'];
  prices: SubscriptionPrice[];
  overdue: OverdueInvoice[];
  unpaid: UnpaidInvoice[];
}

/** Open invoices that the provider retries automatically. */
function retriesOf(overdue: readonly OverdueInvoice[], until: number): ChargeDraft[] {
  return overdue.flatMap(
    ({ next_attempt: date, amount_due: total, currency, card, method_name: name, subscription, number }) =>
      date === null || date > until
        ? []
        : [
            {
              kind: 'open_invoice',
              date,
              total,
              isDue: true,
              currency,
              card,
              ...(name !== undefined && { method_name: name }),
              subscription,
              lines: [{ description: `Invoice ${number ?? ''}`.trim(), amount: total }],
            },
          ],
  );
}

async function projectCustomer(
  { db, stripe }: BillingContext,
  prices: CataloguePrices,
  customerId: string,
  now: Date,
): Promise<Projected | undefined> {
  const customer = await findCustomer(stripe, customerId);
  if (!customer) return undefined;
  await syncInvoices({ db, stripe }, customerId, now);
  const { newest = 0 } = (await findProgress(db, customerId)) ?? {};
  const billing = await readCustomerBilling(stripe, customer, prices, Math.max(epochSeconds(now), newest));
  const until = addMonths(billing.asOf, MONTHS_AHEAD);
  const context: ProjectionContext = { stripe, billing, until };
  const waiting = billing.schedules.filter(({ status }) => status === 'not_started');
  const projected = [
    ...(await mapConcurrently(billing.subscriptions, CONCURRENCY, (one) => projectSubscription(context, one))),
    ...(await mapConcurrently(waiting, CONCURRENCY, (one) => projectSchedule(context, one))),
  ];
  const { drafts, takers } = await withItemsOnce(projected.flatMap((one) => one.charges));
  const charges = [...drafts, ...retriesOf(billing.overdue, until)];
  const { id, name, email, balance, currency } = billing.customer;
  return {
    asOf: billing.asOf,
    customer: { id, name: name ?? null, email, balance, currency: currency ?? null },
    charges,
    takers,
    defaultCard: defaultCardWithExpiry(customer),
    ends: projected.flatMap((one) => one.ends),
    prices: projected.flatMap((one) => one.prices),
    overdue: billing.overdue,
    unpaid: billing.unpaid,
  };
}

/** The first time at which the projection becomes outdated without any change. */
function nextDateOf(projected: Projected | undefined): number | undefined {
  if (!projected) return undefined;
  const { asOf, charges, ends, overdue, unpaid } = projected;
  const dates = [
    ...[...charges, ...ends].map(({ date }) => date),
    ...overdue.map(({ next_attempt: at }) => at),
    ...unpaid.map(({ due_date: at }) => at),
  ];
  const ahead = dates.filter((date) => date !== null && date > asOf);
  return ahead.length === 0 ? undefined : Math.min(...(ahead as number[]));
}

/** Reads as many customers as one request may, from the cache if possible. */
export const readProjected = (
  context: BillingContext,
  prices: CataloguePrices,
  customerIds: readonly string[],
  now: Date,
) =>
  readEachCached(
    context.db,
    now,
    customerIds,
    {
      kind: PROJECTION,
      read: (id) => projectCustomer(context, prices, id, now),
      changesAt: nextDateOf,
    },
    MAX_CUSTOMERS_PER_READ,
  );
