/**
 * The draft of the settings: a pure reducer. It keeps unsaved edits next to the loaded record, so that a refetched
 * record is merged with them and no edit is lost. The page and the advanced clinic settings form edit the same record,
 * and each saves its own part.
 */
import {
  advancedClinicFields,
  type Conflict,
  editChangesNothing,
  mergeSettings,
  type PracticeSettings,
  sameSettingsValue,
  type SettingsEdit,
  type SettingsEdits,
  settingsEditOf,
  type SettingsKey,
  settingsKeysOf,
  settingsPathOf,
  type SettingsPath,
  settingsValue,
  withSettingsEdits,
} from 'shared-api/contracts';
import type { ChangedBy, Side } from 'shared-ui/versioned';

/** The settings as `api.ts` returns them. */
export interface Loaded {
  settings: PracticeSettings;
  /** Version of the record, for `If-Match`. */
  etag: string | undefined;
  /** Who changed which field since the requested version. */
  changes?: Conflict['changes'];
}

/** What a save contains: everything on the page, or only the advanced clinic settings. */
export type SaveScope = 'page' | 'advanced';

/**
 * A field that both sides changed to different values. Until the person chooses, the page shows the person's own value.
 */
export interface FieldConflict {
  key: SettingsKey;
  mine: SettingsEdit;
  theirs: unknown;
  /** Null if the server did not say. */
  by: ChangedBy | null;
  choice: Side | null;
}

/** A field that only the other side changed. */
export interface MergedField {
  key: SettingsKey;
  by: ChangedBy | null;
}

/** The result of merging someone else's changes with unsaved edits. */
export interface MergeState {
  conflicts: readonly FieldConflict[];
  merged: readonly MergedField[];
  /** True if a rejected save found the conflicts; false if a refetch did. */
  fromSave: boolean;
}

export type ServerErrors = Readonly<Partial<Record<SettingsPath, string>>>;

export interface Draft {
  /** The server's last known record. */
  readonly base: Loaded;
  readonly edits: SettingsEdits;
  /** Fields that lost focus after an edit. Only their problems are shown. */
  readonly visited: ReadonlySet<SettingsPath>;
  /** The server's errors by field, kept until the field is edited. */
  readonly serverErrors: ServerErrors;
  readonly merge: MergeState | null;
  /** Edits restored after a reload, until the person changes or reverts them, or dismisses the notice. */
  readonly restored: ReadonlySet<SettingsKey>;
  /** The version that restored edits are based on, until the server reports who changed those fields since. */
  readonly restoredFrom?: string | undefined;
  /** The day, such as `Nov 28`, of former values that a link of the activity has staged. An edit of the field ends it. */
  readonly formerOf?: ReadonlyMap<SettingsKey, string>;
}

export type Action =
  /** `from` is the day of a former value that is staged. */
  | { type: 'changed'; key: SettingsKey; value: unknown; from?: string }
  | { type: 'visited'; path: SettingsPath }
  | { type: 'tried'; part: SaveScope }
  | { type: 'revert'; keys: readonly SettingsKey[] }
  | { type: 'discard'; part: SaveScope }
  | { type: 'choose'; side: Side; keys: readonly SettingsKey[] }
  | { type: 'dismiss-restored' }
  | { type: 'saved'; loaded: Loaded; sent: SettingsEdits; part: SaveScope }
  | { type: 'read'; loaded: Loaded; by: Conflict | null }
  | { type: 'refused'; refusals: ServerErrors };

export function draftOf(loaded: Loaded): Draft {
  return { base: loaded, edits: new Map(), visited: new Set(), serverErrors: {}, merge: null, restored: new Set() };
}

export function scopeOf(path: SettingsPath | SettingsKey): SaveScope {
  return (advancedClinicFields as readonly string[]).includes(path) ? 'advanced' : 'page';
}

/** The edits of one part. */
export function editsOf({ edits }: Pick<Draft, 'edits'>, part: SaveScope): SettingsEdits {
  return new Map([...edits].filter(([key]) => scopeOf(key) === part));
}

/** The settings with the unsaved edits. */
export function shownSettings({ base, edits }: Draft): PracticeSettings {
  return withSettingsEdits(base.settings, edits);
}

