/**
 * Mirrors the invoices of customers. All of them are read once and every night, page by page; after a change, only the
 * newest and the unsettled ones. Never within a database transaction.
 */
import type Stripe from 'stripe';
import type { Db } from '../../../platform/database/tables.js';
import { endOfDay, readRevisions } from '../../stripe/cached-responses.js';
import { mapConcurrently } from '../../stripe/concurrency.js';
import { isMissing } from './fetch-snapshots.js';
import {
  type InvoiceSnapshot,
  type InvoicesPass,
  type InvoicesProgress,
  deleteInvoice,
  deleteMissing,
  findInvoices,
  findProgress,
  listPaidBy,
  listProgress,
  listUnsettled,
  nextInvoiceRead,
  saveProgress,
  writeInvoices,
} from './invoices-repository.js';
import { idOf } from './snapshots.js';

interface Mirror {
  db: Db;
  stripe: Stripe;
}

const PAGE = 100;
/** Maximum pages per read before other customers get a turn. */
const PAGES_AT_ONCE = 10;
const CONCURRENCY = 6;
const MAX_OPEN = 1_000;
/** Longer than a day, so that the nightly comparison rereads all invoices and no page waits for it. */
const ALL_READ_MAX_AGE_MS = 36 * 3_600_000;

/** Payments contain their charge. */
const EXPANDED = ['payments'];

const sumOf = (amounts: readonly { amount: number }[] | null): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

const paymentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? idOf(payment.charge) ?? []);

/** Refunds by an invoice's credit notes. */
async function refundedByNotes(stripe: Stripe, invoiceId: string): Promise<number> {
  const notes = await stripe.creditNotes.list({ invoice: invoiceId, limit: 100 }).autoPagingToArray({ limit: 1000 });
  return notes
    .filter(({ status }) => status === 'issued')
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
}

/** Voiding an invoice restores the credit. */
const creditUsedBy = ({ status, starting_balance: before, ending_balance: after, total }: Stripe.Invoice): number =>
  status === 'void' || total < 0 ? 0 : (after ?? before) - before;

/** The state of an invoice's payments. */
interface PaymentFacts {
  /** Their refunds. */
  refunded: number;
  /** The disputed charges among them. */
  disputed: readonly string[];
}

/** Inquiries aren't disputes yet: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
const OPEN_DISPUTES: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

async function readDisputes(
  stripe: Stripe,
  charges: readonly string[],
): Promise<{ dispute: 'open' | 'lost' | null; lost_in_dispute: number }> {
  const lists = await mapConcurrently(charges, CONCURRENCY, (charge) => stripe.disputes.list({ charge, limit: PAGE }));
  const disputes = lists.flatMap(({ data }) => data);
  const lost = sumOf(disputes.filter(({ status }) => status === 'lost'));
  const isOpen = disputes.some(({ status }) => OPEN_DISPUTES.has(status));
  return { dispute: isOpen ? 'open' : lost > 0 ? 'lost' : null, lost_in_dispute: lost };
}

/** @throws SDK errors */
async function snapshotOf(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  { refunded, disputed }: PaymentFacts,
): Promise<InvoiceSnapshot> {
  const { post_payment_credit_notes_amount: creditedLater } = invoice;
  // A credit note may be paid out as a refund, which counts once.
  const byNotes = refunded > 0 && creditedLater > 0 ? await refundedByNotes(stripe, invoice.id) : 0;
  const disputes = await readDisputes(stripe, disputed);
  const returned = refunded + disputes.lost_in_dispute + Math.max(0, creditedLater - byNotes);
  return {
    invoice_id: invoice.id,
    customer_id: idOf(invoice.customer) ?? '',
    number: invoice.number,
    created: invoice.created,
    customer_name: invoice.customer_name,
    customer_email: invoice.customer_email,
    total: invoice.total,
    amount_paid: Math.max(0, invoice.amount_paid - returned),
    // The provider keeps a remainder on void and written-off invoices.
    amount_remaining: invoice.status === 'open' ? invoice.amount_remaining : 0,
    discount: sumOf(invoice.total_discount_amounts),
    tax: sumOf(invoice.total_taxes),
    credited: invoice.pre_payment_credit_notes_amount + creditedLater,
    refunded,
    ...disputes,
    from_credit: creditUsedBy(invoice),
    due_date: invoice.due_date,
    currency: invoice.currency,
    status: invoice.status ?? 'draft',
    invoice_pdf: invoice.invoice_pdf ?? null,
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    paid_at: invoice.status_transitions.paid_at,
    payments: paymentsOf(invoice),
  };
}

