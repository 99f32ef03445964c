import { color, EmptyState, radius, styled } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../instants';
import { itemName, upcomingPhase } from './groups';
import { subscriptionsMessages } from './messages';
import { mixesPaymentMethods, type StagedList, type StagedSubscription } from './staging';

const messages = subscriptionsMessages.staged;

const List = styled('ul')({ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' });

const Entry = styled('li')({
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
});

const Head = styled('div')({ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 8 });

const Items = styled('ul')({
  margin: '6px 0 0',
  paddingLeft: 18,
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
});

export interface StagedListProps {
  staged: StagedList;
  busy: boolean;
  onRemove: (subscription: string) => void;
}

/** The subscriptions to attach. */
export function StagedList({ staged, busy, onRemove }: StagedListProps): ReactNode {
  return (
    <Stack spacing={3}>
      <div>
        <Typography variant="h2" component="h3">
          {messages.title}
        </Typography>
        <div role="status">
          {mixesPaymentMethods(staged) && (
            <div style={{ paddingTop: 12 }}>
              <Alert severity="warning">{messages.mixed}</Alert>
            </div>
          )}
        </div>
      </div>
      {staged.length === 0 ? (
        <EmptyState title={messages.none}>{messages.noneWords}</EmptyState>
      ) : (
        <List aria-label={messages.title}>
          {staged.map((entry) => (
            <StagedEntry key={entry.subscriptionId} {...{ entry, busy, onRemove }} />
          ))}
        </List>
      )}
    </Stack>
  );
}

function StagedEntry({
  entry,
  busy,
  onRemove,
}: Omit<StagedListProps, 'staged'> & { entry: StagedSubscription }): ReactNode {
  const { time_zone } = usePractice();
  const { customerName, subscriptionId, paymentMethodLabel, items, scheduledSubscriptions, leftOut } = entry;
  return (
    <Entry>
      <Head>
        <div style={{ minWidth: 0 }}>
          <Typography variant="subtitle1">{customerName}</Typography>
          <Typography variant="body2" color="textTertiary" style={{ overflowWrap: 'anywhere' }}>
            {subscriptionId}
          </Typography>
          <Typography variant="body2" color="textTertiary">
            {paymentMethodLabel}
          </Typography>
        </div>
        <Button
          variant="text"
          disabled={busy}
          aria-label={messages.removeNamed(subscriptionId)}
          onClick={() => onRemove(subscriptionId)}
        >
          {messages.remove}
        </Button>
      </Head>
      <Items>
        {items.map((item) => (
          <li key={item.id}>{itemName(item)}</li>
        ))}
        {scheduledSubscriptions.flatMap(({ id, items: later, currentPhase, phases }) => {
          const phase = upcomingPhase(phases, currentPhase);
          const from = phase
            ? ` ${subscriptionsMessages.subscription.from(dayText(phase.start_date, time_zone), null)}`
            : '';
          return later.map((item) => (
            <li key={`${id} ${item.id}`}>
              {itemName(item)}{' '}
              <Typography
                component="span"
                variant="body2"
                color="textTertiary"
              >{`${messages.scheduled}${from}`}</Typography>
            </li>
          ));
        })}
      </Items>
      {leftOut.length > 0 && (
        <Typography variant="body2" color="warning" style={{ marginTop: 6 }}>
          {messages.left(leftOut.join(', '))}
        </Typography>
      )}
    </Entry>
  );
}
