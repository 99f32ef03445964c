import { MAX_DECLINE_REASON_LENGTH, type Approval } from 'shared-api/contracts/approvals';
import { ConfirmDialog, useStoredForm } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { TextField } from 'shared-ui/text-fields';
import type { ReactNode } from 'react';
import { activityMessages } from './messages';
import { DECLINE_RECORD } from './stored-decline';

const text = activityMessages.approvals;

export interface DecisionDialogProps {
  approval: Approval;
  decision: 'approve' | 'decline';
  busy: boolean;
  /** @param reason why a request is declined; absent if none was given */
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}

/** Asks to confirm approving or declining a change, with a reason for declining. */
export function DecisionDialog({ approval, decision, busy, onConfirm, onClose }: DecisionDialogProps): ReactNode {
  const isApproval = decision === 'approve';
  const {
    form: reason,
    setForm: setReason,
    isChanged,
  } = useStoredForm({ record: DECLINE_RECORD, request: isApproval ? null : approval.id, initial: '' });
  const typed = reason.trim();
  const tooLong = typed.length > MAX_DECLINE_REASON_LENGTH ? text.reasonLong(MAX_DECLINE_REASON_LENGTH) : undefined;
  const asksWhy = !isApproval && !approval.own;
  return (
    <ConfirmDialog
      open
      danger={!isApproval}
      busy={busy}
      isChanged={isChanged}
      title={isApproval ? text.approveTitle : text.declineTitle}
      confirmLabel={isApproval ? text.approve : text.decline}
      cancelLabel={text.cancel}
      why={tooLong}
      onConfirm={() => onConfirm(typed === '' ? undefined : typed)}
      onCancel={onClose}
    >
      <Stack spacing={3}>
        <Typography variant="subtitle1">{approval.summary}</Typography>
        <Typography>{isApproval ? text.approveText(approval.requested_by) : text.declineText}</Typography>
        {asksWhy && (
          <TextField
            multiline
            label={text.reason}
            helperText={text.reasonHelp(approval.requested_by)}
            errorText={tooLong}
            disabled={busy}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
