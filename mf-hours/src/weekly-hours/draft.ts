/**
 * The hours on the screen, from load to save, as a pure reducer. Typed values are never discarded unless the user
 * chooses to.
 */
import {
  type Conflict,
  type Day,
  days,
  saveNumberOf,
  type TimeKey,
  type TimePart,
  timeParts,
} from 'shared-api/contracts';
import { type FieldChanges, revert, findAuthorOf } from './changes';
import { emptyHistory, mapHistory, redoStep, type StepHistory, undoStep, pushStep } from '../grid/history';
import { copyDay, copyWeek, withOwnDays } from './copy';
import {
  afterEdit,
  afterReplay,
  type Field,
  type FieldConflict,
  type FieldRef,
  merge,
  type RemovedRow,
  removedRows,
  withChoice,
} from './merge';
import { type ServerProblem, unresolvedProblems } from './problems';
import {
  changeRow,
  followsOffice,
  isOffice,
  isSameDay,
  officeOf,
  type UnitRef,
  type Row,
  type Rows,
  rowOf,
  withFollowersOf,
  withTimes,
  withWeek,
} from './rows';
import { typedTimes } from './typed-times';
import {
  type UndoableEdit,
  inverseOf,
  rebaseStep,
  revertEdit,
  typesSameDay,
  type Undo,
  undoOf,
  withoutProblems,
  withStepRows,
} from './undo';

/** The hours as `api.ts` loads them: office first, followers with the office's times. */
export interface Loaded {
  records: Rows;
  /** Version of the list, for `If-Match`. */
  etag: string | undefined;
  /** Who changed which field since the version in the request. */
  changes?: FieldChanges;
  /** True if the schedule of the practice software is used instead. */
  overruled?: boolean;
}

/** The result of merging someone else's changes with unsaved edits. */
export interface MergeState {
  /** The author of the last save, from the response to a rejected save; null after a refresh. */
  by: Conflict | null;
  conflicts: readonly FieldConflict[];
  merged: number;
}

export type Outcome =
  /** True if an undo has staged days from before a save. */
  { kind: 'restored'; days: number } | { kind: 'pasted'; changed: number; cleared: number };

/** Providers changed by a sync while their hours were edited. Shown until the user closes it. */
export interface ProviderChanges {
  removed: readonly RemovedRow[];
  added: readonly Row[];
}

export interface Draft extends StepHistory<Undo> {
  /** The last known state on the server. */
  readonly base: Loaded;
  readonly rows: Rows;
  readonly merge: MergeState | null;
  readonly providers: ProviderChanges;
  /** The last action's result, if it needs a message; null after any other. */
  readonly outcome: Outcome | null;
  readonly refusals: readonly ServerProblem[];
  /** All fields that the server has rejected since the last save, also those that were edited. */
  readonly everRefused: readonly ServerProblem[];
}

type Times = Partial<Record<TimeKey, string>>;

/** A row before a change. */
export interface FormerRow {
  id: number;
  /** Null if the change didn't affect it. */
  follows: boolean | null;
  times: Times;
}

/** Times of one day of one row. */
export interface DayTimes {
  id: number;
  day: Day;
  times: Times;
}

export type Action =
  | { type: 'typed'; id: number; day: Day; part: TimePart; text: string }
  | { type: 'times'; id: number; day: Day; times: Times }
  /** Changes a block of days in one edit. The caller leaves out followers. */
  | { type: 'days'; kind: 'cleared' | 'pasted' | 'filled'; days: readonly DayTimes[] }
  | { type: 'follow'; id: number; on: boolean }
  /** Former values of a change, staged in one edit. */
  | { type: 'restored'; rows: readonly FormerRow[] }
  | { type: 'revert'; units: readonly UnitRef[] }
  | { type: 'copy-day'; from: Day; to: readonly Day[]; ids: ReadonlySet<number> }
  | { type: 'copy-week'; from: number; ids: ReadonlySet<number> }
  | { type: 'undo' | 'redo' }
  | { type: 'discard' }
  | { type: 'choose'; side: 'mine' | 'theirs'; fields: readonly FieldRef[] }
  /** `removed`: ids of providers in the list who have left the practice. */
  | { type: 'saved'; loaded: Loaded; removed?: readonly number[] }
  | { type: 'close-removed' }
  | { type: 'read'; loaded: Loaded; by: Conflict | null }
  | { type: 'refused'; refusals: readonly ServerProblem[] };

