/** What is wrong with the hours on the screen: the seven rules, and what the server said about single fields. */
import { type Day, days, rowProblems, type TimeKey, timeKeys, type TimePart } from 'shared-api/contracts';
import { perRow } from './per-row';
import { follows, type Row, type Rows, rowOf } from './rows';

export interface Problem {
  id: number;
  day: Day;
  field: TimeKey;
  message: string;
}

/** A field that the server refused, with the text that was refused: once that is edited, the refusal is history. */
export interface Refusal extends Problem {
  text: string;
}

/** The part of the day that a key such as `wed_l_end` names. */
export function partOf(key: TimeKey): TimePart {
  return key.slice(4) as TimePart;
}

/** The day that a key such as `wed_l_end` names. */
export const dayOf = (key: TimeKey): Day => days.find((day) => key.startsWith(day)) as Day;

/**
 * The refusals in an error's `fields`, whose paths lead into the list that was sent: `3.wed_l_end` is a field of its
 * fourth row. Paths that lead elsewhere are left to the error's own message.
 */
export function refusalsIn(fields: Record<string, string> | undefined, sent: Rows): Refusal[] {
  return Object.entries(fields ?? {}).flatMap(([path, message]) => {
    const [, index, name] = /^(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = sent[Number(index)];
    const field = timeKeys.find((key) => key === name);
    return row && field ? [{ id: row.provider_id, day: dayOf(field), field, message, text: row[field] }] : [];
  });
}

/** The refusals of one row that still stand. */
export function standing(refusals: readonly Refusal[], row: Row): Refusal[] {
  return refusals.filter(({ id, field, text }) => id === row.provider_id && row[field] === text);
}

const brokenRules = perRow(rowProblems);

/** What is wrong with one row. A follower's times are the office's, and so are its errors. */
export function problemsOfRow(row: Row, refusals: readonly Refusal[] = []): Problem[] {
  if (follows(row)) return [];
  const own = brokenRules(row).map((problem): Problem => ({ id: row.provider_id, ...problem }));
  const said = standing(refusals, row).filter(({ field }) => !own.some((problem) => problem.field === field));
  return [...own, ...said].sort((left, right) => days.indexOf(left.day) - days.indexOf(right.day));
}

const none: readonly Problem[] = [];

/** Those of one day; the same list for all days without any, so that their cells are not drawn again. */
export function onDay(problems: readonly Problem[], day: Day): readonly Problem[] {
  const found = problems.filter((problem) => problem.day === day);
  return found.length === 0 ? none : found;
}

/** All problems, top to bottom and Monday to Sunday. */
export function problemsOf(rows: Rows, refusals: readonly Refusal[]): Problem[] {
  return rows.flatMap((row) => problemsOfRow(row, refusals));
}

/** Refusals that still stand anywhere. */
export function stillStanding(refusals: readonly Refusal[], rows: Rows): readonly Refusal[] {
  if (refusals.length === 0) return refusals;
  return refusals.filter((refusal) => {
    const row = rowOf(rows, refusal.id);
    return row && standing([refusal], row).length > 0;
  });
}
