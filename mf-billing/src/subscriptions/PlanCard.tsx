import type { FeatureSummary, TrialPlan } from 'shared-api/contracts';
import { Button, ClockIcon, color, formatMoney, radius, Stack, StatusBadge, styled, Text } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText, rateText } from '../figures';
import { CancelTrial } from './CancelTrial';
import type { Deed } from './deeds';
import { FeatureList } from './FeatureList';
import { words } from './messages';
import { daysLeft, planState } from './plan-rules';

const text = words.plans;

const Card = styled('article')({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  padding: '14px 16px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  minWidth: 0,
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '4px 12px',
});

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginTop: 'auto',
  paddingTop: 4,
  minHeight: 32,
});

export interface PlanCardProps {
  plan: TrialPlan;
  summary: FeatureSummary;
  onDeed: (deed: Deed) => void;
}

/** One plan: what is in it, what it costs, and the way into it, which depends on what the practice has. */
export function PlanCard({ plan, summary, onDeed }: PlanCardProps): ReactNode {
  const { name, description, amount, currency, interval, features, trial_settings, trial_eligibility } = plan;
  const state = planState(plan, summary);
  const days = trial_settings.trial_days;
  return (
    <Card aria-label={name}>
      <Head>
        <Text variant="sectionHeading" as="h3">
          {name}
        </Text>
        <Text as="span" strong numeric>
          {rateText(amount, currency, interval)}
        </Text>
      </Head>
      {description !== null && (
        <Text variant="secondary" tone="second">
          {description}
        </Text>
      )}
      {(state === 'trial-eligible' || state === 'trial-active') && (
        <div>
          {state === 'trial-eligible' ? (
            <StatusBadge tone="information">{text.badge(days)}</StatusBadge>
          ) : (
            <StatusBadge tone="information" icon={<ClockIcon size={12} />}>
              {text.trialActive}
            </StatusBadge>
          )}
        </div>
      )}
      <FeatureList of={name} features={features} />
      <Foot>
        {state === 'all-active' && <StatusBadge tone="success">{text.allActive}</StatusBadge>}
        {state === 'trial-active' && <ActiveTrial plan={plan} />}
        {state === 'trial-eligible' && (
          <Button aria-label={text.named(text.tryFree(days), name)} onClick={() => onDeed({ kind: 'trial', plan })}>
            {text.tryFree(days)}
          </Button>
        )}
        {state !== 'all-active' && state !== 'trial-active' && (
          <Button aria-label={text.named(text.subscribe, name)} onClick={() => onDeed({ kind: 'start', plan })}>
            {text.subscribe}
          </Button>
        )}
        {(state === 'trial-eligible' || state === 'trials-used') && (
          <Text as="span" variant="secondary" tone="third">
            {state === 'trial-eligible'
              ? text.left(trial_eligibility.trials_remaining, trial_eligibility.max_trials)
              : text.used}
          </Text>
        )}
      </Foot>
    </Card>
  );
}

function ActiveTrial({ plan }: { plan: TrialPlan }): ReactNode {
  const { time_zone } = usePractice();
  const { active_trial: trial, amount, currency, interval } = plan;
  if (!trial) return null;
  const end = dayText(trial.trial_end, time_zone);
  return (
    <Stack gap={2} align="flex-start">
      <Text variant="secondary" tone="second">
        <strong>{text.daysLeft(daysLeft(trial.trial_end, new Date()))}</strong>
        {'. '}
        {text.becomes(rateText(amount, currency, interval), end)}
        {'. '}
        {text.firstCharge(formatMoney(amount, currency), end)}
      </Text>
      <CancelTrial plan={plan} trial={trial.id} />
    </Stack>
  );
}
