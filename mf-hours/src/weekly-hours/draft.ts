/**
 * The hours as they stand on the screen, from the moment they were read until they are saved: a pure reducer. Nothing
 * that a person typed leaves it except by their own word.
 */
import type { Conflict, Day, TimeKey, TimePart } from 'shared-api/contracts';
import { type FieldChanges, putBack, whoChangedIn } from './changes';
import { copyDay, copyWeek, withOwnDays } from './copy';
import { afterEdit, type Field, type FieldConflict, type FieldRef, merge, withChoice } from './merge';
import { type Refusal, stillStanding } from './problems';
import {
  changeRow,
  follows,
  isOffice,
  officeOf,
  type Place,
  type Row,
  type Rows,
  rowOf,
  withFollowersOf,
  withTimes,
  withWeek,
} from './rows';
import { typedTimes } from './typed-times';
import { type Deed, takeBack, type Undo, undoOf } from './undo';

/** The hours as `api.ts` reads them: office first, followers with the office's times. */
export interface Loaded {
  records: Rows;
  /** Version of the list, for `If-Match`. */
  etag: string | undefined;
  /** Who changed which field since the version that was asked about. */
  changes?: FieldChanges;
}

/** What came of merging someone else's changes with unsaved edits. */
export interface MergeState {
  /** Who saved last, where a refused save said it. */
  by: Conflict | null;
  conflicts: readonly FieldConflict[];
  merged: number;
  removed: readonly Row[];
  added: readonly Row[];
}

export interface Draft {
  /** What the server has, as far as this page knows. */
  readonly base: Loaded;
  readonly rows: Rows;
  readonly undo: Undo | null;
  readonly merge: MergeState | null;
  readonly refusals: readonly Refusal[];
}

type Times = Partial<Record<TimeKey, string>>;

export type Action =
  | { type: 'typed'; id: number; day: Day; part: TimePart; text: string }
  | { type: 'times'; id: number; times: Times }
  | { type: 'cleared' | 'pasted'; id: number; day: Day; times: Times }
  | { type: 'follow'; id: number; on: boolean }
  | { type: 'put-back'; places: readonly Place[] }
  | { type: 'copy-day'; from: Day; to: readonly Day[]; ids: ReadonlySet<number> }
  | { type: 'copy-week'; from: number; ids: ReadonlySet<number> }
  | { type: 'undo' }
  | { type: 'discard' }
  | { type: 'choose'; side: 'mine' | 'theirs'; fields: readonly FieldRef[] }
  | { type: 'saved'; loaded: Loaded }
  | { type: 'read'; loaded: Loaded; by: Conflict | null }
  | { type: 'refused'; refusals: readonly Refusal[] };

export function draftOf(loaded: Loaded): Draft {
  return { base: loaded, rows: loaded.records, undo: null, merge: null, refusals: [] };
}

/** Fields whose version nobody has chosen yet. */
export function undecided({ merge: state }: Draft): FieldConflict[] {
  return state?.conflicts.filter(({ choice }) => choice === null) ?? [];
}

/** The draft with other rows: followers follow, refusals of edited fields go, an edited conflict is decided. */
function withRows(draft: Draft, next: Rows): Draft {
  const rows = withFollowersOf(next);
  const state = draft.merge && {
    ...draft.merge,
    conflicts: draft.merge.conflicts.map((conflict) => {
      const row = rowOf(rows, conflict.id);
      return row && row !== rowOf(draft.rows, conflict.id) ? afterEdit(conflict, row) : conflict;
    }),
  };
  return { ...draft, rows, merge: state, refusals: stillStanding(draft.refusals, rows) };
}

/** A bulk change: what it did is told, and can be taken back. */
function withDeed(draft: Draft, deed: Deed, next: Rows): Draft {
  const changed = withRows(draft, next);
  const undo = undoOf(deed, draft.rows, changed.rows);
  return undo ? { ...changed, undo } : draft;
}

function edit(draft: Draft, id: number, change: (row: Row) => Row): Draft {
  return withRows(
    draft,
    changeRow(draft.rows, id, (row) => (follows(row) ? row : change(row))),
  );
}

