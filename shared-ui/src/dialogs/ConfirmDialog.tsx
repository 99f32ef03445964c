import type { ReactNode } from 'react';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { TitledDialog } from './TitledDialog';

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
    <TitledDialog
      open={open}
      title={title}
      role="alertdialog"
      maxWidth="xs"
      onClose={busy ? undefined : onCancel}
      actions={
        <>
          <Button autoFocus={danger} disabled={busy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            variant="contained"
            color={danger ? 'error' : 'primary'}
            autoFocus={!danger}
            loading={busy}
            reason={why}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </TitledDialog>
  );
}
