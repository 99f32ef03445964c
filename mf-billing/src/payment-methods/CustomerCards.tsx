import type { Customer } from 'shared-api/contracts';
import { CustomerCards as Cards } from 'shared-ui/cards';
import { useRight } from 'shared-ui/remote';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import {
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useListPaymentMethodsQuery,
  useSetDefaultPaymentMethodMutation,
} from '../api';
import { customerName } from '../starting/CustomerPicker';
import { AddCardDialog } from './AddCardDialog';
import { messages } from './messages';

const PayInvoicesDialog = lazy(async () => {
  const { PayInvoicesDialog: dialog } = await import(
    /* webpackChunkName: "pay-invoices" */ '../overdue/PayInvoicesDialog'
  );
  return { default: dialog };
});

/** The cards of a customer. When the default card changes, the dialog to pay open invoices opens (DECISIONS 13). */
export function CustomerCards({ customer }: { customer: Customer }): ReactNode {
  const cards = useListPaymentMethodsQuery({ customerId: customer.id }, { refetchOnMountOrArgChange: true });
  const { reason } = useRight('billing');
  const [setDefault] = useSetDefaultPaymentMethodMutation();
  const [remove] = useDeletePaymentMethodMutation();
  const [readOpenInvoices] = useLazyListOpenInvoicesQuery();
  const [payingCardId, setPayingCardId] = useState<string | null>(null);

  const makeDefault = async (cardId: string) => {
    const result = await setDefault({ customerId: customer.id, cardId });
    if (result.error === undefined) {
      const { data: open } = await readOpenInvoices({ customerId: customer.id }, false);
      if (open && open.invoices.length > 0) setPayingCardId(cardId);
    }
    return result;
  };

  return (
    <>
      <Cards
        customer={customerName(customer)}
        cards={cards}
        setDefault={makeDefault}
        remove={(cardId) => remove({ customerId: customer.id, cardId })}
        refusals="toast"
        why={reason}
        noneHelp={messages.noneHelp}
        adding={(close) => <AddCardDialog customer={customer} onClose={close} />}
      />
      {payingCardId !== null && (
        <Suspense fallback={null}>
          <PayInvoicesDialog
            customer={{ id: customer.id, name: customerName(customer) }}
            cardId={payingCardId}
            onClose={() => setPayingCardId(null)}
          />
        </Suspense>
      )}
    </>
  );
}