function setFollowing(draft: Draft, id: number, on: boolean): Draft {
  const row = rowOf(draft.rows, id);
  if (!row || isOffice(row) || follows(row) === on) return draft;
  const source = on ? officeOf(draft.rows) : row;
  const next = { ...withWeek(row, source), 'same-as-office-hours': on };
  return withDeed(
    draft,
    { kind: on ? 'follows' : 'own', row },
    changeRow(draft.rows, id, () => next),
  );
}

/** New rows from the server, under the edits that are not saved yet. */
function read(draft: Draft, loaded: Loaded, by: Conflict | null): Draft {
  const open = draft.merge?.conflicts ?? [];
  const whoChanged = (id: number, field: Field) =>
    whoChangedIn([...(loaded.changes ?? []), ...(by?.changes ?? [])], id, field);
  const { rows, ...result } = merge(draft.base.records, draft.rows, loaded.records, { open, whoChanged });
  const asks = result.conflicts.length > 0 || result.removed.length > 0;
  return {
    ...draft,
    base: loaded,
    rows,
    merge: asks ? { by, ...result } : null,
    refusals: stillStanding(draft.refusals, rows),
  };
}

export function reduce(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'typed':
      return edit(draft, action.id, (row) => withTimes(row, typedTimes(row, action.day, action.part, action.text)));
    case 'times':
      return edit(draft, action.id, (row) => withTimes(row, action.times));
    case 'cleared':
    case 'pasted': {
      const row = rowOf(draft.rows, action.id);
      if (!row || follows(row)) return draft;
      const next = changeRow(draft.rows, action.id, () => withTimes(row, action.times));
      return withDeed(draft, { kind: action.type, row, day: action.day }, next);
    }
    case 'follow':
      return setFollowing(draft, action.id, action.on);
    case 'put-back': {
      const rows = action.places.reduce((rows, { id, unit }) => {
        const before = rowOf(draft.base.records, id);
        return before ? changeRow(rows, id, (row) => putBack(before, row, unit)) : rows;
      }, draft.rows);
      return withRows(draft, rows);
    }
    case 'copy-day': {
      const changed = withOwnDays(draft.rows, action.ids);
      const deed: Deed = { kind: 'copied-day', from: action.from, days: action.to.length, rows: changed };
      return withDeed(draft, deed, copyDay(draft.rows, action.from, action.to, action.ids));
    }
    case 'copy-week': {
      const from = rowOf(draft.rows, action.from);
      if (!from) return draft;
      const next = copyWeek(draft.rows, action.from, action.ids);
      const to = draft.rows.filter((row) => rowOf(next, row.provider_id) !== row);
      return withDeed(draft, { kind: 'copied-week', from, rows: to }, next);
    }
    case 'undo':
      return draft.undo ? { ...withRows(draft, takeBack(draft.rows, draft.undo)), undo: null } : draft;
    case 'discard':
      return draftOf(draft.base);
    case 'choose':
      return choose(draft, action.side, action.fields);
    case 'saved':
      return { ...draft, base: action.loaded, merge: null, undo: null, refusals: [] };
    case 'read':
      return read(draft, action.loaded, action.by);
    case 'refused':
      return { ...draft, refusals: action.refusals };
  }
}

function choose(draft: Draft, side: 'mine' | 'theirs', fields: readonly FieldRef[]): Draft {
  if (!draft.merge) return draft;
  const isMeant = (conflict: FieldConflict): boolean =>
    fields.some(({ id, field }) => id === conflict.id && field === conflict.field);
  const rows = draft.merge.conflicts
    .filter(isMeant)
    .reduce((list, conflict) => changeRow(list, conflict.id, (row) => withChoice(row, conflict, side)), draft.rows);
  const conflicts = draft.merge.conflicts.map((conflict): FieldConflict =>
    isMeant(conflict) ? { ...conflict, choice: side } : conflict,
  );
  return { ...draft, rows: withFollowersOf(rows), undo: null, merge: { ...draft.merge, conflicts } };
}
