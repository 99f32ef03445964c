/** Staged edits: what a person put into cells and has not saved yet (specification: 4.3; DECISIONS 23 and 24). */
import { type BodyOf, LONGEST_DAY, type saveHoursWorked } from 'shared-api/contracts';
import { type CellKey, placeOf, shownOf, type Stored } from './cells';
import type { HoursProblem } from './typed-hours';

/** What stands in an edited cell: a figure, or a text that is none and waits to be corrected. */
export type Entry = { seconds: number } | { text: string; problem: HoursProblem };

/** A read of the server: its version of all overrides, and how late it came among the reads of this tab. */
export interface Reading {
  etag: string | undefined;
  turn: number;
}

export interface Edit {
  entry: Entry;
  /** What was stored when the person saw the cell, by that reading. */
  stored: Stored;
  read: Reading;
  /** What the server said of it. */
  refusal?: string;
}

export type Edits = ReadonlyMap<CellKey, Edit>;

/** True where saving the entry would change nothing. An original in place of an override is a change: it clears it. */
export function changesNothing(entry: Entry, stored: Stored): boolean {
  if (!('seconds' in entry) || entry.seconds !== shownOf(stored)) return false;
  return stored.override === null || entry.seconds !== stored.original;
}

export const isWrong = ({ entry, refusal }: Edit): boolean => 'problem' in entry || refusal !== undefined;

/**
 * An edit over what a later read brought. Undefined when nothing is left to save. Where someone else changed the
 * override meanwhile, the edit keeps its own reading: the server then says who it was when it is saved.
 */
export function rebased(edit: Edit, stored: Stored, read: Reading): Edit | undefined {
  if (changesNothing(edit.entry, stored)) return undefined;
  return stored.override === edit.stored.override ? { ...edit, stored, read } : edit;
}

/** The documented body: provider → date → entry. Edits that wait for a correction are left out. */
export function bodyOf(edits: Edits): BodyOf<typeof saveHoursWorked> {
  const body: BodyOf<typeof saveHoursWorked> = {};
  for (const [key, { entry }] of edits) {
    const place = placeOf(key);
    if (!place || !('seconds' in entry)) continue;
    const days = (body[String(place.provider)] ??= {});
    const day = (days[place.date] ??= { date: place.date, employee_id: place.provider });
    day[`${place.figure}_hours`] = entry.seconds;
  }
  return body;
}

/** The version to save on: that of the earliest reading among the edits. */
export function oldestEtag(edits: Edits): string | undefined {
  let oldest: Reading | undefined;
  for (const { read } of edits.values()) if (!oldest || read.turn < oldest.turn) oldest = read;
  return oldest?.etag;
}

const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_DAY;

const isObject = <Value>(value: Value): value is NonNullable<Value> => typeof value === 'object' && value !== null;

/** True for what `JSON.parse` may give back of an edit that was kept. */
export function isEdit(value: unknown): value is Edit {
  const { entry, stored, read } = (value ?? {}) as Partial<Edit>;
  if (!isObject(entry) || !isObject(stored) || !isObject(read)) return false;
  const figure = 'seconds' in entry ? isSeconds(entry.seconds) : typeof entry.text === 'string';
  return figure && Number.isInteger(stored.original) && Number.isInteger(read.turn);
}

export const sameEntry = (left: Entry, right: Entry): boolean =>
  'seconds' in left
    ? 'seconds' in right && left.seconds === right.seconds
    : 'text' in right && left.text === right.text;
