/**
 * The settings as they stand on the screen, from the moment they were read until they are saved: a pure reducer. It keeps
 * what was typed beside what was read, so that whatever is read again goes under the edits and drops none of them.
 */
import type { Conflict, PracticeSettings } from 'shared-api/contracts';
import { type Clash, merge, type Taken } from './merge';
import { type Edits, type FieldPath, fieldPaths, type FieldValues, same, valueIn, withEdits } from './values';

/** The settings as `api.ts` reads them. */
export interface Loaded {
  settings: PracticeSettings;
  /** Version of the record, for `If-Match`. */
  etag: string | undefined;
}

/** Someone else's change that was found while this page was open. */
export interface Meeting {
  /** Who saved and when; null where a re-read found the change, since only a refused save says it. */
  by: Conflict | null;
  clashes: readonly Clash[];
  taken: readonly Taken[];
}

export interface Draft {
  /** What the server has, as far as this page knows. */
  readonly base: Loaded;
  readonly edits: Edits;
  /** Fields that were left after typing: only then what is wrong with them is said. */
  readonly left: ReadonlySet<FieldPath>;
  /** What the server refused; gone when the field is edited. */
  readonly refusals: Readonly<Partial<Record<FieldPath, string>>>;
  readonly meeting: Meeting | null;
}

export type Side = 'mine' | 'theirs';

export type Change = { [Path in FieldPath]: { path: Path; value: FieldValues[Path] | null } }[FieldPath];

export type Action =
  | ({ type: 'changed' } & Change)
  | { type: 'left'; path: FieldPath }
  | { type: 'tried' }
  | { type: 'put-back'; path: FieldPath }
  | { type: 'discard' }
  | { type: 'choose'; side: Side; paths: readonly FieldPath[] }
  | { type: 'dismiss' }
  | { type: 'saved'; loaded: Loaded; sent: Edits }
  | { type: 'adopted'; loaded: Loaded }
  | { type: 'read'; loaded: Loaded; by: Conflict | null }
  | { type: 'refused'; refusals: Draft['refusals'] };

export function draftOf(loaded: Loaded): Draft {
  return { base: loaded, edits: {}, left: new Set(), refusals: {}, meeting: null };
}

/** The settings as they would be saved now. */
export function shownSettings({ base, edits }: Draft): PracticeSettings {
  return withEdits(base.settings, edits);
}

/** Fields that differ from what is saved, in the order of the record. */
export function changedFields({ edits }: Draft): FieldPath[] {
  return fieldPaths.filter((path) => path in edits);
}

/** Fields on which nobody has decided whose version stays. */
export function undecided({ meeting }: Draft): Clash[] {
  return meeting?.clashes.filter(({ choice }) => choice === null) ?? [];
}

function without<Key extends string, Value>(from: Readonly<Partial<Record<Key, Value>>>, key: Key) {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== key)) as Partial<Record<Key, Value>>;
}

/** Only what differs from the record is an edit. */
function standing(edits: Edits, settings: PracticeSettings): Edits {
  const kept = Object.entries(edits).filter(([path, value]) => !same(value, valueIn(settings, path as FieldPath)));
  return Object.fromEntries(kept) as Edits;
}

/** What was typed after a save had set out; the record has the sent values trimmed, so they are told apart as typed. */
function notSent(edits: Edits, sent: Edits): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(([path, value]) => !(path in sent) || !same(value, sent[path as FieldPath])),
  ) as Edits;
}

function withEdit(draft: Draft, path: FieldPath, value: unknown): Draft {
  const edits = standing({ ...draft.edits, [path]: value } as Edits, draft.base.settings);
  const clashes = draft.meeting?.clashes.map((clash): Clash => {
    if (clash.path !== path) return clash;
    return path in edits ? { ...clash, mine: value, choice: 'mine' } : { ...clash, choice: 'theirs' };
  });
  const meeting = draft.meeting && { ...draft.meeting, clashes: clashes ?? [] };
  return { ...draft, edits, meeting, refusals: without(draft.refusals, path) };
}

function choose(draft: Draft, side: Side, paths: readonly FieldPath[]): Draft {
  if (!draft.meeting) return draft;
  const chosen = draft.meeting.clashes.filter(({ path }) => paths.includes(path));
  const edits: Partial<Record<FieldPath, unknown>> = { ...draft.edits };
  for (const { path, mine, theirs } of chosen) edits[path] = side === 'mine' ? mine : theirs;
  const clashes = draft.meeting.clashes.map((clash) => (chosen.includes(clash) ? { ...clash, choice: side } : clash));
  return {
    ...draft,
    edits: standing(edits as Edits, draft.base.settings),
    meeting: { ...draft.meeting, clashes },
  };
}

/** A record from the server, under the edits that are not saved yet. */
function read(draft: Draft, loaded: Loaded, by: Conflict | null): Draft {
  const merged = merge(draft.base.settings, draft.edits, loaded.settings, { by, open: undecided(draft) });
  const next = { ...draft, base: loaded, edits: standing(draft.edits, loaded.settings), refusals: {} };
  // Where nothing was typed there is nothing to meet: the page simply shows what is true now.
  const busy = by !== null || draft.meeting !== null || Object.keys(draft.edits).length > 0;
  const known = draft.meeting?.taken.filter(({ path }) => !merged.taken.some((field) => field.path === path)) ?? [];
  const taken = [...known, ...merged.taken];
  const met = busy && (by !== null || merged.clashes.length > 0 || taken.length > 0);
  return { ...next, meeting: met ? { by: by ?? draft.meeting?.by ?? null, clashes: merged.clashes, taken } : null };
}

export function reduce(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'changed':
      return withEdit(draft, action.path, action.value);
    case 'left':
      return { ...draft, left: new Set([...draft.left, action.path]) };
    case 'tried':
      return { ...draft, left: new Set([...draft.left, ...changedFields(draft)]) };
    case 'put-back':
      return withEdit(draft, action.path, valueIn(draft.base.settings, action.path));
    case 'discard':
      return draftOf(draft.base);
    case 'choose':
      return choose(draft, action.side, action.paths);
    case 'dismiss':
      return undecided(draft).length > 0 ? draft : { ...draft, meeting: null };
    case 'saved':
      return {
        ...draft,
        base: action.loaded,
        // What was typed while the save was under way is still an edit.
        edits: standing(notSent(draft.edits, action.sent), action.loaded.settings),
        refusals: {},
        meeting: null,
      };
    case 'adopted':
      // An own save of fields that are not edited here: nothing was met.
      return { ...draft, base: action.loaded };
    case 'read':
      return read(draft, action.loaded, action.by);
    case 'refused':
      return { ...draft, refusals: action.refusals };
  }
}
