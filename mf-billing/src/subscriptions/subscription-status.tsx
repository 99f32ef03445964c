import type { Subscription } from 'shared-api/contracts';
import { ClockIcon, CloseIcon, InfoIcon, StatusBadge, type StatusBadgeProps } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from './messages';

const text = messages.statuses;

interface StatusAppearance extends Pick<StatusBadgeProps, 'tone' | 'icon'> {
  label: string;
}

type SubscriptionState = Pick<Subscription, 'status' | 'has_grace' | 'is_collecting'>;

/** Without `hasGrace`, which older servers don't send, it says nothing about features. */
function pastDueText(hasGrace: boolean | undefined): string {
  if (hasGrace === undefined) return text.pastDue;
  return hasGrace ? text.pastDueWithGrace : text.pastDueEnded;
}

/**
 * Icon, label and color of each status (specification: billing, 4), or of a payment that the bank is collecting. A
 * status that isn't in the specification gets a generic icon.
 */
export function appearanceOf({
  status,
  has_grace: hasGrace,
  is_collecting: isCollecting,
}: SubscriptionState): StatusAppearance {
  if (isCollecting === true) {
    return { tone: 'information', icon: <ClockIcon size={12} />, label: text.collecting };
  }
  switch (status) {
    case 'active':
    case 'not_started':
      return { tone: 'success', label: text.active };
    case 'trialing':
      return { tone: 'information', icon: <ClockIcon size={12} />, label: text.trialing };
    case 'past_due':
      return { tone: 'attention', label: pastDueText(hasGrace) };
    case 'unpaid':
      return { tone: 'danger', label: text.unpaid };
    case 'canceled':
      return { tone: 'neutral', icon: <CloseIcon size={12} />, label: text.canceled };
    case 'incomplete':
      return { tone: 'attention', icon: <InfoIcon size={12} />, label: text.incomplete };
    case 'incomplete_expired':
      return { tone: 'neutral', icon: <InfoIcon size={12} />, label: text.incompleteExpired };
    case 'paused':
      return { tone: 'neutral', icon: <InfoIcon size={12} />, label: text.paused };
    default:
      return { tone: 'neutral', icon: <InfoIcon size={12} />, label: text.other(status) };
  }
}

export function SubscriptionBadge({ subscription }: { subscription: SubscriptionState }): ReactNode {
  const { label, ...look } = appearanceOf(subscription);
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
