import {
  type AnswerOf,
  type HoursWorked,
  type ProviderTotals,
  type Recalculation,
  type WorkedHours,
  daysBetween,
  type readHoursStatus as readHoursStatusCall,
} from 'shared-api/contracts';
import type { Actor, AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid, stale } from '../../platform/errors/app-error.js';
import { hasUnfinishedJob, latestJobs } from '../../platform/jobs/jobs-repository.js';
import { assertOverlaps, boundsMessage, hoursDays } from '../schedules/bounds.js';
import { currentInputs, readComputed } from './computing.js';
import {
  type Edit,
  type EditedBody,
  type CurrentFigures,
  findFieldErrors,
  readEdits,
  assertNoFieldErrors,
  currentFigures,
} from './edits.js';
import { hoursWorkedList } from './hours-worked-list.js';
import {
  type Figure,
  type Inputs,
  type OverrideRow,
  findVersions,
  listOverrides,
  lockOverridesVersion,
  upsertOverrides,
  writeOverridesVersion,
} from './hours-worked-repository.js';
import { type DayRange, type RangeQuery, daysOf, displayDate, rangeOf } from '../schedules/day-ranges.js';
import { RECALCULATION, recalculationOf } from './recalculation.js';
import { RECOMPUTATION } from '../../practices/pms/request-recomputation.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** Maximum number of days of a summary or a save. */
const MAX_RANGE_DAYS = 400;

/** The inputs of a practice's hours. */
interface HoursState {
  /** Changes whenever figures or overrides change. */
  version: string;
  /** The version of all overrides. */
  overrides: number;
  inputs: Inputs;
  recalculation: Recalculation | null;
}

async function readState(db: Db, practiceId: number): Promise<HoursState> {
  const [{ schedule, overrides }, inputs, jobs] = await Promise.all([
    findVersions(db, practiceId),
    currentInputs(db, practiceId),
    latestJobs(db, practiceId, [RECOMPUTATION, RECALCULATION]),
  ]);
  const [recomputation, recalculation] = [jobs.get(RECOMPUTATION), jobs.get(RECALCULATION)];
  const parts = [
    schedule,
    inputs.sync_version,
    inputs.settings_version,
    overrides,
    recomputation?.finished_at?.getTime() ?? 0,
    recalculation?.finished_at?.getTime() ?? 0,
  ];
  return {
    version: parts.join('.'),
    overrides,
    inputs,
    recalculation: recalculation ? recalculationOf(recalculation) : null,
  };
}

/**
 * A range of hours with the version of all overrides.
 *
 * @throws AppError `not_found`, `invalid` for a range outside of the days that the practice's hours cover
 */
export async function readHoursWorked(
  db: Db,
  practiceId: number,
  query: RangeQuery,
  now: Date,
): Promise<{ version: number; hours: HoursWorked }> {
  // Reads the versions first. After a change in between, a version is too old, never the hours.
  const [{ today, bounds }, { version, overrides, inputs, recalculation }] = await Promise.all([
    hoursDays(db, practiceId, now),
    readState(db, practiceId),
  ]);
  const range = rangeOf(query, today);
  const isMonth = query.view_type === 'month' || query.days === '-1';
  assertOverlaps(range, bounds, [isMonth ? 'month_offset' : 'week_offset']);
  const [{ people, days, computedAt, stale: updating }, overriding] = await Promise.all([
    readComputed(db, practiceId, range, now, inputs),
    listOverrides(db, practiceId, range),
  ]);
  const dates = daysOf(range);
  return {
    version: overrides,
    hours: {
      dates,
      display_dates: dates.map(displayDate),
      date_range: range,
      providers: hoursWorkedList(people, days, overriding, today),
      today,
      recalculation,
      bounds,
      computed_at: epochSeconds(computedAt),
      updating,
      status_version: version,
    },
  };
}

/** Whether a page that shows hours must reload them. */
export async function readHoursStatus(db: Db, practiceId: number): Promise<AnswerOf<typeof readHoursStatusCall>> {
  const [{ version, recalculation }, updating] = await Promise.all([
    readState(db, practiceId),
    hasUnfinishedJob(db, practiceId, RECOMPUTATION),
  ]);
  return { version, updating, recalculation };
}

/**
 * Totals of each provider between two days, both included.
 *
 * @throws AppError `invalid` for a range that ends before it starts, is too long, or is outside of the practice's hours
 */
export async function readHoursSummary(
  db: Db,
  practiceId: number,
  range: DayRange,
  now: Date,
): Promise<ProviderTotals[]> {
  const length = daysBetween(range.start, range.end);
  if (length < 1)
    throw invalid('The end date must not be before the start date.', { end_date: 'Must not be before the start date' });
  if (length > MAX_RANGE_DAYS) {
    throw invalid(`Choose a range of at most ${MAX_RANGE_DAYS} days.`, { end_date: 'Too far from the start date' });
  }
  const [{ today, bounds }, inputs] = await Promise.all([
    hoursDays(db, practiceId, now),
    currentInputs(db, practiceId),
  ]);
  assertOverlaps(range, bounds, ['start_date', 'end_date']);
  const [{ people, days }, overriding] = await Promise.all([
    readComputed(db, practiceId, range, now, inputs),
    listOverrides(db, practiceId, range),
  ]);
  // The contract has only the totals, not the days.
  return hoursWorkedList(people, days, overriding, today);
}

