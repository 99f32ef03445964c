/** What Stripe hosts for an invoice: a page to pay it on, and its PDF. */
import type { FastifyInstance } from 'fastify';
import { jsPDF } from 'jspdf';
import type Stripe from 'stripe';
import { behaviourOf } from './cards.js';
import type { CallContext } from './calls.js';
import { attemptPayment, methodFor } from './invoices.js';
import { afterPayment } from './subscription-life.js';

const dollars = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const LEFT = 20;
const RIGHT = 190;
const LINE = 8;
const LAST_LINE = 270;

/** The invoice as a PDF of A4 pages. */
export function invoicePdf(invoice: Stripe.Invoice): Buffer {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4' });
  pdf.setProperties({ title: `Invoice ${invoice.number ?? invoice.id}` });
  pdf.setFontSize(20).text('Invoice', LEFT, 25);
  pdf.setFontSize(10);
  const facts = [
    `Invoice number: ${invoice.number ?? ''}`,
    `Date: ${day(invoice.created)}`,
    `Bill to: ${invoice.customer_name ?? invoice.customer_email ?? ''}`,
    `Status: ${invoice.status ?? ''}`,
  ];
  let y = 36;
  for (const fact of facts) {
    pdf.text(fact, LEFT, y);
    y += LINE - 2;
  }
  y += LINE;
  const row = (text: string, amount: string): void => {
    if (y > LAST_LINE) {
      pdf.addPage();
      y = 25;
    }
    pdf.text(pdf.splitTextToSize(text, 130) as string[], LEFT, y);
    pdf.text(amount, RIGHT, y, { align: 'right' });
    y += LINE;
  };
  for (const line of invoice.lines.data) row(line.description ?? '', dollars(line.amount, line.currency));
  pdf.line(LEFT, y - LINE / 2, RIGHT, y - LINE / 2);
  row('Total', dollars(invoice.total, invoice.currency));
  row('Amount due', dollars(invoice.amount_due, invoice.currency));
  return Buffer.from(pdf.output('arraybuffer'));
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

function pageOf(invoice: Stripe.Invoice, note: string): string {
  const lines = invoice.lines.data
    .map(
      (line) => `<tr><td>${escaped(line.description ?? '')}</td><td>${dollars(line.amount, line.currency)}</td></tr>`,
    )
    .join('');
  const pay =
    invoice.status === 'open'
      ? `<form method="post"><button>Pay ${dollars(invoice.amount_remaining, invoice.currency)}</button></form>`
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Invoice ${escaped(invoice.number ?? invoice.id)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color: #1a2230; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
td { padding: .5rem 0; border-bottom: 1px solid #e2e3dc; }
td:last-child { text-align: right; font-variant-numeric: tabular-nums; }
button { font: inherit; padding: .6rem 1.4rem; border: 0; border-radius: 8px; background: #1d6b5a; color: #fff; cursor: pointer; }
</style>
</head>
<body>
<p>Sandbox: no money is moved here.</p>
<h1>Invoice ${escaped(invoice.number ?? invoice.id)}</h1>
<p>${escaped(invoice.customer_name ?? '')} · ${day(invoice.created)} · <strong>${escaped(invoice.status ?? '')}</strong></p>
<table>${lines}<tr><td><strong>Amount due</strong></td><td><strong>${dollars(invoice.amount_due, invoice.currency)}</strong></td></tr></table>
<p role="status">${escaped(note)}</p>
${pay}
<p><a href="/stripe/invoices/${invoice.id}/pdf">Download PDF</a></p>
</body>
</html>`;
}

interface OfInvoice {
  Params: { id: string };
}

/** @param done called after something has changed */
export function hostedInvoiceRoutes(app: FastifyInstance, contextFor: () => CallContext, done: () => void): void {
  const find = (id: string) => contextFor().store.table('invoice').find(id);

  app.get<OfInvoice>('/stripe/invoices/:id', ({ params }, reply) => {
    const invoice = find(params.id);
    if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.');
    return reply.type('text/html; charset=utf-8').send(pageOf(invoice, ''));
  });

  app.get<OfInvoice>('/stripe/invoices/:id/pdf', ({ params }, reply) => {
    const invoice = find(params.id);
    if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`)
      .send(invoicePdf(invoice));
  });

  app.post<OfInvoice>('/stripe/invoices/:id', ({ params }, reply) => {
    const context = contextFor();
    const invoice = find(params.id);
    if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.');
    let note = 'This invoice is not open.';
    if (invoice.status === 'open') {
      const method = methodFor(context.store, invoice);
      const approves = method && behaviourOf(context.store, method) === 'approves';
      const { invoice: after } = attemptPayment(context, invoice);
      if (after.status === 'paid') afterPayment(context, after);
      note =
        after.status === 'paid'
          ? 'Thank you. The payment has arrived.'
          : approves
            ? ''
            : 'The card was declined. Choose another card in the console, then try again.';
      done();
    }
    return reply.type('text/html; charset=utf-8').send(pageOf(find(params.id) ?? invoice, note));
  });
}