/** Fields of a part that differ from the saved record, in record order. */
export function changedKeys({ base, edits }: Draft, part: SaveScope): SettingsKey[] {
  return settingsKeysOf(base.settings).filter((key) => edits.has(key) && scopeOf(key) === part);
}

/** The edits that are former values, with the day that they are from. */
export function formerValues({ edits, formerOf }: Draft): ReadonlyMap<SettingsKey, string> {
  return new Map([...(formerOf ?? [])].filter(([key]) => edits.has(key)));
}

/** The number of edits that are as they were restored. */
export const restoredCount = ({ edits, restored }: Draft): number =>
  [...restored].filter((key) => edits.has(key)).length;

export function conflictsOf({ merge }: Draft, part: SaveScope): FieldConflict[] {
  return merge?.conflicts.filter(({ key }) => scopeOf(key) === part) ?? [];
}

/** Conflicts of a part without a decision. */
export function undecidedConflicts(draft: Draft, part: SaveScope): FieldConflict[] {
  return conflictsOf(draft, part).filter(({ choice }) => choice === null);
}

/** Who changed a field, from a rejected save or a refetch, by field or for the whole record. */
function whoChanged({ changes = [] }: Loaded, by: Conflict | null, key: SettingsKey): ChangedBy | null {
  const named = [...changes, ...(by?.changes ?? [])];
  return named.find(({ field }) => field === key || field === settingsPathOf(key)) ?? by;
}

/** Drops edits that equal the record. */
function differing(edits: SettingsEdits, settings: PracticeSettings): SettingsEdits {
  return new Map([...edits].filter(([key, edit]) => !editChangesNothing(edit, settingsValue(settings, key))));
}

/** The server's errors for fields that still have an edit. */
function standingErrors(errors: ServerErrors, edits: SettingsEdits): ServerErrors {
  const edited = new Set<string>([...edits.keys()].map(settingsPathOf));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => edited.has(path)));
}

function withMerge(draft: Draft, merge: MergeState): Draft {
  return { ...draft, merge: merge.conflicts.length > 0 ? merge : null };
}

function withEdit(draft: Draft, key: SettingsKey, value: unknown, from?: string): Draft {
  const edit = settingsEditOf(value);
  const edits = differing(new Map([...draft.edits, [key, edit]]), draft.base.settings);
  const path = settingsPathOf(key);
  const refusals = Object.fromEntries(Object.entries(draft.serverErrors).filter(([name]) => name !== path));
  const merge = draft.merge && {
    ...draft.merge,
    conflicts: draft.merge.conflicts.map((conflict): FieldConflict => {
      if (conflict.key !== key) return conflict;
      return edits.has(key) ? { ...conflict, mine: edit, choice: 'mine' } : { ...conflict, choice: 'theirs' };
    }),
  };
  const formerOf = new Map(draft.formerOf);
  formerOf.delete(key);
  if (from !== undefined && edits.has(key)) formerOf.set(key, from);
  const restored = new Set([...draft.restored].filter((one) => one !== key));
  return { ...draft, edits, merge, serverErrors: refusals, formerOf, restored };
}

function choose(draft: Draft, side: Side, keys: readonly SettingsKey[]): Draft {
  if (!draft.merge) return draft;
  const edits = new Map(draft.edits);
  const conflicts = draft.merge.conflicts.map((conflict): FieldConflict => {
    if (!keys.includes(conflict.key)) return conflict;
    if (side === 'mine') edits.set(conflict.key, conflict.mine);
    else edits.delete(conflict.key);
    return { ...conflict, choice: side };
  });
  return { ...draft, edits, merge: { ...draft.merge, conflicts } };
}

/** Earlier conflicts on fields that have not changed since. Their resolutions still apply. */
function standingConflicts(draft: Draft, next: SettingsEdits, settings: PracticeSettings): FieldConflict[] {
  return (draft.merge?.conflicts ?? []).filter(
    ({ key, theirs, choice }) =>
      sameSettingsValue(theirs, settingsValue(settings, key)) && (choice === 'theirs' || next.has(key)),
  );
}

