import type { OpenInvoice, OpenInvoices, PaymentAttempt } from 'shared-api/contracts';
import { Button, color, Dialog, formatMoney, InlineStatus, Notice, Stack, StatusBadge, styled, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { useListOpenInvoicesQuery } from '../api';
import { words } from './messages';
import { usePayInvoices } from './use-pay-invoices';

const text = words.pay;

const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: 10,
});

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2px 16px',
  padding: '8px 14px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

export interface PayInvoicesDialogProps {
  customer: { id: string; name: string };
  card: { id: string; name: string };
  /** As the server had them when the dialog was opened. */
  open: OpenInvoices;
  onClose: () => void;
}

/** Asks whether a new default card pays what is open, as adding a card does (DECISIONS 13). */
export function PayInvoicesDialog({ customer, card, open, onClose }: PayInvoicesDialogProps): ReactNode {
  const { busy, problem, results, pay } = usePayInvoices(customer.id, card.id);
  const latest = useListOpenInvoicesQuery({ customer: customer.id });
  const { invoices } = open;
  const { invoices: unpaid, totals } = latest.data ?? open;
  const [due] = totals;
  const total = formatMoney(due?.amount_due ?? 0, due?.currency);

  const confirm = async (): Promise<void> => {
    if (await pay(unpaid, due?.amount_due ?? 0)) onClose();
    else void latest.refetch();
  };

  return (
    <Dialog
      open
      title={text.title(customer.name)}
      size="small"
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {text.later}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            {text.confirm(total)}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text>{text.question(card.name, invoices.length)}</Text>
        <List aria-label={text.invoices}>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.invoice_id} invoice={invoice} result={results.get(invoice.invoice_id)} />
          ))}
          <Row>
            <Text as="span" strong>
              {text.total}
            </Text>
            <Text as="span" strong numeric>
              {total}
            </Text>
          </Row>
        </List>
        {problem !== null && (
          <Notice tone="danger" live="assertive" title={text.failed}>
            {problem}
          </Notice>
        )}
      </Stack>
    </Dialog>
  );
}

interface InvoiceRowProps {
  invoice: OpenInvoice;
  result: PaymentAttempt | undefined;
}

function InvoiceRow({ invoice, result }: InvoiceRowProps): ReactNode {
  return (
    <Row>
      <span>{invoice.number ?? text.unnumbered}</span>
      <Stack direction="row" gap={2}>
        {result?.paid && <StatusBadge tone="success">{text.paid}</StatusBadge>}
        <Text as="span" numeric>
          {formatMoney(invoice.amount_due, invoice.currency)}
        </Text>
      </Stack>
      {result?.problem != null && (
        <div style={{ flexBasis: '100%' }}>
          <InlineStatus tone="danger">{result.problem}</InlineStatus>
        </div>
      )}
    </Row>
  );
}
