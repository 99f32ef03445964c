import { periodText, type SubscriptionPrice } from 'shared-api/contracts';
import {
  color,
  FactLine,
  narrow,
  NewTabLink,
  phoneQuery,
  PlusIcon,
  radius,
  StatusBadge,
  styled,
  useMedia,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { amountText, dayText } from '../figures';
import { ActionButton } from './ActionButton';
import { DashboardLink } from './DashboardLink';
import type { DialogRequest } from './dialog-request';
import { ItemRow } from './ItemRow';
import { messages } from './messages';
import { ScheduledChanges } from './ScheduledChanges';
import { intervalText, isAlteredPrice, isByUsage, subscriptionFacts } from './subscription-facts';
import { isSchedule, type SubscriptionWithSchedules } from './subscription-rules';
import { SubscriptionBadge } from './subscription-status';

const text = messages.current;

const Frame = styled('article')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
});

/** Name and total on the first line, facts and actions on the second. The total aligns with the item amounts. */
const Head = styled('header')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: '6px 16px',
  padding: '12px 16px',
});

const Title = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', minWidth: 0 });

const Second = styled('div')({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
});

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginLeft: 'auto',
  [narrow]: { marginLeft: 0 },
});

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Facts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  flex: '1 1 200px',
  gap: '2px 12px',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkThird,
});

export interface SubscriptionCardProps extends SubscriptionWithSchedules {
  /** URL of the provider's dashboard for super admins; null for others. */
  dashboard: string | null;
  /** Its price after discounts and taxes. Absent until it is known, and if nothing is charged. */
  price?: SubscriptionPrice | undefined;
  /** True if the page offers above to pay what is owed for it. */
  isPaidAbove?: boolean;
  /** True if the person can't see amounts, customer and card. */
  amountsHidden: boolean;
  onRequest: (request: DialogRequest) => void;
}

/** One subscription with its items, its scheduled changes and its actions. */
export function SubscriptionCard(props: SubscriptionCardProps): ReactNode {
  const { subscription, scheduled, dashboard, price, isPaidAbove = false, amountsHidden, onRequest } = props;
  const { time_zone } = usePractice();
  const { session } = useRemote();
  const { reason } = useRight('billing');
  const { id, plan_name, plan_interval, every, amount, currency, created } = subscription;
  const { items, payment_url, actions } = subscription;
  const isPhone = useMedia(phoneQuery);
  const isPaused = subscription.is_paused === true;
  const day = (seconds: number): string => dayText(seconds, time_zone);
  const provider = subscription.provided_by ?? null;
  const isAltered = isAlteredPrice(price);
  const period = periodText(plan_interval, every);
  // A phone has room for what isn't clear without it. The line with the name states the interval.
  const totalLabel = isAltered ? text.listPricePer(period) : isPhone ? null : text.totalPer(period);
  const viewer = { amountsHidden, timeZone: time_zone, isSuperAdmin: session.flags.super_admin };
  const facts = subscriptionFacts(subscription, price, viewer);
  /** If true, denied actions are hidden, because the person has to pay first. */
  const needsAttention = subscription.needs_attention;
  const payable = needsAttention && payment_url !== null && !isPaidAbove;
  const isUnused = items.length > 0 && items.every(({ used_by: user }) => user !== undefined);
  const actionable = provider === null && !subscription.is_over && !isSchedule(subscription);
  /** What nobody uses can only be ended. */
  const hidesDenied = needsAttention || isUnused;
  return (
    <Frame aria-label={plan_name}>
      <Head>
        <Title>
          <SubscriptionBadge subscription={subscription} />
          {subscription.is_paid_twice === true && <StatusBadge tone="attention">{text.paidTwice}</StatusBadge>}
          {isPaused && <StatusBadge tone="neutral">{text.paused}</StatusBadge>}
          <Typography variant="h2" component="h3">
            {plan_name}
          </Typography>
          {provider === null && (
            <Typography component="span" color="textSecondary">
              <FactLine facts={[intervalText(subscription), text.since(day(created))]} />
            </Typography>
          )}
          {dashboard !== null && (
            <DashboardLink
              href={`${dashboard}/${isSchedule(subscription) ? 'subscription_schedules' : 'subscriptions'}/${id}`}
              id={id}
              name={plan_name}
            />
          )}
        </Title>
        {provider === null && !amountsHidden && (
          <div>
            {totalLabel !== null && (
              <>
                <Typography component="span" variant="body2" color="textTertiary">
                  {totalLabel}
                </Typography>{' '}
              </>
            )}
            <Typography component="span" align="right" variant="subtitle1">
              {amountText(amount, currency, isByUsage(subscription))}
            </Typography>
          </div>
        )}
        {(facts.length > 0 || payable || actionable) && (
          <Second>
            <Facts>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </Facts>
            <Actions>
              {payable && reason !== undefined && <Button reason={reason}>{text.pay}</Button>}
              {payable && reason === undefined && <NewTabLink href={payment_url}>{text.pay}</NewTabLink>}
              {actionable && (
                <>
                  <ActionButton
                    startIcon={<PlusIcon size={14} />}
                    action={actions.add_features}
                    hideDenied={hidesDenied}
                    aria-label={text.addTo(plan_name)}
                    onClick={() => onRequest({ kind: 'add', subscription })}
                  >
                    {text.add}
                  </ActionButton>
                  <ActionButton
                    action={actions.switch_plan}
                    hideDenied={hidesDenied}
                    aria-label={text.switchNamed(plan_name)}
                    onClick={() => onRequest({ kind: 'switch', subscriptionId: id })}
                  >
                    {text.switch}
                  </ActionButton>
                  {actions.change_card && (
                    <ActionButton
                      action={actions.change_card}
                      hideDenied={hidesDenied}
                      aria-label={text.changeCardNamed(plan_name)}
                      onClick={() => onRequest({ kind: 'card', subscriptionId: id })}
                    >
                      {text.changeCard}
                    </ActionButton>
                  )}
                  {session.flags.super_admin && (
                    <ActionButton
                      color="error"
                      action={actions.cancel}
                      hideDenied={hidesDenied}
                      aria-label={text.cancelNamed(plan_name)}
                      onClick={() => onRequest({ kind: 'cancel', subscription })}
                    >
                      {text.cancel}
                    </ActionButton>
                  )}
                  {session.flags.super_admin && actions.end_unpaid && (
                    <ActionButton
                      color="error"
                      action={actions.end_unpaid}
                      aria-label={text.endNamed(plan_name)}
                      onClick={() => onRequest({ kind: 'end-unpaid', subscription })}
                    >
                      {text.end}
                    </ActionButton>
                  )}
                </>
              )}
            </Actions>
          </Second>
        )}
      </Head>
      <Items aria-label={text.items(plan_name)}>
        {items.map((item) => (
          <ItemRow key={item.id} {...{ subscription, item, dashboard, amountsHidden, onRequest }} />
        ))}
      </Items>
      {scheduled.map((schedule) => (
        <ScheduledChanges key={schedule.id} of={schedule} dashboard={dashboard} amountsHidden={amountsHidden} />
      ))}
    </Frame>
  );
}
