export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
export { Dialog, type DialogProps } from './Dialog';
export { Drawer, type DrawerProps } from './Drawer';
export { TitledDialog, type TitledDialogProps } from './TitledDialog';
export { useTypedTextGuard } from './use-typed-text-guard';
