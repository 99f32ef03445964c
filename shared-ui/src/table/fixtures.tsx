/** Rows for table stories. */
import { StatusBadge } from '../feedback/Badge';
import { formatMoney } from '../figures/money';
import type { Column } from './DataTable';

export interface Invoice {
  number: string;
  customer: string;
  cents: number;
  paid: boolean;
}

/** Creates the given number of invoices. Deterministic. */
export const invoices = (count: number): Invoice[] =>
  Array.from({ length: count }, (_, at) => ({
    number: `CONS-${String(at + 1).padStart(4, '0')}`,
    customer: at % 3 === 0 ? 'Olivia Owner' : 'Noah New',
    cents: 4900 + at * 1250,
    paid: at % 4 !== 3,
  }));

export const invoiceColumns: readonly Column<Invoice>[] = [
  { key: 'number', header: 'Number', cell: ({ number }) => number, sortable: true, rowHeader: true },
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer, sortable: true },
  { key: 'amount', header: 'Amount', cell: ({ cents }) => formatMoney(cents), numeric: true, sortable: true },
  {
    key: 'status',
    header: 'Status',
    cell: ({ paid }) => <StatusBadge tone={paid ? 'success' : 'attention'}>{paid ? 'Paid' : 'Open'}</StatusBadge>,
  },
];
