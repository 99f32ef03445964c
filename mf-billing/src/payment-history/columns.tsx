import type { Invoice } from 'shared-api/contracts';
import { type Column, DownloadIcon, formatMoney, Link, Stack, styled, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { InvoiceBadge } from './invoice-status';
import { words } from './messages';

export type InvoiceColumn = keyof typeof words.columns;

const Download = styled(Link)({ '&& svg': { marginLeft: 0, marginRight: 4 } });

function Actions({ of, name, dashboard }: { of: Invoice; name: string; dashboard: string | null }): ReactNode {
  return (
    <Stack direction="row" gap={3}>
      {of.invoice_pdf !== null && (
        <Download href={of.invoice_pdf} download aria-label={words.pdfOf(name)}>
          <DownloadIcon size={14} />
          {words.pdf}
        </Download>
      )}
      {of.hosted_invoice_url !== null && (
        <Link href={of.hosted_invoice_url} newTab aria-label={words.viewOf(name)}>
          {words.view}
        </Link>
      )}
      {dashboard !== null && (
        <Link
          href={`${dashboard}/invoices/${of.invoice_id}`}
          newTab
          aria-label={words.dashboardOf(of.invoice_id, name)}
        >
          {of.invoice_id}
        </Link>
      )}
    </Stack>
  );
}

/** @param dashboard the provider's, for super admins; null for others */
export function invoiceColumns(timeZone: string, dashboard: string | null): Column<Invoice, InvoiceColumn>[] {
  const day = ({ created }: Invoice): string => dayText(created, timeZone);
  return [
    {
      key: 'date',
      header: words.columns.date,
      width: 120,
      cell: (invoice) => <span style={{ whiteSpace: 'nowrap' }}>{day(invoice)}</span>,
    },
    {
      key: 'number',
      header: words.columns.number,
      rowHeader: true,
      cell: ({ number }) =>
        number ?? (
          <Text as="span" tone="third" style={{ fontWeight: 400 }}>
            {words.draftNumber}
          </Text>
        ),
    },
    {
      key: 'customer',
      header: words.columns.customer,
      cell: ({ customer_name, customer_email }) => (
        <>
          {customer_name !== null && <div>{customer_name}</div>}
          {customer_email !== null && (
            <Text variant="secondary" tone="third" as="div">
              {customer_email}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      header: words.columns.amount,
      numeric: true,
      cell: ({ total, currency }) => formatMoney(total, currency),
    },
    { key: 'status', header: words.columns.status, cell: ({ status }) => <InvoiceBadge status={status} /> },
    {
      key: 'actions',
      header: words.columns.actions,
      screenOnly: true,
      cell: (invoice) => (
        <Actions of={invoice} name={invoice.number ?? words.invoiceOf(day(invoice))} dashboard={dashboard} />
      ),
    },
  ];
}
