export { CancelButton, type CancelButtonProps } from './CancelButton';
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
export { DialogContext } from './dialog-context';
export { FormDialog, type FormDialogProps } from './FormDialog';
export type { TitledDialogProps } from './DialogFrame';
export { TitledDialog } from './TitledDialog';
export { useDialogClose } from './use-dialog-close';
export { type StoredForm, type StoredFormOptions, useStoredForm, useStoredRequest } from './use-stored-form';
export { useTypedTextGuard } from './use-typed-text-guard';
