import { type CustomerProblem, type Invoice, csvFile, csvText, dayIn, plainAmount } from 'shared-api/contracts';

const header = [
  ...['Date', 'Invoice number', 'Customer', 'Email', 'Amount', 'Currency', 'Status'],
  ...['Discount', 'Tax', 'Paid', 'Credited', 'Refunded', 'Due', 'Due date', 'Account credit'],
  'Lost in disputes',
];

const statusLabels: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

const disputeLabels = { open: 'Disputed', lost: 'Dispute lost' } as const;

/** The label of a status. A status that the provider adds later is also shown as words. */
function statusLabel({ status, dispute }: Pick<Invoice, 'status' | 'dispute'>): string {
  if (dispute) return disputeLabels[dispute];
  const words = status.replaceAll('_', ' ');
  return statusLabels[status] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The file ends with the customers whose invoices are missing, so that readers see that it is incomplete. */
export function invoiceCsv(
  invoices: readonly Invoice[],
  problems: readonly CustomerProblem[],
  timeZone: string,
): string {
  const dayAt = (seconds: number): string => dayIn(timeZone, new Date(seconds * 1000));
  return csvFile([
    header,
    ...invoices.map((invoice) => [
      dayAt(invoice.created),
      csvText(invoice.number ?? ''),
      csvText(invoice.customer_name ?? ''),
      csvText(invoice.customer_email ?? ''),
      plainAmount(invoice.total, invoice.currency),
      invoice.currency.toUpperCase(),
      statusLabel(invoice),
      ...[
        ...[invoice.discount, invoice.tax, invoice.amount_paid],
        ...[invoice.credited, invoice.refunded, invoice.amount_remaining],
      ].map((amount) => plainAmount(amount ?? 0, invoice.currency)),
      invoice.due_date ? dayAt(invoice.due_date) : '',
      plainAmount(invoice.from_credit ?? 0, invoice.currency),
      plainAmount(invoice.lost_in_dispute ?? 0, invoice.currency),
    ]),
    ...problems.map(({ customer_id: id, name, message }) => [csvText(`Incomplete for ${name ?? id}: ${message}`)]),
  ]);
}
