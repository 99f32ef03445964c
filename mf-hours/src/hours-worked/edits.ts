/** Staged edits: unsaved changes of cells (specification: 4.3; DECISIONS 23 and 24). */
import { type BodyOf, MAX_DAY_SECONDS, type saveHoursWorked } from 'shared-api/contracts';
import { type CellKey, parseCellKey, type StoredHours } from './cells';
import type { HoursProblem } from './typed-hours';

/** The content of an edited cell: a figure, a removed override, or an invalid text that has to be corrected. */
export type Entry = { seconds: number } | { clear: true } | { text: string; problem: HoursProblem };

/**
 * The override that an entry sets; undefined for an invalid text. A figure that equals the original removes the
 * override.
 */
export function overrideOf(entry: Entry, original: number): number | null | undefined {
  if ('clear' in entry) return null;
  if (!('seconds' in entry)) return undefined;
  return entry.seconds === original ? null : entry.seconds;
}

/** The seconds that a cell shows; undefined for an invalid text. */
export function secondsOf(entry: Entry, original: number): number | undefined {
  if ('clear' in entry) return original;
  return 'seconds' in entry ? entry.seconds : undefined;
}

/** A read from the server: the ETag of all overrides, and the read's number among the reads of this tab. */
export interface ReadVersion {
  etag: string | undefined;
  turn: number;
}

export interface Edit {
  entry: Entry;
  /** The stored values that the edit is based on, from `read`. */
  stored: StoredHours;
  read: ReadVersion;
  /** The server's message if it rejected the edit. */
  refusal?: string;
}

export type Edits = ReadonlyMap<CellKey, Edit>;

/** True if saving the entry would change nothing. */
export function changesNothing(entry: Entry, stored: StoredHours): boolean {
  const override = overrideOf(entry, stored.original);
  return override !== undefined && override === stored.override;
}

export const hasProblem = ({ entry, refusal }: Edit): boolean => 'problem' in entry || refusal !== undefined;

/**
 * Rebases an edit on a later read. Undefined when nothing is left to save. If someone else has changed the override,
 * the edit keeps its earlier read, so that the server names them when the edit is saved.
 */
export function rebaseEdit(edit: Edit, stored: StoredHours, read: ReadVersion): Edit | undefined {
  if (changesNothing(edit.entry, stored)) return undefined;
  return stored.override === edit.stored.override ? { ...edit, stored, read } : edit;
}

/** The edits that can be sent: those without an invalid text. */
export function readyEdits(edits: Edits): Edits {
  return new Map([...edits].filter(([, { entry }]) => !('text' in entry)));
}

/** The documented body: provider → date → entry. Edits with an invalid text are left out. */
export function toRequestBody(edits: Edits): BodyOf<typeof saveHoursWorked> {
  const body: BodyOf<typeof saveHoursWorked> = {};
  for (const [key, { entry }] of edits) {
    const field = parseCellKey(key);
    if (!field || 'text' in entry) continue;
    const days = (body[String(field.provider)] ??= {});
    const day = (days[field.date] ??= { date: field.date, employee_id: field.provider });
    day[`${field.figure}_hours`] = 'clear' in entry ? null : entry.seconds;
  }
  return body;
}

/** The ETag for the save: that of the earliest read among the edits. */
export function oldestEtag(edits: Edits): string | undefined {
  let oldest: ReadVersion | undefined;
  for (const { read } of edits.values()) if (!oldest || read.turn < oldest.turn) oldest = read;
  return oldest?.etag;
}

const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_DAY_SECONDS;

const isObject = <Value>(value: Value): value is NonNullable<Value> => typeof value === 'object' && value !== null;

/** Type guard for an edit read from session storage. */
export function isEdit(value: unknown): value is Edit {
  const { entry, stored, read } = (value ?? {}) as Partial<Edit>;
  if (!isObject(entry) || !isObject(stored) || !isObject(read)) return false;
  return isEntry(entry) && Number.isInteger(stored.original) && Number.isInteger(read.turn);
}

function isEntry(entry: Entry): boolean {
  if ('seconds' in entry) return isSeconds(entry.seconds);
  return 'text' in entry ? typeof entry.text === 'string' : 'clear' in entry;
}

export function isSameEntry(left: Entry, right: Entry): boolean {
  if ('clear' in left) return 'clear' in right;
  if ('seconds' in left) return 'seconds' in right && left.seconds === right.seconds;
  return 'text' in right && left.text === right.text;
}
