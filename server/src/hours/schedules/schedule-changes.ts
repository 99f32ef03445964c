/** The days that each change of schedules and exceptions affects, so that only those are recomputed. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';
import type { DayRange } from './day-ranges.js';

export interface ScheduleChange {
  version: number;
  start_date: string;
  end_date: string;
}

/** Later than every day. */
export const END_OF_TIME = '9999-12-31';

/**
 * The latest version of the schedule that affects a day. The day's hours must be computed from this version or a later
 * one; 0 before the first change.
 */
export function scheduleVersionOn(changes: readonly ScheduleChange[], date: string): number {
  return changes.reduce(
    (latest, { version, start_date, end_date }) =>
      version > latest && date >= start_date && date <= end_date ? version : latest,
    0,
  );
}

/** Records the days that a version affects. Deletes earlier changes that only affect these days. */
export async function recordScheduleChange(
  transaction: Db,
  practiceId: number,
  version: number,
  ranges: readonly DayRange[],
): Promise<void> {
  for (const { start, end } of ranges) {
    await transaction
      .deleteFrom('hours_schedule_changes')
      .where('practice_id', '=', practiceId)
      .where('start_date', '>=', start)
      .where('end_date', '<=', end)
      .execute();
    await transaction
      .insertInto('hours_schedule_changes')
      .values({ practice_id: practiceId, version, start_date: start, end_date: end })
      // The previous and the new state of a changed exception may start on the same day.
      .onConflict((conflict) =>
        conflict
          .columns(['practice_id', 'version', 'start_date'])
          .doUpdateSet({ end_date: sql<string>`greatest(hours_schedule_changes.end_date, excluded.end_date)` }),
      )
      .execute();
  }
}
