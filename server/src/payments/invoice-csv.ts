import { type CustomerProblem, type Invoice, csvFile, csvText, dayIn } from 'shared-api/contracts';

const header = ['Date', 'Invoice number', 'Customer', 'Email', 'Amount', 'Currency', 'Status'];

const statusLabels: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

/** A status that the provider adds one day is shown as words too. */
function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return statusLabels[status] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Customers whose invoices are missing are named after the last row: the file says itself that it is incomplete. */
export function invoiceCsv(
  invoices: readonly Invoice[],
  problems: readonly CustomerProblem[],
  timeZone: string,
): string {
  return csvFile([
    header,
    ...invoices.map((invoice) => [
      dayIn(timeZone, new Date(invoice.created * 1000)),
      csvText(invoice.number ?? ''),
      csvText(invoice.customer_name ?? ''),
      csvText(invoice.customer_email ?? ''),
      (invoice.total / 100).toFixed(2),
      invoice.currency.toUpperCase(),
      statusLabel(invoice.status),
    ]),
    ...problems.map(({ customer_id: id, name, message }) => [csvText(`Incomplete for ${name ?? id}: ${message}`)]),
  ]);
}
