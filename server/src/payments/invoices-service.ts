/** Invoices of all customers of a practice: as one list, newest first, and as totals. */
import {
  type AnswerOf,
  countText,
  type CustomerProblem,
  type Invoice,
  type readInvoiceTotals as readInvoiceTotalsCall,
} from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { AppError } from '../http/app-error.js';
import type { Payments } from '../stripe/stripe-client.js';
import { type CustomerRead, describeProblems, readEachCustomer } from './customer-problems.js';
import { type InvoiceFilter, collectInvoices, invoiceView } from './invoice-filter.js';

const PAGE_SIZE = 25;
const MAX_INVOICES_PER_CUSTOMER = 5_000;

/** Customer → the last invoice that was listed. Null when all its invoices were listed. */
type Cursor = Record<string, string | null>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws AppError `invalid` for a text that is not a cursor of this list */
function decodeCursor(text: string, customerIds: readonly string[]): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const isValid = Object.entries(cursor).every(
      ([customerId, after]) => customerIds.includes(customerId) && (after === null || typeof after === 'string'),
    );
    if (isValid) return cursor;
  } catch {
    // Not JSON. The error below rejects it.
  }
  throw new AppError(400, 'invalid', 'The list can’t be continued from here. Load it again.', {
    fields: { starting_after: 'Not a cursor of this list' },
  });
}

export interface InvoicePage {
  results: Invoice[];
  has_more: boolean;
  next_cursor: string | null;
  problems: CustomerProblem[];
}

/**
 * One page of invoices. Stripe lists invoices by customer, so the cursor stores the position in each customer's list.
 * The position of a customer that cannot be read doesn't change, so the next page tries it again.
 *
 * @param after cursor of the previous page; undefined for the first page
 */
export async function readInvoices(
  db: Db,
  { stripe }: Payments,
  filter: InvoiceFilter,
  after: string | undefined,
): Promise<InvoicePage> {
  const { customers: customerIds } = filter;
  const cursor = after === undefined ? {} : decodeCursor(after, customerIds);
  const reads = await readEachCustomer(
    customerIds.filter((customerId) => cursor[customerId] !== null),
    (customerId) => collectInvoices(stripe, customerId, filter, PAGE_SIZE, cursor[customerId]),
  );
  const pages = reads.flatMap((read) => ('result' in read ? [{ customer: read.customer, ...read.result }] : []));
  const merged = pages
    .flatMap(({ customer: customerId, invoices }) =>
      invoices.map((invoice, index) => ({ customer: customerId, invoice, index })),
    )
    // Invoices of one customer stay in Stripe's order, because the cursor depends on it.
    .sort((one, other) => other.invoice.created - one.invoice.created || one.index - other.index)
    .slice(0, PAGE_SIZE);
  const next: Cursor = { ...cursor };
  for (const { customer: customerId, invoices, hasMore } of pages) {
    const shownOfCustomer = merged.filter((one) => one.customer === customerId);
    const last = shownOfCustomer.at(-1)?.invoice.id;
    if (last !== undefined) next[customerId] = last;
    if (shownOfCustomer.length === invoices.length && !hasMore) next[customerId] = null;
  }
  const has_more = customerIds.some((customerId) => next[customerId] !== null);
  return {
    results: merged.map(({ invoice }) => invoiceView(invoice)),
    has_more,
    next_cursor: has_more ? encodeCursor(next) : null,
    problems: await describeProblems(db, reads),
  };
}

/** For a customer with more invoices than are read. */
const TOO_MANY = `Only the newest ${countText(MAX_INVOICES_PER_CUSTOMER)} invoices are included. Choose a shorter period.`;

/** All invoices of a filter, newest first. */
export async function readAllInvoices(
  db: Db,
  { stripe }: Payments,
  filter: InvoiceFilter,
): Promise<{ invoices: Invoice[]; problems: CustomerProblem[] }> {
  const reads = await readEachCustomer(filter.customers, (customerId) =>
    collectInvoices(stripe, customerId, filter, MAX_INVOICES_PER_CUSTOMER),
  );
  const problems = reads.map((read): CustomerRead<unknown> =>
    'result' in read && read.result.hasMore ? { customer: read.customer, problem: TOO_MANY } : read,
  );
  return {
    invoices: reads
      .flatMap((read) => ('result' in read ? read.result.invoices : []))
      .map(invoiceView)
      .sort((one, other) => other.created - one.created),
    problems: await describeProblems(db, problems),
  };
}

type Totals = AnswerOf<typeof readInvoiceTotalsCall>;

export async function readInvoiceTotals(db: Db, payments: Payments, filter: InvoiceFilter): Promise<Totals> {
  const { invoices, problems } = await readAllInvoices(db, payments, filter);
  const totals = new Map<string, Totals['totals'][number]>();
  for (const { currency, amount_paid: paid, amount_remaining: outstanding } of invoices) {
    const before = totals.get(currency) ?? { currency, paid: 0, outstanding: 0, invoices: 0 };
    totals.set(currency, {
      currency,
      paid: before.paid + paid,
      outstanding: before.outstanding + outstanding,
      invoices: before.invoices + 1,
    });
  }
  return {
    totals: [...totals.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    problems,
  };
}
