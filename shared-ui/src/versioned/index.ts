/** Editing of shared records, a separate kit entry that the shell shares with modules. */
export { type ChangedBy, ConflictPanel, type ConflictPanelProps, type ConflictRow, type Side } from './ConflictPanel';
export { clearStoredEdits, loadStoredEdits, saveStoredEdits, useStoredDialog, useStoredEdits } from './stored-edits';
export { versionedMessages } from './messages';
export { RestoredNotice, type RestoredNoticeProps } from './RestoredNotice';
export { useSaveShortcut } from './use-save-shortcut';
export { useVersionedSave, type VersionedSave, type VersionedSaveOptions } from './use-versioned-save';
export { type SaveAnswer, type SaveOutcome, saveVersioned, type VersionedRecord } from './versioned-save';