const noProviderChanges: ProviderChanges = { removed: [], added: [] };

export function draftOf(loaded: Loaded): Draft {
  return {
    base: loaded,
    rows: loaded.records,
    ...emptyHistory,
    merge: null,
    providers: noProviderChanges,
    outcome: null,
    refusals: [],
    everRefused: [],
  };
}

/** True for hours read before the page's last save, by a request running at that time. */
export function isOlder(loaded: Loaded, { etag }: Loaded): boolean {
  return (saveNumberOf(loaded.etag) ?? Infinity) < (saveNumberOf(etag) ?? -Infinity);
}

/** Conflicts without a chosen version. */
export function undecided({ merge: state }: Draft): FieldConflict[] {
  return state?.conflicts.filter(({ choice, isUndone }) => choice === null && isUndone !== true) ?? [];
}

/** The merge with the conflicts shown to the user. Null without one. */
export function openMerge(state: MergeState | null): MergeState | null {
  const conflicts = state?.conflicts.filter(({ isUndone }) => isUndone !== true) ?? [];
  return state && conflicts.length > 0 ? { ...state, conflicts } : null;
}

/**
 * The draft with other rows: followers get the office's times, edited fields lose their server error, and a conflict
 * whose field was edited is resolved. A conflict whose field has their version again has ended. Undo and redo resolve
 * none.
 */
function withRows(draft: Draft, next: Rows, by: 'edit' | 'replay' = 'edit'): Draft {
  const rows = withFollowersOf(next);
  const conflicts = draft.merge?.conflicts.flatMap((conflict) => {
    const row = rowOf(rows, conflict.id);
    if (!row || row === rowOf(draft.rows, conflict.id)) return conflict;
    if (by === 'replay') return afterReplay(conflict, row);
    const edited = afterEdit(conflict, row);
    return edited.choice === 'theirs' ? [] : edited;
  });
  const state = draft.merge && conflicts?.length ? { ...draft.merge, conflicts } : null;
  return { ...draft, rows, merge: state, refusals: unresolvedProblems(draft.refusals, rows) };
}

/** A bulk change, which is shown and can be undone. */
function withEdit(draft: Draft, edit: UndoableEdit, next: Rows): Draft {
  const changed = withRows(draft, next);
  const undo = undoOf(edit, draft.rows, changed.rows);
  return undo ? { ...changed, ...pushStep(draft, undo) } : draft;
}

/** Types into a day. All keystrokes in one day are one undo step. */
function type(draft: Draft, id: number, day: Day, change: (row: Row) => Row): Draft {
  const row = rowOf(draft.rows, id);
  if (!row || followsOffice(row)) return draft;
  const changed = withRows(draft, changeRow(draft.rows, id, change));
  const last = draft.done.at(-1);
  const isSameStep = draft.undone.length === 0 && typesSameDay(last, id, day);
  const before = isSameStep ? changeRow(draft.rows, id, () => last.before[0] ?? row) : draft.rows;
  const done = isSameStep ? draft.done.slice(0, -1) : draft.done;
  const step = undoOf({ kind: 'typed', row, day }, before, changed.rows);
  return { ...changed, ...(step ? pushStep({ done, undone: [] }, step) : { done }) };
}

