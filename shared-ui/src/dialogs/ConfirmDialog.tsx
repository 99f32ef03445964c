import type { ReactNode } from 'react';
import { FormDialog } from './FormDialog';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question: "Cancel this subscription?" */
  title: string;
  /** The consequences, with numbers. */
  children: ReactNode;
  /** The action: "Cancel subscription", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** For actions that can't be undone. Cancel then has initial focus. */
  danger?: boolean;
  busy?: boolean;
  /** Why confirming isn't possible now. */
  why?: string | undefined;
  /** As in `TitledDialog`. */
  isChanged?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks before an action that is hard to undo.
 *
 * @example
 * <ConfirmDialog
 *   open
 *   danger
 *   title="Delete Room 2?"
 *   confirmLabel="Delete"
 *   onConfirm={() => undefined}
 *   onCancel={() => undefined}
 * >
 *   Its 3 appointments move to Room 1.
 * </ConfirmDialog>
 */
export function ConfirmDialog({ why, onCancel, ...dialog }: ConfirmDialogProps): ReactNode {
  return <FormDialog {...dialog} role="alertdialog" reason={why} onClose={onCancel} />;
}
