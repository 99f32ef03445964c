import { periodText, type SubscriptionPrice } from 'shared-api/contracts';
import { color, FactLine, narrow, NewTabLink, phoneQuery, radius, StatusBadge, styled, useMedia } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { amountText, dayText } from '../figures';
import { DashboardLink } from './DashboardLink';
import type { DialogRequest } from './dialog-request';
import { ItemRow } from './ItemRow';
import { messages } from './messages';
import { ScheduledChanges } from './ScheduledChanges';
import { foldedFacts, intervalText, isAlteredPrice, isByUsage, subscriptionFacts } from './subscription-facts';
import { isSchedule, type SubscriptionWithSchedules } from './subscription-rules';
import { deniedActions, Reasons, SubscriptionActions } from './SubscriptionActions';
import { SubscriptionBadge } from './subscription-status';

const text = messages.current;

const Frame = styled('article')({
  '&[data-below-line]': { borderTop: 0, borderTopLeftRadius: 0, borderTopRightRadius: 0 },
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
  gap: '4px 16px',
  padding: '10px 16px',
});

const Title = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', minWidth: 0 });

const Second = styled('div')({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  // Without facts and a total, the actions are next to the name.
  '&[data-beside]': { gridColumn: 2, [narrow]: { gridColumn: '1 / -1' } },
});

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginLeft: 'auto',
  // The text of a disabled button aligns with the amounts.
  '& > .MuiButton-text:last-of-type': { marginInlineEnd: -12 },
  [narrow]: { marginLeft: 0 },
});

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Facts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  flex: '1 1 200px',
  // Reasons take the place next to the buttons.
  '&[data-alone]': { flexBasis: '100%' },
  gap: '2px 12px',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkThird,
});

export interface SubscriptionCardProps extends SubscriptionWithSchedules {
  /** URL of the provider's dashboard for super admins; null for others. */
  dashboard: string | null;
  /** Its price after discounts and taxes. Absent while loading and if nothing is charged. */
  price?: SubscriptionPrice | undefined;
  /** True if a notice above already offers to pay its debt. */
  isPaidAbove?: boolean;
  /** True if the person can't see amounts, customer and card. */
  amountsHidden: boolean;
  /** True below a line that already shows name, status and price. */
  isBelowLine?: boolean;
  onRequest: (request: DialogRequest) => void;
}

/** The list price. If a discount or tax alters it, the facts below show the actual price. */
function SubscriptionTotal({ subscription, price }: Pick<SubscriptionCardProps, 'subscription' | 'price'>): ReactNode {
  const { plan_interval, every, amount, currency } = subscription;
  const isPhone = useMedia(phoneQuery);
  const period = periodText(plan_interval, every);
  // A phone shows only what isn't obvious. The line with the name shows the interval.
  const label = isAlteredPrice(price) ? text.listPricePer(period) : isPhone ? null : text.totalPer(period);
  return (
    <div>
      {label !== null && (
        <>
          <Typography component="span" variant="body2" color="textTertiary">
            {label}
          </Typography>{' '}
        </>
      )}
      <Typography component="span" align="right" variant="subtitle1">
        {amountText(amount, currency, isByUsage(subscription))}
      </Typography>
    </div>
  );
}

/** The name, followed by badges, interval and link. */
function SubscriptionTitle({
  subscription,
  dashboard,
}: Pick<SubscriptionCardProps, 'subscription' | 'dashboard'>): ReactNode {
  const { time_zone } = usePractice();
  const { plan_name, created } = subscription;
  const isProvided = (subscription.provided_by ?? null) !== null;
  return (
    <Title>
      <Typography variant="h2" component="h3">
        {plan_name}
      </Typography>
      <SubscriptionBadge subscription={subscription} />
      {subscription.is_paid_twice === true && <StatusBadge tone="attention">{text.paidTwice}</StatusBadge>}
      {subscription.is_paused === true && <StatusBadge tone="neutral">{text.paused}</StatusBadge>}
      {!isProvided && (
        <Typography component="span" color="textSecondary">
          <FactLine facts={[intervalText(subscription), text.since(dayText(created, time_zone))]} />
        </Typography>
      )}
      <ProviderLink subscription={subscription} dashboard={dashboard} />
    </Title>
  );
}

/** Links super admins to the subscription at the payment provider. */
function ProviderLink({
  subscription,
  dashboard,
}: Pick<SubscriptionCardProps, 'subscription' | 'dashboard'>): ReactNode {
  const { id, plan_name: name } = subscription;
  const folder = isSchedule(subscription) ? 'subscription_schedules' : 'subscriptions';
  return dashboard === null ? null : <DashboardLink href={`${dashboard}/${folder}/${id}`} id={id} name={name} />;
}

/** One subscription with its items, its scheduled changes and its actions. */
export function SubscriptionCard(props: SubscriptionCardProps): ReactNode {
  const { subscription, scheduled, dashboard, price, amountsHidden, onRequest } = props;
  const { isPaidAbove = false, isBelowLine = false } = props;
  const { time_zone } = usePractice();
  const { session } = useRemote();
  const { plan_name, items, payment_url, needs_attention } = subscription;
  const isProvided = (subscription.provided_by ?? null) !== null;
  const viewer = { amountsHidden, timeZone: time_zone, isSuperAdmin: session.flags.super_admin };
  const since = isBelowLine && !isProvided ? [text.sinceDay(dayText(subscription.created, time_zone))] : [];
  const said = isBelowLine ? foldedFacts({ subscription, scheduled }, time_zone) : [];
  const facts = [...since, ...subscriptionFacts(subscription, price, viewer).filter((fact) => !said.includes(fact))];
  const payable = needs_attention && payment_url !== null && !isPaidAbove;
  const { held, reason } = useRight('billing');
  const actionable = !isProvided && !subscription.is_over && !isSchedule(subscription);
  // Without the right to change it, the page says once whom to ask.
  const reasons = actionable && held ? deniedActions(subscription) : [];
  return (
    <Frame aria-label={plan_name} data-below-line={isBelowLine ? '' : undefined}>
      <Head>
        {!isBelowLine && <SubscriptionTitle subscription={subscription} dashboard={dashboard} />}
        {/* The line shows the price. */}
        {(!isBelowLine || isAlteredPrice(price)) && !isProvided && !amountsHidden && (
          <SubscriptionTotal subscription={subscription} price={price} />
        )}
        {(facts.length > 0 || payable || actionable) && (
          <Second data-beside={facts.length === 0 && amountsHidden ? '' : undefined}>
            {(facts.length > 0 || isBelowLine) && (
              <Facts data-alone={reasons.length > 0 ? '' : undefined}>
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
                {isBelowLine && <ProviderLink subscription={subscription} dashboard={dashboard} />}
              </Facts>
            )}
            {reasons.length > 0 && <Reasons reasons={reasons} />}
            <Actions>
              {payable && reason !== undefined && <Button reason={reason}>{text.pay}</Button>}
              {payable && reason === undefined && <NewTabLink href={payment_url}>{text.pay}</NewTabLink>}
              {actionable && <SubscriptionActions subscription={subscription} onRequest={onRequest} />}
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
