import { apiErrorOf, serverMessage } from 'shared-api';
import type { HoursException } from 'shared-api/contracts';
import { ConfirmDialog } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useDeleteExceptionMutation } from '../api';
import { exceptionText, type Names } from './exception-text';
import { messages } from './messages';

const text = messages.delete;

export interface DeleteExceptionDialogProps {
  practiceId: number;
  exception: HoursException;
  names: Names;
  onClose: () => void;
}

/** Asks before an exception is deleted. */
export function DeleteExceptionDialog(props: DeleteExceptionDialogProps): ReactNode {
  const { practiceId, exception, names, onClose } = props;
  const { notify } = useRemote();
  const [remove, { isLoading }] = useDeleteExceptionMutation();

  const onConfirm = async (): Promise<void> => {
    const { exception_id: id, version } = exception;
    const { error } = await remove({ practice: practiceId, exception: id, version });
    onClose();
    if (!error) {
      notify({ severity: 'success', message: text.done });
      return;
    }
    const failure = apiErrorOf(error);
    const message = failure.conflict
      ? text.conflict(failure.conflict.changed_by)
      : (serverMessage(failure) ?? text.failed);
    notify({ severity: 'error', message });
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={isLoading}
      title={text.title(exceptionText(exception, names))}
      confirmLabel={text.confirm}
      cancelLabel={text.keep}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    >
      {text.text}
    </ConfirmDialog>
  );
}
