import type { HoursException } from 'shared-api/contracts';
import { Button, commonMessages, Dialog, PlusIcon } from 'shared-ui';
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
    <Dialog
      open
      size="small"
      title={longDayName(date)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.close}</Button>
          <Button icon={<PlusIcon size={14} />} why={actions.reason} onClick={onAdd}>
            {messages.exceptions.add}
          </Button>
        </>
      }
    >
      <ExceptionRows {...actions} exceptions={exceptionsOn(exceptions, date)} label={longDayName(date)} />
    </Dialog>
  );
}
