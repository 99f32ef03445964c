/** Weekly schedules with start dates (DECISIONS 26, docs/decisions/0032). */
import {
  type Schedule,
  type WeeklyHoursRecord,
  dayText,
  payPeriodOf,
  planningEnd,
  scheduleStartProblem,
} from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { type HoursDays, hoursDays } from './bounds.js';
import type { DayRange } from './day-ranges.js';
import { invalid, notFound, AppError } from '../../platform/errors/app-error.js';
import { listProviders } from '../../practices/pms/pms-units.js';
import { END_OF_TIME } from './schedule-changes.js';
import {
  daysOfSchedule,
  deleteScheduleRow,
  listScheduleDates,
  listScheduleRows,
  scheduleOn,
} from './schedules-repository.js';
import { providersFingerprint, weeklyHoursList } from './weekly-hours-list.js';
import { BEGINNING, findHoursVersion, listWeeks } from './weekly-hours-repository.js';
import {
  type ListVersion,
  type SavedWeeklyHours,
  assertUnchanged,
  changesSince,
  assertFound,
  copySchedule,
  firstDayOfSave,
  listEtag,
  recordChange,
  saveInEffect,
  saveList,
  todayOf,
} from './weekly-hours-service.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export interface PlannedSchedules {
  schedules: Schedule[];
  today: string;
  saves_from: string | null;
  start_bounds: DayRange;
  exception_bounds: DayRange;
}

/** The days that exceptions may cover: the days with hours worked, and the days that can be planned. */
export function exceptionBounds({ today, bounds }: HoursDays): DayRange {
  return { start: bounds.start, end: planningEnd(today) };
}

/** @throws AppError `not_found` */
export async function listSchedules(db: Db, practiceId: number, now: Date): Promise<PlannedSchedules> {
  const [days, rows] = await Promise.all([hoursDays(db, practiceId, now), listScheduleRows(db, practiceId)]);
  const { zone, today } = days;
  const dates = [BEGINNING, ...rows.map((row) => row.valid_from)];
  const inEffect = scheduleOn(dates, today);
  const savesFrom = await firstDayOfSave(db, practiceId, inEffect, { zone, now });
  const byDate = new Map(rows.map((row) => [row.valid_from, row]));
  const schedules = dates.map((validFrom): Schedule => {
    const row = byDate.get(validFrom);
    const { end } = daysOfSchedule(dates, validFrom);
    return {
      valid_from: row ? validFrom : null,
      valid_to: end === END_OF_TIME ? null : end,
      in_effect: validFrom === inEffect,
      created_by: row?.created_by ?? null,
      created_at: row ? epochSeconds(row.created_at) : null,
    };
  });
  return {
    schedules,
    today,
    saves_from: savesFrom === BEGINNING ? null : savesFrom,
    start_bounds: { start: payPeriodOf(today).start, end: planningEnd(today) },
    exception_bounds: exceptionBounds(days),
  };
}

export interface SaveSchedule {
  practiceId: number;
  /** The first day of the schedule. Undefined: today. */
  validFrom: string | undefined;
  /** The weekly hours. Undefined: a copy of the hours that are valid on that day. */
  records: readonly WeeklyHoursRecord[] | undefined;
  onVersion: ListVersion | undefined;
  /** Rejected when a schedule already starts on that day. */
  mustBeNew?: boolean;
}

/**
 * Saves the weekly hours that are valid from a day on. It replaces a schedule that starts on that day.
 *
 * @throws AppError `not_found`, `stale_version`, `schedule_exists` with who saved it, `invalid` for a day in a closed
 *   pay period, or with fields of the list
 */
export async function saveSchedule(db: Db, save: SaveSchedule, context: AuditContext): Promise<SavedWeeklyHours> {
  const { practiceId, records, onVersion } = save;
  return inTransaction(db, async (transaction) => {
    const current = assertFound(await findHoursVersion(transaction, practiceId, { lock: true }));
    const today = await todayOf(transaction, practiceId, context.now);
    const validFrom = save.validFrom ?? today;
    const dates = await listScheduleDates(transaction, practiceId);
    const problem = validFrom === scheduleOn(dates, today) ? undefined : scheduleStartProblem(validFrom, today);
    if (problem !== undefined) throw invalid(problem, { valid_from: problem });
    const source = scheduleOn(dates, validFrom);
    const copied = weeklyHoursList(
      await listProviders(transaction, practiceId),
      await listWeeks(transaction, practiceId, source),
    );
    const list = { practiceId, records: records ?? copied, current, validFrom, onVersion };
    if (source === validFrom) {
      if (save.mustBeNew) throw await alreadyPlanned(transaction, practiceId, validFrom);
      if (validFrom === scheduleOn(dates, today)) return saveInEffect(transaction, { ...list, dates }, context);
      return saveList(transaction, { ...list, days: daysOfSchedule(dates, validFrom) }, context);
    }
    const days = daysOfSchedule([...dates, validFrom].sort(), validFrom);
    return addSchedule(transaction, { ...list, days, source }, context);
  });
}

