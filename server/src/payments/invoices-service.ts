/** Invoices of all customers of a practice as one list, newest first. */
import type Stripe from 'stripe';
import type { Invoice, OpenInvoice } from 'shared-api/contracts';
import { Refusal } from '../http/refusal.js';
import type { Payments } from '../stripe/stripe-client.js';
import { atStripe } from '../stripe/stripe-errors.js';

const PER_PAGE = 25;

/** Customer → the invoice after which its list goes on; null once it has ended. */
type Cursor = Record<string, string | null>;

const write = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws Refusal `invalid` for what never was a cursor of this list */
function readCursor(text: string, customers: readonly string[]): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const known = Object.entries(cursor).every(
      ([customer, after]) => customers.includes(customer) && (after === null || typeof after === 'string'),
    );
    if (known) return cursor;
  } catch {
    // Not JSON: said below.
  }
  throw new Refusal(400, 'invalid', 'This list cannot go on from there. Load it again.', {
    fields: { starting_after: 'Not a cursor' },
  });
}

function describe(invoice: Stripe.Invoice): Invoice {
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    created: invoice.created,
    customer_name: invoice.customer_name,
    customer_email: invoice.customer_email,
    total: invoice.total,
    currency: invoice.currency,
    status: invoice.status ?? 'draft',
    invoice_pdf: invoice.invoice_pdf ?? null,
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
  };
}

export interface InvoicePage {
  results: Invoice[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * One page. Stripe lists by customer; the cursor says for each customer how far its list was shown.
 *
 * @param after cursor of the page before; undefined for the first page
 */
export async function readInvoices(
  { stripe }: Payments,
  customers: readonly string[],
  after: string | undefined,
): Promise<InvoicePage> {
  const cursor = after === undefined ? {} : readCursor(after, customers);
  const going = customers.filter((customer) => cursor[customer] !== null);
  const pages = await atStripe(() =>
    Promise.all(
      going.map(async (customer) => {
        const from = cursor[customer];
        const page = await stripe.invoices.list({
          customer,
          limit: PER_PAGE,
          ...(from != null && { starting_after: from }),
        });
        return { customer, data: page.data, more: page.has_more };
      }),
    ),
  );
  const shown = pages
    .flatMap(({ customer, data }) => data.map((invoice, place) => ({ customer, invoice, place })))
    // Invoices of one customer stay in Stripe's order: the cursor counts on it.
    .sort((one, other) => other.invoice.created - one.invoice.created || one.place - other.place)
    .slice(0, PER_PAGE);
  const next: Cursor = { ...cursor };
  for (const { customer, data, more } of pages) {
    const taken = shown.filter((one) => one.customer === customer);
    const last = taken.at(-1)?.invoice.id;
    if (last !== undefined) next[customer] = last;
    if (taken.length === data.length && !more) next[customer] = null;
  }
  const has_more = customers.some((customer) => next[customer] !== null);
  return {
    results: shown.map(({ invoice }) => describe(invoice)),
    has_more,
    next_cursor: has_more ? write(next) : null,
  };
}

/** Oldest first. Stripe has 100 on a page; a customer with more open ones pays the newest 100 first. */
export async function openInvoicesOf(stripe: Stripe, customer: string): Promise<Stripe.Invoice[]> {
  const open = await stripe.invoices.list({ customer, status: 'open', limit: 100 });
  return open.data.reverse();
}

/** What would be charged for the open invoices of a customer now. */
export async function readOpenInvoices({ stripe }: Payments, customer: string): Promise<OpenInvoice[]> {
  const open = await atStripe(() => openInvoicesOf(stripe, customer));
  return open.map(({ id, number, amount_remaining, currency }) => ({
    invoice_id: id,
    number,
    amount_due: amount_remaining,
    currency,
  }));
}
