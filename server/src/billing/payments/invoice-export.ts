/** All invoices of a filter as a file: CSV, or an archive of their PDFs. */
import { Readable } from 'node:stream';
import { type CustomerProblem, type Invoice, dayIn, countText } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Payments } from '../stripe/stripe-client.js';
import { fetchPdf } from './fetch-pdf.js';
import { invoiceCsv } from './invoice-csv.js';
import type { InvoiceFilter } from './invoice-filter.js';
import { readAllInvoices } from './invoices-service.js';
import { type ZipEntry, zipStream } from './zip-stream.js';

const MAX_PDFS = 1_000;
/** Number of PDFs downloaded ahead of the one being sent. */
const READ_AHEAD = 4;

export interface ExportedFile {
  name: string;
  type: string;
  content: Readable;
}

type Download = { invoice: Invoice; content: Uint8Array } | { invoice: Invoice; problem: string };

async function download(invoice: Invoice, payments: Payments): Promise<Download> {
  if (invoice.invoice_pdf === null) return { invoice, problem: 'it has no PDF' };
  try {
    return { invoice, content: await fetchPdf(invoice.invoice_pdf, payments) };
  } catch {
    return { invoice, problem: 'the PDF couldn’t be downloaded' };
  }
}

/** Downloads PDFs in invoice order, a few in parallel. */
async function* downloads(invoices: readonly Invoice[], payments: Payments): AsyncGenerator<Download> {
  const pending: Promise<Download>[] = [];
  for (const invoice of invoices) {
    pending.push(download(invoice, payments));
    if (pending.length > READ_AHEAD) yield (await pending.shift()) as Download;
  }
  yield* pending;
}

const invoiceName = ({ number, invoice_id: id }: Invoice): string => number ?? id;

/** A file name that is unique in the archive. */
function pdfName(invoice: Invoice, used: Set<string>): string {
  const base = `Invoice-${invoiceName(invoice).replace(/[^\w.-]/g, '_')}`;
  let name = `${base}.pdf`;
  for (let copy = 2; used.has(name); copy += 1) name = `${base}-${copy}.pdf`;
  used.add(name);
  return name;
}

function readme(count: number, missing: readonly string[], problems: readonly CustomerProblem[]): string {
  const lines = [count === 1 ? '1 invoice as PDF.' : `${count} invoices as PDFs.`];
  if (missing.length > 0) lines.push('', 'Invoices without a PDF in this archive:', ...missing);
  if (problems.length > 0) {
    lines.push('', 'Customers whose invoices are missing:');
    for (const { customer_id: id, name, message } of problems) lines.push(`- ${name ?? id}: ${message}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

async function* archiveEntries(
  invoices: readonly Invoice[],
  problems: readonly CustomerProblem[],
  payments: Payments,
): AsyncGenerator<ZipEntry> {
  const used = new Set<string>();
  const missing: string[] = [];
  for await (const result of downloads(invoices, payments)) {
    if ('content' in result) yield { name: pdfName(result.invoice, used), content: result.content };
    else missing.push(`- ${invoiceName(result.invoice)}: ${result.problem}`);
  }
  yield { name: 'README.txt', content: Buffer.from(readme(used.size, missing, problems)) };
}

/** @throws AppError `too_many` for more PDFs than an archive may contain */
export async function exportInvoices(
  db: Db,
  payments: Payments,
  filter: InvoiceFilter,
  format: 'csv' | 'pdf',
  now: Date,
): Promise<ExportedFile> {
  const { invoices, problems } = await readAllInvoices(db, payments, filter, now);
  const name = `invoices-${dayIn(filter.timeZone, now)}`;
  if (format === 'csv') {
    const content = Readable.from([invoiceCsv(invoices, problems, filter.timeZone)], { objectMode: false });
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content };
  }
  if (invoices.length > MAX_PDFS) {
    const [count, max] = [invoices.length, MAX_PDFS].map((figure) => countText(figure));
    throw new AppError(
      422,
      'too_many',
      `These are ${count} invoices, and an archive holds at most ${max}. Choose a shorter period.`,
    );
  }
  const content = zipStream(archiveEntries(invoices, problems, payments));
  return { name: `${name}.zip`, type: 'application/zip', content };
}
