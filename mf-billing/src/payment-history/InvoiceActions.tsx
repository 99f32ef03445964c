import type { Invoice } from 'shared-api/contracts';
import { DownloadIcon, Link, styled } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { messages } from './messages';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 14px', minWidth: 124 });

/** The icon stays beside its word at every width. */
const Action = styled(Link)({ whiteSpace: 'nowrap' });

/** An id breaks where its column ends, so that all of it can be read. */
const Id = styled(Link)({ overflowWrap: 'anywhere', minWidth: 0, maxWidth: 150 });

const Download = styled(Action)({ '&& svg': { marginLeft: 0, marginRight: 4 } });

/** What an invoice is called, in running text. */
export function invoiceName({ number, created }: Invoice, timeZone: string): string {
  return number ?? messages.invoiceOf(dayText(created, timeZone));
}

export interface InvoiceActionsProps {
  invoice: Invoice;
  /** The provider's, for super admins; null for others. */
  dashboard: string | null;
}

/** PDF, page and, for super admins, the provider's record of an invoice. Missing ones are absent (DECISIONS 30). */
export function InvoiceActions({ invoice, dashboard }: InvoiceActionsProps): ReactNode {
  const { time_zone } = usePractice();
  const { invoice_id: id, invoice_pdf: pdf, hosted_invoice_url: page } = invoice;
  const name = invoiceName(invoice, time_zone);
  return (
    <Row>
      {pdf !== null && (
        <Download href={pdf} download aria-label={messages.pdfOf(name)}>
          <DownloadIcon size={14} />
          {messages.pdf}
        </Download>
      )}
      {page !== null && (
        <Action href={page} newTab aria-label={messages.viewOf(name)}>
          {messages.view}
        </Action>
      )}
      {dashboard !== null && (
        <Id href={`${dashboard}/invoices/${id}`} newTab aria-label={messages.dashboardOf(id, name)}>
          {id}
        </Id>
      )}
    </Row>
  );
}
