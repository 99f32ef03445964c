import { type CustomerProblem, type Invoice, csvFile, csvText, dayIn } from 'shared-api/contracts';

const header = ['Date', 'Invoice number', 'Customer', 'Email', 'Amount', 'Currency', 'Status'];

const statusLabels: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

/** The label of a status. A status that the provider adds later is also shown as words. */
function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return statusLabels[status] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The file ends with the customers whose invoices are missing, so that it states that it is incomplete. */
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
