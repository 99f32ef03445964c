import type { HoursException } from 'shared-api/contracts';
import { commonMessages, PlusIcon, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { type ExceptionActions, ExceptionRows } from './ExceptionList';
import { messages } from './messages';
import { exceptionsOn, longDayName } from './month';

export interface DayDialogProps extends ExceptionActions {
  date: string;
  exceptions: readonly HoursException[];
  onAdd: () => void;
  onClose: () => void;
}

/** The exceptions of one day. */
export function DayDialog({ date, exceptions, onAdd, onClose, ...actions }: DayDialogProps): ReactNode {
  return (
    <TitledDialog
      open
      maxWidth="xs"
      title={longDayName(date)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.close}</Button>
          <Button startIcon={<PlusIcon size={14} />} reason={actions.reason} onClick={onAdd}>
            {messages.exceptions.add}
          </Button>
        </>
      }
    >
      <ExceptionRows {...actions} exceptions={exceptionsOn(exceptions, date)} label={longDayName(date)} />
    </TitledDialog>
  );
}
