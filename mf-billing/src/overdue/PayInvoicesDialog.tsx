import { Alert } from 'shared-ui/mui';
import { PayInvoicesDialog as PayDialog } from 'shared-ui/cards';
import { type ReactNode, useState } from 'react';
import { useListOpenInvoicesQuery, useListPaymentMethodsQuery } from '../api';
import { CardChoice } from '../changes/CardChoice';
import { ProblemNotice } from '../changes/ChangeDialog';
import { messages as changeMessages } from '../changes/messages';
import { messages } from './messages';
import { usePayInvoices } from './use-pay-invoices';

export interface PayInvoicesDialogProps {
  customer: { id: string; name: string };
  /** The initially selected card; the default card if absent. */
  cardId?: string;
  onClose: () => void;
}

/** Pays a customer's open invoices with a saved or a new card. */
export function PayInvoicesDialog({ customer, cardId, onClose }: PayInvoicesDialogProps): ReactNode {
  const customerId = customer.id;
  const open = useListOpenInvoicesQuery({ customerId }, { refetchOnMountOrArgChange: true });
  const cards = useListPaymentMethodsQuery({ customerId });
  const [chosen, setChosen] = useState<string | undefined>(cardId);
  const { step, problem, results, pay } = usePayInvoices(customerId);
  const card = chosen ?? cards.data?.find(({ is_default }) => is_default)?.id;
  const noCard = cards.data || cards.error ? messages.dialog.chooseCard : changeMessages.cards.loading;
  return (
    <PayDialog
      framesOver
      customer={customer.name}
      {...{ open, results, onClose }}
      busy={step !== 'idle'}
      why={card === undefined ? noCard : undefined}
      pay={(invoices, amount) => pay(invoices, amount, card)}
    >
      {step === 'bank' && (
        <Alert severity="info" role="status">
          {changeMessages.bank.waiting}
        </Alert>
      )}
      {problem && <ProblemNotice problem={problem} />}
      {open.data && <CardChoice customerId={customerId} value={card ?? null} onChange={({ id }) => setChosen(id)} />}
    </PayDialog>
  );
}
