import type { AdminSubscription } from 'shared-api/contracts';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  color,
  FactLine,
  MenuButton,
  MoreIcon,
  size,
  styled,
  TrashIcon,
} from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText } from '../instants';
import { DashboardId } from './DashboardId';
import type { SubscriptionWithSchedules } from './groups';
import { ItemRow } from './ItemRow';
import { subscriptionsMessages } from './messages';
import { differenceText, phaseText } from './scheduled-text';
import { type Seat, seatsOf } from './seats';
import { SubscriptionStatus } from './subscription-status';

const messages = subscriptionsMessages.subscription;

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
});

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Differences = styled('ul')({
  margin: 0,
  padding: '0 16px 8px 40px',
  fontSize: 13,
  lineHeight: '20px',
  color: color.ink,
});

const Nested = styled('div')({ borderTop: `1px solid ${color.line}`, backgroundColor: color.subtle, paddingLeft: 12 });

const Toggle = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: size.control,
  padding: '9px 16px 9px 4px',
  border: 0,
  background: 'none',
  color: color.inkSecond,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'left',
  cursor: 'pointer',
  '& svg': { flex: 'none' },
  '&:hover': { color: color.ink },
  '&:focus-visible': { outlineOffset: -2 },
});

export interface SubscriptionBlockProps {
  entry: SubscriptionWithSchedules;
  dashboard: string | null;
  /** Called with the ids of the items whose seats are to be removed. */
  onRemove: (items: readonly string[]) => void;
}

/** A subscription with its items and its scheduled changes. */
export function SubscriptionBlock({ entry, dashboard, onRemove }: SubscriptionBlockProps): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const { subscription, scheduled } = entry;
  const seats = seatsOf(entry, practiceId);
  return (
    <article aria-label={subscription.id}>
      <Head data-head="">
        <SubscriptionStatus subscription={subscription} />
        <DashboardId id={subscription.id} of="subscription" dashboard={dashboard} />
        <Typography component="span" variant="body2" color="textTertiary" style={{ flex: '1 1 180px' }}>
          <FactLine
            facts={[
              messages.since(dayText(subscription.created, time_zone)),
              messages.items(subscription.items.length),
            ]}
          />
        </Typography>
        {seats.length > 1 && (
          <MenuButton
            iconOnly
            size="small"
            variant="text"
            startIcon={<MoreIcon size={16} />}
            label={messages.actionsOf(subscription.id)}
            items={[
              {
                label: messages.removeAll,
                icon: <TrashIcon size={14} />,
                danger: true,
                onSelect: () => onRemove(seats.map(({ item }) => item.id)),
              },
            ]}
          />
        )}
      </Head>
      <Items>
        {subscription.items.map((item) => (
          <ItemRow key={item.id} item={item} onRemove={onRemove} />
        ))}
      </Items>
      {scheduled.map((schedule) => (
        <Scheduled key={schedule.id} {...{ schedule, seats, dashboard, onRemove }} />
      ))}
    </article>
  );
}

interface ScheduledProps extends Omit<SubscriptionBlockProps, 'entry'> {
  schedule: AdminSubscription;
  seats: readonly Seat[];
}

/** A scheduled change with its differences, and on request its items with their seats. */
function Scheduled({ schedule, seats, dashboard, onRemove }: ScheduledProps): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Nested>
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        <FactLine
          facts={[
            <strong key="title" style={{ fontWeight: 600, color: color.ink }}>
              {messages.scheduled}
            </strong>,
            phaseText(schedule, time_zone),
            messages.items(schedule.items.length),
          ]}
        />
      </Toggle>
      {schedule.scheduled_differences.length > 0 && (
        <Differences aria-label={messages.differencesOf(schedule.id)}>
          {schedule.scheduled_differences.map((difference) => {
            const text = differenceText(difference, time_zone);
            return <li key={text}>{text}</li>;
          })}
        </Differences>
      )}
      <div id={id} hidden={!open}>
        {open && (
          <>
            <div style={{ padding: '0 16px 8px 26px' }}>
              <DashboardId id={schedule.id} of="subscription" dashboard={dashboard} />
            </div>
            <Items aria-label={messages.scheduledOf(schedule.parent_subscription_id ?? schedule.id)}>
              {schedule.items.map((item) => (
                <ItemRow
                  key={item.id}
                  scheduled
                  item={item}
                  comesWith={seats.find((seat) => seat.scheduled.includes(item))?.item}
                  onRemove={onRemove}
                />
              ))}
            </Items>
          </>
        )}
      </div>
    </Nested>
  );
}
