import type { Subscription, SubscriptionItem } from 'shared-api/contracts';
import { ClockIcon, color, phone, StatusBadge, styled, VisuallyHidden } from 'shared-ui';
import { Chip, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { amountText, dayText } from '../figures';
import { ActionButton } from './ActionButton';
import { AssignItem } from './AssignItem';
import { DashboardLink } from './DashboardLink';
import type { DialogRequest } from './dialog-request';
import { FeatureList } from './FeatureList';
import { messages } from './messages';
import { isCore } from './subscription-rules';

const text = messages.current;

/** Name, action, amount. On a phone the action is below the amount. */
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(88px, auto)',
  alignItems: 'center',
  gap: '0 16px',
  padding: '8px 16px',
  borderTop: `1px solid ${color.line}`,
  '&[data-without-amount]': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    // Its text aligns with the edge of the card.
    '& .MuiButton-text[aria-disabled=true]': { marginInlineEnd: -12 },
  },
  [phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' },
});

const Name = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', minHeight: 24 });

/** With its row's padding, a button is as tall as the row. */
const Action = styled('div')({
  gridColumn: 2,
  marginBlock: -4,
  [phone]: { gridRow: 2, justifySelf: 'end', marginBlock: 0 },
});

const Amount = styled('div')({ gridColumn: -2, gridRow: 1, textAlign: 'right', lineHeight: '24px' });

const Below = styled('div')({ gridColumn: '1 / -1' });

export interface ItemRowProps {
  subscription: Subscription;
  item: SubscriptionItem;
  /** URL of the provider's dashboard for super admins; null for others. */
  dashboard: string | null;
  amountsHidden: boolean;
  scheduled?: boolean;
  onRequest: (request: DialogRequest) => void;
}

type ItemNameProps = Required<Pick<ItemRowProps, 'item' | 'dashboard' | 'scheduled'>>;

/** The name with quantity, description, badges and link. */
function ItemName({ item, dashboard, scheduled }: ItemNameProps): ReactNode {
  const { time_zone } = usePractice();
  const { session } = useRemote();
  const { plan_name, description, quantity, stop_date, price_id } = item;
  const notCancellable = session.flags.super_admin && isCore(item) && !scheduled && item.used_by === undefined;
  return (
    <Name>
      {quantity > 1 && (
        <Typography component="span" color="textSecondary">
          <span aria-hidden>{text.quantity(quantity)}</span>
          <VisuallyHidden>{text.quantityOf(quantity)}</VisuallyHidden>
        </Typography>
      )}
      <Typography component="span" variant={isCore(item) ? 'subtitle1' : 'body1'}>
        {plan_name}
      </Typography>
      {!isCore(item) && (
        <Typography component="span" variant="body2" color="textTertiary">
          {text.addOn}
        </Typography>
      )}
      {description !== null && description !== plan_name && (
        <Typography component="span" variant="body2" color="textTertiary">
          {description}
        </Typography>
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
      {item.used_by !== undefined && <StatusBadge tone="attention">{text.usedBy[item.used_by]}</StatusBadge>}
      {notCancellable && <Chip label={text.core} />}
      {dashboard !== null && <DashboardLink href={`${dashboard}/prices/${price_id}`} id={price_id} name={plan_name} />}
    </Name>
  );
}

/** Assigns an unused item, removes the practice's own item, or undoes its removal. A core item can't be removed. */
function ItemAction({
  subscription,
  item,
  onRequest,
}: Pick<ItemRowProps, 'subscription' | 'item' | 'onRequest'>): ReactNode {
  const { plan_name, stop_date, actions } = item;
  if (item.used_by === 'nobody') return <AssignItem subscriptionId={subscription.id} item={item} />;
  return (
    <>
      {stop_date === null && (
        <ActionButton
          variant="text"
          color="error"
          action={actions.remove}
          hideDenied={subscription.needs_attention}
          aria-label={text.removeNamed(plan_name)}
          onClick={() => onRequest({ kind: 'remove', subscription, item })}
        >
          {text.remove}
        </ActionButton>
      )}
      {stop_date !== null && (
        <ActionButton
          action={actions.undo_removal}
          hideDenied={subscription.needs_attention}
          aria-label={text.undoRemovalNamed(plan_name)}
          onClick={() => onRequest({ kind: 'undo-removal', subscription, item })}
        >
          {text.undoRemoval}
        </ActionButton>
      )}
    </>
  );
}

/** One item of a subscription: name, amount, end date, and the button to remove it or to undo the removal. */
export function ItemRow(props: ItemRowProps): ReactNode {
  const { subscription, item, dashboard, amountsHidden, scheduled = false, onRequest } = props;
  const { plan_name, stop_date, amount, used_by: user } = item;
  // An add-on's own feature isn't listed, because it repeats the name of the item.
  const features = item.features.filter(({ name }) => name !== item.optional_feature);
  const isProvided = (subscription.provided_by ?? null) !== null;
  const actionable = !isProvided && !scheduled && !subscription.is_over;
  const hasAction = user === 'nobody' || (user === undefined && (!isCore(item) || stop_date !== null));
  const showsAmount = !isProvided && !amountsHidden;
  return (
    <Row {...(!showsAmount && { 'data-without-amount': '' })}>
      <ItemName item={item} dashboard={dashboard} scheduled={scheduled} />
      {actionable && hasAction && (
        <Action>
          <ItemAction {...{ subscription, item, onRequest }} />
        </Action>
      )}
      {showsAmount && (
        <Amount>
          <Typography component="span" align="right">
            {amountText(amount, subscription.currency, item.by_usage)}
          </Typography>
        </Amount>
      )}
      {(features.length > 0 || item.bundles.length > 0) && (
        <Below>
          <FeatureList of={plan_name} features={features} bundles={item.bundles} inLine />
        </Below>
      )}
    </Row>
  );
}
