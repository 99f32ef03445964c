import type { Subscription } from 'shared-api/contracts';
import { Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { EndingDialog } from './EndingDialog';
import { messages } from './messages';

const text = messages.cancel;

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Ends a subscription immediately. Super admins only. */
export function CancelDialog({ subscription: of, onClose }: CancelDialogProps): ReactNode {
  const [withCredit, setWithCredit] = useState(false);
  return (
    <EndingDialog
      title={text.title}
      change={{ kind: 'cancel', subscriptionId: of.id, withCredit }}
      confirm={text.confirm}
      lead={() => <Typography>{text.question(of.plan_name)}</Typography>}
      choice={() => ({ label: text.credit, checked: withCredit, onChange: setWithCredit })}
      onClose={onClose}
    />
  );
}
