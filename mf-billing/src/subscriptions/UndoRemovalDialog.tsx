import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { messages } from './messages';
import { type ItemDialogProps, removalProblem } from './RemoveItemDialog';

const text = messages.undoRemoval;

/** Undoes the removal of an optional item before it ends with the paid period. */
export function UndoRemovalDialog({ subscription, item, onClose }: ItemDialogProps): ReactNode {
  const problem = removalProblem(subscription, item);
  return (
    <ChangeDialog
      title={text.title}
      change={subscription && item ? { kind: 'undo-removal', subscriptionId: subscription.id, itemId: item.id } : null}
      customerId={subscription?.customer_id ?? null}
      why={problem}
      label={() => text.confirm(item?.plan_name ?? '')}
      onClose={onClose}
    >
      <Typography>{problem ?? text.question(item?.plan_name ?? '', subscription?.plan_name ?? '')}</Typography>
    </ChangeDialog>
  );
}
