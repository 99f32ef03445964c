/** The product change history (specification: internal administration, 2.3 and 3). */
import { randomUUID } from 'node:crypto';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import type { ProductChangeType } from '../database/tables-of-entitlements.js';

export interface ProductChange {
  practice: number;
  type: ProductChangeType;
  bundle?: { id: number | null; name: string };
  feature?: { name: string; display_name: string };
  product: string;
  trialStart?: Date | null;
  trialEnd?: Date | null;
  notes?: string | undefined;
  data?: unknown;
}

async function emailOf(db: Db, { actor }: Doing): Promise<string | null> {
  if (actor.kind !== 'person') return null;
  const row = await db.selectFrom('people').select('email').where('id', '=', actor.id).executeTakeFirst();
  return row?.email ?? null;
}

/** Writes entries, in the transaction of the change itself. */
export async function recordProductChanges(
  transaction: Db,
  changes: readonly ProductChange[],
  doing: Doing,
): Promise<void> {
  if (changes.length === 0) return;
  const email = await emailOf(transaction, doing);
  await transaction
    .insertInto('product_change_history')
    .values(
      changes.map((change) => ({
        practice_id: change.practice,
        created_at: doing.now,
        id: randomUUID(),
        change_type: change.type,
        bundle_name: change.bundle?.name ?? null,
        bundle_id: change.bundle?.id ?? null,
        feature_name: change.feature?.name ?? null,
        feature_display_name: change.feature?.display_name ?? null,
        product_name: change.product,
        user_name: doing.actor.name,
        user_email: email,
        trial_start_date: change.trialStart ?? null,
        trial_end_date: change.trialEnd ?? null,
        notes: change.notes ?? null,
        additional_data: change.data === undefined ? null : JSON.stringify(change.data),
      })),
    )
    .execute();
}
