import type { TrialPlan } from 'shared-api/contracts';
import { commonMessages, LoadingBlock, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { isIdOrNone, isNames, useStoredChoice } from '../changes/stored-choice';
import { useCustomers } from '../customers/use-customers';
import { CardStep } from './CardStep';
import { ChooseCustomerDialog } from './ChooseCustomerDialog';
import { ConsentDialog } from './ConsentDialog';
import { messages } from './messages';

export interface StartFlowProps {
  kind: 'trial' | 'start';
  plan: TrialPlan;
  /** The customer of the last start on this page; null without one. */
  initialCustomerId: string | null;
  /** Called with a customer that has a card, to preselect it for the next start. Null clears the preselection. */
  onReady: (customerId: string | null) => void;
  onClose: () => void;
}

interface StartChoice {
  customerId: string | null;
  /** True after the step that chooses the customer. */
  isConfirmed: boolean;
  features: readonly string[];
}

function isStartChoice(stored: unknown): stored is StartChoice {
  const { customerId, isConfirmed, features } = (stored ?? {}) as Partial<Record<keyof StartChoice, unknown>>;
  return isIdOrNone(customerId) && typeof isConfirmed === 'boolean' && isNames(features);
}

/**
 * The steps that start a plan: customer, default card if the customer has none, consent (specification: billing, 4).
 * This component holds the chosen customer. A customer is preselected for the next start only once it has a card, so
 * that canceling the card form never leaves a preselected customer that can't pay. A reload keeps all choices except
 * the consent.
 */
export function StartFlow({ kind, plan, initialCustomerId, onReady, onClose }: StartFlowProps): ReactNode {
  const { data } = useCustomers();
  const blocked = kind === 'trial' ? plan.offer.trial.blocked_customers : [];
  const isBlocked = (customer: string | null): boolean => blocked.some(({ customer_id: id }) => id === customer);
  const initialId = isBlocked(initialCustomerId) ? null : initialCustomerId;
  const request = { kind, planId: plan.id };
  const { form, setForm, isChanged } = useStoredChoice<StartChoice>(
    request,
    { customerId: initialId, isConfirmed: initialId !== null, features: [] },
    isStartChoice,
  );
  /** The customer whose card was just added, until the updated list arrives. */
  const [readyId, setReadyId] = useState<string | null>(null);
  const customer = data?.customers.find(({ id }) => id === form.customerId);
  const change = (): void => {
    onReady(null);
    setForm({ ...form, customerId: null, isConfirmed: false });
  };

  // The customer from before a reload can be gone or owe something by now.
  if (!form.isConfirmed || isBlocked(form.customerId) || (data && !customer)) {
    return (
      <ChooseCustomerDialog
        {...{ request, blocked, isChanged }}
        value={isBlocked(form.customerId) ? null : form.customerId}
        onChange={(id) => setForm({ ...form, customerId: id, isConfirmed: false })}
        onChosen={(id) => {
          setForm({ ...form, customerId: id, isConfirmed: true });
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
      {...{ kind, plan, isChanged }}
      customer={{ ...customer, has_payment_method: true }}
      features={form.features}
      onFeatures={(features) => setForm({ ...form, features })}
      onChangeCustomer={change}
      onClose={onClose}
    />
  );
}
