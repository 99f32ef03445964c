import type { CostPreview, Customer, TrialPlan } from 'shared-api/contracts';
import { color, formatMoney, radius, styled } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { dayText, rateText, recurringText } from '../figures';
import { ConsentCheckbox } from './ConsentCheckbox';
import { customerName } from './CustomerPicker';
import { messages } from './messages';
import { StartAddOns } from './StartAddOns';
import { startProblem } from './start-problem';
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
  kind: 'trial' | 'start';
  plan: TrialPlan;
  customer: Customer;
  /** The selected optional features. */
  features: readonly string[];
  onFeatures: (features: readonly string[]) => void;
  /** True if closing would lose a choice. */
  isChanged: boolean;
  onChangeCustomer: () => void;
  onClose: () => void;
}

/** The amount charged now, if any. A trial is free, but starting it charges what the customer owes. */
const dueOf = (cost: CostPreview | undefined): string | null =>
  cost && cost.due_today > 0 ? formatMoney(cost.due_today, cost.currency) : null;

/** The text of the terms, with the server's amounts; undefined while the cost loads. */
function termsOf(kind: 'trial' | 'start', cost: CostPreview | undefined, timeZone: string): string | undefined {
  if (!cost) return undefined;
  const { currency, recurring } = cost;
  const rate = recurring && recurringText(recurring, currency);
  if (kind === 'start') return messages.start.consent(formatMoney(cost.due_today, currency), rate);
  const end = dayText(cost.trial_end ?? cost.effective_at, timeZone);
  if (rate === null) return messages.trial.consentFree(end);
  const today = dueOf(cost);
  return today === null ? messages.trial.consent(rate, end) : messages.trial.consentDue(today, rate, end);
}

/** The last step before a plan starts: customer, optional features, charges, and consent. */
export function ConsentDialog(props: ConsentDialogProps): ReactNode {
  const { kind, plan, customer, isChanged, onChangeCustomer, onClose } = props;
  const { time_zone } = usePractice();
  /** The accepted terms. If an amount changes, the person has to accept the new terms. */
  const [agreed, setAgreed] = useState<string | null>(null);
  const addOns = useStartAddOns(plan.id, props.features, props.onFeatures);
  const { features, problem } = addOns;
  const days = plan.trial_settings.trial_days;
  const texts = kind === 'trial' ? messages.trial : { ...messages.trial, noConsent: messages.start.noConsent };
  return (
    <ChangeDialog
      maxWidth="sm"
      isChanged={isChanged}
      title={kind === 'trial' ? messages.trial.title(days) : messages.start.title}
      change={problem === undefined ? { kind, planId: plan.id, customerId: customer.id, features } : null}
      customerId={customer.id}
      why={(cost) => {
        const terms = termsOf(kind, cost, time_zone);
        const consent = agreed !== null && (terms === undefined || terms === agreed);
        return problem ?? startProblem({ customer, consent }, texts);
      }}
      label={(cost) =>
        kind === 'trial'
          ? messages.trial.go(days, dueOf(cost))
          : messages.start.go(cost ? formatMoney(cost.due_today, cost.currency) : null)
      }
      onClose={onClose}
    >
      {({ cost, error }) => {
        const terms = termsOf(kind, cost, time_zone);
        return (
          <Stack spacing={3}>
            <Typography>
              {kind === 'trial'
                ? messages.trial.lead(plan.name, dayText(cost?.trial_end ?? plan.offer.trial.ends, time_zone))
                : messages.start.lead(plan.name, rateText(plan.amount, plan.currency, plan.interval))}
            </Typography>
            <PaidBy customer={customer} onChange={onChangeCustomer} />
            <StartAddOns state={addOns} />
            {problem === undefined && !error && (
              <ConsentCheckbox terms={terms} checked={agreed !== null && terms === agreed} onChange={setAgreed} />
            )}
          </Stack>
        );
      }}
    </ChangeDialog>
  );
}

function PaidBy({ customer, onChange }: { customer: Customer; onChange: () => void }): ReactNode {
  return (
    <Payer>
      <div>
        <Typography variant="body2" color="textTertiary">
          {messages.customer.label}
        </Typography>
        <Typography variant="subtitle1">{customerName(customer)}</Typography>
      </div>
      <Button variant="text" onClick={onChange}>
        {messages.customer.change}
      </Button>
    </Payer>
  );
}
