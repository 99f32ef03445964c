import type { TrialPlan } from 'shared-api/contracts';
import { ClockIcon, color, formatMoney, InlineStatus, radius, StatusBadge, styled } from 'shared-ui';
import { Button, type ButtonProps, Typography } from 'shared-ui/mui';
import { usePractice, useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useReadFeatureSummaryQuery } from '../api';
import { paidTwiceTexts } from '../changes/paid-twice';
import { sharedBalanceText } from '../charges/shared-balance';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { chargedToText, dayText, rateText } from '../figures';
import { OwedForPlan, useOwedForPlan } from '../overdue/OwedForPlan';
import { CancelTrial } from './CancelTrial';
import type { DialogRequest } from './dialog-request';
import { FeatureList } from './FeatureList';
import { messages } from './messages';

const text = messages.plans;

/** Maximum number of new features listed by name. The rest are only counted. */
const NAMED_GAINS = 3;

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

const Name = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', minWidth: 0 });

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
  minHeight: 32,
  // The text of a disabled button aligns with the content above.
  '& > .MuiButton-text[aria-disabled=true]:first-of-type': { marginInlineStart: -12 },
});

export interface PlanCardProps {
  plan: TrialPlan;
  /** True if the person can't see prices. */
  amountsHidden: boolean;
  onRequest: (request: DialogRequest) => void;
}

/** One plan: contents, price, and the actions that the server offers to the practice. */
export function PlanCard({ plan, amountsHidden, onRequest }: PlanCardProps): ReactNode {
  const { name, description, amount, currency, interval, features, bundles, trial_settings, active_trial, offer } =
    plan;
  const { held } = useRight('billing');
  // The page lists what the practice has among its subscriptions.
  const isBrief = offer.state === 'active';
  const hasTrial =
    active_trial === null &&
    offer.state === 'offered' &&
    (held ? offer.trial.offered : offer.reason === null && isEligible(plan));
  return (
    <Card aria-label={name} data-on-trial={active_trial === null ? undefined : ''}>
      <Head>
        <Name>
          <Typography variant="h2" component="h3">
            {name}
          </Typography>
          {(active_trial !== null || (hasTrial && trial_settings.max_trials_allowed > 0)) && (
            <StatusBadge tone="information" icon={active_trial === null ? undefined : <ClockIcon size={12} />}>
              {active_trial === null ? text.badge(trial_settings.trial_days) : text.trialActive}
            </StatusBadge>
          )}
        </Name>
        {!amountsHidden && (
          <Typography component="span" align="right" variant="subtitle1">
            {rateText(amount, currency, interval)}
          </Typography>
        )}
      </Head>
      {description !== null && !isBrief && (
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
      )}
      {!isBrief && <FeatureList of={name} features={features} bundles={bundles} />}
      <OfferNotes plan={plan} amountsHidden={amountsHidden} />
      <Foot>
        {active_trial === null ? (
          <OfferActions plan={plan} hasTrial={hasTrial} onRequest={onRequest} />
        ) : (
          <ActiveTrial plan={plan} trial={active_trial} />
        )}
      </Foot>
    </Card>
  );
}

/** For people who can't start it. The server offers it to none of them. */
const isEligible = ({ trial_settings: { trial_days: days }, trial_eligibility: eligibility }: TrialPlan): boolean =>
  days > 0 && eligibility.is_eligible;

/** Effects of a plan: yearly savings, new features, restored withheld items, and features paid twice. */
function OfferNotes({ plan, amountsHidden }: Pick<PlanCardProps, 'plan' | 'amountsHidden'>): ReactNode {
  const { time_zone } = usePractice();
  const { offer, currency } = plan;
  if (offer.state === 'active' || plan.active_trial !== null) return null;
  const { gains, paid_twice: paidTwice, withheld, yearly_saving: saving } = offer;
  const names = gains.slice(0, NAMED_GAINS).map(({ display_name: name }) => name);
  const more = gains.length - names.length;
  const contents = [...plan.features, ...plan.bundles.flatMap((bundle) => bundle.features)];
  const isAllNew = contents.every(({ name }) => gains.some((gain) => gain.name === name));
  return (
    <>
      {saving !== null && saving > 0 && !amountsHidden && (
        <InlineStatus tone="success">{text.saving(formatMoney(saving, currency))}</InlineStatus>
      )}
      {names.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {isAllNew
            ? text.gainsAll(gains.length)
            : more > 0
              ? text.gainsMore(names.join(', '), more)
              : text.gains(names.join(', '))}
        </Typography>
      )}
      {withheld.map(({ kind, name, display_name, by, at }) => (
        <InlineStatus key={`${kind} ${name}`} tone="information">
          {text.lifts(display_name, by, dayText(at, time_zone))}
        </InlineStatus>
      ))}
      {paidTwiceTexts(paidTwice).map((twice) => (
        <InlineStatus key={twice} tone="attention">
          {twice}
        </InlineStatus>
      ))}
    </>
  );
}

