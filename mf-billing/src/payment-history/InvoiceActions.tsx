import type { Invoice } from 'shared-api/contracts';
import { DownloadIcon, NewTabLink, styled, touch } from 'shared-ui';
import { Link } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { messages } from './messages';

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 10px',
  [touch]: { gap: '24px 12px', padding: '10px 0' },
});

/** Keeps the icon and its label on one line. */
const Action = styled(NewTabLink)({ whiteSpace: 'nowrap' });

const Id = styled(NewTabLink)({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 12,
  lineHeight: '16px',
  [touch]: { padding: '14px 0' },
});

const Download = styled(Link)({ whiteSpace: 'nowrap', '& svg': { marginRight: 4, verticalAlign: '-2px' } });

/** The name of an invoice in running text: its number, or its date without one. */
export function invoiceName({ number, created }: Invoice, timeZone: string): string {
  return number ?? messages.invoiceOf(dayText(created, timeZone));
}

/** Links to the invoice in the payment provider's dashboard, labeled with its id. For super admins. */
export function DashboardLink({ invoice, dashboard }: { invoice: Invoice; dashboard: string }): ReactNode {
  const { time_zone } = usePractice();
  const { invoice_id: id } = invoice;
  const label = messages.dashboardOf(id, invoiceName(invoice, time_zone));
  return (
    <Id href={`${dashboard}/invoices/${id}`} aria-label={label}>
      {id}
    </Id>
  );
}

/** Links to the PDF and the hosted page of an invoice. Missing links are omitted (DECISIONS 30). */
export function InvoiceActions({ invoice }: { invoice: Invoice }): ReactNode {
  const { time_zone } = usePractice();
  const { invoice_pdf: pdf, hosted_invoice_url: page } = invoice;
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
        <Action href={page} aria-label={messages.viewOf(name)}>
          {messages.view}
        </Action>
      )}
    </Row>
  );
}