function replay(draft: Draft, found: [Undo, StepHistory<Undo>] | undefined, direction: (step: Undo) => Undo): Draft {
  if (!found) return draft;
  const [step, history] = found;
  const changed = withRows(draft, revertEdit(draft.rows, direction(step)), 'replay');
  return { ...changed, ...history };
}

/** Sets days of several rows in one undo step. */
function setDays(draft: Draft, kind: 'cleared' | 'pasted' | 'filled', days: readonly DayTimes[]): Draft {
  const [first] = days;
  const row = first && rowOf(draft.rows, first.id);
  if (!first || !row) return draft;
  const next = draft.rows.map((old) => {
    if (followsOffice(old)) return old;
    const own = days.filter(({ id }) => id === old.provider_id);
    return own.length === 0 ? old : own.reduce((copy, { times }) => withTimes(copy, times), old);
  });
  return withEdit(draft, { kind, row, day: first.day, count: days.length }, next);
}

function setFollowing(draft: Draft, id: number, on: boolean): Draft {
  const row = rowOf(draft.rows, id);
  if (!row || isOffice(row) || followsOffice(row) === on) return draft;
  const source = on ? officeOf(draft.rows) : row;
  const next = { ...withWeek(row, source), 'same-as-office-hours': on };
  return withEdit(
    draft,
    { kind: on ? 'follows' : 'own', row },
    changeRow(draft.rows, id, () => next),
  );
}

/** Restores former values. Times of a row that follows the office now are left out, because it has the office's. */
function restore(draft: Draft, former: readonly FormerRow[]): Draft {
  const next = former.reduce<Rows>(
    (rows, { id, follows, times }) =>
      changeRow(rows, id, (row) => {
        if (follows === true) return { ...withWeek(row, officeOf(rows)), 'same-as-office-hours': true };
        const own = follows === false ? { ...row, 'same-as-office-hours': false } : row;
        return followsOffice(own) ? row : withTimes(own, times);
      }),
    draft.rows,
  );
  const rows = next.filter((row) => former.some(({ id }) => id === row.provider_id));
  return withEdit(draft, { kind: 'restored', rows }, next);
}

/** Merges new rows from the server with the unsaved edits. */
function read(draft: Draft, loaded: Loaded, by: Conflict | null): Draft {
  if (isOlder(loaded, draft.base)) return draft;
  const open = draft.merge?.conflicts ?? [];
  const whoChanged = (id: number, field: Field) =>
    findAuthorOf([...(loaded.changes ?? []), ...(by?.changes ?? [])], id, field);
  const { rows, removed, added, ...result } = merge(draft.base.records, draft.rows, loaded.records, {
    open,
    whoChanged,
  });
  const rebased = (step: Undo): Undo | null => rebaseStep(step, draft.base.records, loaded.records);
  return {
    ...draft,
    base: loaded,
    rows,
    ...mapHistory<Undo>(draft, rebased),
    merge: result.conflicts.length > 0 ? { by, ...result } : null,
    providers: {
      removed: [...draft.providers.removed, ...removed],
      added: [...draft.providers.added, ...added],
    },
    refusals: unresolvedProblems(draft.refusals, rows),
  };
}

/**
 * The draft after a save. Its history stays: undoing a saved step stages the values before it. Former providers are
 * removed immediately, because undo would otherwise change them until the next read.
 */
function saved(draft: Draft, loaded: Loaded, leftIds: readonly number[] = []): Draft {
  const removed = removedRows(draft.base.records, draft.rows, (id) => leftIds.includes(id));
  const remaining = (rows: Rows): Rows => rows.filter((row) => !leftIds.includes(row.provider_id));
  const afterSave = (step: Undo): Undo | null => {
    const left = withStepRows(step, remaining(step.before), remaining(step.after));
    return left && { ...left, saved: true };
  };
  return {
    ...draft,
    base: { ...loaded, records: remaining(loaded.records) },
    rows: remaining(draft.rows),
    merge: null,
    ...mapHistory<Undo>(withoutProblems(draft, draft.base.records, draft.everRefused), afterSave),
    providers: { ...draft.providers, removed: [...draft.providers.removed, ...removed] },
    refusals: [],
    everRefused: [],
  };
}

