/** The filter of a practice's invoices, for lists, totals and exports. */
import type Stripe from 'stripe';
import { addDays, type Invoice, type QueryOf, type listInvoices } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { startOfDay } from '../hours-worked/local-days.js';
import { AppError, notFound } from '../http/app-error.js';
import { readPractice } from '../practices/practices-service.js';
import { listCustomerIds } from './customers-repository.js';

export type InvoiceQuery = Pick<QueryOf<typeof listInvoices>, 'status' | 'customer_id' | 'from_date' | 'to_date'>;

export interface InvoiceFilter {
  customers: readonly string[];
  /** The filters that the provider applies. */
  params: Pick<Stripe.InvoiceListParams, 'status' | 'created'>;
  /** Time zone of the practice. */
  timeZone: string;
}

/**
 * Dates are days in the practice's time zone, both inclusive.
 *
 * @throws AppError `invalid` for dates in the wrong order; `not_found` for a customer of another practice
 */
export async function resolveInvoiceFilter(
  db: Db,
  practiceId: number,
  { status, customer_id: customerId, from_date: from, to_date: to }: InvoiceQuery,
): Promise<InvoiceFilter> {
  if (from !== undefined && to !== undefined && from > to) {
    const problem = 'Must not be after the end date';
    throw new AppError(400, 'invalid', 'The start date must not be after the end date.', {
      fields: { from_date: problem },
    });
  }
  const [customerIds, { time_zone: timeZone }] = await Promise.all([
    listCustomerIds(db, practiceId),
    readPractice(db, practiceId),
  ]);
  if (customerId !== undefined && !customerIds.includes(customerId))
    throw notFound('This customer doesn’t belong to this practice.');
  const seconds = (date: string): number => startOfDay(timeZone, date) / 1000;
  const created = {
    ...(from !== undefined && { gte: seconds(from) }),
    ...(to !== undefined && { lt: seconds(addDays(to, 1)) }),
  };
  return {
    customers: customerId === undefined ? customerIds : [customerId],
    params: { ...(status && { status }), ...(Object.keys(created).length > 0 && { created }) },
    timeZone,
  };
}

const MAX_PER_CALL = 100;

/**
 * Invoices of one customer, newest first.
 *
 * @param startingAfter id of the invoice before the first one
 * @returns `hasMore` when there are more than `max`
 * @throws errors of the SDK
 */
export async function collectInvoices(
  stripe: Stripe,
  customerId: string,
  { params }: Pick<InvoiceFilter, 'params'>,
  max: number,
  startingAfter?: string | null,
): Promise<{ invoices: Stripe.Invoice[]; hasMore: boolean }> {
  const invoices = await stripe.invoices
    .list({
      customer: customerId,
      limit: Math.min(MAX_PER_CALL, max + 1),
      ...params,
      ...(startingAfter && { starting_after: startingAfter }),
    })
    .autoPagingToArray({ limit: max + 1 });
  return { invoices: invoices.slice(0, max), hasMore: invoices.length > max };
}

const sumOf = (amounts: readonly { amount: number }[] | null): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

export function invoiceView(invoice: Stripe.Invoice): Invoice {
  const { customer } = invoice;
  return {
    invoice_id: invoice.id,
    customer_id: typeof customer === 'string' ? customer : (customer?.id ?? ''),
    number: invoice.number,
    created: invoice.created,
    customer_name: invoice.customer_name,
    customer_email: invoice.customer_email,
    total: invoice.total,
    amount_paid: invoice.amount_paid,
    // The provider keeps a remainder on void and written-off invoices.
    amount_remaining: invoice.status === 'open' ? invoice.amount_remaining : 0,
    discount: sumOf(invoice.total_discount_amounts),
    tax: sumOf(invoice.total_taxes),
    credited: invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount,
    due_date: invoice.due_date,
    currency: invoice.currency,
    status: invoice.status ?? 'draft',
    invoice_pdf: invoice.invoice_pdf ?? null,
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
  };
}
