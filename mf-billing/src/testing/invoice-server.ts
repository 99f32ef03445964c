/** The invoices of one practice, for `BillingServer`. */
import {
  type CustomerProblem,
  exportInvoices,
  type Invoice,
  listInvoices,
  readInvoiceTotals,
} from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';
import { CardServer } from 'shared-ui/testing/cards';
import { anInvoice } from './builders';

const PAGE_SIZE = 25;

type InvoiceQuery = { [Name in 'status' | 'customer_id' | 'from_date' | 'to_date']?: string | undefined };

export class InvoiceServer extends CardServer {
  invoices: Invoice[] = [anInvoice()];
  problems: CustomerProblem[] = [];
  exports: unknown[] = [];

  protected invoiceHandlers(): ReturnType<typeof answer>[] {
    const matches =
      ({ status, customer_id, from_date, to_date }: InvoiceQuery) =>
      (invoice: Invoice): boolean => {
        const day = new Date(invoice.created * 1000).toISOString().slice(0, 10);
        return (
          (status === undefined || invoice.status === status) &&
          (customer_id === undefined || invoice.customer_id === customer_id) &&
          (from_date === undefined || day >= from_date) &&
          (to_date === undefined || day <= to_date)
        );
      };
    return [
      answer(listInvoices, ({ query: { starting_after, ...filter } }) => {
        const from = starting_after === undefined ? 0 : Number(starting_after);
        const next = from + PAGE_SIZE;
        const found = this.invoices.filter(matches(filter));
        const has_more = next < found.length;
        return reply(listInvoices, {
          results: found.slice(from, next),
          has_more,
          next_cursor: has_more ? String(next) : null,
          dashboard_url: this.dashboard(),
          problems: this.problems,
        });
      }),
      answer(readInvoiceTotals, ({ query }) => {
        const found = this.invoices.filter(matches(query));
        const sum = (field: 'amount_paid' | 'amount_remaining'): number =>
          found.reduce((total, invoice) => total + invoice[field], 0);
        const total = { currency: 'usd', invoices: found.length };
        return reply(readInvoiceTotals, {
          totals: [{ ...total, paid: sum('amount_paid'), outstanding: sum('amount_remaining') }],
          problems: this.problems,
        });
      }),
      answer(exportInvoices, ({ query }) => {
        this.exports.push(query);
        const type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/zip';
        return new Response('Invoice Number\r\n', { headers: { 'content-type': type } });
      }),
    ];
  }
}
