/**
 * The time zones of a practice, day by day. Past days keep the zone that was valid on them (DECISIONS 26,
 * docs/decisions/0104-past-days-keep-their-inputs.md).
 */
import { sql } from 'kysely';
import { dayIn, timeZoneStart } from 'shared-api/contracts';
import { batchLookup } from '../../platform/database/batch-lookup.js';
import type { Db } from '../../platform/database/tables.js';
import { startOfDay } from '../../platform/dates/start-of-day.js';
import { findPractice } from '../../access/practice-records/practice-lookups.js';

/** A zone up to the day before `until`. */
export interface FormerZone {
  time_zone: string;
  /** `YYYY-MM-DD` */
  until: string;
}

export interface Zones {
  /** The earliest first. */
  former: readonly FormerZone[];
  current: string;
}

const findFormerZones = batchLookup(async (db, practiceIds: number[]) => {
  const rows = await db
    .selectFrom('former_time_zones')
    .select('practice_id')
    .select(
      sql<FormerZone[]>`json_agg(json_build_object('time_zone', time_zone, 'until', until) order by until)`.as('zones'),
    )
    .where(sql<boolean>`practice_id = any(${practiceIds}::integer[])`)
    .groupBy('practice_id')
    .execute();
  return new Map(rows.map(({ practice_id: practiceId, zones }) => [practiceId, zones]));
});

/** The former zones of a practice, the earliest first. */
export const listFormerZones = async (db: Db, practiceId: number): Promise<FormerZone[]> =>
  (await findFormerZones(db, practiceId)) ?? [];

/** The zones of a practice. Undefined when it does not exist. */
export async function findZones(db: Db, practiceId: number): Promise<Zones | undefined> {
  const [former, practice] = await Promise.all([listFormerZones(db, practiceId), findPractice(db, practiceId)]);
  return practice && { former, current: practice.time_zone };
}

/**
 * The first instant of a day. The first day of a zone begins when the day before it ends, so that days neither overlap nor leave
 * a gap: it is shorter or longer than others.
 *
 * @returns epoch milliseconds
 */
export function startOfZonedDay({ former, current }: Zones, date: string): number {
  const before = former.findLast(({ until }) => until < date);
  const zone = former.find(({ until }) => date <= until)?.time_zone ?? current;
  const begun = startOfDay(zone, date);
  return before ? Math.max(begun, startOfZonedDay({ former, current }, before.until)) : begun;
}

/** The day of an instant: the last one that has started by then. */
export function zonedDay(zones: Zones, instant: Date): string {
  const { former, current } = zones;
  const isPast = ({ until }: FormerZone): boolean => startOfZonedDay(zones, until) <= instant.getTime();
  const zone = former.find((one) => !isPast(one))?.time_zone ?? current;
  const first = former.findLast(isPast)?.until ?? '';
  const day = dayIn(zone, instant);
  return day < first ? first : day;
}

/**
 * Records that a practice changes its zone. Call it in the transaction of the change, before the new zone is stored.
 *
 * @returns the first day of the new zone. Null for a practice without appointments: the zone then holds for all days, because none
 *   was computed with another.
 */
export async function recordZoneChange(
  transaction: Db,
  practiceId: number,
  { before, after }: { before: string; after: string },
  now: Date,
): Promise<string | null> {
  const appointment = await transaction
    .selectFrom('pms_appointments')
    .select('appointment_id')
    .where('practice_id', '=', practiceId)
    .limit(1)
    .executeTakeFirst();
  if (!appointment) return null;
  const former = await listFormerZones(transaction, practiceId);
  const last = former.at(-1);
  const today = timeZoneStart(before, after, now);
  // Replaces a zone that would apply from a later day.
  if (!last || last.until < today) {
    await transaction
      .insertInto('former_time_zones')
      .values({ practice_id: practiceId, time_zone: before, until: today })
      .execute();
    return today;
  }
  if (last.time_zone === after) {
    await transaction
      .deleteFrom('former_time_zones')
      .where('practice_id', '=', practiceId)
      .where('until', '=', last.until)
      .execute();
  }
  return last.until;
}
