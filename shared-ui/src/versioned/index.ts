/** Editing a record that others edit too: an entry of its own, which the shell provides to the modules that ask for it. */
export { type ChangedBy, ConflictPanel, type ConflictPanelProps, type ConflictRow, type Side } from './ConflictPanel';
export { clearStoredEdits, loadStoredEdits, saveStoredEdits, useStoredEdits } from './stored-edits';
export { versionedMessages } from './messages';
export { useSaveShortcut } from './use-save-shortcut';
export { useVersionedSave, type VersionedSave, type VersionedSaveOptions } from './use-versioned-save';
export { type SaveAnswer, type SaveOutcome, saveVersioned, type VersionedRecord } from './versioned-save';
