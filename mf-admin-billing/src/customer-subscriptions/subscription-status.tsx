import type { AdminSubscription } from 'shared-api/contracts';
import { ClockIcon, CloseIcon, InfoIcon, StatusBadge, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.statuses;

interface StatusAppearance {
  label: string;
  tone: Tone;
  icon?: ReactNode;
}

const generic = <InfoIcon size={12} />;

/** Formats a status unknown to this version: `on_hold` becomes `On hold`. */
function humanized(status: string): string {
  const text = status.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type SubscriptionState = Pick<AdminSubscription, 'status' | 'is_collecting'>;

/**
 * Label, icon and color of each status, or of a payment that the bank is collecting. Unknown statuses have a generic
 * icon (specification: billing, 4).
 */
export function appearanceOf({ status, is_collecting: isCollecting }: SubscriptionState): StatusAppearance {
  if (isCollecting === true) {
    return { label: messages.collecting, tone: 'information', icon: <ClockIcon size={12} /> };
  }
  switch (status) {
    case 'active':
      return { label: messages.active, tone: 'success' };
    case 'trialing':
      return { label: messages.trialing, tone: 'information', icon: <ClockIcon size={12} /> };
    case 'past_due':
      return { label: messages.past_due, tone: 'attention' };
    case 'unpaid':
      return { label: messages.unpaid, tone: 'danger' };
    case 'incomplete':
      return { label: messages.incomplete, tone: 'attention' };
    case 'canceled':
      return { label: messages.canceled, tone: 'neutral', icon: <CloseIcon size={12} /> };
    case 'incomplete_expired':
      return { label: messages.incomplete_expired, tone: 'neutral', icon: <CloseIcon size={12} /> };
    case 'not_started':
      return { label: messages.not_started, tone: 'neutral', icon: <ClockIcon size={12} /> };
    case 'paused':
      return { label: messages.paused, tone: 'neutral', icon: generic };
    default:
      return { label: humanized(status), tone: 'neutral', icon: generic };
  }
}

export function SubscriptionStatus({ subscription }: { subscription: SubscriptionState }): ReactNode {
  const { label, ...look } = appearanceOf(subscription);
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