/** Data of charges, by their ids and those of their payments. */
type ChargeFacts = Required<Pick<InvoicesPass, 'refunds' | 'disputed'>>;

const factsOf = (payments: readonly string[], { refunds, disputed }: ChargeFacts): PaymentFacts => ({
  refunded: payments.reduce((sum, id) => sum + (refunds[id] ?? 0), 0),
  disputed: [...new Set(payments.flatMap((id) => disputed[id] ?? []))],
});

function addCharges({ refunds, disputed }: ChargeFacts, charges: readonly Stripe.Charge[]): void {
  for (const { id, payment_intent: intent, amount_refunded: amount, disputed: isDisputed } of charges) {
    const key = idOf(intent);
    if (amount > 0) {
      refunds[id] = amount;
      if (key !== null) refunds[key] = (refunds[key] ?? 0) + amount;
    }
    if (isDisputed) {
      disputed[id] = id;
      if (key !== null) disputed[key] = id;
    }
  }
}

const newPass = (reading: number): InvoicesPass => ({
  reading,
  after: null,
  chargesAfter: null,
  chargesBackTo: null,
  refunds: {},
  disputed: {},
});

/** Reads charges back to a time: a charge is never older than the invoice that it pays. */
async function readCharges(
  stripe: Stripe,
  customer: string,
  pass: InvoicesPass,
  backTo: number,
): Promise<InvoicesPass> {
  let { chargesAfter, chargesBackTo } = pass;
  const facts: ChargeFacts = { refunds: { ...pass.refunds }, disputed: { ...pass.disputed } };
  while (chargesBackTo === null || chargesBackTo >= backTo) {
    const { data, has_more: hasMore } = await stripe.charges.list({
      customer,
      limit: PAGE,
      ...(chargesAfter !== null && { starting_after: chargesAfter }),
    });
    addCharges(facts, data);
    chargesAfter = data.at(-1)?.id ?? chargesAfter;
    chargesBackTo = hasMore ? (data.at(-1)?.created ?? -1) : -1;
  }
  return { ...pass, chargesAfter, chargesBackTo, ...facts };
}

/** Reads and writes the next page. @returns the updated pass; null when there are no more invoices */
async function readPage(
  { db, stripe }: Mirror,
  customer: string,
  pass: InvoicesPass,
): Promise<{ next: InvoicesPass | null; invoices: Stripe.Invoice[] }> {
  const reading = await nextInvoiceRead(db, customer);
  const { data, has_more: hasMore } = await stripe.invoices.list({
    customer,
    limit: PAGE,
    expand: EXPANDED.map((field) => `data.${field}`),
    ...(pass.after !== null && { starting_after: pass.after }),
  });
  const oldest = data.at(-1);
  if (!oldest) return { next: null, invoices: [] };
  const charged = data.some((invoice) => paymentsOf(invoice).length > 0)
    ? await readCharges(stripe, customer, pass, oldest.created)
    : pass;
  const snapshots = await mapConcurrently(data, CONCURRENCY, (invoice) =>
    snapshotOf(
      stripe,
      invoice,
      factsOf(paymentsOf(invoice), { refunds: charged.refunds, disputed: charged.disputed ?? {} }),
    ),
  );
  await writeInvoices(db, snapshots, reading);
  return { next: hasMore ? { ...charged, after: oldest.id } : null, invoices: data };
}

