import { apiErrorOf } from 'shared-api';
import { type PlanInterval, planIntervals, type Subscription, type TrialPlan } from 'shared-api/contracts';
import { ChoiceButtons, color, ErrorState, formatMoney, LoadingBlock, radius, size, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { useListTrialPlansQuery } from '../api';
import { ChangeDialog } from '../changes/ChangeDialog';
import { isIdOrNone, useStoredChoice } from '../changes/stored-choice';
import { rateText } from '../figures';
import { FeatureList } from './FeatureList';
import { messages } from './messages';

const text = messages.switch;
const intervals = planIntervals.map((value) => ({ value, label: messages.current.intervals[value] }));

const Option = styled('label')({
  boxSizing: 'border-box',
  minHeight: size.control,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '4px 10px',
  padding: '10px 14px',
  border: `1px solid ${color.control}`,
  borderRadius: radius.panel,
  cursor: 'pointer',
  '&[data-chosen]': { borderColor: color.primary, backgroundColor: color.primaryTint },
});

const Radio = styled('input')({ width: 16, height: 16, margin: '2px 0', accentColor: color.primary });

export interface SwitchPlanDialogProps {
  subscriptionId: string;
  /** The current state; undefined if the subscription is no longer listed. */
  subscription: Subscription | undefined;
  /** The initially selected plan. */
  planId: string | undefined;
  onClose: () => void;
}

/** Switches a subscription to another plan immediately, with proration. A reload keeps the chosen plan. */
export function SwitchPlanDialog(props: SwitchPlanDialogProps): ReactNode {
  const { subscriptionId, subscription, planId, onClose } = props;
  const { id: practiceId } = usePractice();
  const { data, error, isFetching, refetch } = useListTrialPlansQuery({ practiceId });
  const {
    form: chosen,
    setForm: setChosen,
    isChanged,
  } = useStoredChoice<string | null>({ kind: 'switch', subscriptionId }, planId ?? null, isIdOrNone);
  const plans = (data?.plans ?? []).filter(({ offer }) =>
    offer.switch_from.some(({ subscription_id: id }) => id === subscription?.id),
  );
  const plan = plans.find(({ id }) => id === chosen);
  return (
    <ChangeDialog
      maxWidth="sm"
      isChanged={isChanged}
      title={text.title(subscription?.plan_name ?? '')}
      change={subscription && plan ? { kind: 'switch', subscriptionId: subscription.id, planId: plan.id } : null}
      customerId={subscription?.customer_id ?? null}
      why={subscription ? (plan ? undefined : text.first) : text.gone}
      label={(cost) =>
        plan ? text.confirm(plan.name, cost ? formatMoney(cost.due_today, cost.currency) : null) : text.confirmNothing
      }
      onClose={onClose}
    >
      <Typography color="textSecondary">{subscription ? text.lead(subscription.plan_name) : text.gone}</Typography>
      {data ? (
        <PlanChoice
          plans={plans}
          value={plan}
          interval={plan?.interval ?? subscription?.plan_interval ?? 'month'}
          onChange={setChosen}
        />
      ) : error ? (
        <ErrorState
          title={messages.plans.failed}
          message={apiErrorOf(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingBlock lines={4} />
      )}
    </ChangeDialog>
  );
}

interface PlanChoiceProps {
  plans: readonly TrialPlan[];
  value: TrialPlan | undefined;
  /** The initially shown billing interval. */
  interval: PlanInterval;
  onChange: (planId: string) => void;
}

function PlanChoice({ plans, value, interval: first, onChange }: PlanChoiceProps): ReactNode {
  const id = useId();
  const [interval, setInterval] = useState(first);
  const listed = plans.filter((plan) => plan.interval === interval);
  return (
    <Stack spacing={3}>
      <div>
        <ChoiceButtons label={messages.plans.interval} value={interval} options={intervals} onChange={setInterval} />
      </div>
      {listed.length === 0 && <Typography color="textSecondary">{text.none[interval]}</Typography>}
      <Stack spacing={2} role="radiogroup" aria-label={text.choose}>
        {listed.map((plan) => (
          <Option key={plan.id} data-chosen={plan.id === value?.id ? '' : undefined}>
            <Radio
              type="radio"
              name={id}
              aria-label={plan.name}
              checked={plan.id === value?.id}
              onChange={() => onChange(plan.id)}
            />
            <Typography component="span" variant="subtitle1">
              {plan.name}
            </Typography>
            <Typography component="span" align="right">
              {rateText(plan.amount, plan.currency, plan.interval)}
            </Typography>
          </Option>
        ))}
      </Stack>
      {value && <FeatureList of={value.name} features={value.features} bundles={value.bundles} />}
    </Stack>
  );
}
