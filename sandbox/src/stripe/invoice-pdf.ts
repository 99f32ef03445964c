/** An invoice as a PDF of A4 pages. */
import { jsPDF } from 'jspdf';
import type Stripe from 'stripe';
import { formatDay, formatMoney, invoiceStatusText } from './html.js';

const LEFT_MM = 20;
const RIGHT_MM = 190;
const LINE_MM = 8;
const LAST_LINE_MM = 270;
const TEXT_WIDTH_MM = 130;

export function invoicePdf(invoice: Stripe.Invoice, timeZone: string): Buffer {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4' });
  pdf.setProperties({ title: `Invoice ${invoice.number ?? invoice.id}` });
  pdf.setFontSize(20).text('Invoice', LEFT_MM, 25);
  pdf.setFontSize(10);
  const facts = [
    `Invoice number: ${invoice.number ?? ''}`,
    `Date: ${formatDay(invoice.created, timeZone)}`,
    `Bill to: ${invoice.customer_name ?? invoice.customer_email ?? ''}`,
    `Status: ${invoiceStatusText(invoice)}`,
  ];
  let y = 36;
  for (const fact of facts) {
    pdf.text(fact, LEFT_MM, y);
    y += LINE_MM - 2;
  }
  y += LINE_MM;
  const row = (text: string, cents: number): void => {
    if (y > LAST_LINE_MM) {
      pdf.addPage();
      y = 25;
    }
    pdf.text(pdf.splitTextToSize(text, TEXT_WIDTH_MM) as string[], LEFT_MM, y);
    pdf.text(formatMoney(cents, invoice.currency), RIGHT_MM, y, { align: 'right' });
    y += LINE_MM;
  };
  for (const line of invoice.lines.data) row(line.description ?? '', line.amount);
  pdf.line(LEFT_MM, y - LINE_MM / 2, RIGHT_MM, y - LINE_MM / 2);
  row('Total', invoice.total);
  const fromBalance = invoice.amount_due - invoice.total;
  if (fromBalance !== 0) row('Applied balance', fromBalance);
  row('Amount due', invoice.amount_due);
  if (invoice.amount_paid !== 0) row('Amount paid', invoice.amount_paid);
  if (invoice.amount_remaining !== invoice.amount_due) row('Amount remaining', invoice.amount_remaining);
  return Buffer.from(pdf.output('arraybuffer'));
}