/** Reads an invoice and its refunds. */
async function refreshInvoice({ db, stripe }: Mirror, customerId: string, id: string): Promise<void> {
  const reading = await nextInvoiceRead(db, customerId);
  let invoice: Stripe.Invoice;
  try {
    invoice = await stripe.invoices.retrieve(id, { expand: EXPANDED });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await deleteInvoice(db, id);
    return;
  }
  const facts: ChargeFacts = { refunds: {}, disputed: {} };
  for (const payment of paymentsOf(invoice)) {
    const charges = payment.startsWith('pi_')
      ? (await stripe.charges.list({ payment_intent: payment, limit: PAGE })).data
      : [await stripe.charges.retrieve(payment)];
    addCharges(facts, charges);
  }
  await writeInvoices(db, [await snapshotOf(stripe, invoice, factsOf(paymentsOf(invoice), facts))], reading);
}

/** Rereads a settled invoice. All others are read when a page requests the customer's invoices. */
export async function refreshSettledInvoice(mirror: Mirror, customerId: string, id: string): Promise<void> {
  const status = (await findInvoices(mirror.db, [id])).get(id)?.status ?? 'draft';
  if (status !== 'draft' && status !== 'open') await refreshInvoice(mirror, customerId, id);
}

/** Reads the invoices that a payment or a charge pays. */
export async function refreshInvoicesPaidBy(mirror: Mirror, customerId: string, payments: string[]): Promise<void> {
  for (const id of await listPaidBy(mirror.db, customerId, payments)) await refreshInvoice(mirror, customerId, id);
}

/** Reads drafts and open invoices that weren't among the newest ones. */
async function readUnsettled(mirror: Mirror, customerId: string, readIds: ReadonlySet<string>): Promise<void> {
  const { db, stripe } = mirror;
  const unsettled = (await listUnsettled(db, customerId)).filter((id) => !readIds.has(id));
  if (unsettled.length === 0) return;
  const reading = await nextInvoiceRead(db, customerId);
  const open = await stripe.invoices
    .list({ customer: customerId, status: 'open', limit: PAGE, expand: EXPANDED.map((field) => `data.${field}`) })
    .autoPagingToArray({ limit: MAX_OPEN });
  const before = await findInvoices(
    db,
    open.map(({ id }) => id),
  );
  const others = open.filter(({ id }) => !readIds.has(id));
  const snapshots = await mapConcurrently(others, CONCURRENCY, (invoice) =>
    // A disputed partial payment is read with the dispute's event.
    snapshotOf(stripe, invoice, { refunded: before.get(invoice.id)?.refunded ?? 0, disputed: [] }),
  );
  await writeInvoices(db, snapshots, reading);
  const settled = unsettled.filter((id) => open.every((invoice) => invoice.id !== id));
  await mapConcurrently(settled, CONCURRENCY, (id) => refreshInvoice(mirror, customerId, id));
}

/** Reads new and unsettled invoices. */
async function readNewest(mirror: Mirror, customerId: string, newest: number): Promise<number> {
  let pass: InvoicesPass | null = newPass(0);
  let latest = newest;
  const seen = new Set<string>();
  while (pass !== null) {
    const page = await readPage(mirror, customerId, pass);
    for (const { id } of page.invoices) seen.add(id);
    latest = Math.max(latest, page.invoices[0]?.created ?? 0);
    const isPast = (page.invoices.at(-1)?.created ?? 0) < newest;
    pass = isPast ? null : page.next;
  }
  await readUnsettled(mirror, customerId, seen);
  return latest;
}

const isCurrent = (progress: InvoicesProgress | undefined, revision: number, now: Date): boolean =>
  progress?.revision === revision &&
  progress.readAt <= now.getTime() &&
  progress.validUntil > now.getTime() &&
  progress.allReadAt !== null &&
  now.getTime() - progress.allReadAt < ALL_READ_MAX_AGE_MS;

const completeAt = (
  now: Date,
  revision: number,
  { newest, allReadAt }: Pick<InvoicesProgress, 'newest' | 'allReadAt'>,
): InvoicesProgress => ({
  revision,
  validUntil: endOfDay(now).getTime(),
  readAt: now.getTime(),
  allReadAt,
  newest,
  pass: null,
});

