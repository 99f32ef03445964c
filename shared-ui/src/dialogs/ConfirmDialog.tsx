import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { commonMessages } from '../messages';
import { Dialog } from './Dialog';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question: "Cancel this subscription?" */
  title: string;
  /** The consequences, with numbers. */
  children: ReactNode;
  /** The action: "Cancel subscription", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** For actions that can't be undone. Cancel then has the initial focus. */
  danger?: boolean;
  busy?: boolean;
  /** Why it can't be confirmed now. */
  why?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that is hard to undo. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = commonMessages.cancel,
  danger = false,
  busy = false,
  why,
  onConfirm,
  onCancel,
}: ConfirmDialogProps): ReactNode {
  return (
    <Dialog
      open={open}
      title={title}
      role="alertdialog"
      size="small"
      onClose={busy ? undefined : onCancel}
      actions={
        <>
          <Button autoFocus={danger} disabled={busy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'filledDanger' : 'primary'}
            autoFocus={!danger}
            busy={busy}
            why={why}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
