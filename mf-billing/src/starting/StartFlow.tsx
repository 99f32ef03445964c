import type { TrialPlan } from 'shared-api/contracts';
import { commonMessages, LoadingBlock, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { useCustomers } from '../customers/use-customers';
import { CardStep } from './CardStep';
import { ChooseCustomerDialog } from './ChooseCustomerDialog';
import { ConsentDialog } from './ConsentDialog';
import { messages } from './messages';

export interface StartFlowProps {
  kind: 'trial' | 'start';
  plan: TrialPlan;
  /** The customer of the last start on this page; null if there was none. */
  initialCustomerId: string | null;
  /** Called with a customer that has a card, to preselect it for the next start. Null clears the preselection. */
  onReady: (customerId: string | null) => void;
  onClose: () => void;
}

/**
 * The steps that start a plan: customer, default card if the customer has none, consent (specification: billing, 4).
 * This component holds the chosen customer. A customer is preselected for the next start only after it has a card, so
 * that a canceled card form never leaves the page with a customer that can't pay.
 */
export function StartFlow({ kind, plan, initialCustomerId, onReady, onClose }: StartFlowProps): ReactNode {
  const { data } = useCustomers();
  const blocked = kind === 'trial' ? plan.offer.trial.blocked_customers : [];
  const [customerId, setCustomerId] = useState(
    blocked.some(({ customer_id: id }) => id === initialCustomerId) ? null : initialCustomerId,
  );
  /** The customer whose card was just added, until the updated list arrives. */
  const [readyId, setReadyId] = useState<string | null>(null);
  const customer = data?.customers.find(({ id }) => id === customerId);
  const change = (): void => {
    onReady(null);
    setCustomerId(null);
  };

  if (customerId === null) {
    return (
      <ChooseCustomerDialog
        request={{ kind, planId: plan.id }}
        blocked={blocked}
        onChosen={(id) => {
          setCustomerId(id);
          if (data?.customers.find((one) => one.id === id)?.has_payment_method) onReady(id);
        }}
        onClose={onClose}
      />
    );
  }
  if (!customer) {
    return (
      <TitledDialog
        open
        title={messages.choose.title}
        onClose={onClose}
        actions={<Button onClick={onClose}>{commonMessages.cancel}</Button>}
      >
        <LoadingBlock label={messages.choose.loading} lines={4} />
      </TitledDialog>
    );
  }
  if (!customer.has_payment_method && readyId !== customer.id) {
    return (
      <CardStep
        customer={customer}
        onReady={() => {
          setReadyId(customer.id);
          onReady(customer.id);
        }}
        onChangeCustomer={change}
        onClose={onClose}
      />
    );
  }
  return (
    <ConsentDialog
      kind={kind}
      plan={plan}
      customer={{ ...customer, has_payment_method: true }}
      onChangeCustomer={change}
      onClose={onClose}
    />
  );
}
