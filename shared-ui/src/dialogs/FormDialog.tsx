import type { ReactNode } from 'react';
import { Button } from '../mui/Button';
import { CancelButton } from './CancelButton';
import type { TitledDialogProps } from './DialogFrame';
import { TitledDialog } from './TitledDialog';

export interface FormDialogProps extends Omit<TitledDialogProps, 'open' | 'actions' | 'onClose'> {
  /** True by default. */
  open?: boolean;
  /** The action: "Cancel subscription", never "OK". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** For actions that can't be undone. Cancel then has initial focus. */
  danger?: boolean;
  busy?: boolean;
  /** Why confirming isn't possible now. */
  reason?: string | undefined;
  /** Disables the action for a reason that the content shows. */
  disabled?: boolean;
  /** Id of the form that the action submits. */
  form?: string;
  /** Without it, the action submits `form`. */
  onConfirm?: () => void;
  onClose: () => void;
}

/**
 * A dialog with an action and Cancel. It can't be closed while busy.
 *
 * @example
 * const { form, setForm } = useStoredForm({ record: 'rooms rename 2', initial: { name: 'Room 2' } });
 * return (
 *   <FormDialog title="Rename room" confirmLabel="Rename" onConfirm={() => undefined} onClose={() => undefined}>
 *     <TextField label="Name" value={form.name} onChange={(event) => setForm({ name: event.target.value })} />
 *   </FormDialog>
 * );
 */
export function FormDialog({
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  disabled = false,
  reason,
  form,
  onConfirm,
  onClose,
  ...dialog
}: FormDialogProps): ReactNode {
  return (
    <TitledDialog
      open
      maxWidth="xs"
      {...dialog}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <CancelButton autoFocus={danger} disabled={busy}>
            {cancelLabel}
          </CancelButton>
          <Button
            variant="contained"
            color={danger ? 'error' : 'primary'}
            autoFocus={!danger && dialog.role === 'alertdialog'}
            loading={busy}
            disabled={disabled}
            reason={reason}
            {...(form === undefined ? { onClick: onConfirm } : { type: 'submit', form })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
