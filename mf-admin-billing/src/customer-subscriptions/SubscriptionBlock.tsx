import type { AdminItem, AdminSubscription } from 'shared-api/contracts';
import {
  Button,
  ChevronDownIcon,
  ChevronRightIcon,
  ClockIcon,
  CloseIcon,
  color,
  StatusBadge,
  styled,
  Text,
  type Tone,
} from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText } from '../instants';
import { DashboardId } from './DashboardId';
import { type Family, hasSeat, phaseToCome } from './groups';
import { ItemRow } from './ItemRow';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.subscription;

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
});

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Nested = styled('div')({ borderTop: `1px solid ${color.line}`, backgroundColor: color.subtle, paddingLeft: 12 });

const Toggle = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
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

interface Look {
  tone: Tone;
  icon?: ReactNode;
}

/** The look of the provider's statuses, as clinics see them on their own page; what is not known is told as it comes. */
function lookOf(status: string): Look {
  switch (status) {
    case 'active':
      return { tone: 'success' };
    case 'trialing':
      return { tone: 'information', icon: <ClockIcon size={12} /> };
    case 'past_due':
      return { tone: 'attention' };
    case 'unpaid':
      return { tone: 'danger' };
    case 'canceled':
      return { tone: 'neutral', icon: <CloseIcon size={12} /> };
    default:
      return { tone: 'neutral' };
  }
}

export function SubscriptionStatus({ status }: { status: string }): ReactNode {
  const text = status.replaceAll('_', ' ');
  return <StatusBadge {...lookOf(status)}>{text.charAt(0).toUpperCase() + text.slice(1)}</StatusBadge>;
}

/** `Jan 1, 2027 to Jan 1, 2028, ends afterwards`, of the phase to come. */
export function phaseText({ current_phase, phases, end_behavior }: AdminSubscription, timeZone: string): string {
  const phase = phaseToCome(phases, current_phase);
  if (!phase) return '';
  const end = phase.end_date === null ? null : dayText(phase.end_date, timeZone);
  const after = end_behavior === 'release' || end_behavior === 'cancel' ? words.ends[end_behavior] : '';
  return [words.from(dayText(phase.start_date, timeZone), end), after].filter((part) => part !== '').join(', ');
}

export interface SubscriptionBlockProps {
  family: Family;
  dashboard: string | null;
  onRemove: (items: readonly AdminItem[]) => void;
}

/** A subscription with its items and what is scheduled for it. */
export function SubscriptionBlock({ family, dashboard, onRemove }: SubscriptionBlockProps): ReactNode {
  const { id: practice, time_zone } = usePractice();
  const { subscription, scheduled } = family;
  const seats = [subscription, ...scheduled].flatMap(({ items }) => items.filter((item) => hasSeat(item, practice)));
  return (
    <article aria-label={subscription.id}>
      <Head>
        <SubscriptionStatus status={subscription.status} />
        <DashboardId id={subscription.id} of="subscription" dashboard={dashboard} />
        <Text as="span" variant="secondary" tone="third" style={{ flex: '1 1 180px' }}>
          {`${words.since(dayText(subscription.created, time_zone))} · ${words.items(subscription.items.length)}`}
        </Text>
        {seats.length > 1 && (
          <Button variant="quiet" aria-label={words.removeAllOf(subscription.id)} onClick={() => onRemove(seats)}>
            {words.removeAll}
          </Button>
        )}
      </Head>
      <Items>
        {subscription.items.map((item) => (
          <ItemRow key={item.id} item={item} onRemove={onRemove} />
        ))}
      </Items>
      {scheduled.map((schedule) => (
        <Scheduled key={schedule.id} schedule={schedule} dashboard={dashboard} onRemove={onRemove} />
      ))}
    </article>
  );
}

interface ScheduledProps extends Omit<SubscriptionBlockProps, 'family'> {
  schedule: AdminSubscription;
}

/** What will be different from a day on. */
function Scheduled({ schedule, dashboard, onRemove }: ScheduledProps): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = [phaseText(schedule, time_zone), words.items(schedule.items.length)].filter((fact) => fact !== '');
  return (
    <Nested>
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        <span>
          <strong style={{ fontWeight: 600, color: color.ink }}>{words.scheduled}</strong> · {facts.join(' · ')}
        </span>
      </Toggle>
      <div id={id} hidden={!open}>
        {open && (
          <>
            <div style={{ padding: '0 16px 8px 26px' }}>
              <DashboardId id={schedule.id} of="subscription" dashboard={dashboard} />
            </div>
            <Items aria-label={words.scheduledOf(schedule.parent_subscription_id ?? schedule.id)}>
              {schedule.items.map((item) => (
                <ItemRow key={item.id} item={item} onRemove={onRemove} />
              ))}
            </Items>
          </>
        )}
      </div>
    </Nested>
  );
}
