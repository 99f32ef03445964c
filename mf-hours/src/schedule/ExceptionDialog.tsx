import type { HoursException } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { datesText, exceptionText, type Names } from './exception-text';
import { ExceptionFormFields } from './ExceptionFormFields';
import { messages } from './messages';
import { type ExceptionFormOptions, useExceptionForm } from './use-exception-form';
import { type SaveProblem, useExceptionSave } from './use-exception-save';

const text = messages.dialog;

interface SaveProblemAlertProps {
  problem: SaveProblem;
  /** The current exception; undefined if it was deleted. */
  current: HoursException | undefined;
  names: Names;
  onTakeTheirs: (theirs: HoursException) => void;
}

/** Why the exception wasn't saved, with the other version in a conflict. */
function SaveProblemAlert({ problem, current, names, onTakeTheirs }: SaveProblemAlertProps): ReactNode {
  switch (problem.kind) {
    case 'failed':
      return (
        <Alert severity="error" role="alert">
          {problem.message}
        </Alert>
      );
    case 'gone':
      return (
        <Alert severity="warning" role="alert">
          {text.gone}
        </Alert>
      );
    case 'conflict':
      return (
        <Alert
          severity="warning"
          role="alert"
          action={current && <Button onClick={() => onTakeTheirs(current)}>{text.takeTheirs}</Button>}
        >
          <AlertTitle>{text.conflict(problem.by)}</AlertTitle>
          {current && <span>{`${text.theirs(`${exceptionText(current, names)}, ${datesText(current)}`)} `}</span>}
          <span>{text.again}</span>
        </Alert>
      );
  }
}

export interface ExceptionDialogProps extends ExceptionFormOptions {
  names: Names;
  onClose: () => void;
}

/** Adds an exception or changes one. Entered values are kept when someone else changes the exception. */
export function ExceptionDialog({ names, onClose, ...options }: ExceptionDialogProps): ReactNode {
  const { practiceId, start, known } = options;
  const edit = useExceptionForm(options);
  const opened = 'exception' in start ? start.exception : null;
  // The list is refetched after a conflict.
  const current = known.find((each) => each.exception_id === opened?.exception_id);
  const { busy, problem, save, takeTheirs } = useExceptionSave({
    practiceId,
    opened,
    current,
    edit,
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={opened ? text.edit : text.add}
      busy={busy}
      isChanged={edit.isChanged}
      confirmLabel={text.save}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <Stack spacing={4}>
        {problem && <SaveProblemAlert key={problem.kind} {...{ problem, current, names }} onTakeTheirs={takeTheirs} />}
        <ExceptionFormFields {...{ edit, names }} />
      </Stack>
    </FormDialog>
  );
}