/** The error for a second schedule with the same start date. It names the person who saved the first one. */
async function alreadyPlanned(transaction: Db, practiceId: number, validFrom: string): Promise<AppError> {
  const planned = (await listScheduleRows(transaction, practiceId)).filter((row) => row.valid_from === validFrom);
  const saves = [
    ...planned.map((row) => ({
      changed_by: row.created_by,
      changed_at: epochSeconds(row.created_at),
    })),
    ...changesSince(await listWeeks(transaction, practiceId, validFrom), 0),
  ].sort((one, other) => other.changed_at - one.changed_at);
  const { changed_by = 'Someone', changed_at = 0 } = saves[0] ?? {};
  return new AppError(
    409,
    'schedule_exists',
    `A schedule already starts on ${dayText(validFrom)}, saved by ${changed_by}. Open that schedule to edit it, or choose another day.`,
    { conflict: { changed_by, changed_at } },
  );
}

/** Starts a schedule as a copy of the valid one, then merges the list into it. */
async function addSchedule(
  transaction: Db,
  save: Parameters<typeof saveList>[1] & { source: string },
  context: AuditContext,
): Promise<SavedWeeklyHours> {
  const { practiceId, current, validFrom, days, source } = save;
  const weeks = await listWeeks(transaction, practiceId, source);
  // The page read the list from the source schedule, so the source's version counts.
  await assertUnchanged(transaction, { ...save, validFrom: source }, weeks);
  const { actor, now } = context;
  const row = { valid_from: validFrom, created_by: actor.name, created_at: now };
  await copySchedule(transaction, practiceId, weeks, row);
  const version = current.version + 1;
  await recordChange(transaction, practiceId, { version, days: [days] }, context);
  await recordAudit(transaction, {
    practiceId,
    actor,
    at: now,
    action: 'weekly_schedule.add',
    entity: 'weekly_schedule',
    entityId: validFrom,
    after: { valid_from: validFrom, copied_from: source === BEGINNING ? null : source },
  });
  const ready = { ...save, current: { ...current, version }, onVersion: undefined };
  return saveList(transaction, ready, context);
}

/**
 * Deletes a schedule that has not started. The schedule before it stays valid.
 *
 * @throws AppError `not_found`, `stale_version`, `invalid` for one that has started
 */
export async function deleteSchedule(
  db: Db,
  { practiceId, validFrom, onVersion }: { practiceId: number; validFrom: string; onVersion: ListVersion | undefined },
  context: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const current = assertFound(await findHoursVersion(transaction, practiceId, { lock: true }));
    const dates = await listScheduleDates(transaction, practiceId);
    if (!dates.slice(1).includes(validFrom)) throw notFound('No schedule starts on this day. Reload the page.');
    const today = await todayOf(transaction, practiceId, context.now);
    if (validFrom <= today) {
      const message = 'This schedule has started, so it stays. Plan a new schedule instead.';
      throw invalid(message, { valid_from: message });
    }
    const weeks = await listWeeks(transaction, practiceId, validFrom);
    const days = daysOfSchedule(dates, validFrom);
    await assertUnchanged(transaction, { practiceId, records: [], current, validFrom, days, onVersion }, weeks);
    const before = weeklyHoursList(await listProviders(transaction, practiceId), weeks);
    await deleteScheduleRow(transaction, practiceId, validFrom);
    await recordChange(transaction, practiceId, { version: current.version + 1, days: [days] }, context);
    await recordAudit(transaction, {
      practiceId,
      actor: context.actor,
      at: context.now,
      action: 'weekly_schedule.delete',
      entity: 'weekly_schedule',
      entityId: validFrom,
      before,
    });
  });
}

/** The list that is valid on a day, with its version. */
export async function readScheduleOn(
  db: Db,
  practiceId: number,
  date: string,
): Promise<{ version: readonly number[]; validFrom: string | null; records: WeeklyHoursRecord[] }> {
  const { version } = assertFound(await findHoursVersion(db, practiceId));
  const [providers, dates] = await Promise.all([listProviders(db, practiceId), listScheduleDates(db, practiceId)]);
  const validFrom = scheduleOn(dates, date);
  return {
    version: listEtag(version, providersFingerprint(providers), validFrom),
    validFrom: validFrom === BEGINNING ? null : validFrom,
    records: weeklyHoursList(providers, await listWeeks(db, practiceId, validFrom)),
  };
}
