import type { Subscription } from 'shared-api/contracts';
import { Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { words } from './messages';

const text = words.cancel;

/** Ends a subscription at once; for super admins. */
export function CancelDialog({ of, onClose }: { of: Subscription; onClose: () => void }): ReactNode {
  return (
    <ChangeDialog
      danger
      title={text.title}
      change={{ kind: 'cancel', subscription: of.id }}
      label={() => text.confirm}
      onClose={onClose}
    >
      <Text>{text.question(of.plan_name)}</Text>
    </ChangeDialog>
  );
}
