import type { HoursWorked, ProviderTotals, WorkedHours } from 'shared-api/contracts';
import { dayIn } from 'shared-api/contracts';
import type { Actor, Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { findHoursVersion } from '../hours/weekly-hours-repository.js';
import { invalid, notFound, stale } from '../http/refusal.js';
import { findPractice } from '../practices/practices-repository.js';
import { readComputed } from './computing.js';
import { type Edit, type EditedBody, type Standing, faultsOf, readEdits, refuseFaults, standingOf } from './edits.js';
import { hoursWorkedList } from './hours-worked-list.js';
import {
  type Figure,
  type OverrideRow,
  findOverridesVersion,
  listOverrides,
  lockOverridesVersion,
  putOverrides,
  writeOverridesVersion,
} from './hours-worked-repository.js';
import { type DayRange, type RangeQuery, daysOf, displayDate, rangeOf } from './local-days.js';
import { latestRecalculation } from './recalculation.js';

/** Days that a summary covers at most. */
const LONGEST_SUMMARY = 400;

/**
 * A range of hours with the version of all overrides.
 *
 * @throws Refusal `not_found`
 */
export async function readHoursWorked(
  db: Db,
  practice: number,
  query: RangeQuery,
  now: Date,
): Promise<{ version: number; hours: HoursWorked }> {
  const place = await findPractice(db, practice);
  if (!place) throw notFound('There is no such practice.');
  const today = dayIn(place.time_zone, now);
  const range = rangeOf(query, today);
  // The version first: a save in between then makes the version too old, never the figures.
  const version = await findOverridesVersion(db, practice);
  const { people, days, oldest } = await readComputed(db, practice, range, now);
  const weekly = await findHoursVersion(db, practice);
  const dates = daysOf(range);
  return {
    version,
    hours: {
      dates,
      display_dates: dates.map(displayDate),
      date_range: range,
      providers: hoursWorkedList(people, days, await listOverrides(db, practice, range)),
      today,
      recalculation: await latestRecalculation(db, practice),
      weekly_hours_changed: oldest !== null && weekly !== undefined && weekly.changed_at > oldest,
    },
  };
}

/**
 * Totals of each provider between two days, both included.
 *
 * @throws Refusal `invalid` for a range that ends before it starts, or is too long
 */
export async function readHoursSummary(
  db: Db,
  practice: number,
  range: DayRange,
  now: Date,
): Promise<ProviderTotals[]> {
  if (range.end < range.start) throw invalid('The range ends before it starts.', { end_date: 'Before the start' });
  const length = daysOf(range).length;
  if (length > LONGEST_SUMMARY) {
    throw invalid(`A summary covers at most ${LONGEST_SUMMARY} days.`, { end_date: 'Too far from the start' });
  }
  const { people, days } = await readComputed(db, practice, range, now);
  // The contract lets the totals through, and not the days.
  return hoursWorkedList(people, days, await listOverrides(db, practice, range));
}

function rangeAround(edits: readonly Edit[]): DayRange {
  const dates = edits.map(({ date }) => date).sort();
  return { start: dates[0] ?? '', end: dates.at(-1) ?? '' };
}

function emptyRow({ provider, date }: Edit): OverrideRow {
  const nothing = { available_seconds: null, available_version: 0, available_by: null, available_at: null };
  return {
    provider_id: provider,
    date,
    ...nothing,
    worked_seconds: null,
    worked_version: 0,
    worked_by: null,
    worked_at: null,
  };
}

/** Cells that somebody else has set to something else since the version that the edits were made on. */
function changedSince(version: number, edits: readonly Edit[], rows: ReadonlyMap<string, OverrideRow>, wanted: Wanted) {
  return edits.flatMap((edit) => {
    const row = rows.get(keyOf(edit));
    const by = row?.[`${edit.figure}_by`];
    const at = row?.[`${edit.figure}_at`];
    if (!row || !by || !at || row[`${edit.figure}_version`] <= version) return [];
    if (row[`${edit.figure}_seconds`] === wanted(edit)) return [];
    return [{ field: edit.path, changed_by: by, changed_at: Math.floor(at.getTime() / 1000) }];
  });
}

const keyOf = ({ provider, date }: Edit): string => `${provider} ${date}`;

/** The override that an edit asks for: a value that equals the original asks for none (DECISIONS 24). */
type Wanted = (edit: Edit) => number | null;

const wantedOver =
  (standing: Standing): Wanted =>
  (edit) =>
    edit.seconds === standing.original(edit) ? null : edit.seconds;

function figureAfter(row: OverrideRow, figure: Figure, seconds: number | null, version: number, by: Actor, at: Date) {
  return {
    ...row,
    [`${figure}_seconds`]: seconds,
    [`${figure}_version`]: version,
    [`${figure}_by`]: by.name,
    [`${figure}_at`]: at,
  };
}

/** What the audit log keeps of the cells that changed: the overrides before and after, in seconds. */
function auditOf(edits: readonly Edit[], valueOf: (edit: Edit) => number | null) {
  return Object.fromEntries(edits.map((edit) => [edit.path, valueOf(edit)])) satisfies Record<
    string,
    WorkedHours['modified_worked_hours']
  >;
}

export interface SaveHoursWorked {
  practice: number;
  body: EditedBody;
  /** Version of all overrides that the edits were made on; undefined accepts any. */
  onVersion: number | undefined;
}

/**
 * Saves edited hours, all or none. What equals the stored figures already changes nothing.
 *
 * @returns the version of all overrides after the save
 * @throws Refusal `invalid` with fields; `stale_version` with the cells that others have changed since
 */
export async function saveHoursWorked(
  db: Db,
  { practice, body, onVersion }: SaveHoursWorked,
  { actor, now }: Doing,
): Promise<number> {
  const edits = readEdits(body);
  const range = rangeAround(edits);
  if (daysOf(range).length > LONGEST_SUMMARY) {
    throw invalid(`One save covers at most ${LONGEST_SUMMARY} days.`, { '': 'Days too far apart' });
  }
  return inTransaction(db, async (transaction) => {
    const current = await lockOverridesVersion(transaction, practice);
    const { days } = await readComputed(transaction, practice, range, now);
    const overrides = await listOverrides(transaction, practice, range);
    const standing = standingOf(days, overrides);
    refuseFaults(faultsOf(edits, standing));

    const wanted = wantedOver(standing);
    const rows = new Map(overrides.map((row) => [`${row.provider_id} ${row.date}`, row]));
    const conflicts = onVersion === undefined ? [] : changedSince(onVersion, edits, rows, wanted);
    const [conflict] = conflicts;
    if (conflict) {
      throw stale(`${conflict.changed_by} has changed some of these hours meanwhile. Nothing was saved.`, {
        changed_by: conflict.changed_by,
        changed_at: conflict.changed_at,
        changes: conflicts,
      });
    }

    const changed = edits.filter((edit) => wanted(edit) !== standing.override(edit));
    if (changed.length === 0) return current;
    const version = current + 1;
    const after = new Map<string, OverrideRow>();
    for (const edit of changed) {
      const row = after.get(keyOf(edit)) ?? rows.get(keyOf(edit)) ?? emptyRow(edit);
      after.set(keyOf(edit), figureAfter(row, edit.figure, wanted(edit), version, actor, now));
    }
    await putOverrides(transaction, practice, [...after.values()]);
    await writeOverridesVersion(transaction, practice, version);
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'hours_worked.save',
      entity: 'hours_worked',
      entityId: String(practice),
      before: auditOf(changed, standing.override),
      after: auditOf(changed, wanted),
    });
    return version;
  });
}
