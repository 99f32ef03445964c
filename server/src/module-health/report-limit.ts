/**
 * How much one person may report. What exceeds it is left out without a word: pages report behind people's backs and could
 * do nothing about a refusal, and whoever makes reports up need not hear when to go on.
 */
import { sql } from 'kysely';
import type { Db } from '../database/tables.js';

const WINDOW_MS = 3_600_000;

/** Items in an hour, several times what the busiest person's pages have to tell. */
export const MOST_ITEMS_PER_HOUR = 3000;

/**
 * Counts a report, in a row that all copies of the server share, raised and read in one statement.
 *
 * @returns false when the person has reported too much
 */
export async function mayReport(transaction: Db, person: string, items: number, now: Date): Promise<boolean> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const over = sql<boolean>`browser_report_limits.window_started_at <= ${windowStart}`;
  const row = await transaction
    .insertInto('browser_report_limits')
    .values({ person_id: person, window_started_at: now, items })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({
        // Held at the limit, so that no number of reports makes it overflow.
        items: sql`case when ${over} then ${items}
          else least(browser_report_limits.items + ${items}, ${MOST_ITEMS_PER_HOUR + 1}) end`,
        window_started_at: sql`case when ${over} then ${now} else browser_report_limits.window_started_at end`,
      }),
    )
    .returning('items')
    .executeTakeFirstOrThrow();
  return row.items <= MOST_ITEMS_PER_HOUR;
}
