import type { OpenInvoices, PaymentMethod } from 'shared-api/contracts';
import { Alert, AlertTitle, Typography } from 'shared-ui/mui';
import { cardName, PayInvoicesDialog as PayDialog } from 'shared-ui/cards';
import { type ReactNode, useState } from 'react';
import { useListOpenInvoicesQuery } from '../api';
import { messages } from './messages';
import { usePayInvoices } from './use-pay-invoices';

const text = messages.pay;

/** How often the invoices are refetched while an earlier payment is being confirmed. */
const POLL_INTERVAL_MS = 2000;

export interface PayInvoicesDialogProps {
  customer: { id: string; name: string };
  card: PaymentMethod;
  /** The open invoices at the time the dialog opened. */
  open: OpenInvoices;
  onClose: () => void;
}

/** Asks whether a new default card should pay open invoices, as adding a card does (DECISIONS 13). */
export function PayInvoicesDialog({ customer, card, open, onClose }: PayInvoicesDialogProps): ReactNode {
  const [keepsPaying, setKeepsPaying] = useState(true);
  const { busy, problem, results, pay } = usePayInvoices(customer.id, card.id);
  const [waits, setWaits] = useState(false);
  const latest = useListOpenInvoicesQuery({ customer: customer.id }, { pollingInterval: waits ? POLL_INTERVAL_MS : 0 });
  const refusal = latest.data?.pay?.reason ?? null;
  if ((refusal !== null) !== waits) setWaits(refusal !== null);
  return (
    <PayDialog
      customer={customer.name}
      open={{ ...latest, data: latest.data ?? open }}
      {...{ results, busy, pay, onClose }}
      cancelLabel={text.later}
      renewals={{ card, checked: keepsPaying, onChange: setKeepsPaying }}
      lead={<Typography>{text.question(cardName(card), open.invoices.length)}</Typography>}
    >
      {refusal !== null && (
        <Alert severity="info" role="status">
          {refusal}
        </Alert>
      )}
      {problem !== null && refusal === null && (
        <Alert severity="error" role="alert">
          <AlertTitle>{text.failed}</AlertTitle>
          <span>{problem}</span>
        </Alert>
      )}
    </PayDialog>
  );
}
