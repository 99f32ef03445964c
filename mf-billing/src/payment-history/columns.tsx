import type { Invoice } from 'shared-api/contracts';
import { type Column, color, formatMoney, styled, Text } from 'shared-ui';
import { dayText } from '../figures';
import { DashboardLink, InvoiceActions } from './InvoiceActions';
import { InvoiceBadge } from './invoice-status';
import { messages } from './messages';

const text = messages.columns;

/** One line; hidden on screens below 1200 px, because the name is enough to tell customers apart. */
const Email = styled('div')({
  maxWidth: 220,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkThird,
  '@media (max-width: 1199.95px)': { display: 'none' },
});

export type InvoiceColumn = keyof typeof text;

/** @param dashboard URL of the provider's dashboard for super admins; null for others */
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
      cell: (invoice) => (
        <div style={{ whiteSpace: 'nowrap' }}>
          {invoice.number ?? (
            <Text as="span" tone="third" style={{ fontWeight: 400 }}>
              {messages.draftNumber}
            </Text>
          )}
          {dashboard !== null && (
            <div>
              <DashboardLink invoice={invoice} dashboard={dashboard} />
            </div>
          )}
        </div>
      ),
    },
    {
      key: 'customer',
      header: text.customer,
      cell: ({ customer_name, customer_email }) => (
        <div style={{ minWidth: 112 }}>
          {customer_name !== null && <div>{customer_name}</div>}
          {customer_email !== null && <Email title={customer_email}>{customer_email}</Email>}
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
      cell: (invoice) => <InvoiceActions invoice={invoice} />,
    },
  ];
}
