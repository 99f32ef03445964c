/**
 * Where available hours come from, day by day: the weekly hours, or the schedule of the PMS. Past days keep the source that was
 * valid on them (DECISIONS 26, docs/decisions/0110-settings-that-hours-depend-on.md).
 */
import { dayIn } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';

/** A source up to the day before `until`. */
export interface FormerSource {
  pms_schedule: boolean;
  /** `YYYY-MM-DD` */
  until: string;
}

/** The former sources of a practice, the earliest first. */
function listFormerSources(db: Db, practiceId: number): Promise<FormerSource[]> {
  return db
    .selectFrom('former_schedule_sources')
    .select(['pms_schedule', 'until'])
    .where('practice_id', '=', practiceId)
    .orderBy('until')
    .execute();
}

/** True for a day whose available hours come from the PMS schedule. @param current today's setting */
export function usesPmsSchedule(former: readonly FormerSource[], current: boolean, date: string): boolean {
  return former.find(({ until }) => date < until)?.pms_schedule ?? current;
}

/**
 * Records that a practice changes its source. Call it in the transaction of the change.
 *
 * @param before the source before the change
 * @param zone the practice's time zone
 * @returns the first day of the new source. Null if no sync ended before today: the source then holds for all days, because that is
 *   how a practice is set up.
 */
export async function recordSourceChange(
  transaction: Db,
  practiceId: number,
  { before, zone }: { before: boolean; zone: string },
  now: Date,
): Promise<string | null> {
  const today = dayIn(zone, now);
  const synced = await transaction
    .selectFrom('sync_days')
    .select('date')
    .where('practice_id', '=', practiceId)
    .where('synced', '>', 0)
    .where('date', '<', today)
    .limit(1)
    .executeTakeFirst();
  if (!synced) return null;
  const last = (await listFormerSources(transaction, practiceId)).at(-1);
  if (!last || last.until < today) {
    await transaction
      .insertInto('former_schedule_sources')
      .values({ practice_id: practiceId, pms_schedule: before, until: today })
      .execute();
    return today;
  }
  // A change reverted on the same day leaves no row.
  await transaction
    .deleteFrom('former_schedule_sources')
    .where('practice_id', '=', practiceId)
    .where('until', '=', last.until)
    .execute();
  return last.until;
}
