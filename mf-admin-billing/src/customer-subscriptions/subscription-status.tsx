import { ClockIcon, CloseIcon, InfoIcon, StatusBadge, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.statuses;

interface StatusAppearance {
  label: string;
  tone: Tone;
  icon?: ReactNode;
}

const generic = <InfoIcon size={12} />;

/** A status that the provider adds one day, in words: `on_hold` reads `On hold`. */
function humanized(status: string): string {
  const text = status.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Label, icon and color of each status; an unknown one has a generic icon (specification: billing, 4). */
export function appearanceOf(status: string): StatusAppearance {
  switch (status) {
    case 'active':
      return { label: words.active, tone: 'success' };
    case 'trialing':
      return { label: words.trialing, tone: 'information', icon: <ClockIcon size={12} /> };
    case 'past_due':
      return { label: words.past_due, tone: 'attention' };
    case 'unpaid':
      return { label: words.unpaid, tone: 'danger' };
    case 'incomplete':
      return { label: words.incomplete, tone: 'attention' };
    case 'canceled':
      return { label: words.canceled, tone: 'neutral', icon: <CloseIcon size={12} /> };
    case 'incomplete_expired':
      return { label: words.incomplete_expired, tone: 'neutral', icon: <CloseIcon size={12} /> };
    case 'not_started':
      return { label: words.not_started, tone: 'neutral', icon: <ClockIcon size={12} /> };
    case 'paused':
      return { label: words.paused, tone: 'neutral', icon: generic };
    default:
      return { label: humanized(status), tone: 'neutral', icon: generic };
  }
}

export function SubscriptionStatus({ status }: { status: string }): ReactNode {
  const { label, ...look } = appearanceOf(status);
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
