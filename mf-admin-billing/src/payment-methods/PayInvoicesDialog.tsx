import type { OpenInvoices, PaymentMethod } from 'shared-api/contracts';
import { Alert, AlertTitle, Typography } from 'shared-ui/mui';
import { cardName, PayInvoicesDialog as PayDialog } from 'shared-ui/cards';
import { type ReactNode, useState } from 'react';
import { useListOpenInvoicesQuery } from '../api';
import { messages } from './messages';
import { usePayInvoices } from './use-pay-invoices';

const text = messages.pay;

export interface PayInvoicesDialogProps {
  customer: { id: string; name: string };
  card: PaymentMethod;
  /** The open invoices when the dialog opened. */
  open: OpenInvoices;
  onClose: () => void;
}

/** Asks whether a new default card should pay open invoices, as adding a card does (DECISIONS 13). */
export function PayInvoicesDialog({ customer, card, open, onClose }: PayInvoicesDialogProps): ReactNode {
  const [keepsPaying, setKeepsPaying] = useState(true);
  const { busy, problem, results, pay } = usePayInvoices(customer.id, card.id);
  const latest = useListOpenInvoicesQuery({ customer: customer.id });
  return (
    <PayDialog
      customer={customer.name}
      open={{ ...latest, data: latest.data ?? open }}
      {...{ results, busy, pay, onClose }}
      cancelLabel={text.later}
      renewals={{ card, checked: keepsPaying, onChange: setKeepsPaying }}
      lead={<Typography>{text.question(cardName(card), open.invoices.length)}</Typography>}
    >
      {problem !== null && (
        <Alert severity="error" role="alert">
          <AlertTitle>{text.failed}</AlertTitle>
          {problem}
        </Alert>
      )}
    </PayDialog>
  );
}
