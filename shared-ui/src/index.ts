/**
 * The design kit. Remotes take all their parts from this one entry and never import MUI, emotion, lucide or notistack:
 * it is shared at run time as one module.
 */
export { styled } from '@mui/material/styles';
export * from './actions';
export * from './dialogs';
export * from './feedback';
export * from './fields';
export * from './figures';
export * from './icons';
export * from './layout';
export { commonMessages } from './messages';
export { SaveReminder, type SaveReminderError, type SaveReminderProps } from './save-reminder/SaveReminder';
export { type ShortcutGroup, ShortcutsDialog, type ShortcutsDialogProps } from './shortcuts/ShortcutsDialog';
export { type ShortcutOptions, useShortcut } from './shortcuts/use-shortcut';
export * from './table';
export * from './theme';