/** Continues a read of all invoices. @returns the pass for the next time; null when all were read */
async function readAll(
  mirror: Mirror,
  customerId: string,
  from: InvoicesPass,
): Promise<{ pass: InvoicesPass | null; newest: number }> {
  let pass: InvoicesPass | null = from;
  let newest = 0;
  for (let pages = 0; pages < PAGES_AT_ONCE && pass !== null; pages += 1) {
    const page = await readPage(mirror, customerId, pass);
    newest = Math.max(newest, page.invoices[0]?.created ?? 0);
    pass = page.next;
  }
  if (pass === null) await deleteMissing(mirror.db, customerId, from.reading);
  return { pass, newest };
}

/** @returns false when there are more invoices to read */
async function step(mirror: Mirror, customerId: string, now: Date): Promise<boolean> {
  const { db } = mirror;
  const revision = (await readRevisions(db, [customerId])).get(customerId) ?? 0;
  const before = await findProgress(db, customerId);
  if (isCurrent(before, revision, now)) return true;
  const isAllRead = before?.allReadAt != null && now.getTime() - before.allReadAt < ALL_READ_MAX_AGE_MS;
  if (before && isAllRead && before.pass === null) {
    const newest = await readNewest(mirror, customerId, before.newest);
    await saveProgress(db, customerId, completeAt(now, revision, { newest, allReadAt: before.allReadAt }));
    return true;
  }
  const isNew = before?.pass == null;
  const from = before?.pass ?? newPass(await nextInvoiceRead(db, customerId));
  const { pass, newest } = await readAll(mirror, customerId, from);
  const latest = Math.max(before?.newest ?? 0, newest);
  if (pass !== null) {
    const progress = { ...(before ?? completeAt(now, revision, { newest: 0, allReadAt: null })), newest: latest };
    await saveProgress(db, customerId, { ...progress, revision: null, pass });
    return false;
  }
  const read = completeAt(now, revision, { newest: latest, allReadAt: now.getTime() });
  // Pages read before may have changed since.
  if (!isNew) await readNewest(mirror, customerId, latest);
  await saveProgress(db, customerId, read);
  return true;
}

/** Customers with incomplete rows, in the given order. */
export async function listOutdated(db: Db, customerIds: readonly string[], now: Date): Promise<string[]> {
  const [revisions, progress] = await Promise.all([readRevisions(db, customerIds), listProgress(db, customerIds)]);
  return customerIds.filter((id) => !isCurrent(progress.get(id), revisions.get(id) ?? 0, now));
}

/** This replica's running reads, so that the parts of a page share one. */
const running = new WeakMap<Db, Map<string, Promise<boolean>>>();

/**
 * Brings the mirrored invoices of a customer up to date, or a customer with very many of them a step further.
 *
 * @returns false when there are more to read
 * @throws SDK errors
 */
export async function syncInvoices(mirror: Mirror, customerId: string, now: Date): Promise<boolean> {
  const ofDatabase = running.get(mirror.db) ?? new Map<string, Promise<boolean>>();
  running.set(mirror.db, ofDatabase);
  const before = ofDatabase.get(customerId);
  // A running read may have started before a change, so the rows are checked again afterwards.
  if (before) await before.catch(() => undefined);
  const own = ofDatabase.get(customerId) ?? step(mirror, customerId, now);
  ofDatabase.set(customerId, own);
  try {
    return await own;
  } finally {
    if (ofDatabase.get(customerId) === own) ofDatabase.delete(customerId);
  }
}

/** Rereads all invoices of a customer, if a page has read them before. */
export async function reconcileInvoices(mirror: Mirror, customerId: string, now: Date): Promise<void> {
  const progress = await findProgress(mirror.db, customerId);
  if (!progress) return;
  await saveProgress(mirror.db, customerId, { ...progress, revision: null, allReadAt: null, pass: null });
  try {
    while (!(await syncInvoices(mirror, customerId, now)));
  } catch (error) {
    // The mirrored rows of a deleted customer stay.
    if (!isMissing(error)) throw error;
  }
}
