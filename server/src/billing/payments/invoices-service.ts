/** Invoices of all of a practice's customers, from the mirror: as one list, newest first, and as totals. */
import type {
  AnswerOf,
  CustomerProblem,
  Invoice,
  readInvoiceTotals as readInvoiceTotalsCall,
  ReadingProgress,
} from 'shared-api/contracts';
import { listOutdated, syncInvoices } from '../subscriptions/mirror/invoices.js';
import {
  type InvoicePosition,
  type InvoiceSnapshot,
  listInvoiceRows,
  readTotals,
} from '../subscriptions/mirror/invoices-repository.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { parseInnerJson } from '../../platform/http/readable-input.js';
import type { Payments } from '../stripe/stripe-client.js';
import { describeProblems, MAX_CUSTOMERS_PER_READ, readSomeCustomers } from './customer-problems.js';
import type { InvoiceFilter } from './invoice-filter.js';

const PAGE_SIZE = 25;

const encodeCursor = ({ created, invoice_id: id }: Invoice): string =>
  Buffer.from(JSON.stringify([created, id])).toString('base64url');

/** The end of the year 9999. */
const MAX_TIME_S = 253_402_300_799;

/** True for epoch seconds of a date with a four-digit year. */
const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TIME_S;

/** @throws AppError `invalid` for a text that is not a cursor of this list */
function decodeCursor(text: string): InvoicePosition {
  try {
    const place = parseInnerJson(Buffer.from(text, 'base64url').toString());
    const [created, id] = Array.isArray(place) ? (place as unknown[]) : [];
    if (isTime(created) && typeof id === 'string') return { created, id };
  } catch {
    // Not readable JSON. The error below rejects it.
  }
  throw new AppError(400, 'invalid', 'The list can’t be continued from here. Load it again.', {
    fields: { starting_after: 'Not a cursor of this list' },
  });
}

interface Synced {
  problems: CustomerProblem[];
  progress?: ReadingProgress;
}

/** Brings the mirror up to date, or a step further. An unreadable customer keeps its current rows. */
async function syncCustomers(db: Db, { stripe }: Payments, customers: readonly string[], now: Date): Promise<Synced> {
  const stale = await listOutdated(db, customers, now);
  const sync = (customerId: string) => syncInvoices({ db, stripe }, customerId, now);
  const { reads, unread } = await readSomeCustomers(stale, sync, MAX_CUSTOMERS_PER_READ);
  const left = unread.length + reads.filter((read) => 'result' in read && !read.result).length;
  return {
    problems: await describeProblems(db, reads),
    ...(left > 0 && { progress: { read: customers.length - left, total: customers.length } }),
  };
}

function toInvoice(snapshot: InvoiceSnapshot): Invoice {
  const { paid_at: _paidAt, payments: _payments, ...invoice } = snapshot;
  return invoice;
}

export interface InvoicePage extends Synced {
  results: Invoice[];
  has_more: boolean;
  next_cursor: string | null;
}

/** One page of invoices. @param after cursor of the previous page; undefined for the first page */
export async function readInvoices(
  db: Db,
  payments: Payments,
  filter: InvoiceFilter,
  after: string | undefined,
  now: Date,
): Promise<InvoicePage> {
  const place = after === undefined ? undefined : decodeCursor(after);
  const synced = await syncCustomers(db, payments, filter.customers, now);
  const rows = await listInvoiceRows(db, filter, PAGE_SIZE + 1, place);
  const results = rows.slice(0, PAGE_SIZE).map(toInvoice);
  const last = rows.length > PAGE_SIZE ? results.at(-1) : undefined;
  return { results, has_more: last !== undefined, next_cursor: last ? encodeCursor(last) : null, ...synced };
}

/** A file's rows are read in batches. */
const ROWS_AT_ONCE = 1_000;

/** All invoices of a filter, newest first. A file is complete, so all customers are read. */
export async function readAllInvoices(
  db: Db,
  payments: Payments,
  filter: InvoiceFilter,
  now: Date,
): Promise<{ invoices: Invoice[]; problems: CustomerProblem[] }> {
  let synced = await syncCustomers(db, payments, filter.customers, now);
  while (synced.progress) synced = await syncCustomers(db, payments, filter.customers, now);
  const invoices: Invoice[] = [];
  for (let isMore = true; isMore;) {
    const last = invoices.at(-1);
    const place = last && { created: last.created, id: last.invoice_id };
    const rows = await listInvoiceRows(db, filter, ROWS_AT_ONCE, place);
    invoices.push(...rows.map(toInvoice));
    isMore = rows.length === ROWS_AT_ONCE;
  }
  return { invoices, problems: synced.problems };
}

type Totals = AnswerOf<typeof readInvoiceTotalsCall>;

export async function readInvoiceTotals(db: Db, payments: Payments, filter: InvoiceFilter, now: Date): Promise<Totals> {
  const synced = await syncCustomers(db, payments, filter.customers, now);
  return { totals: await readTotals(db, filter), ...synced };
}
