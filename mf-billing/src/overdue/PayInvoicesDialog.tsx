import type { OpenInvoices } from 'shared-api/contracts';
import { Alert } from 'shared-ui/mui';
import { PayInvoicesDialog as PayDialog } from 'shared-ui/cards';
import { type ReactNode, useState } from 'react';
import { useListOpenInvoicesQuery, useListPaymentMethodsQuery } from '../api';
import { CardChoice } from '../changes/CardChoice';
import { ProblemNotice } from '../changes/ChangeDialog';
import { messages as changeMessages } from '../changes/messages';
import { POLL_INTERVAL_MS } from '../subscriptions/use-feature-summary';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { cardToSelect } from './declined-cards';
import { messages } from './messages';
import { usePayInvoices } from './use-pay-invoices';

export interface PayInvoicesDialogProps {
  customer: { id: string; name: string };
  /** Currency of the debt to pay; all currencies if absent. */
  currency?: string;
  /** Subscription of the invoices to pay; all of the customer's if absent. */
  subscriptionId?: string | undefined;
  /** The initially selected card. By default the default card, or another one if that was declined. */
  cardId?: string;
  onClose: () => void;
}

const inCurrency = ({ invoices, totals, ...rest }: OpenInvoices, currency: string): OpenInvoices => ({
  ...rest,
  invoices: invoices.filter((one) => one.currency === currency),
  totals: totals.filter((one) => one.currency === currency),
});

const ofSubscription = ({ invoices, totals, ...rest }: OpenInvoices, subscriptionId: string): OpenInvoices => {
  const own = invoices.filter(({ subscription }) => subscription?.id === subscriptionId);
  const dueIn = (currency: string): number =>
    own.filter((one) => one.currency === currency).reduce((sum, { amount_due: due }) => sum + due, 0);
  return {
    ...rest,
    invoices: own,
    totals: totals
      .filter(({ currency }) => own.some((one) => one.currency === currency))
      .map(({ currency }) => ({ currency, amount_due: dueIn(currency) })),
  };
};

/** Pays a customer's open invoices with a saved or a new card. */
export function PayInvoicesDialog({
  customer,
  currency,
  subscriptionId,
  cardId,
  onClose,
}: PayInvoicesDialogProps): ReactNode {
  const customerId = customer.id;
  const [waits, setWaits] = useState(false);
  const open = useListOpenInvoicesQuery(
    { customerId },
    { refetchOnMountOrArgChange: true, pollingInterval: waits ? POLL_INTERVAL_MS : 0 },
  );
  const cards = useListPaymentMethodsQuery({ customerId });
  /**
   * Undefined means the initially selected card. Null after a decline, because a declined card is charged again only if
   * it is selected again.
   */
  const [chosen, setChosen] = useState<string | null | undefined>(cardId);
  const { step, problem, results, pay } = usePayInvoices(customerId);
  const [keepsPaying, setKeepsPaying] = useState(true);
  const overdue = useUpcomingCharges().data?.overdue ?? [];
  const known = cards.data?.cards ?? [];
  const card = chosen === undefined ? cardToSelect(known, overdue) : known.find(({ id }) => id === chosen);
  // An earlier payment is being confirmed.
  const inOne = open.data && (currency === undefined ? open.data : inCurrency(open.data, currency));
  const listed = inOne && (subscriptionId === undefined ? inOne : ofSubscription(inOne, subscriptionId));
  const refused = open.data?.pay?.allowed === false;
  if (refused !== waits) setWaits(refused);
  const noCard = cards.data || cards.error ? messages.dialog.chooseCard : changeMessages.cards.loading;
  return (
    <PayDialog
      framesOver
      customer={customer.name}
      {...{ results, onClose }}
      open={listed ? { ...open, data: listed } : open}
      busy={step !== 'idle'}
      why={card === undefined ? noCard : undefined}
      renewals={card && { card, checked: keepsPaying, onChange: setKeepsPaying }}
      pay={async (invoices, amount, keeps) => {
        const result = await pay(invoices, { amount, cardId: card?.id, keeps });
        if (result === 'declined') setChosen(null);
        return result === 'done';
      }}
    >
      {step === 'bank' && (
        <Alert severity="info" role="status">
          {changeMessages.bank.waiting}
        </Alert>
      )}
      {problem && <ProblemNotice problem={problem} />}
      {open.data && (
        <CardChoice customerId={customerId} value={card?.id ?? null} onChange={({ id }) => setChosen(id)} />
      )}
    </PayDialog>
  );
}
