/**
 * The hours as they stand on the screen, from the moment they were read until they are saved: a pure reducer. Nothing
 * that a person typed leaves it except by their own word.
 */
import type { Conflict, Day, TimeKey, TimePart } from 'shared-api/contracts';
import { putBack } from './changes';
import { copyDay, copyWeek, withOwnDays } from './copy';
import { afterEdit, type Clash, merge, withChoice } from './merge';
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
}

/** Someone else's save that met unsaved edits. */
export interface Meeting {
  /** Who saved and when; null where a refresh found the change, since only a refused save says it. */
  by: Conflict | null;
  clashes: readonly Clash[];
  taken: number;
  gone: readonly Row[];
}

export interface Draft {
  /** What the server has, as far as this page knows. */
  readonly base: Loaded;
  readonly rows: Rows;
  readonly undo: Undo | null;
  readonly meeting: Meeting | null;
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
  | { type: 'choose'; side: 'mine' | 'theirs'; places: readonly Place[] }
  | { type: 'saved'; loaded: Loaded }
  | { type: 'read'; loaded: Loaded; by: Conflict | null }
  | { type: 'refused'; refusals: readonly Refusal[] };

export function draftOf(loaded: Loaded): Draft {
  return { base: loaded, rows: loaded.records, undo: null, meeting: null, refusals: [] };
}

/** Places on which nobody has decided whose version stays. */
export function undecided({ meeting }: Draft): Clash[] {
  return meeting?.clashes.filter(({ choice }) => choice === null) ?? [];
}

/** The draft with other rows: followers follow, refusals of edited fields go, an edited clash is decided. */
function withRows(draft: Draft, next: Rows): Draft {
  const rows = withFollowersOf(next);
  const meeting = draft.meeting && {
    ...draft.meeting,
    clashes: draft.meeting.clashes.map((clash) => {
      const row = rowOf(rows, clash.id);
      return row && row !== rowOf(draft.rows, clash.id) ? afterEdit(clash, row) : clash;
    }),
  };
  return { ...draft, rows, meeting, refusals: stillStanding(draft.refusals, rows) };
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
  if (!by && loaded.etag !== undefined && loaded.etag === draft.base.etag) return draft;
  const open = draft.meeting?.clashes ?? [];
  const { rows, clashes, taken, gone } = merge(draft.base.records, draft.rows, loaded.records, open);
  const met = by !== null || clashes.length > 0 || gone.length > 0;
  return { base: loaded, rows, undo: null, meeting: met ? { by, clashes, taken, gone } : null, refusals: [] };
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
      return choose(draft, action.side, action.places);
    case 'saved':
      return { ...draft, base: action.loaded, meeting: null, undo: null, refusals: [] };
    case 'read':
      return read(draft, action.loaded, action.by);
    case 'refused':
      return { ...draft, refusals: action.refusals };
  }
}

function choose(draft: Draft, side: 'mine' | 'theirs', places: readonly Place[]): Draft {
  if (!draft.meeting) return draft;
  const meant = (clash: Clash): boolean => places.some(({ id, unit }) => id === clash.id && unit === clash.unit);
  const chosen = draft.meeting.clashes.filter(meant);
  const rows = chosen.reduce(
    (rows, clash) => changeRow(rows, clash.id, (row) => withChoice(row, clash, side)),
    draft.rows,
  );
  const clashes = draft.meeting.clashes.map((clash): Clash => (meant(clash) ? { ...clash, choice: side } : clash));
  return { ...draft, rows: withFollowersOf(rows), undo: null, meeting: { ...draft.meeting, clashes } };
}
