/** Adds or removes bundles, features or flags of some practices, in the caller's transaction. */
import { sql } from 'kysely';
import type { BulkAction, BulkType } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { changeManually } from '../../billing/entitlements/change-manually.js';
import { type Entitlement, isTrialOnly } from '../../billing/entitlements/entitlements.js';
import type { ManualChange } from '../../billing/entitlements/sources.js';
import { changeFlags, lockFlags, readFlags } from '../../billing/entitlements/feature-flags.js';
import { messages } from './messages.js';

export interface Change {
  action: BulkAction;
  type: BulkType;
  /** Names without duplicates. */
  items: readonly string[];
}

export interface Outcome {
  practiceId: number;
  outcome: 'changed' | 'unchanged' | 'failed';
  message: string | null;
}

async function applyToFlags(
  transaction: Db,
  { action, items }: Change,
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<Set<number>> {
  await lockFlags(transaction, practiceIds);
  const owned = await readFlags(transaction, practiceIds);
  const changes = [...owned].map(([practiceId, names]) => ({
    practiceId,
    set: action === 'add' ? items.filter((name) => !names.has(name)) : [],
    clear: action === 'remove' ? items.filter((name) => names.has(name)) : [],
  }));
  await changeFlags(transaction, changes, audit);
  return new Set(changes.filter(({ set, clear }) => set.length + clear.length > 0).map(({ practiceId }) => practiceId));
}

/**
 * The grants and revocations of one practice. Items that the practice has permanently are not granted again, and items
 * that it lacks are not revoked: neither leaves an entry. An item from a trial only is granted, because it would end
 * with the trial.
 */
function manualChange(
  { action, items }: Change,
  kind: Entitlement['kind'],
  entitlements: readonly Entitlement[],
): ManualChange {
  const owned = new Map(entitlements.filter((one) => one.kind === kind).map((one) => [one.name, one]));
  const named = (name: string) => ({ kind, name });
  if (action === 'remove') return { grant: [], revoke: items.filter((name) => owned.has(name)).map(named) };
  const lacking = items.filter((name) => {
    const one = owned.get(name);
    return one === undefined || isTrialOnly(one);
  });
  return { grant: lacking.map(named), revoke: [] };
}

/** @returns the outcome of each practice, in the order of the ids */
export async function applyToPractices(
  transaction: Db,
  change: Change,
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<Outcome[]> {
  const { type } = change;
  const rows = await transaction
    .selectFrom('practices')
    .select('id')
    .where(sql<boolean>`id = any(${practiceIds}::integer[])`)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const existing = practiceIds.filter((practiceId) => there.has(practiceId));
  const changed =
    type === 'feature_flag'
      ? await applyToFlags(transaction, change, existing, audit)
      : await changeManually(transaction, existing, (entitlements) => manualChange(change, type, entitlements), {
          ...audit,
          notes: messages.notes,
        });
  return practiceIds.map((practiceId) => {
    if (!there.has(practiceId)) return { practiceId, outcome: 'failed', message: messages.noSuchPractice };
    return { practiceId, outcome: changed.has(practiceId) ? 'changed' : 'unchanged', message: null };
  });
}
