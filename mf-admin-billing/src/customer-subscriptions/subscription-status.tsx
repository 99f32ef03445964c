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

/** Text of a status unknown to this version: `on_hold` reads `On hold`. */
function humanized(status: string): string {
  const text = status.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Label, icon and color of each status; an unknown one has a generic icon (specification: billing, 4). */
export function appearanceOf(status: string): StatusAppearance {
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

export function SubscriptionStatus({ status }: { status: string }): ReactNode {
  const { label, ...look } = appearanceOf(status);
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
