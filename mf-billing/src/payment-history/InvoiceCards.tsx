import type { Debt, Invoice } from 'shared-api/contracts';
import { color, FactLine, formatMoney, radius, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { dayText } from '../figures';
import { PayDebt } from '../overdue/OverdueBanner';
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

const Actions = styled(Wide)({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 });

export interface InvoiceCardsProps {
  invoices: readonly Invoice[];
  dashboard: string | null;
  /** Ids of invoices that the bank is collecting. */
  collecting: ReadonlySet<string>;
}

/** Invoices as cards, for screens that are too narrow for the table. */
export function InvoiceCards({ invoices, dashboard, collecting }: InvoiceCardsProps): ReactNode {
  const { time_zone } = usePractice();
  const debts = useUpcomingCharges().data?.debts ?? [];
  return (
    <List aria-label={messages.caption}>
      {invoices.map((invoice) => (
        <InvoiceCard
          key={invoice.invoice_id}
          invoice={invoice}
          dashboard={dashboard}
          collecting={collecting.has(invoice.invoice_id)}
          debt={debts.find((debt) => isOf(debt, invoice))}
          timeZone={time_zone}
        />
      ))}
    </List>
  );
}

/** Whether an open invoice is a part of a debt. */
const isOf = ({ customer, currency }: Debt, invoice: Invoice): boolean =>
  invoice.status === 'open' && customer.id === invoice.customer_id && currency === invoice.currency;

interface InvoiceCardProps {
  invoice: Invoice;
  /** What its customer owes, if it is due. */
  debt: Debt | undefined;
  dashboard: string | null;
  collecting: boolean;
  timeZone: string;
}

function InvoiceCard({ invoice, dashboard, collecting, debt, timeZone }: InvoiceCardProps): ReactNode {
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
      <Actions>
        <InvoiceActions invoice={invoice} />
        {debt && !collecting && <PayDebt debt={debt} inRow />}
      </Actions>
      {dashboard !== null && (
        <Wide>
          <DashboardLink invoice={invoice} dashboard={dashboard} />
        </Wide>
      )}
    </Card>
  );
}
