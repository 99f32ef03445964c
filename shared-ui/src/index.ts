/**
 * The design kit. Remotes import all components from this entry, and never MUI, emotion, lucide or notistack. It is
 * shared at run time as one module.
 */
export { styled } from '@mui/material/styles';
export * from './actions';
export * from './dialogs';
export * from './feedback';
export * from './fields';
export * from './figures';
export * from './icons';
export * from './layout';
export * from './lazy';
export { commonMessages } from './messages';
export * from './practice';
export { UserIdContext } from './remote/user-id';
export { useFocusAfter } from './save-reminder/use-focus-after';
export { SaveReminder, type SaveReminderError, type SaveReminderProps } from './save-reminder/SaveReminder';
export { type ShortcutGroup, ShortcutsDialog, type ShortcutsDialogProps } from './shortcuts/ShortcutsDialog';
export { isDialogOpen, isShortcutKey, isTyping, type ShortcutOptions, useShortcut } from './shortcuts/use-shortcut';
export * from './table';
export * from './theme';
