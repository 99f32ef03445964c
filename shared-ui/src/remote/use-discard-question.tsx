import { type ComponentProps, type ReactNode, use, useEffect, useState } from 'react';
import { DialogContext } from '../dialogs/dialog-context';
import { DiscardQuestion as Question } from '../dialogs/DiscardQuestion';
import { useUnsavedChanges } from './use-remote';

export interface DiscardQuestion {
  /** For Cancel and the dialog's `onClose`. Closes the dialog, or asks first if something would be lost. */
  close: () => void;
  /** Render this inside the dialog. */
  question: ReactNode;
}

/**
 * Protects input in a dialog: Escape, Cancel, a click outside and the close button ask before
 * they discard it, and so do Back, Forward, and leaving or reloading the page.
 *
 * @deprecated `FormDialog`, and `TitledDialog` with `CancelButton`, ask by themselves, also for their `isChanged`.
 * @param unsaved what would be lost, such as "the new exception"; null while nothing has changed
 */
export function useDiscardQuestion(unsaved: string | null, onClose: () => void): DiscardQuestion {
  const [asking, setAsking] = useState(false);
  useUnsavedChanges(unsaved === null ? null : { what: unsaved, lostWithQuery: true });
  return {
    close: unsaved === null ? onClose : () => setAsking(true),
    question: <OwnQuestion open={asking && unsaved !== null} onDiscard={onClose} onKeep={() => setAsking(false)} />,
  };
}

/** The dialog around it then asks no question itself. */
function OwnQuestion(props: ComponentProps<typeof Question>): ReactNode {
  const addQuestion = use(DialogContext)?.addQuestion;
  useEffect(() => addQuestion?.(), [addQuestion]);
  return <Question {...props} />;
}
