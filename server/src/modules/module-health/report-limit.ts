/**
 * Limits how much one person can report. Excess is dropped silently: pages report in the background and couldn't react
 * to an error, and someone who forges reports shouldn't learn when to continue.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';

const WINDOW_MS = 3_600_000;

/** Items per hour, several times what the busiest person's pages report. */
export const MAX_ITEMS_PER_HOUR = 3000;

/**
 * Counts a report in a row that all replicas share. One statement raises and reads the count.
 *
 * @returns false when the person has reported too much
 */
export async function countReport(transaction: Db, personId: string, items: number, now: Date): Promise<boolean> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const over = sql<boolean>`browser_report_limits.window_started_at <= ${windowStart}`;
  const row = await transaction
    .insertInto('browser_report_limits')
    .values({ person_id: personId, window_started_at: now, items })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({
        // Stops at the limit, so that the number of reports cannot make it overflow.
        items: sql`case when ${over} then ${items}
          else least(browser_report_limits.items + ${items}, ${MAX_ITEMS_PER_HOUR + 1}) end`,
        window_started_at: sql`case when ${over} then ${now} else browser_report_limits.window_started_at end`,
      }),
    )
    .returning('items')
    .executeTakeFirstOrThrow();
  return row.items <= MAX_ITEMS_PER_HOUR;
}
