import type { Invoice } from 'shared-api/contracts';
import { color, FactLine, formatMoney, radius, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { paymentFacts } from './columns';
import { DashboardLink, InvoiceActions, invoiceName } from './InvoiceActions';
import { InvoiceBadge } from './invoice-status';
import { messages } from './messages';

const List = styled('ul')({ display: 'grid', gap: 8, listStyle: 'none', margin: 0, padding: 0 });

const Card = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '4px 12px',
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

/** As wide as its content. */
const End = styled('div')({ justifySelf: 'end' });

const Wide = styled('div')({ gridColumn: '1 / -1', minWidth: 0, overflowWrap: 'anywhere' });

export interface InvoiceCardsProps {
  invoices: readonly Invoice[];
  dashboard: string | null;
  /** Ids of invoices that the bank is collecting. */
  collecting: ReadonlySet<string>;
}

/** Invoices as cards, for screens that are too narrow for the table. */
export function InvoiceCards({ invoices, dashboard, collecting }: InvoiceCardsProps): ReactNode {
  const { time_zone } = usePractice();
  return (
    <List aria-label={messages.caption}>
      {invoices.map((invoice) => (
        <InvoiceCard
          key={invoice.invoice_id}
          invoice={invoice}
          dashboard={dashboard}
          collecting={collecting.has(invoice.invoice_id)}
          timeZone={time_zone}
        />
      ))}
    </List>
  );
}

interface InvoiceCardProps {
  invoice: Invoice;
  dashboard: string | null;
  collecting: boolean;
  timeZone: string;
}

function InvoiceCard({ invoice, dashboard, collecting, timeZone }: InvoiceCardProps): ReactNode {
  const {
    number,
    created,
    customer_name,
    customer_email,
    total,
    currency,
    status,
    credited = 0,
    refunded = 0,
  } = invoice;
  const facts = paymentFacts(invoice);
  return (
    <Card aria-label={invoiceName(invoice, timeZone)}>
      <Typography variant="subtitle1">{number ?? messages.draftNumber}</Typography>
      <Typography component="span" align="right" variant="subtitle1">
        {formatMoney(total, currency)}
      </Typography>
      <Typography component="span" color="textSecondary">
        {dayText(created, timeZone)}
      </Typography>
      <End>
        <InvoiceBadge status={status} dispute={invoice.dispute} collecting={collecting} />
      </End>
      <Wide>
        <Typography variant="body2" color="textTertiary">
          <FactLine facts={[customer_name, customer_email]} />
        </Typography>
      </Wide>
      {facts.length > 0 && (
        <Wide>
          <Typography variant="body2">
            <FactLine
              facts={[
                ...facts,
                credited > 0 && messages.credited(formatMoney(credited, currency)),
                refunded > 0 && messages.refunded(formatMoney(refunded, currency)),
              ]}
            />
          </Typography>
        </Wide>
      )}
      <Wide>
        <InvoiceActions invoice={invoice} />
      </Wide>
      {dashboard !== null && (
        <Wide>
          <DashboardLink invoice={invoice} dashboard={dashboard} />
        </Wide>
      )}
    </Card>
  );
}