function rangeAround(edits: readonly Edit[]): DayRange {
  const dates = edits.map(({ date }) => date).sort();
  return { start: dates[0] ?? '', end: dates.at(-1) ?? '' };
}

/** @throws AppError `invalid` at every edit of a day outside of the practice's hours */
function assertInBounds(edits: readonly Edit[], bounds: DayRange): void {
  const outside = edits.filter(({ date }) => date < bounds.start || date > bounds.end);
  if (outside.length === 0) return;
  const message = boundsMessage(bounds);
  throw invalid(message, Object.fromEntries(outside.map(({ path }) => [path, message])));
}

function emptyRow({ provider, date }: Edit): OverrideRow {
  const noOverride = { available_seconds: null, available_version: 0, available_by: null, available_at: null };
  return {
    provider_id: provider,
    date,
    ...noOverride,
    worked_seconds: null,
    worked_version: 0,
    worked_by: null,
    worked_at: null,
  };
}

/** Conflicts: cells that someone else has changed since the version that the edits are based on. */
function changedSince(
  version: number,
  edits: readonly Edit[],
  rows: ReadonlyMap<string, OverrideRow>,
  targets: Wanted,
) {
  return edits.flatMap((edit) => {
    const row = rows.get(keyOf(edit));
    const by = row?.[`${edit.figure}_by`];
    const at = row?.[`${edit.figure}_at`];
    if (!row || !by || !at || row[`${edit.figure}_version`] <= version) return [];
    if (row[`${edit.figure}_seconds`] === targets(edit)) return [];
    return [{ field: edit.path, changed_by: by, changed_at: epochSeconds(at) }];
  });
}

const keyOf = ({ provider, date }: Edit): string => `${provider} ${date}`;

/** The override of an edit. None when the value equals the original (DECISIONS 24). */
type Wanted = (edit: Edit) => number | null;

const targetsOver =
  (standing: CurrentFigures): Wanted =>
  (edit) =>
    edit.seconds === standing.original(edit) ? null : edit.seconds;

function rowAfter(
  row: OverrideRow,
  figure: Figure,
  { seconds, version, by, at }: { seconds: number | null; version: number; by: Actor; at: Date },
): OverrideRow {
  return {
    ...row,
    [`${figure}_seconds`]: seconds,
    [`${figure}_version`]: version,
    [`${figure}_by`]: by.name,
    [`${figure}_at`]: at,
  };
}

/** The audit log's record of the changed cells: the overrides before or after, in seconds. */
function auditOf(edits: readonly Edit[], valueOf: (edit: Edit) => number | null) {
  return Object.fromEntries(edits.map((edit) => [edit.path, valueOf(edit)])) satisfies Record<
    string,
    WorkedHours['modified_worked_hours']
  >;
}

export interface SaveHoursWorked {
  practiceId: number;
  body: EditedBody;
  /** Version of all overrides that the edits are based on. Undefined accepts any version. */
  onVersion: number | undefined;
}

/**
 * Saves edited hours, all or none. Edits that equal the stored hours change nothing.
 *
 * @returns the version of all overrides after the save
 * @throws AppError `invalid` with fields; `stale_version` with the cells that others have changed since
 */
export async function saveHoursWorked(
  db: Db,
  { practiceId, body, onVersion }: SaveHoursWorked,
  { actor, now }: AuditContext,
): Promise<number> {
  const edits = readEdits(body);
  const { bounds } = await hoursDays(db, practiceId, now);
  assertInBounds(edits, bounds);
  const range = rangeAround(edits);
  if (daysBetween(range.start, range.end) > MAX_RANGE_DAYS) {
    throw invalid(`Save at most ${MAX_RANGE_DAYS} days at a time.`, { '': 'Days too far apart' });
  }
  return inTransaction(db, async (transaction) => {
    const current = await lockOverridesVersion(transaction, practiceId);
    const { people, days } = await readComputed(transaction, practiceId, range, now);
    const overrides = await listOverrides(transaction, practiceId, range);
    const standing = currentFigures(days, overrides, people);
    const names = new Map(people.map((one) => [one.provider_id, `${one.first_name} ${one.last_name}`.trim()]));
    assertNoFieldErrors(findFieldErrors(edits, standing), (id) => names.get(id));

    const targets = targetsOver(standing);
    const rows = new Map(overrides.map((row) => [`${row.provider_id} ${row.date}`, row]));
    const conflicts = onVersion === undefined ? [] : changedSince(onVersion, edits, rows, targets);
    const [conflict] = conflicts;
    if (conflict) {
      throw stale(`${conflict.changed_by} changed some of these hours while you were editing. Nothing was saved.`, {
        changed_by: conflict.changed_by,
        changed_at: conflict.changed_at,
        changes: conflicts,
      });
    }

    const changed = edits.filter((edit) => targets(edit) !== standing.override(edit));
    if (changed.length === 0) return current;
    const version = current + 1;
    const after = new Map<string, OverrideRow>();
    for (const edit of changed) {
      const row = after.get(keyOf(edit)) ?? rows.get(keyOf(edit)) ?? emptyRow(edit);
      after.set(keyOf(edit), rowAfter(row, edit.figure, { seconds: targets(edit), version, by: actor, at: now }));
    }
    await upsertOverrides(transaction, practiceId, [...after.values()]);
    await writeOverridesVersion(transaction, practiceId, version);
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'hours_worked.save',
      entity: 'hours_worked',
      entityId: String(practiceId),
      before: auditOf(changed, standing.override),
      after: auditOf(changed, targets),
    });
    return version;
  });
}
