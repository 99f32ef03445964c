import type { Subscription } from 'shared-api/contracts';
import { CheckboxField } from 'shared-ui/choices';
import { Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { messages } from './messages';

const text = messages.cancel;

/** Ends a subscription immediately. Super admins only. */
export function CancelDialog({
  subscription: of,
  onClose,
}: {
  subscription: Subscription;
  onClose: () => void;
}): ReactNode {
  const [withCredit, setWithCredit] = useState(false);
  return (
    <ChangeDialog
      danger
      title={text.title}
      customerId={null}
      change={{ kind: 'cancel', subscriptionId: of.id, withCredit }}
      label={() => text.confirm}
      onClose={onClose}
    >
      <Typography>{text.question(of.plan_name)}</Typography>
      <CheckboxField label={text.credit} checked={withCredit} onChange={(_, next) => setWithCredit(next)} />
    </ChangeDialog>
  );
}
