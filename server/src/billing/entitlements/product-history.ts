/** The product change history (specification: internal administration, 2.3 and 3). */
import { randomUUID } from 'node:crypto';
import type { AuditContext } from '../../platform/audit/actor.js';
import { insertRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import type { ProductChangeType } from './entitlements-tables.js';

export interface ProductChange {
  practiceId: number;
  type: ProductChangeType;
  bundle?: { id: number | null; name: string };
  feature?: { name: string; display_name: string };
  product: string;
  trialStart?: Date | null;
  trialEnd?: Date | null;
  notes?: string | undefined;
  data?: unknown;
}

async function emailOf(db: Db, { actor }: AuditContext): Promise<string | null> {
  if (actor.kind !== 'person') return null;
  const row = await db.selectFrom('people').select('email').where('id', '=', actor.id).executeTakeFirst();
  return row?.email ?? null;
}

const columns = {
  practice_id: 'integer',
  created_at: 'timestamptz',
  id: 'uuid',
  change_type: 'text',
  bundle_name: 'text',
  bundle_id: 'integer',
  feature_name: 'text',
  feature_display_name: 'text',
  product_name: 'text',
  user_name: 'text',
  user_email: 'text',
  trial_start_date: 'timestamptz',
  trial_end_date: 'timestamptz',
  notes: 'text',
  additional_data: 'text',
};

/** Writes entries, in the transaction of the change itself. */
export async function recordProductChanges(
  transaction: Db,
  changes: readonly ProductChange[],
  audit: AuditContext,
): Promise<void> {
  if (changes.length === 0) return;
  const email = await emailOf(transaction, audit);
  const rows = changes.map((change) => ({
    practice_id: change.practiceId,
    created_at: audit.now,
    id: randomUUID(),
    change_type: change.type,
    bundle_name: change.bundle?.name,
    bundle_id: change.bundle?.id,
    feature_name: change.feature?.name,
    feature_display_name: change.feature?.display_name,
    product_name: change.product,
    user_name: audit.actor.name,
    user_email: email,
    trial_start_date: change.trialStart,
    trial_end_date: change.trialEnd,
    notes: change.notes,
    additional_data: change.data === undefined ? null : JSON.stringify(change.data),
  }));
  await insertRows(transaction, 'product_change_history', columns, rows);
}