interface OfferActionsProps extends Pick<PlanCardProps, 'plan' | 'onRequest'> {
  hasTrial: boolean;
}

/**
 * Buttons to switch, try or subscribe. If a subscription would pay for a feature twice, switching comes first. People
 * without the right see only the first one.
 */
function OfferActions({ plan, hasTrial, onRequest }: OfferActionsProps): ReactNode {
  const { id, name, offer, trial_settings, trial_eligibility } = plan;
  const right = useRight('billing');
  const debt = useOwedForPlan(plan);
  const reason = right.reason ?? offer.reason ?? undefined;
  // Without the right, the page says once whom to ask.
  const hasTrialNote = right.held && !hasTrial && trial_settings.max_trials_allowed > 0;
  const note = offer.reason ?? (hasTrialNote ? offer.trial.reason : null);
  if (debt) return <OwedForPlan plan={plan} debt={debt} />;
  const paysTwice = offer.paid_twice.length > 0;
  const days = trial_settings.trial_days;
  return (
    <>
      {paysTwice &&
        offer.switch_from.map(({ subscription_id: subscriptionId, plan_name: from }) => (
          <SwitchFrom
            key={subscriptionId}
            aria-label={text.switchNamed(from, name)}
            subscriptionId={subscriptionId}
            onClick={() => onRequest({ kind: 'switch', subscriptionId, planId: id })}
          >
            {text.switchFrom(from)}
          </SwitchFrom>
        ))}
      {hasTrial && (
        <Button
          variant={right.held ? 'outlined' : 'text'}
          aria-label={text.named(text.tryFree(days), name)}
          reason={reason}
          onClick={() => onRequest({ kind: 'trial', plan })}
        >
          {text.tryFree(days)}
        </Button>
      )}
      {!(hasTrial && !right.held) && (
        <Button
          variant={right.held && !(paysTwice && offer.switch_from.length > 0) ? 'outlined' : 'text'}
          aria-label={text.named(paysTwice ? text.subscribeAnyway : text.subscribe, name)}
          reason={reason}
          onClick={() => onRequest({ kind: 'start', plan })}
        >
          {paysTwice ? text.subscribeAnyway : text.subscribe}
        </Button>
      )}
      {hasTrial && trial_eligibility.max_trials > 0 && (
        <Typography component="span" variant="body2" color="textTertiary">
          {text.left(trial_eligibility.trials_remaining, trial_eligibility.max_trials)}
        </Typography>
      )}
      {note !== null && (
        <Typography component="span" variant="body2" color="textTertiary">
          {note}
        </Typography>
      )}
    </>
  );
}

/** Disabled while the subscription can't be switched, e.g. because an earlier change is being confirmed. */
function SwitchFrom({ subscriptionId, ...button }: ButtonProps & { subscriptionId: string }): ReactNode {
  const { id: practiceId } = usePractice();
  const { reason } = useRight('billing');
  const { refusal } = useReadFeatureSummaryQuery(
    { practiceId },
    {
      selectFromResult: ({ data }) => ({
        refusal: data?.subscriptions.find(({ id }) => id === subscriptionId)?.actions.switch_plan.reason ?? undefined,
      }),
    },
  );
  return <Button {...button} reason={reason ?? refusal} />;
}

const Trial = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  flex: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  '& > p': { flex: '1 1 254px' },
  '& > .MuiButton-text:last-of-type': { marginInlineEnd: -12 },
});

interface ActiveTrialProps {
  plan: TrialPlan;
  trial: NonNullable<TrialPlan['active_trial']>;
}

/** A trial's remaining days, and its first charge with all add-ons from the list of upcoming charges. */
function ActiveTrial({ plan, trial }: ActiveTrialProps): ReactNode {
  const { time_zone } = usePractice();
  const { data } = useUpcomingCharges();
  const charge = data?.charges.find(
    ({ kind, subscription }) => kind === 'trial_conversion' && subscription?.id === trial.id,
  );
  const facts = [text.becomes(dayText(charge?.date ?? trial.trial_end, time_zone))];
  if (charge) {
    const first = formatMoney(charge.amount, charge.currency);
    const shared = sharedBalanceText(charge.shared_balance, charge.currency);
    facts.push(
      text.firstCharge(first, dayText(charge.date, time_zone), chargedToText(charge)),
      ...(shared ? [shared] : []),
    );
  }
  return (
    <Trial>
      <Typography variant="body2" color="textSecondary">
        <strong>{text.daysLeft(trial.days_left)}</strong>
        {'. '}
        <span>{facts.join(' ')}</span>
      </Typography>
      <CancelTrial plan={plan} trial={trial} />
    </Trial>
  );
}
