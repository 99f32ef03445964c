import type { Debt, Invoice } from 'shared-api/contracts';
import { color, FactLine, formatMoney, phoneQuery, radius, styled, useMedia } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { dayText, shortDayText } from '../figures';
import { debtOf } from '../overdue/debt-text';
import { PayDebt } from '../overdue/PayDebt';
import { paymentFacts } from './columns';
import { DashboardLink, InvoiceActions, invoiceName } from './InvoiceActions';
import { InvoiceBadge } from './invoice-status';
import { messages } from './messages';

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

const twoColumns = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '4px 12px' } as const;

const Card = styled('li')({
  ...twoColumns,
  padding: '9px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
});

/** A row on a phone. Pressing it anywhere except the button at its end expands it. */
const Opener = styled('button')({
  ...twoColumns,
  gridColumn: '1 / -1',
  alignItems: 'center',
  margin: '-9px -16px',
  padding: '9px 16px',
  '&[data-with-button]': { gridColumn: 1, marginInlineEnd: 0, paddingInlineEnd: 0 },
  border: 0,
  borderRadius: radius.panel,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: -2 },
});

const Beside = styled('div')({ alignSelf: 'center' });

/** Status, customer and date in one line. */
const Second = styled('span')({ gridColumn: '1 / -1', display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 });

const Customer = styled('span')({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const Day = styled('span')({ flex: 'none' });

const Wide = styled('div')({ gridColumn: '1 / -1', minWidth: 0, overflowWrap: 'anywhere' });

/** One line on a tablet: what it is, what can be done, and its amount. */
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(120px, auto)',
  alignItems: 'center',
  columnGap: 16,
  padding: '8px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
});

const Actions = styled('div')({ display: 'flex', alignItems: 'center', gap: 16 });

const Amount = styled('div')({ display: 'grid', justifyItems: 'end', gap: 2 });

export interface InvoiceCardsProps {
  invoices: readonly Invoice[];
  dashboard: string | null;
  /** Ids of invoices that the bank is collecting. */
  collecting: ReadonlySet<string>;
}

/** Invoices as a list, for screens that are too narrow for the table. */
export function InvoiceCards({ invoices, dashboard, collecting }: InvoiceCardsProps): ReactNode {
  const { time_zone } = usePractice();
  const { data: charges } = useUpcomingCharges();
  const debts = charges?.debts ?? [];
  const Item = useMedia(phoneQuery) ? InvoiceCard : InvoiceRow;
  return (
    <List aria-label={messages.caption}>
      {invoices.map((invoice) => (
        <Item
          key={invoice.invoice_id}
          invoice={invoice}
          dashboard={dashboard}
          collecting={collecting.has(invoice.invoice_id)}
          debt={debtOf(invoice, debts, collecting)}
          timeZone={time_zone}
          asOf={charges?.as_of ?? Date.now() / 1000}
        />
      ))}
    </List>
  );
}

/** How an invoice was paid and what was refunded, if it wasn't simply paid in full. */
function returnFacts(invoice: Invoice): string[] {
  const { currency, credited = 0, refunded = 0 } = invoice;
  const facts = paymentFacts(invoice);
  if (facts.length === 0) return [];
  return [
    ...facts,
    ...(credited > 0 ? [messages.credited(formatMoney(credited, currency))] : []),
    ...(refunded > 0 ? [messages.refunded(formatMoney(refunded, currency))] : []),
  ];
}

interface InvoiceCardProps {
  invoice: Invoice;
  /** The debt of its customer, if the invoice is overdue. */
  debt: Debt | undefined;
  dashboard: string | null;
  collecting: boolean;
  timeZone: string;
  /** In epoch seconds. A phone shows the year only of other years. */
  asOf: number;
}

/** An invoice on a tablet. */
function InvoiceRow({ invoice, dashboard, collecting, debt, timeZone }: InvoiceCardProps): ReactNode {
  const { number, created, customer_name, customer_email, total, currency, status, dispute } = invoice;
  const facts = [dayText(created, timeZone), customer_name, customer_email, ...returnFacts(invoice)];
  return (
    <Row aria-label={invoiceName(invoice, timeZone)}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1">{number ?? messages.draftNumber}</Typography>
        <Typography variant="body2" color="textSecondary">
          <FactLine facts={facts} />
        </Typography>
        {dashboard !== null && <DashboardLink invoice={invoice} dashboard={dashboard} />}
      </div>
      <Actions>
        {debt && <PayDebt debt={debt} inRow />}
        <InvoiceActions invoice={invoice} />
      </Actions>
      <Amount>
        <Typography variant="subtitle1">{formatMoney(total, currency)}</Typography>
        <InvoiceBadge {...{ status, dispute, collecting }} />
      </Amount>
    </Row>
  );
}

/** An invoice on a phone. */
function InvoiceCard({ invoice, dashboard, collecting, debt, timeZone, asOf }: InvoiceCardProps): ReactNode {
  const { number, created, customer_name, customer_email, total, currency, status } = invoice;
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = returnFacts(invoice);
  return (
    <Card aria-label={invoiceName(invoice, timeZone)}>
      <Opener
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-with-button={debt && ''}
        onClick={() => setOpen(!open)}
      >
        <Typography component="span" variant="subtitle1" style={{ overflowWrap: 'anywhere' }}>
          {number ?? messages.draftNumber}
        </Typography>
        <Typography component="span" align="right" variant="subtitle1">
          {formatMoney(total, currency)}
        </Typography>
        <Typography component={Second} variant="body2" color="textSecondary">
          <InvoiceBadge status={status} dispute={invoice.dispute} collecting={collecting} />
          <Customer dir="auto">{customer_name}</Customer>
          <Day>{shortDayText(created, timeZone, asOf)}</Day>
        </Typography>
      </Opener>
      {debt && (
        <Beside>
          <PayDebt debt={debt} inRow />
        </Beside>
      )}
      {facts.length > 0 && (
        <Wide>
          <Typography variant="body2">
            <FactLine facts={facts} />
          </Typography>
        </Wide>
      )}
      {open && (
        <Wide id={id}>
          {/* The row can cut off a long name. */}
          <Typography variant="body2" dir="auto">
            {customer_name}
          </Typography>
          <Typography variant="body2" color="textTertiary">
            {customer_email}
          </Typography>
          <InvoiceActions invoice={invoice} />
          {dashboard !== null && <DashboardLink invoice={invoice} dashboard={dashboard} />}
        </Wide>
      )}
    </Card>
  );
}
