/** Editing a record that others also edit: a separate entry, which the shell shares with the modules that use it. */
export { type ChangedBy, ConflictPanel, type ConflictPanelProps, type ConflictRow, type Side } from './ConflictPanel';
export { clearStoredEdits, loadStoredEdits, saveStoredEdits, useStoredEdits } from './stored-edits';
export { versionedMessages } from './messages';
export { useSaveShortcut } from './use-save-shortcut';
export { useVersionedSave, type VersionedSave, type VersionedSaveOptions } from './use-versioned-save';
export { type SaveAnswer, type SaveOutcome, saveVersioned, type VersionedRecord } from './versioned-save';
