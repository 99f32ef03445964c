import type { Subscription, SubscriptionItem } from 'shared-api/contracts';
import { Alert, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import type { Change } from '../changes/change';
import { ChangeDialog } from '../changes/ChangeDialog';
import { messages } from './messages';

const text = messages.remove;

const nameList = new Intl.ListFormat('en-US');

/** Why an item can't be removed (specification: billing, 5); undefined if it can. */
export function removalProblem(
  subscription: Subscription | undefined,
  item: SubscriptionItem | undefined,
): string | undefined {
  if (!item) return text.noItem;
  return subscription ? undefined : text.noSubscription;
}

export interface ItemDialogProps {
  /** The current state of subscription and item; undefined if another tab has ended them. */
  subscription: Subscription | undefined;
  item: SubscriptionItem | undefined;
  onClose: () => void;
}

/** Removes an optional item at the end of the paid period, together with the items that require it. */
export function RemoveItemDialog({ subscription, item, onClose }: ItemDialogProps): ReactNode {
  const dependents = item?.required_by ?? [];
  const names = [item?.plan_name ?? '', ...dependents.map(({ name }) => name)];
  const change: Change | null =
    subscription && item
      ? { kind: 'remove', subscriptionId: subscription.id, itemId: item.id, withDependents: dependents.length > 0 }
      : null;
  return (
    <ChangeDialog
      danger
      title={text.title}
      change={change}
      customerId={null}
      why={removalProblem(subscription, item)}
      label={() => text.confirm(nameList.format(names))}
      onClose={onClose}
    >
      <Typography>
        {subscription && item
          ? text.question(item.plan_name, subscription.plan_name)
          : removalProblem(subscription, item)}
      </Typography>
      {item && dependents.length > 0 && (
        <Alert severity="warning">
          {(dependents.length === 1 ? text.dependents : text.dependentsMany)(
            item.plan_name,
            nameList.format(names.slice(1)),
          )}
        </Alert>
      )}
    </ChangeDialog>
  );
}
