import type { HoursException } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { DayDialog } from './DayDialog';
import { DeleteExceptionDialog } from './DeleteExceptionDialog';
import { ExceptionDialog } from './ExceptionDialog';
import type { ExceptionDialogRequest, ExceptionForm } from './exception-form';
import type { ExceptionActions } from './ExceptionList';
import { HolidaysDialog } from './HolidaysDialog';
import type { ExceptionsOfMonth } from './use-exceptions';

/** The dialog that is open. */
export type OpenDialog =
  | { kind: 'day'; date: string }
  | { kind: 'exception'; start: ExceptionDialogRequest; form?: ExceptionForm }
  | { kind: 'delete'; exception: HoursException }
  | { kind: 'holidays' }
  | null;

export interface ExceptionDialogsProps {
  practiceId: number;
  opened: OpenDialog;
  /** Null until loaded; not needed for deleting. */
  loaded: ExceptionsOfMonth | null;
  actions: ExceptionActions;
  onAdd: (date: string) => void;
  onClose: () => void;
}

/** The dialogs of the exceptions, one at a time. */
export function ExceptionDialogs(props: ExceptionDialogsProps): ReactNode {
  const { practiceId, opened, loaded, actions, onAdd, onClose } = props;
  const { names } = actions;
  if (opened?.kind === 'delete') {
    return <DeleteExceptionDialog exception={opened.exception} {...{ practiceId, names, onClose }} />;
  }
  if (!opened || !loaded) return null;
  const { month, today, exceptions, bounds } = loaded;
  switch (opened.kind) {
    case 'day': {
      const { date } = opened;
      return <DayDialog {...{ date, exceptions, onClose }} {...actions} onAdd={() => onAdd(date)} />;
    }
    case 'exception':
      return (
        <ExceptionDialog
          start={opened.start}
          restored={opened.form}
          known={exceptions}
          {...{ practiceId, names, bounds, onClose }}
        />
      );
    case 'holidays':
      return (
        <HolidaysDialog
          firstYear={Math.max(Number(today.slice(0, 4)), Number(month.slice(0, 4)))}
          {...{ practiceId, today, bounds, onClose }}
        />
      );
  }
}
