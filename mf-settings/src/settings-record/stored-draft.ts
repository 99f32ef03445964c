/**
 * Unsaved edits in session storage, with the saved values they are based on. Restored edits are merged with the record.
 */
import {
  mergeSettings,
  type SettingsEdit,
  type SettingsEdits,
  type SettingsKey,
  settingsPathOf,
  settingsValue,
} from 'shared-api/contracts';
import { type Draft, draftOf, type FieldConflict, formerValues, type Loaded } from './draft';

interface StoredDraft {
  /** The version that the edits are based on. */
  etag: string | undefined;
  edits: [SettingsKey, SettingsEdit][];
  base: [SettingsKey, unknown][];
  /** For restored previous values, the day they are from. */
  former?: [SettingsKey, string][];
}

/** Null without edits. */
export function storedDraftOf(draft: Draft): StoredDraft | null {
  const { base, edits, merge, restoredFrom } = draft;
  if (edits.size === 0) return null;
  const former = [...formerValues(draft)];
  // An open conflict is still open after the reload.
  const open = new Set(merge?.conflicts.filter(({ choice }) => choice === null).map(({ key }) => key));
  return {
    etag: restoredFrom ?? base.etag,
    edits: [...edits],
    base: [...edits.keys()].filter((key) => !open.has(key)).map((key) => [key, settingsValue(base.settings, key)]),
    ...(former.length > 0 && { former }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isEdit(value: unknown): value is SettingsEdit {
  return isRecord(value) && (value['kind'] === 'clear' || (value['kind'] === 'set' && 'value' in value));
}

function pairsIn<Value>(value: unknown, isValue: (value: unknown) => value is Value): [SettingsKey, Value][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [SettingsKey, Value] => Array.isArray(pair) && typeof pair[0] === 'string' && isValue(pair[1]),
  );
}

const isAny = (value: unknown): value is unknown => value !== undefined;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The loaded settings merged with the stored edits. Ignores invalid stored data. */
export function restoredDraft(stored: unknown, loaded: Loaded): Draft {
  const opened = draftOf(loaded);
  if (!isRecord(stored)) return opened;
  const edits: SettingsEdits = new Map(
    pairsIn(stored['edits'], isEdit).filter(([key]) => settingsValue(loaded.settings, key) !== undefined),
  );
  const base = new Map(pairsIn(stored['base'], isAny));
  const former = new Map(pairsIn(stored['former'], isText));
  const merged = mergeSettings(edits, (key) => base.get(key), loaded.settings);
  const conflicts = merged.conflicts.map((key): FieldConflict => ({
    key,
    mine: merged.edits.get(key) as SettingsEdit,
    theirs: settingsValue(loaded.settings, key),
    by: null,
    choice: null,
  }));
  return {
    ...opened,
    edits: merged.edits,
    ...(former.size > 0 && { formerOf: former }),
    // The reload counts as leaving their fields, so they show their problems.
    visited: new Set([...merged.edits.keys()].map(settingsPathOf)),
    merge: conflicts.length > 0 ? { conflicts, merged: [], fromSave: false } : null,
    restored: new Set(merged.edits.keys()),
    ...(conflicts.length > 0 && typeof stored['etag'] === 'string' && { restoredFrom: stored['etag'] }),
  };
}
