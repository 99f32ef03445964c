import { apiErrorOf, serverMessage, remedyMessage } from 'shared-api';
import { ConfirmDialog } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useDeleteScheduleMutation, useReadWeeklyHoursQuery } from '../api';
import { messages } from './messages';

export interface DeleteScheduleDialogProps {
  practiceId: number;
  validFrom: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes the last loaded version of a planned schedule. If others have changed it since, the dialog asks again. */
export function DeleteScheduleDialog(props: DeleteScheduleDialogProps): ReactNode {
  const { practiceId, validFrom, onClose, onDeleted } = props;
  const { notify } = useRemote();
  const { remove: text } = messages;
  const read = useReadWeeklyHoursQuery({ practice: practiceId, validFrom });
  const [deleteSchedule, { isLoading: deleting }] = useDeleteScheduleMutation();
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const etag = read.isFetching ? undefined : read.currentData?.etag;
  const waiting = read.error ? (remedyMessage(read.error) ?? text.readFailed) : text.reading;
  const unread = etag === undefined ? waiting : undefined;

  const onConfirm = async (): Promise<void> => {
    if (etag === undefined) return;
    const { error } = await deleteSchedule({ practice: practiceId, validFrom, etag });
    if (!error) {
      notify({ severity: 'success', message: text.done });
      onDeleted();
      return;
    }
    const failure = apiErrorOf(error);
    if (failure.conflict) {
      setChangedBy(failure.conflict.changed_by);
      void read.refetch();
      return;
    }
    notify({ severity: 'error', message: serverMessage(failure) ?? text.failed });
    onClose();
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={deleting}
      why={unread}
      title={text.title(validFrom)}
      confirmLabel={text.confirm}
      cancelLabel={text.keep}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    >
      <Stack spacing={3}>
        {changedBy !== null && (
          <Alert severity="warning" role="alert">
            <AlertTitle>{text.changed(changedBy)}</AlertTitle>
            {text.changedHelp}
          </Alert>
        )}
        <Typography>{text.text}</Typography>
      </Stack>
    </ConfirmDialog>
  );
}
