import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { commonMessages } from '../messages';
import { useUnsavedChanges } from './use-remote';

const { discardQuestion: text } = commonMessages;

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
 * @param unsaved what would be lost, such as "the new exception"; null while nothing has changed
 */
export function useDiscardQuestion(unsaved: string | null, onClose: () => void): DiscardQuestion {
  const [asking, setAsking] = useState(false);
  useUnsavedChanges(unsaved === null ? null : { what: unsaved, lostWithQuery: true });
  return {
    close: unsaved === null ? onClose : () => setAsking(true),
    question: (
      <ConfirmDialog
        open={asking && unsaved !== null}
        danger
        title={text.title}
        confirmLabel={text.confirm}
        cancelLabel={text.keep}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {text.text}
      </ConfirmDialog>
    ),
  };
}
