import type { Customer, TrialPlan } from 'shared-api/contracts';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useListCustomersQuery } from '../api';
import { AddCardDialog } from '../payment-methods/AddCardDialog';
import { ChooseCustomerDialog } from './ChooseCustomerDialog';
import { StartConsentDialog, TrialConsentDialog } from './ConsentDialog';

export interface StartFlowProps {
  kind: 'trial' | 'start';
  plan: TrialPlan;
  /** Chosen before on this page; null while none is. */
  customer: Customer | null;
  onCustomer: (customer: Customer | null) => void;
  onClose: () => void;
}

/** From a plan to its start: a customer, a card where the customer has none, the consent (specification: billing, 4). */
export function StartFlow({ kind, plan, customer, onCustomer, onClose }: StartFlowProps): ReactNode {
  const { id: practice } = usePractice();
  const { data } = useListCustomersQuery({ practice });
  /** The customer whose card was added a moment ago: the list that says so is still on its way. */
  const [added, setAdded] = useState<string | null>(null);

  if (!customer) return <ChooseCustomerDialog onChosen={onCustomer} onClose={onClose} />;
  const present = data?.customers.find(({ id }) => id === customer.id) ?? customer;
  const hasCard = present.has_payment_method || added === present.id;
  if (!hasCard) {
    return <AddCardDialog customer={present} onSaved={() => setAdded(present.id)} onClose={onClose} />;
  }
  const Consent = kind === 'trial' ? TrialConsentDialog : StartConsentDialog;
  return (
    <Consent
      plan={plan}
      customer={{ ...present, has_payment_method: true }}
      onChangeCustomer={() => onCustomer(null)}
      onClose={onClose}
    />
  );
}
