import { type AdminCustomer, type AdminItem, periodText } from 'shared-api/contracts';
import { CheckIcon, color, FactLine, formatMoney, PlusIcon, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { Fragment, type ReactNode } from 'react';
import { type AttachContext, attachStateOf, hasFreeSeat } from './attach-state';
import { DashboardId } from './DashboardId';
import { type SubscriptionWithSchedules, itemName, methodLabel, methodOf } from './groups';
import { subscriptionsMessages } from './messages';
import { SubscriptionStatus } from './subscription-status';

const messages = subscriptionsMessages.attach;

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '10px 14px 12px',
  borderTop: `1px solid ${color.line}`,
});

const Facts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px' });

const Items = styled('ul')({
  display: 'grid',
  gap: 2,
  margin: '6px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: 13,
  lineHeight: '20px',
});

export interface ResultSubscriptionProps {
  customer: AdminCustomer;
  entry: SubscriptionWithSchedules;
  facts: AttachContext;
  dashboard: string | null;
  busy: boolean;
  onAttach: () => void;
}

/** A subscription in the search results, with its free seats and its action. */
export function ResultSubscription(props: ResultSubscriptionProps): ReactNode {
  const { customer, entry, facts, dashboard, busy, onAttach } = props;
  const { subscription, scheduled } = entry;
  const { id, items } = subscription;
  const state = attachStateOf(subscription, facts);
  const label = messages.states[state];
  return (
    <Row aria-label={id}>
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Facts>
          <SubscriptionStatus subscription={subscription} />
          <DashboardId id={id} of="subscription" dashboard={dashboard} />
          <Typography component="span" variant="body2" color="textTertiary">
            {methodLabel(methodOf(subscription, customer), customer.error === null)}
          </Typography>
        </Facts>
        <Items>
          {items.map((item) => (
            <li key={item.id}>
              <FactLine
                facts={[
                  <Fragment key="price">
                    <span>{itemName(item)}</span>{' '}
                    <Typography component="span" variant="body2" color="textSecondary">
                      {`${item.by_usage === true ? messages.byUsage : formatMoney(item.amount, item.currency)} ${messages.per(periodText(item.interval, item.every))}`}
                    </Typography>
                  </Fragment>,
                  <Seats key="seats" item={item}>
                    {messages.seats(item.available_quantity, item.total_quantity)}
                  </Seats>,
                  item.assigned_practices.length > 0 && (
                    <Seats key="holders" item={item}>
                      {item.assigned_practices.map(({ name }) => name).join(', ')}
                    </Seats>
                  ),
                ]}
              />
            </li>
          ))}
        </Items>
        {scheduled.length > 0 && (
          <Typography variant="body2" color="textTertiary" style={{ marginTop: 4 }}>
            {messages.travels(scheduled.length)}
          </Typography>
        )}
      </div>
      <Button
        aria-label={messages.stateOf(label, id)}
        startIcon={
          state === 'available' ? <PlusIcon size={14} /> : state === 'selected' ? <CheckIcon size={14} /> : undefined
        }
        disabled={state !== 'available' || busy}
        onClick={onAttach}
      >
        {label}
      </Button>
    </Row>
  );
}

/** The seats of an item, in the warning color if none is free. */
function Seats({ item, children }: { item: AdminItem; children: ReactNode }): ReactNode {
  return (
    <Typography component="span" variant="body2" color={hasFreeSeat(item) ? 'textSecondary' : 'warning'}>
      {children}
    </Typography>
  );
}
