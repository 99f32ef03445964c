/** Problems of the hours on the screen: violations of the seven rules, and the server's errors for single fields. */
import { type Day, days, rowProblems, type TimeKey, timeKeys, type TimePart } from 'shared-api/contracts';
import { memoizeByRow } from './memoize-by-row';
import { followsOffice, type Row, type Rows, rowOf } from './rows';

export interface Problem {
  id: number;
  day: Day;
  field: TimeKey;
  message: string;
}

/** A field that the server rejected, with the rejected text. Editing the text resolves the problem. */
export interface ServerProblem extends Problem {
  text: string;
}

/** The part of the day that a key such as `wed_l_end` names. */
export function partOf(key: TimeKey): TimePart {
  return key.slice(4) as TimePart;
}

/** The day that a key such as `wed_l_end` names. */
export const dayOf = (key: TimeKey): Day => days.find((day) => key.startsWith(day)) as Day;

/**
 * The rejected fields in an error's `fields`. Their paths refer to the list that was sent: `3.wed_l_end` is a field of
 * its fourth row. The error's own message covers all other paths.
 */
export function serverProblemsIn(fields: Record<string, string> | undefined, sent: Rows): ServerProblem[] {
  return Object.entries(fields ?? {}).flatMap(([path, message]) => {
    const [, index, name] = /^(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = sent[Number(index)];
    const field = timeKeys.find((key) => key === name);
    return row && field ? [{ id: row.provider_id, day: dayOf(field), field, message, text: row[field] }] : [];
  });
}

/** The server problems of one row whose text has not been edited since. */
export function unresolvedOfRow(rejections: readonly ServerProblem[], row: Row): ServerProblem[] {
  return rejections.filter(({ id, field, text }) => id === row.provider_id && row[field] === text);
}

const brokenRules = memoizeByRow(rowProblems);

/** The problems of one row. A follower has none, because its times and their errors are the office's. */
export function problemsOfRow(row: Row, rejections: readonly ServerProblem[] = []): Problem[] {
  if (followsOffice(row)) return [];
  const own = brokenRules(row).map((problem): Problem => ({ id: row.provider_id, ...problem }));
  const rejected = unresolvedOfRow(rejections, row).filter(
    ({ field }) => !own.some((problem) => problem.field === field),
  );
  return [...own, ...rejected].sort((left, right) => days.indexOf(left.day) - days.indexOf(right.day));
}

const none: readonly Problem[] = [];

/** The problems of one day. All days without problems get the same list, so that their cells don't rerender. */
export function problemsOfDay(problems: readonly Problem[], day: Day): readonly Problem[] {
  const found = problems.filter((problem) => problem.day === day);
  return found.length === 0 ? none : found;
}

/** All problems, top to bottom and Monday to Sunday. */
export function problemsOf(rows: Rows, rejections: readonly ServerProblem[]): Problem[] {
  return rows.flatMap((row) => problemsOfRow(row, rejections));
}

/** The server problems whose text has not been edited since. */
export function unresolvedProblems(rejections: readonly ServerProblem[], rows: Rows): readonly ServerProblem[] {
  if (rejections.length === 0) return rejections;
  return rejections.filter((rejection) => {
    const row = rowOf(rows, rejection.id);
    return row && unresolvedOfRow([rejection], row).length > 0;
  });
}
