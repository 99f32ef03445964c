import { countText, plural, type UpcomingCharge } from 'shared-api/contracts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export const messages = {
  title: 'Charges',
  lead: 'Paid and upcoming charges by month.',
  failed: 'Couldn’t load the charges',
  loading: 'Loading charges...',
  /** @param month `YYYY-MM` */
  month: (month: string) => months[Number(month.slice(5)) - 1] ?? month,
  monthAndYear: (month: string) => `${months[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`,
  thisMonth: 'This month',
  kinds: { paid: 'Paid', upcoming: 'Upcoming', overdue: 'Overdue' },
  amount: (kind: string, amount: string) => `${kind} ${amount}`,
  noCharges: 'no charges',
  of: (month: string, amounts: string) => `${month}: ${amounts}`,
  chart: (currency: string | null) => (currency === null ? 'Charges by month' : `Charges by month in ${currency}`),
  chartHelp: 'Use the arrow keys to go from month to month.',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  columns: { month: 'Month', paid: 'Paid', upcoming: 'Upcoming', overdue: 'Overdue' },
  next: 'Next charges',
  none: 'Nothing will be charged.',
  all: (count: number) => `Show all ${count} charges`,
  fewer: 'Show fewer',
  lines: (count: number) => plural(count, 'line'),
  linesOf: (name: string, date: string) => `Lines of ${name}, ${date}`,
  noCard: 'No saved card',
  byUsage: 'By usage',
  plusUsage: (amount: string) => `${amount} + usage`,
  sent: 'Invoice by email',
  /** Ends of a sentence about a charge. */
  bySentInvoice: ', invoiced by email',
  chargedTo: (payer: string) => `, to ${payer}`,
  unpaid: {
    title: 'Open invoices',
    due: (date: string) => `Due ${date}`,
    open: 'Open',
    collecting: 'Being collected by the bank',
    unnumbered: 'Invoice without a number',
    view: 'View invoice',
    viewNamed: (invoice: string) => `View invoice ${invoice}`,
  },
  paidBy: (customer: string) => `Paid by ${customer}`,
  /** After an amount that doesn't include the customer's balance yet. */
  sharedCredit: (amount: string) => `Up to ${amount} of credit comes off, shared with other charges.`,
  sharedDebit: (amount: string) => `Up to ${amount} of an earlier balance is added, shared with other charges.`,
  charge: {
    renewal: 'Renewal',
    trial_conversion: 'Trial becomes paid',
    scheduled_start: 'Scheduled start',
    scheduled_change: 'Scheduled change',
    open_invoice: 'Open invoice',
  } satisfies Record<UpcomingCharge['kind'], string>,
  ends: 'Ending soon',
  end: (name: string, date: string) => `${name} ends on ${date}`,
  endItem: (item: string, name: string, date: string) => `${item} in ${name} ends on ${date}`,
  problem: (customer: string) => `Charges of ${customer} are missing`,
  unknownCustomer: 'a customer',
  read: (subject: string, read: number, total: number) =>
    `${subject}: ${countText(read)} of ${countText(total)} customers read.`,
  readOn: 'Read on',
} as const;
