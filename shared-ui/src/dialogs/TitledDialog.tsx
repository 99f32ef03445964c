import type { ReactNode } from 'react';
import { commonMessages } from '../messages';
import { DialogContext } from './dialog-context';
import { DialogFrame, type TitledDialogProps } from './DialogFrame';
import { DiscardQuestion } from './DiscardQuestion';
import { useDialogClose } from './use-dialog-close';
import { useLeaveGuard } from './use-leave-guard';
import { useTypedText } from './use-typed-text';

/**
 * MUI's dialog with a title, a close button, a body that the arrow keys scroll, and actions. While it is open, the rest
 * of the page is hidden from screen readers, except the shell's toasts. Focus stays inside and returns to its origin on
 * close. While a field has typed text or `isChanged` is true, leaving or reloading the page, Escape, the close button,
 * a click outside and `CancelButton` all ask first. `useStoredForm` opens it again after a reload with what was typed.
 *
 * @example
 * <TitledDialog open title="Room 2" maxWidth="sm" onClose={() => undefined}>
 *   One chair, free from 3:00 PM.
 * </TitledDialog>
 */
export function TitledDialog({ isChanged = false, onClose, children, ...frame }: TitledDialogProps): ReactNode {
  const { isTyped, handlers } = useTypedText();
  const { close, isChanged: asks, question, context } = useDialogClose(onClose, frame.open && (isTyped || isChanged));
  useLeaveGuard(asks ? commonMessages.typedIn(frame.title) : null);
  return (
    <DialogContext value={context}>
      <DialogFrame {...frame} onClose={close} bodyHandlers={handlers}>
        {children}
        <DiscardQuestion {...question} />
      </DialogFrame>
    </DialogContext>
  );
}
