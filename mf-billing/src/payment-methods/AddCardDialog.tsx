import type { Customer, Subscription } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { AddCardDialog as Dialog } from 'shared-ui/cards';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import {
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useReadFeatureSummaryQuery,
  useReadStripeInfoQuery,
} from '../api';
import { customerName } from '../starting/CustomerPicker';
import { words } from './messages';

export interface AddCardDialogProps {
  customer: Customer;
  onClose: () => void;
  /** After the card is known to the server; `onClose` where absent. */
  onSaved?: () => void;
}

/** Subscriptions of a customer that wait for a payment. */
function overdueOf(customer: Customer, subscriptions: readonly Subscription[]): Subscription[] {
  return subscriptions.filter(
    ({ customer_id, status }) => customer_id === customer.id && (status === 'past_due' || status === 'unpaid'),
  );
}

/** A card for a customer. What is overdue can be paid with it at once (DECISIONS 13). */
export function AddCardDialog({ customer, onClose, onSaved }: AddCardDialogProps): ReactNode {
  const { id: practice } = usePractice();
  const { publish } = useRemote();
  const info = useReadStripeInfoQuery(undefined);
  const summary = useReadFeatureSummaryQuery({ practice });
  const [create] = useCreateSetupIntentMutation();
  const [confirm] = useConfirmPaymentMethodMutation();
  const overdue = overdueOf(customer, summary.data?.subscriptions ?? []);
  return (
    <Dialog
      customer={customerName(customer)}
      hasCard={customer.has_payment_method}
      overdue={overdue.map(({ plan_name, amount, currency }) =>
        words.overdue(plan_name, formatMoney(amount, currency)),
      )}
      info={info}
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
