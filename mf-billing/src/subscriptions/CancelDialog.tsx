import type { Subscription } from 'shared-api/contracts';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { isBoolean, useStoredChoice } from '../changes/stored-choice';
import { EndingDialog } from './EndingDialog';
import { messages } from './messages';

const text = messages.cancel;

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Ends a subscription immediately. Super admins only. */
export function CancelDialog({ subscription: of, onClose }: CancelDialogProps): ReactNode {
  const {
    form: withCredit,
    setForm: setWithCredit,
    isChanged,
  } = useStoredChoice<boolean>({ kind: 'cancel', subscriptionId: of.id }, false, isBoolean);
  return (
    <EndingDialog
      title={text.title}
      change={{ kind: 'cancel', subscriptionId: of.id, withCredit }}
      confirm={text.confirm}
      isChanged={isChanged}
      lead={() => <Typography>{text.question(of.plan_name)}</Typography>}
      choice={() => ({ label: text.credit, checked: withCredit, onChange: setWithCredit })}
      onClose={onClose}
    />
  );
}