/** The days whose times an action has changed, with the row that now has them. Followers count with the office. */
function changedDays(before: Rows, after: Rows): { row: Row; day: Day }[] {
  return after.flatMap((row) => {
    const old = rowOf(before, row.provider_id);
    if (!old || old === row || (followsOffice(old) && followsOffice(row))) return [];
    return days.filter((day) => !isSameDay(old, row, day)).map((day) => ({ row, day }));
  });
}

function outcomeOf(draft: Draft, action: Action, next: Draft): Outcome | null {
  if (action.type === 'undo' && draft.done.at(-1)?.saved === true) {
    const changed = changedDays(draft.rows, next.rows).length;
    return changed > 0 ? { kind: 'restored', days: changed } : null;
  }
  if (action.type !== 'days' || action.kind !== 'pasted') return null;
  const changed = changedDays(draft.rows, next.rows);
  const cleared = changed.filter(({ row, day }) => timeParts.every((part) => row[`${day}_${part}`] === '')).length;
  return { kind: 'pasted', changed: changed.length - cleared, cleared };
}

export function reduce(draft: Draft, action: Action): Draft {
  const next = apply(draft, action);
  const outcome = outcomeOf(draft, action, next);
  return outcome === null && next.outcome === null ? next : { ...next, outcome };
}

function apply(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'typed':
      return type(draft, action.id, action.day, (row) =>
        withTimes(row, typedTimes(row, action.day, action.part, action.text)),
      );
    case 'times':
      return type(draft, action.id, action.day, (row) => withTimes(row, action.times));
    case 'days':
      return setDays(draft, action.kind, action.days);
    case 'follow':
      return setFollowing(draft, action.id, action.on);
    case 'restored':
      return restore(draft, action.rows);
    case 'revert': {
      const rows = action.units.reduce((rows, { id, unit }) => {
        const before = rowOf(draft.base.records, id);
        return before ? changeRow(rows, id, (row) => revert(before, row, unit)) : rows;
      }, draft.rows);
      return withRows(draft, rows);
    }
    case 'copy-day': {
      const changed = withOwnDays(draft.rows, action.ids);
      const edit: UndoableEdit = { kind: 'copied-day', from: action.from, days: action.to.length, rows: changed };
      return withEdit(draft, edit, copyDay(draft.rows, action.from, action.to, action.ids));
    }
    case 'copy-week': {
      const from = rowOf(draft.rows, action.from);
      if (!from) return draft;
      const next = copyWeek(draft.rows, action.from, action.ids);
      const to = draft.rows.filter((row) => rowOf(next, row.provider_id) !== row);
      return withEdit(draft, { kind: 'copied-week', from, rows: to }, next);
    }
    case 'undo':
      return replay(draft, undoStep(draft), (step) => step);
    case 'redo':
      return replay(draft, redoStep(draft), inverseOf);
    case 'discard':
      return draftOf(draft.base);
    case 'choose':
      return choose(draft, action.side, action.fields);
    case 'saved':
      return saved(draft, action.loaded, action.removed);
    case 'close-removed':
      return { ...draft, providers: noProviderChanges };
    case 'read':
      return read(draft, action.loaded, action.by);
    case 'refused':
      return { ...draft, refusals: action.refusals, everRefused: [...draft.everRefused, ...action.refusals] };
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
  const resolvedRows = withFollowersOf(rows);
  const [first] = fields;
  const row = first && rowOf(resolvedRows, first.id);
  const step = row ? undoOf({ kind: 'chosen', count: fields.length, row }, draft.rows, resolvedRows) : null;
  return { ...draft, rows: resolvedRows, ...(step && pushStep(draft, step)), merge: { ...draft.merge, conflicts } };
}
