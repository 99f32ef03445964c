import type { Subscription, SubscriptionItem } from 'shared-api/contracts';
import { Button, Chip, ClockIcon, color, formatMoney, StatusBadge, styled, Text, VisuallyHidden } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { DashboardLink } from './DashboardLink';
import type { Deed } from './deeds';
import { FeatureList } from './FeatureList';
import { words } from './messages';
import { canChange, canRemove, isCore } from './subscription-rules';

const text = words.current;

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '4px 16px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
});

const Name = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', minHeight: 24 });

/** Figures of all rows end at one line, whether a row has a button or not. */
const Side = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto 92px',
  alignItems: 'center',
  textAlign: 'right',
  '& > button': { justifySelf: 'end' },
  '&[data-plain]': { gridTemplateColumns: 'auto' },
});

const Below = styled('div')({ gridColumn: '1 / -1' });

export interface ItemRowProps {
  subscription: Subscription;
  item: SubscriptionItem;
  /** Null for others than super admins. */
  dashboard: string | null;
  scheduled?: boolean;
  onDeed: (deed: Deed) => void;
}

/** One item of a subscription: what it is, what it costs, when it ends, and its removal where that is possible. */
export function ItemRow({ subscription, item, dashboard, scheduled = false, onDeed }: ItemRowProps): ReactNode {
  const { time_zone } = usePractice();
  const { session } = useRemote();
  const { plan_name, description, quantity, stop_date, features, amount, price_id } = item;
  const notCancellable = session.flags.super_admin && isCore(item) && !scheduled;
  return (
    <Row>
      <Name>
        {quantity > 1 && (
          <Text as="span" tone="second">
            <span aria-hidden>{text.quantity(quantity)}</span>
            <VisuallyHidden>{text.quantityOf(quantity)}</VisuallyHidden>
          </Text>
        )}
        <Text as="span" strong={isCore(item)}>
          {plan_name}
        </Text>
        {!isCore(item) && (
          <Text as="span" variant="secondary" tone="third">
            {text.addOn}
          </Text>
        )}
        {description !== null && description !== plan_name && (
          <Text as="span" variant="secondary" tone="third">
            {description}
          </Text>
        )}
        {stop_date !== null && (
          <StatusBadge tone="attention" icon={<ClockIcon size={12} />}>
            {text.ends(dayText(stop_date, time_zone))}
          </StatusBadge>
        )}
        {scheduled && (
          <StatusBadge tone="information" icon={<ClockIcon size={12} />}>
            {text.isScheduled}
          </StatusBadge>
        )}
        {notCancellable && <Chip>{text.core}</Chip>}
        {dashboard !== null && (
          <DashboardLink href={`${dashboard}/prices/${price_id}`} what={text.dashboard.price} name={plan_name} />
        )}
      </Name>
      <Side data-plain={canChange(subscription) ? undefined : ''}>
        <Text as="span" numeric>
          {formatMoney(amount, subscription.currency)}
        </Text>
        {canRemove(subscription, item) && (
          <Button
            variant="danger"
            aria-label={text.removeNamed(plan_name)}
            onClick={() => onDeed({ kind: 'remove', subscription, item })}
          >
            {text.remove}
          </Button>
        )}
      </Side>
      {features.length > 0 && (
        <Below>
          <FeatureList of={plan_name} features={features} />
        </Below>
      )}
    </Row>
  );
}
