import type { Subscription } from 'shared-api/contracts';
import { ClockIcon, CloseIcon, InfoIcon, StatusBadge, type StatusBadgeProps } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';

interface Look extends Pick<StatusBadgeProps, 'tone' | 'icon'> {
  label: string;
}

/** Icon, word and colour of each status (specification: billing, 4); a status that it does not name gets a generic icon. */
export function lookOfSubscription(status: Subscription['status']): Look {
  switch (status) {
    case 'active':
    case 'not_started':
      return { tone: 'success', label: words.statuses.active };
    case 'trialing':
      return { tone: 'information', icon: <ClockIcon size={12} />, label: words.statuses.trialing };
    case 'past_due':
      return { tone: 'attention', label: words.statuses.pastDue };
    case 'unpaid':
      return { tone: 'danger', label: words.statuses.unpaid };
    case 'canceled':
      return { tone: 'neutral', icon: <CloseIcon size={12} />, label: words.statuses.canceled };
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
      return { tone: 'neutral', icon: <InfoIcon size={12} />, label: words.statuses.other(status) };
  }
  // The provider may add one before this page knows of it.
  return { tone: 'neutral', icon: <InfoIcon size={12} />, label: words.statuses.other(String(status)) };
}

export function SubscriptionBadge({ status }: Pick<Subscription, 'status'>): ReactNode {
  const { label, ...look } = lookOfSubscription(status);
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
