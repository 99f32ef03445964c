import type { Customer } from 'shared-api/contracts';
import { lazyDialog } from 'shared-ui';
import { CustomerCards as Cards } from 'shared-ui/cards';
import { optionalParam, urlParams, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import {
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useListPaymentMethodsQuery,
  useSetDefaultPaymentMethodMutation,
} from '../api';
import { customerName } from '../starting/CustomerPicker';
import { AddCardDialog } from './AddCardDialog';
import { messages } from './messages';

const PayInvoicesDialog = lazyDialog(async () => {
  const { PayInvoicesDialog: dialog } = await import(
    /* webpackChunkName: "pay-invoices" */ '../overdue/PayInvoicesDialog'
  );
  return dialog;
});

/** `?open=add-card` opens the dialog of the first customer, for links from other pages. */
const openParams = urlParams<{ open: string | null }>({ open: optionalParam('open') });

/**
 * The cards of a customer. When the default card changes, the dialog to pay open invoices opens (DECISIONS 13).
 *
 * `linked`: true if links from other pages refer to this customer.
 */
export function CustomerCards({ customer, linked = false }: { customer: Customer; linked?: boolean }): ReactNode {
  const [{ open }, setParams] = useUrlParams(openParams);
  const methods = useListPaymentMethodsQuery({ customerId: customer.id }, { refetchOnMountOrArgChange: true });
  const { reason } = useRight('billing');
  const [setDefault] = useSetDefaultPaymentMethodMutation();
  const [remove] = useDeletePaymentMethodMutation();
  const [readOpenInvoices] = useLazyListOpenInvoicesQuery();
  const [payingCardId, setPayingCardId] = useState<string | null>(null);

  const offerToPay = async (cardId: string): Promise<void> => {
    const { data: open } = await readOpenInvoices({ customerId: customer.id }, false);
    if (open && open.invoices.length > 0) setPayingCardId(cardId);
  };

  return (
    <>
      <Cards
        customer={customerName(customer)}
        cards={{ ...methods, data: methods.data?.cards }}
        otherMethods={methods.data?.others}
        setDefault={(cardId) => setDefault({ customerId: customer.id, cardId })}
        moveSubscriptions={(cardId, move) => setDefault({ customerId: customer.id, cardId, move })}
        onDefault={(cardId) => void offerToPay(cardId)}
        remove={(cardId, nextDefault) => remove({ customerId: customer.id, cardId, nextDefault })}
        refusals="toast"
        why={reason}
        noneHelp={messages.noneHelp}
        adding={(close) => <AddCardDialog customer={customer} onClose={close} />}
      />
      {linked && open === 'add-card' && reason === undefined && (
        <AddCardDialog customer={customer} onClose={() => setParams({ open: null }, { replace: true })} />
      )}
      {payingCardId !== null && (
        <PayInvoicesDialog
          customer={{ id: customer.id, name: customerName(customer) }}
          cardId={payingCardId}
          onClose={() => setPayingCardId(null)}
        />
      )}
    </>
  );
}
