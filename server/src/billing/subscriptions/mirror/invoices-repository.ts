/** Mirrored invoices of customers: lists and totals without the provider. */
import { sql } from 'kysely';
import type { Invoice } from 'shared-api/contracts';
import type { Db } from '../../../platform/database/tables.js';

/** An invoice with additional data for the mirror. */
export interface InvoiceSnapshot extends Invoice {
  paid_at: number | null;
  /** Ids of the payment intents and charges that pay it. */
  payments: string[];
}

/** Progress of reading a customer's invoices, newest first. */
export interface InvoicesPass {
  /** The read that started the pass. */
  reading: number;
  after: string | null;
  chargesAfter: string | null;
  /** Charges have been read back to this time, in epoch seconds. Null before the first. */
  chargesBackTo: number | null;
  /** Refunds of charges, by the ids of the charge and its payment. */
  refunds: Record<string, number>;
  /** Disputed charges, by the ids of the charge and its payment. Absent in a pass of an older release. */
  disputed?: Record<string, string>;
}

export interface InvoicesProgress {
  /** The customer's revision that the rows are complete for. Null while incomplete. */
  revision: number | null;
  /** The rows count as complete until then, in epoch milliseconds. */
  validUntil: number;
  readAt: number;
  /** When all invoices were last read, in epoch milliseconds. Null before. */
  allReadAt: number | null;
  /** Creation time of the newest one, in epoch seconds. */
  newest: number;
  /** An unfinished read of all of them. */
  pass: InvoicesPass | null;
}

export async function listProgress(db: Db, customerIds: readonly string[]): Promise<Map<string, InvoicesProgress>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('billing_invoice_readings')
    .select(['customer_id', 'progress'])
    .where('customer_id', 'in', customerIds)
    .execute();
  return new Map(rows.map(({ customer_id: id, progress }) => [id, progress]));
}

export const findProgress = async (db: Db, customerId: string): Promise<InvoicesProgress | undefined> =>
  (await listProgress(db, [customerId])).get(customerId);

const unread: InvoicesProgress = { revision: null, validUntil: 0, readAt: 0, allReadAt: null, newest: 0, pass: null };

/** Take a number before each read: a later read has a higher number. */
export async function nextInvoiceRead(db: Db, customerId: string): Promise<number> {
  const { reading } = await db
    .insertInto('billing_invoice_readings')
    .values({ customer_id: customerId, reading: 1, progress: JSON.stringify(unread) })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ reading: sql<number>`billing_invoice_readings.reading + 1` }),
    )
    .returning('reading')
    .executeTakeFirstOrThrow();
  return reading;
}

export async function saveProgress(db: Db, customerId: string, progress: InvoicesProgress): Promise<void> {
  await db
    .updateTable('billing_invoice_readings')
    .set({ progress: JSON.stringify(progress) })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Writes invoices. Rows from a later read stay. */
export async function writeInvoices(db: Db, invoices: readonly InvoiceSnapshot[], reading: number): Promise<void> {
  if (invoices.length === 0) return;
  await db
    .insertInto('billing_invoices')
    .values(
      invoices.map((invoice) => ({
        id: invoice.invoice_id,
        customer_id: invoice.customer_id,
        created: new Date(invoice.created * 1000),
        status: invoice.status,
        currency: invoice.currency,
        shown: JSON.stringify(invoice),
        reading,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          created: eb.ref('excluded.created'),
          shown: eb.ref('excluded.shown'),
          reading: eb.ref('excluded.reading'),
        }))
        .where('billing_invoices.reading', '<=', reading),
    )
    .execute();
}

export async function deleteInvoice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('billing_invoices').where('id', '=', id).execute();
}

/** Deletes rows that a read of all invoices didn't find. */
export async function deleteMissing(db: Db, customerId: string, reading: number): Promise<void> {
  await db
    .deleteFrom('billing_invoices')
    .where('customer_id', '=', customerId)
    .where('reading', '<', reading)
    .execute();
}

export async function findInvoices(db: Db, ids: readonly string[]): Promise<Map<string, InvoiceSnapshot>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('billing_invoices').select(['id', 'shown']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, shown }) => [id, shown as InvoiceSnapshot]));
}

/** Ids of the customer's invoices that may still change on their own: drafts and open ones. */
export async function listUnsettled(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_invoices')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['draft', 'open'])
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the customer's invoices that one of these payments pays. */
export async function listPaidBy(db: Db, customerId: string, payments: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_invoices')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`shown -> 'payments' ?| array[${sql.join(payments)}]::text[]`)
    .execute();
  return rows.map(({ id }) => id);
}

export interface InvoiceRows {
  customers: readonly string[];
  status?: string | undefined;
  /** Creation, in epoch seconds: `from` is included, `to` is not. */
  from?: number | undefined;
  to?: number | undefined;
}

function rowsOf(db: Db, { customers, status, from, to }: InvoiceRows) {
  let query = db.selectFrom('billing_invoices').where('customer_id', 'in', customers.length > 0 ? customers : ['']);
  if (status !== undefined) query = query.where('status', '=', status);
  if (from !== undefined) query = query.where('created', '>=', new Date(from * 1000));
  if (to !== undefined) query = query.where('created', '<', new Date(to * 1000));
  return query;
}

/** The position of an invoice in a list. */
export interface InvoicePosition {
  created: number;
  id: string;
}

/** Newest first. @param after the last invoice of the previous page */
export async function listInvoiceRows(
  db: Db,
  filter: InvoiceRows,
  limit: number,
  after?: InvoicePosition,
): Promise<InvoiceSnapshot[]> {
  let query = rowsOf(db, filter).select('shown').orderBy('created', 'desc').orderBy('id', 'desc').limit(limit);
  if (after) {
    const created = new Date(after.created * 1000);
    query = query.where((eb) =>
      eb.or([eb('created', '<', created), eb.and([eb('created', '=', created), eb('id', '<', after.id)])]),
    );
  }
  return (await query.execute()).map(({ shown }) => shown as InvoiceSnapshot);
}

export interface CurrencyTotals {
  currency: string;
  paid: number;
  outstanding: number;
  invoices: number;
}

const sumOf = (field: string) => sql<number>`sum((shown ->> ${field})::bigint)::double precision`;

/** The currency with the most invoices first. */
export function readTotals(db: Db, filter: InvoiceRows): Promise<CurrencyTotals[]> {
  return rowsOf(db, filter)
    .select(['currency', sumOf('amount_paid').as('paid'), sumOf('amount_remaining').as('outstanding')])
    .select(sql<number>`count(*)::integer`.as('invoices'))
    .groupBy('currency')
    .orderBy('invoices', 'desc')
    .orderBy('currency')
    .execute();
}

export interface PaidInMonth {
  /** `YYYY-MM` */
  month: string;
  currency: string;
  amount: number;
}

/** The amounts paid for invoices created since then, by month in a time zone. @param since epoch seconds */
export function readPaidByMonth(
  db: Db,
  customers: readonly string[],
  since: number,
  timeZone: string,
): Promise<PaidInMonth[]> {
  const paidAt = sql`to_timestamp(coalesce(shown ->> 'paid_at', shown ->> 'created')::double precision)`;
  return rowsOf(db, { customers, status: 'paid', from: since })
    .where(sql<boolean>`(shown ->> 'amount_paid')::bigint > 0`)
    .select(['currency', sumOf('amount_paid').as('amount')])
    .select(sql<string>`to_char(${paidAt} at time zone ${timeZone}, 'YYYY-MM')`.as('month'))
    .groupBy(['currency', 'month'])
    .execute();
}
