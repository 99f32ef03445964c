/** Rules of edited hours (specification: settings and hours, 5.3; DECISIONS, server rule 10). No database access. */
import { EDIT_STEP_SECONDS, type EditedHours } from 'shared-api/contracts';
import { invalid } from '../../platform/errors/app-error.js';
import { hoursCellLabel } from '../../platform/http/day-field-label.js';
import { belongsOn } from '../../practices/pms/provider-periods.js';
import type { ComputedDay, Figure, OverrideRow, Person } from './hours-worked-repository.js';

/** An edit of one figure in one cell: sets it, in seconds, or clears it. */
export interface Edit {
  provider: number;
  date: string;
  figure: Figure;
  /** Null: no override. */
  seconds: number | null;
  /** Its dotted path in the body, e.g. `7.2026-11-03.worked_hours`. */
  path: string;
}

export type EditedBody = Record<string, Record<string, EditedHours>>;

const figures = [
  ['available', 'available_hours'],
  ['worked', 'worked_hours'],
] as const;

/**
 * The edits of a body. Each cell names its own provider and day.
 *
 * @throws AppError `invalid` with fields
 */
export function readEdits(body: EditedBody): Edit[] {
  const edits: Edit[] = [];
  const fields: Record<string, string> = {};
  for (const [provider, days] of Object.entries(body)) {
    for (const [date, cell] of Object.entries(days)) {
      const path = `${provider}.${date}`;
      if (cell.employee_id !== Number(provider)) fields[`${path}.employee_id`] = 'Doesn’t match its provider';
      if (cell.date !== date) fields[`${path}.date`] = 'Doesn’t match its day';
      for (const [figure, name] of figures) {
        const seconds = cell[name];
        if (seconds !== undefined) {
          edits.push({ provider: Number(provider), date, figure, seconds, path: `${path}.${name}` });
        }
      }
      if (cell.available_hours === undefined && cell.worked_hours === undefined) {
        fields[path] = 'Enter available or worked hours';
      }
    }
  }
  assertNoFieldErrors(fields);
  if (edits.length === 0) throw invalid('There is nothing to save.', { '': 'Enter hours' });
  return edits;
}

/** The name of a provider of the practice; undefined for another id. */
export type ProviderNames = (id: number) => string | undefined;

/** @throws AppError `invalid` when there are any; its message names the first cell as the page does */
export function assertNoFieldErrors(fields: Record<string, string>, nameOf: ProviderNames = () => undefined): void {
  const [first, ...others] = Object.entries(fields);
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const label = hoursCellLabel(first[0], nameOf);
  throw invalid(`${label === undefined ? '' : `${label}: `}${first[1]}${more}`, fields);
}

/** The hours before the edits. */
export interface CurrentFigures {
  original(edit: Edit): number | undefined;
  /** The current override. Null when there is none. */
  override(edit: Edit): number | null;
  /** True for a day without hours on which the provider didn't belong to the practice. */
  isAway(edit: Edit): boolean;
}

export const NOT_AT_PRACTICE = 'This provider wasn’t at the practice on this day';

export function currentFigures(
  days: readonly ComputedDay[],
  overrides: readonly OverrideRow[],
  people: readonly Person[],
): CurrentFigures {
  const key = (provider: number, date: string): string => `${provider} ${date}`;
  const computed = new Map(days.map((day) => [key(day.provider_id, day.date), day]));
  const rows = new Map(overrides.map((row) => [key(row.provider_id, row.date), row]));
  const persons = new Map(people.map((person) => [person.provider_id, person]));
  return {
    original: ({ provider, date, figure }) => computed.get(key(provider, date))?.[figure],
    override: ({ provider, date, figure }) => rows.get(key(provider, date))?.[`${figure}_seconds`] ?? null,
    isAway: ({ provider, date }) => {
      const person = persons.get(provider);
      const day = computed.get(key(provider, date));
      const row = rows.get(key(provider, date));
      const hasHours = (day?.worked ?? 0) > 0 || row?.available_seconds != null || row?.worked_seconds != null;
      return person !== undefined && !belongsOn(person, date) && !hasHours;
    },
  };
}

/**
 * Errors of each edit: an unknown provider, a day on which the provider wasn't at the practice, or a value that is not a multiple of half an hour and equals neither the
 * original nor the stored value.
 */
export function findFieldErrors(edits: readonly Edit[], standing: CurrentFigures): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const edit of edits) {
    const original = standing.original(edit);
    if (original === undefined) {
      fields[edit.path] = 'This provider isn’t in the practice';
    } else if (edit.seconds !== null && standing.isAway(edit)) {
      fields[edit.path] = NOT_AT_PRACTICE;
    } else if (
      edit.seconds !== null &&
      edit.seconds % EDIT_STEP_SECONDS !== 0 &&
      edit.seconds !== original &&
      edit.seconds !== standing.override(edit)
    ) {
      fields[edit.path] = 'Must be in steps of half an hour';
    }
  }
  return fields;
}
