import type { Debt, Invoice } from 'shared-api/contracts';
import { color, formatMoney, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { GridColumn } from 'shared-ui/data-grid';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { debtOf } from '../overdue/debt-text';
import { PayDebt } from '../overdue/PayDebt';
import { DashboardLink, InvoiceActions } from './InvoiceActions';
import { InvoiceBadge } from './invoice-status';
import { messages } from './messages';

const text = messages.columns;

/** As tall as three lines of a name, or a shorter name with the email below: 48 px at a text size of 13 px. */
const Customer = styled('div')({ minWidth: 0, maxHeight: 'calc(48em / 13)', overflow: 'hidden' });

const Name = styled('div')({
  display: '-webkit-box',
  whiteSpace: 'normal',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  lineHeight: '16px',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
});

const Email = styled('div')({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkThird,
});

const Status = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' });

export type InvoiceColumn = keyof typeof text;

/** Ways to give back a part of the paid or due amount. */
const returns = ['credited', 'refunded'] as const;
type Return = (typeof returns)[number];

const returned = (invoice: Invoice, kind: Return): number => invoice[kind] ?? 0;

/** True if a part of the paid or due amount was given back. */
const isGivenBack = (invoice: Invoice, kinds: readonly Return[] = returns): boolean =>
  kinds.some((kind) => returned(invoice, kind) > 0);

/** How an invoice was paid, if it wasn't simply paid in full. */
export function paymentFacts(invoice: Invoice): string[] {
  const { amount_paid: paid, from_credit: credit = 0, lost_in_dispute: lost = 0, currency } = invoice;
  if (credit === 0 && lost === 0 && !isGivenBack(invoice)) return [];
  const used = formatMoney(Math.abs(credit), currency);
  return [
    messages.paid(formatMoney(paid, currency)),
    ...(lost === 0 ? [] : [messages.disputeLost(formatMoney(lost, currency))]),
    ...(credit === 0 ? [] : [credit > 0 ? messages.fromCredit(used) : messages.fromDebit(used)]),
  ];
}

interface RowContents {
  hasPay: boolean;
  hasDashboard: boolean;
  isTouch: boolean;
}

/** Leaves space for 4 lines of an amount, for stacked links, or for a button below its badge. */
export function rowHeightOf(invoices: readonly Invoice[], { hasPay, hasDashboard, isTouch }: RowContents): number {
  const hasReturns = invoices.some((invoice) => isGivenBack(invoice));
  if (invoices.some((invoice) => paymentFacts(invoice).length > 1) || (hasReturns && isTouch)) return 88;
  return (hasReturns && hasPay) || (hasDashboard && isTouch) ? 68 : 52;
}

/** True if any row has a payment button. */
export const hasPayable = (
  invoices: readonly Invoice[],
  debts: readonly Debt[],
  collecting: ReadonlySet<string>,
): boolean => invoices.some((invoice) => debtOf(invoice, debts, collecting) !== undefined);

interface InvoiceNumberProps {
  invoice: Invoice;
  dashboard: string | null;
}

function InvoiceNumber({ invoice, dashboard }: InvoiceNumberProps): ReactNode {
  return (
    <div style={{ minWidth: 0 }}>
      {invoice.number ?? (
        <Typography component="span" color="textTertiary" style={{ fontWeight: 400 }}>
          {messages.draftNumber}
        </Typography>
      )}
      {dashboard !== null && (
        <div>
          <DashboardLink invoice={invoice} dashboard={dashboard} />
        </div>
      )}
    </div>
  );
}

function InvoiceCustomer({ invoice: { customer_name: name, customer_email: email } }: { invoice: Invoice }): ReactNode {
  return (
    <Customer>
      {name !== null && <Name title={name}>{name}</Name>}
      {email !== null && <Email title={email}>{email}</Email>}
    </Customer>
  );
}

/** The total, and how it was paid. */
function InvoiceAmount({ invoice }: { invoice: Invoice }): ReactNode {
  return (
    <div>
      <span>{formatMoney(invoice.total, invoice.currency)}</span>
      {paymentFacts(invoice).map((fact) => (
        <Typography key={fact} component="div" variant="body2" color="textTertiary" sx={{ whiteSpace: 'normal' }}>
          {fact}
        </Typography>
      ))}
    </div>
  );
}

interface InvoiceStatusProps {
  invoice: Invoice;
  collecting: boolean;
  /** The debt that its button pays. */
  debt: Debt | undefined;
}

function InvoiceStatus({ invoice: { status, dispute }, collecting, debt }: InvoiceStatusProps): ReactNode {
  return (
    <Status>
      <InvoiceBadge {...{ status, dispute, collecting }} />
      {debt && <PayDebt debt={debt} inRow />}
    </Status>
  );
}

/** The table's content, which determines the column widths. */
interface Contents {
  hasDashboard: boolean;
  hasReturns: boolean;
  hasFacts: boolean;
  isCollecting: boolean;
}

/** The width left for the customer column at 1440 px, so that the actions stay visible. */
function customerMinWidth({ hasDashboard, hasReturns, hasFacts, isCollecting }: Contents): number {
  if (hasReturns) return (isCollecting ? 104 : 132) - (hasDashboard ? (isCollecting ? 12 : 24) : 0);
  return hasDashboard && hasFacts ? 168 : 216;
}

/**
 * @param dashboard URL of the provider's dashboard for super admins; null for others
 * @param invoices the table's invoices. Columns that would be empty are left out
 * @param collecting ids of invoices that the bank is collecting
 * @param debts debts of the practice's customers, whose open invoices get a payment button
 */
export function invoiceColumns(
  timeZone: string,
  dashboard: string | null,
  invoices: readonly Invoice[],
  collecting: ReadonlySet<string>,
  debts: readonly Debt[],
): GridColumn<Invoice, InvoiceColumn>[] {
  const shown = returns.filter((kind) => invoices.some((invoice) => isGivenBack(invoice, [kind])));
  const hasReturns = shown.length > 0;
  const hasFacts = invoices.some((invoice) => paymentFacts(invoice).length > 0);
  // The badge is the widest one.
  const isCollecting = collecting.size > 0;
  const hasPay = hasPayable(invoices, debts, collecting);
  return [
    {
      key: 'date',
      header: text.date,
      width: hasReturns ? '12%' : '14%',
      minWidth: 104,
      cell: ({ created }) => dayText(created, timeZone),
    },
    {
      key: 'number',
      header: text.number,
      rowHeader: true,
      // The provider's ids have 27 characters.
      width: dashboard === null ? (hasReturns ? '15%' : '20%') : '26%',
      minWidth: dashboard === null ? 136 : 212,
      cell: (invoice) => <InvoiceNumber invoice={invoice} dashboard={dashboard} />,
    },
    {
      key: 'customer',
      header: text.customer,
      width: hasReturns ? '15%' : '28%',
      minWidth: customerMinWidth({ hasDashboard: dashboard !== null, hasReturns, hasFacts, isCollecting }),
      cell: (invoice) => <InvoiceCustomer invoice={invoice} />,
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      width: hasFacts ? '16%' : '14%',
      // Each payment fact takes a line.
      minWidth: !hasFacts ? 100 : dashboard === null || !hasReturns ? 148 : isCollecting ? 100 : 112,
      cell: (invoice) => <InvoiceAmount invoice={invoice} />,
    },
    ...shown.map((key): GridColumn<Invoice, InvoiceColumn> => ({
      key,
      header: text[key],
      numeric: true,
      width: '9%',
      minWidth: 84,
      cell: (invoice) => (isGivenBack(invoice, [key]) ? formatMoney(returned(invoice, key), invoice.currency) : ''),
    })),
    {
      key: 'status',
      header: text.status,
      width: hasReturns ? '13%' : '14%',
      // Next to the refund columns, the button is below the badge.
      minWidth: isCollecting || (hasPay && !hasReturns) ? 148 : 120,
      cell: (invoice) => (
        <InvoiceStatus
          invoice={invoice}
          collecting={collecting.has(invoice.invoice_id)}
          debt={debtOf(invoice, debts, collecting)}
        />
      ),
    },
    {
      key: 'actions',
      header: text.actions,
      screenOnly: true,
      // Next to the refund columns, the links are stacked.
      width: hasReturns ? 84 : 128,
      cell: (invoice) => <InvoiceActions invoice={invoice} />,
    },
  ];
}
