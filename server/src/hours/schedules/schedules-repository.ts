/** Schedules by their first day. The schedule from the beginning has no row. */
import { addDays } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import type { DayRange } from './day-ranges.js';
import { END_OF_TIME } from './schedule-changes.js';
import { BEGINNING } from './weekly-hours-repository.js';

export interface ScheduleRow {
  valid_from: string;
  created_by: string;
  created_at: Date;
}

/** The dated schedules, the earliest first. */
export function listScheduleRows(db: Db, practiceId: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('weekly_schedules')
    .select(['valid_from', 'created_by', 'created_at'])
    .where('practice_id', '=', practiceId)
    .orderBy('valid_from')
    .execute();
}

/** First days of all schedules, the earliest first. */
export async function listScheduleDates(db: Db, practiceId: number): Promise<string[]> {
  return [BEGINNING, ...(await listScheduleRows(db, practiceId)).map((row) => row.valid_from)];
}

/** The first day of the schedule that is valid on a day. @param dates the earliest first */
export function scheduleOn(dates: readonly string[], date: string): string {
  return dates.findLast((validFrom) => validFrom <= date) ?? BEGINNING;
}

/** The days of a schedule: up to the day before the next one. */
export function daysOfSchedule(dates: readonly string[], validFrom: string): DayRange {
  const next = dates.find((date) => date > validFrom);
  return { start: validFrom, end: next === undefined ? END_OF_TIME : addDays(next, -1) };
}

/** The schedules that are valid on some day of a range. */
export function schedulesIn(dates: readonly string[], { start, end }: DayRange): string[] {
  const first = scheduleOn(dates, start);
  return dates.filter((validFrom) => validFrom >= first && validFrom <= end);
}

export async function addScheduleRow(transaction: Db, practiceId: number, row: ScheduleRow): Promise<void> {
  await transaction
    .insertInto('weekly_schedules')
    .values({ practice_id: practiceId, ...row })
    .execute();
}

/** Deletes a dated schedule with its weeks. */
export async function deleteScheduleRow(transaction: Db, practiceId: number, validFrom: string): Promise<void> {
  for (const table of ['weekly_schedule_hours', 'weekly_schedules'] as const) {
    await transaction
      .deleteFrom(table)
      .where('practice_id', '=', practiceId)
      .where('valid_from', '=', validFrom)
      .execute();
  }
}
