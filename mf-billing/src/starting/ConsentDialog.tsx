import type { Customer, TrialPlan } from 'shared-api/contracts';
import { Button, Checkbox, color, formatMoney, radius, Stack, styled, Text } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { dayText, rateText } from '../figures';
import { trialEndFrom, trialProblem } from '../subscriptions/plan-rules';
import { customerName } from './CustomerPicker';
import { words } from './messages';
import { StartAddOns } from './StartAddOns';
import { useStartAddOns } from './use-start-add-ons';

const Payer = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: '8px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
});

export interface ConsentDialogProps {
  plan: TrialPlan;
  customer: Customer;
  onChangeCustomer: () => void;
  onClose: () => void;
}

function PaidBy({ customer, onChange }: { customer: Customer; onChange: () => void }): ReactNode {
  return (
    <Payer>
      <div>
        <Text variant="secondary" tone="third">
          {words.customer.label}
        </Text>
        <Text strong>{customerName(customer)}</Text>
      </div>
      <Button variant="quiet" onClick={onChange}>
        {words.customer.change}
      </Button>
    </Payer>
  );
}

/** The last step before a trial: what it becomes, when, and the consent to that. */
export function TrialConsentDialog({ plan, customer, onChangeCustomer, onClose }: ConsentDialogProps): ReactNode {
  const { time_zone } = usePractice();
  const [consent, setConsent] = useState(false);
  const days = plan.trial_settings.trial_days;
  const end = dayText(trialEndFrom(new Date(), days), time_zone);
  const addOns = useStartAddOns(plan);
  const rate = rateText(plan.amount + addOns.amount, plan.currency, plan.interval);
  const { features, problem } = addOns;
  return (
    <ChangeDialog
      size="medium"
      title={words.trial.title(days)}
      change={problem === undefined ? { kind: 'trial', plan: plan.id, customer: customer.id, features } : null}
      why={problem ?? trialProblem({ customer, consent }, words.trial)}
      label={() => words.trial.go(days)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text>{words.trial.lead(plan.name, end)}</Text>
        <PaidBy customer={customer} onChange={onChangeCustomer} />
        <StartAddOns of={addOns} currency={plan.currency} />
        <Checkbox label={words.trial.consent(rate, end)} checked={consent} onChange={setConsent} />
      </Stack>
    </ChangeDialog>
  );
}

/** The last step before a subscription: what is charged now and then, and the consent to that. */
export function StartConsentDialog({ plan, customer, onChangeCustomer, onClose }: ConsentDialogProps): ReactNode {
  const [consent, setConsent] = useState(false);
  const addOns = useStartAddOns(plan);
  const rate = rateText(plan.amount + addOns.amount, plan.currency, plan.interval);
  const { features, problem } = addOns;
  return (
    <ChangeDialog
      size="medium"
      title={words.start.title}
      change={problem === undefined ? { kind: 'start', plan: plan.id, customer: customer.id, features } : null}
      why={problem ?? trialProblem({ customer, consent }, { ...words.trial, noConsent: words.start.noConsent })}
      label={(cost) => words.start.go(cost ? formatMoney(cost.due_today, cost.currency) : null)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text>{words.start.lead(plan.name, rate)}</Text>
        <PaidBy customer={customer} onChange={onChangeCustomer} />
        <StartAddOns of={addOns} currency={plan.currency} />
        <Checkbox label={words.start.consent(rate)} checked={consent} onChange={setConsent} />
      </Stack>
    </ChangeDialog>
  );
}
