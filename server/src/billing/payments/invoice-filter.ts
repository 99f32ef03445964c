/** The filter of a practice's invoices, for lists, totals and exports. */
import { addDays, type QueryOf, type listInvoices } from 'shared-api/contracts';
import type { InvoiceRows } from '../subscriptions/mirror/invoices-repository.js';
import type { Db } from '../../platform/database/tables.js';
import { startOfDay } from '../../platform/dates/start-of-day.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { readPractice } from '../../access/practice-records/practice-lookups.js';
import { listCustomerIds } from './customers-repository.js';

export type InvoiceQuery = Pick<QueryOf<typeof listInvoices>, 'status' | 'customer_id' | 'from_date' | 'to_date'>;

export interface InvoiceFilter extends InvoiceRows {
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
  return {
    customers: customerId === undefined ? customerIds : [customerId],
    status,
    from: from === undefined ? undefined : seconds(from),
    to: to === undefined ? undefined : seconds(addDays(to, 1)),
    timeZone,
  };
}
