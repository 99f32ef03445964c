/** Which days a sync may change (DECISIONS 26). */
import { addDays, dayIn } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { listFormerZones, zonedDay } from '../directory/time-zones.js';

/** Days in the practice's time zone, `YYYY-MM-DD`. */
export interface SyncDays {
  today: string;
  /** The day of the last complete sync. Null before the first, which may fill in all days. */
  lastSynced: string | null;
}

export async function findSyncDays(db: Db, practiceId: number, now: Date): Promise<SyncDays> {
  const { time_zone: current, last_synced_at: last } = await db
    .selectFrom('pms_units')
    .innerJoin('practices', 'practices.id', 'pms_units.practice_id')
    .select(['practices.time_zone', 'pms_units.last_synced_at'])
    .where('pms_units.practice_id', '=', practiceId)
    .executeTakeFirstOrThrow();
  const former = await listFormerZones(db, practiceId);
  return { today: dayIn(current, now), lastSynced: last && zonedDay({ former, current }, last) };
}

/**
 * The last day whose schedule doesn't change: yesterday, or the day of the last sync if earlier, because later days
 * weren't known then. Null before the first sync.
 */
export function lastFixedDay({ today, lastSynced }: SyncDays): string | null {
  if (lastSynced === null) return null;
  const yesterday = addDays(today, -1);
  return lastSynced < yesterday ? lastSynced : yesterday;
}
