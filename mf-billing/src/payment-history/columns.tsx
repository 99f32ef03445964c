import type { Invoice } from 'shared-api/contracts';
import { type Column, formatMoney, Text } from 'shared-ui';
import { dayText } from '../figures';
import { InvoiceActions } from './InvoiceActions';
import { InvoiceBadge } from './invoice-status';
import { messages } from './messages';

const text = messages.columns;

export type InvoiceColumn = keyof typeof text;

/** @param dashboard the provider's, for super admins; null for others */
export function invoiceColumns(timeZone: string, dashboard: string | null): Column<Invoice, InvoiceColumn>[] {
  return [
    {
      key: 'date',
      header: text.date,
      width: 110,
      cell: ({ created }) => <span style={{ whiteSpace: 'nowrap' }}>{dayText(created, timeZone)}</span>,
    },
    {
      key: 'number',
      header: text.number,
      rowHeader: true,
      cell: ({ number }) =>
        number === null ? (
          <Text as="span" tone="third" style={{ fontWeight: 400 }}>
            {messages.draftNumber}
          </Text>
        ) : (
          <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
        ),
    },
    {
      key: 'customer',
      header: text.customer,
      cell: ({ customer_name, customer_email }) => (
        <div style={{ minWidth: 112 }}>
          {customer_name !== null && <div>{customer_name}</div>}
          {customer_email !== null && (
            <Text variant="secondary" tone="third" as="div" style={{ overflowWrap: 'anywhere' }}>
              {customer_email}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ total, currency }) => formatMoney(total, currency),
    },
    { key: 'status', header: text.status, cell: ({ status }) => <InvoiceBadge status={status} /> },
    {
      key: 'actions',
      header: text.actions,
      screenOnly: true,
      cell: (invoice) => <InvoiceActions invoice={invoice} dashboard={dashboard} />,
    },
  ];
}
