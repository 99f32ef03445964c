import type { Customer } from 'shared-api/contracts';
import { AddCardDialog as Dialog } from 'shared-ui/cards';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import {
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useListOpenInvoicesQuery,
  useReadStripeInfoQuery,
} from '../api';
import { customerName } from '../starting/CustomerPicker';

export interface AddCardDialogProps {
  customer: Customer;
  onClose: () => void;
  /** After the card is known to the server; `onClose` where absent. */
  onSaved?: () => void;
}

/** A card for a customer. What is overdue can be paid with it at once (DECISIONS 13). */
export function AddCardDialog({ customer, onClose, onSaved }: AddCardDialogProps): ReactNode {
  const { id: practice } = usePractice();
  const { publish } = useRemote();
  const info = useReadStripeInfoQuery(undefined);
  const open = useListOpenInvoicesQuery({ customer: customer.id }, { refetchOnMountOrArgChange: true });
  const [create] = useCreateSetupIntentMutation();
  const [confirm] = useConfirmPaymentMethodMutation();
  return (
    <Dialog
      customer={customerName(customer)}
      hasCard={customer.has_payment_method}
      overdue={open.data ?? []}
      // What is asked beside the form does not change while somebody types.
      info={open.isLoading ? { ...info, data: undefined } : info}
      calls={{
        createIntent: () => create({ customer: customer.id }),
        confirm: (sent) => confirm({ customer: customer.id, ...sent }),
      }}
      onConfirmed={({ retried }) => {
        if (retried.length > 0) publish('entitlements-changed', { practice });
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
