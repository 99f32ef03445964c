import type { ApiError } from 'shared-api';
import type { OpenInvoice, PaymentAttempt } from 'shared-api/contracts';
import {
  Button,
  color,
  commonMessages,
  Dialog,
  ErrorState,
  formatMoney,
  InlineStatus,
  LoadingBlock,
  Notice,
  radius,
  Stack,
  StatusBadge,
  styled,
  Text,
} from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { useListOpenInvoicesQuery, useListPaymentMethodsQuery } from '../api';
import { CardChoice } from '../changes/CardChoice';
import { ProblemNotice } from '../changes/ChangeDialog';
import { messages as changeMessages } from '../changes/messages';
import { messages } from './messages';
import { usePayInvoices } from './use-pay-invoices';

const text = messages.dialog;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
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
  /** The card that is chosen at first; the default one when absent. */
  cardId?: string;
  onClose: () => void;
}

/** Pays what a customer owes, in place, with a stored or a new card. */
export function PayInvoicesDialog({ customer, cardId, onClose }: PayInvoicesDialogProps): ReactNode {
  const customerId = customer.id;
  const open = useListOpenInvoicesQuery({ customerId }, { refetchOnMountOrArgChange: true });
  const cards = useListPaymentMethodsQuery({ customerId });
  const [chosen, setChosen] = useState<string | undefined>(cardId);
  const { step, problem, results, pay } = usePayInvoices(customerId);
  const busy = step !== 'idle';
  const invoices = (open.data?.invoices ?? []).filter(({ invoice_id: id }) => results.get(id)?.paid !== true);
  const amount = open.data?.totals[0]?.amount_due ?? 0;
  const total = formatMoney(amount, open.data?.totals[0]?.currency);
  const card = chosen ?? cards.data?.find(({ is_default }) => is_default)?.id;
  const why =
    open.data && invoices.length === 0 ? text.nothing : card === undefined && cards.data ? text.chooseCard : undefined;

  const confirm = async (): Promise<void> => {
    if (await pay(invoices, amount, card)) onClose();
    else void open.refetch();
  };

  return (
    <Dialog
      open
      framesOver
      title={text.title(customer.name)}
      size="small"
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          <Button
            variant="primary"
            busy={busy || (open.isFetching && !open.data)}
            why={why}
            disabled={!open.data}
            onClick={() => void confirm()}
          >
            {messages.pay(total)}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {!open.data && open.error !== undefined && (
          <ErrorState
            title={text.loadFailed}
            message={(open.error as ApiError).message}
            busy={open.isFetching}
            onRetry={() => void open.refetch()}
          />
        )}
        {!open.data && open.error === undefined && <LoadingBlock lines={3} />}
        {open.data && <Invoices open={open.data.invoices} results={results} total={total} />}
        {step === 'bank' && (
          <Notice tone="information" live="polite">
            {changeMessages.bank.waiting}
          </Notice>
        )}
        {problem && <ProblemNotice problem={problem} />}
        {open.data && <CardChoice customerId={customerId} value={card ?? null} onChange={({ id }) => setChosen(id)} />}
      </Stack>
    </Dialog>
  );
}

interface InvoicesProps {
  open: readonly OpenInvoice[];
  results: ReadonlyMap<string, PaymentAttempt>;
  total: string;
}

function Invoices({ open, results, total }: InvoicesProps): ReactNode {
  const paid = [...results.values()].filter((result) => result.paid);
  const unpaid = open.filter(({ invoice_id: id }) => results.get(id)?.paid !== true);
  if (paid.length + unpaid.length === 0) return <Text>{text.none}</Text>;
  return (
    <List aria-label={text.invoices}>
      {paid.map(({ invoice_id: id, number, amount, currency }) => (
        <Row key={id}>
          <span>{number ?? text.unnumbered}</span>
          <Stack direction="row" gap={2}>
            <StatusBadge tone="success">{text.paid}</StatusBadge>
            <Text as="span" numeric>
              {formatMoney(amount, currency)}
            </Text>
          </Stack>
        </Row>
      ))}
      {unpaid.map(({ invoice_id: id, number, amount_due: due, currency }) => (
        <Row key={id}>
          <span>{number ?? text.unnumbered}</span>
          <Text as="span" numeric>
            {formatMoney(due, currency)}
          </Text>
          {results.get(id)?.problem != null && (
            <div style={{ flexBasis: '100%' }}>
              <InlineStatus tone="danger">{results.get(id)?.problem}</InlineStatus>
            </div>
          )}
        </Row>
      ))}
      <Row>
        <Text strong>{text.total}</Text>
        <Text as="span" strong numeric>
          {total}
        </Text>
      </Row>
    </List>
  );
}
