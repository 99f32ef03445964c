import type { Customer, PaymentMethod } from 'shared-api/contracts';
import { AddCardDialog as Dialog } from 'shared-ui/cards';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import {
  BILLING_TAGS,
  api,
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useListOpenInvoicesQuery,
  useReadStripeInfoQuery,
} from '../api';
import { useBankAuthentication } from '../changes/use-bank-authentication';
import { customerName } from '../starting/CustomerPicker';
import { useDispatch } from 'shared-ui/redux';

export interface AddCardDialogProps {
  customer: Pick<Customer, 'id' | 'name' | 'email' | 'has_payment_method'>;
  /** True if the card is added for one payment. The dialog then doesn't offer to pay overdue invoices. */
  forOnePayment?: boolean;
  onConfirmed?: (card: PaymentMethod) => void;
  onClose: () => void;
  /** Called after the server has saved the card. Defaults to `onClose`. */
  onSaved?: () => void;
}

/** Adds a card for a customer. It can pay overdue invoices immediately (DECISIONS 13). */
export function AddCardDialog(props: AddCardDialogProps): ReactNode {
  const { customer, forOnePayment = false, onConfirmed, onClose, onSaved } = props;
  const { id: practiceId } = usePractice();
  const { publish, notify } = useRemote();
  const dispatch = useDispatch();
  const openBankStep = useBankAuthentication();
  const info = useReadStripeInfoQuery(undefined);
  const open = useListOpenInvoicesQuery({ customerId: customer.id }, { refetchOnMountOrArgChange: true });
  const [create] = useCreateSetupIntentMutation();
  const [confirm] = useConfirmPaymentMethodMutation();

  const askBank = async (secrets: readonly string[]): Promise<void> => {
    for (const secret of secrets) {
      const objection = await openBankStep(secret);
      if (objection !== null) notify({ severity: 'error', message: objection });
    }
    dispatch(api.util.invalidateTags([...BILLING_TAGS]));
  };

  return (
    <Dialog
      customer={customerName(customer)}
      hasCard={customer.has_payment_method}
      overdue={forOnePayment ? [] : (open.data?.invoices ?? [])}
      overdueTotals={open.data?.totals ?? []}
      // The form waits for the open invoices, so that its options don't change while the person types.
      info={open.isLoading ? { ...info, data: undefined } : info}
      calls={{
        createIntent: () => create({ customerId: customer.id }),
        confirm: (sent) => confirm({ customerId: customer.id, ...sent }),
      }}
      onConfirmed={({ retried, payment_method: card }) => {
        if (retried.length > 0) publish('entitlements-changed', { practice: practiceId });
        const secrets = retried.flatMap(({ client_secret: secret }) => secret ?? []);
        if (secrets.length > 0) void askBank(secrets);
        onConfirmed?.(card);
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
