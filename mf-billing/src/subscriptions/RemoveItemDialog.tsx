import type { Subscription, SubscriptionItem } from 'shared-api/contracts';
import { Text } from 'shared-ui';
import type { ReactNode } from 'react';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { words } from './messages';

const text = words.remove;

/** What keeps an item from being removed (specification: billing, 5); undefined when nothing does. */
export function removalProblem(
  subscription: Subscription | undefined,
  item: SubscriptionItem | undefined,
): string | undefined {
  if (!item) return text.noItem;
  return subscription ? undefined : text.noSubscription;
}

export interface RemoveItemDialogProps {
  /** As they are now: what another tab has ended meanwhile is not there any more. */
  subscription: Subscription | undefined;
  item: SubscriptionItem | undefined;
  onClose: () => void;
}

/** Lets an optional item end with the paid period. */
export function RemoveItemDialog({ subscription, item, onClose }: RemoveItemDialogProps): ReactNode {
  const change: Change | null =
    subscription && item ? { kind: 'remove', subscription: subscription.id, item: item.id } : null;
  return (
    <ChangeDialog
      danger
      title={text.title}
      change={change}
      why={removalProblem(subscription, item)}
      label={() => text.confirm(item?.plan_name ?? '')}
      onClose={onClose}
    >
      <Text>
        {subscription && item
          ? text.question(item.plan_name, subscription.plan_name)
          : removalProblem(subscription, item)}
      </Text>
    </ChangeDialog>
  );
}