/** Merges a loaded record with the unsaved edits. */
function read(draft: Draft, loaded: Loaded, by: Conflict | null): Draft {
  const before = draft.base.settings;
  const { settings } = loaded;
  const result = mergeSettings(draft.edits, (key) => settingsValue(before, key), settings);
  const found = result.conflicts.map((key): FieldConflict => ({
    key,
    mine: result.edits.get(key) as SettingsEdit,
    theirs: settingsValue(settings, key),
    by: whoChanged(loaded, by, key),
    choice: null,
  }));
  const standing = standingConflicts(draft, result.edits, settings).map((conflict) => ({
    ...conflict,
    by: conflict.by ?? whoChanged(loaded, by, conflict.key),
  }));
  const known = draft.merge?.merged.filter(({ key }) => !result.edits.has(key)) ?? [];
  const merged = mergedFields(draft, loaded, by);
  const serverErrors = standingErrors(draft.serverErrors, result.edits);
  const next: Draft = { ...draft, base: loaded, edits: result.edits, serverErrors, restoredFrom: undefined };
  return withMerge(next, {
    fromSave: by !== null || (draft.merge?.fromSave ?? false),
    conflicts: [...standing, ...found],
    merged: [...known.filter(({ key }) => !merged.some((field) => field.key === key)), ...merged],
  });
}

/** Fields that someone else changed and that have no edit here. */
export function mergedFields(draft: Draft, loaded: Loaded, by: Conflict | null): MergedField[] {
  const before = draft.base.settings;
  return settingsKeysOf(loaded.settings)
    .filter((key) => !draft.edits.has(key))
    .filter((key) => !sameSettingsValue(settingsValue(before, key), settingsValue(loaded.settings, key)))
    .map((key) => ({ key, by: whoChanged(loaded, by, key) }));
}

/** Edits of fields that the record no longer contains, so the person can't change them. */
export function removedEdits({ edits }: Draft, { settings }: Loaded): SettingsKey[] {
  return [...edits.keys()].filter((key) => settingsValue(settings, key) === undefined);
}

function saved(draft: Draft, { loaded, sent, part }: Extract<Action, { type: 'saved' }>): Draft {
  // Text typed during the save is still an edit.
  const left = [...draft.edits].filter(([key, edit]) => {
    const was = sent.get(key);
    return !was || !sameSettingsValue(was, edit);
  });
  const edits = differing(new Map(left), loaded.settings);
  const serverErrors = standingErrors(draft.serverErrors, edits);
  const next: Draft = { ...draft, base: loaded, edits, serverErrors, restored: new Set() };
  return withMerge(next, {
    fromSave: false,
    conflicts: draft.merge?.conflicts.filter(({ key }) => scopeOf(key) !== part) ?? [],
    merged: draft.merge?.merged ?? [],
  });
}

function discard(draft: Draft, part: SaveScope): Draft {
  const other = part === 'page' ? 'advanced' : 'page';
  const edits = editsOf(draft, other);
  const serverErrors = standingErrors(draft.serverErrors, edits);
  const next: Draft = { ...draft, edits, serverErrors, restored: new Set() };
  return withMerge(
    { ...next, visited: new Set([...draft.visited].filter((path) => scopeOf(path) === other)) },
    { conflicts: conflictsOf(draft, other), merged: draft.merge?.merged ?? [], fromSave: false },
  );
}

export function reduce(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'changed':
      return withEdit(draft, action.key, action.value, action.from);
    case 'visited':
      return { ...draft, visited: new Set([...draft.visited, action.path]) };
    case 'tried':
      return {
        ...draft,
        visited: new Set([...draft.visited, ...changedKeys(draft, action.part).map(settingsPathOf)]),
      };
    case 'revert':
      return action.keys.reduce((next, key) => withEdit(next, key, settingsValue(draft.base.settings, key)), draft);
    case 'discard':
      return discard(draft, action.part);
    case 'choose':
      return choose(draft, action.side, action.keys);
    case 'dismiss-restored':
      return { ...draft, restored: new Set() };
    case 'saved':
      return saved(draft, action);
    case 'read':
      return read(draft, action.loaded, action.by);
    case 'refused':
      return { ...draft, serverErrors: action.refusals };
  }
}
