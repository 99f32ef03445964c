/** What earlier attempts of a request have recorded. */
import type { Db } from '../database/tables.js';

/** What was recorded as the outcome of an action on something, in any order. */
export async function listRecordedOutcomes(db: Db, action: string, entityId: string): Promise<unknown[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute();
  return entries.map(({ after }) => after);
}
