/** Adds or removes bundles, features or flags of some practices, in the caller's transaction. */
import { sql } from 'kysely';
import type { BulkAction, BulkType } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { changeManually } from '../../billing/entitlements/change-manually.js';
import { type Entitlement, isTrialOnly } from '../../billing/entitlements/entitlements.js';
import type { ManualChange } from '../../billing/entitlements/sources.js';
import { changeFlags, lockFlags, readFlags } from '../../billing/entitlements/feature-flags.js';
import { toNamedItem } from '../practice-features/named-items.js';
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
  /** Names of the items that changed. */
  items: readonly string[];
  /** Display names of the practice's items before and after; absent for a failure. */
  before?: string[];
  after?: string[];
}

interface Applied {
  /** Names of the items that changed, by practice; only practices that changed. */
  changed: ReadonlyMap<number, readonly string[]>;
  /** The items that a practice had, e.g. `Core (trial)`. */
  former: ReadonlyMap<number, readonly string[]>;
}

async function applyToFlags(
  transaction: Db,
  { action, items }: Change,
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<Applied> {
  await lockFlags(transaction, practiceIds);
  const owned = await readFlags(transaction, practiceIds);
  const changes = [...owned].map(([practiceId, names]) => ({
    practiceId,
    set: action === 'add' ? items.filter((name) => !names.has(name)) : [],
    clear: action === 'remove' ? items.filter((name) => names.has(name)) : [],
  }));
  await changeFlags(transaction, changes, audit);
  return {
    changed: new Map(
      changes
        .map(({ practiceId, set, clear }) => [practiceId, [...set, ...clear]] as const)
        .filter(([, names]) => names.length > 0),
    ),
    former: new Map(
      [...owned].map(([practiceId, names]) => [
        practiceId,
        items.filter((name) => names.has(name)).map((name) => toNamedItem('feature_flag', name).display_name),
      ]),
    ),
  };
}

/** The items that the practice has. One that is only from a trial is marked. */
function ownedTexts(
  items: readonly string[],
  kind: Entitlement['kind'],
  entitlements: readonly Entitlement[],
): string[] {
  const owned = new Map(entitlements.filter((one) => one.kind === kind).map((one) => [one.name, one]));
  return items.flatMap((item) => {
    const one = owned.get(item);
    const text = toNamedItem(kind, item).display_name;
    return one ? [isTrialOnly(one) ? messages.fromTrial(text) : text] : [];
  });
}

/**
 * The grants and revocations of one practice. Items that the practice has permanently aren't granted again, and items
 * that it lacks aren't revoked: neither is recorded. An item that is only from a trial is granted, because it would end
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

async function applyToEntitlements(
  transaction: Db,
  change: Change & { type: Entitlement['kind'] },
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<Applied> {
  const { type, items } = change;
  const former = new Map<number, string[]>();
  const requested = new Map<number, string[]>();
  const changedIds = await changeManually(
    transaction,
    practiceIds,
    (entitlements, practiceId) => {
      former.set(practiceId, ownedTexts(items, type, entitlements));
      const { grant, revoke } = manualChange(change, type, entitlements);
      requested.set(
        practiceId,
        [...grant, ...revoke].map(({ name }) => name),
      );
      return { grant, revoke };
    },
    { ...audit, notes: messages.notes },
  );
  return { changed: new Map([...changedIds].map((id) => [id, requested.get(id) ?? []])), former };
}

/** @returns the outcome of each practice, in the order of the ids */
export async function applyToPractices(
  transaction: Db,
  change: Change,
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<Outcome[]> {
  const { action, type, items } = change;
  const rows = await transaction
    .selectFrom('practices')
    .select('id')
    .where(sql<boolean>`id = any(${practiceIds}::integer[])`)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const existing = practiceIds.filter((practiceId) => there.has(practiceId));
  const { changed, former } =
    type === 'feature_flag'
      ? await applyToFlags(transaction, change, existing, audit)
      : await applyToEntitlements(transaction, { ...change, type }, existing, audit);
  const later = action === 'add' ? items.map((item) => toNamedItem(type, item).display_name) : [];
  return practiceIds.map((practiceId) => {
    if (!there.has(practiceId)) return { practiceId, outcome: 'failed', message: messages.noSuchPractice, items: [] };
    const before = [...(former.get(practiceId) ?? [])];
    const names = changed.get(practiceId);
    return names
      ? { practiceId, outcome: 'changed', message: null, items: names, before, after: later }
      : { practiceId, outcome: 'unchanged', message: null, items: [], before, after: before };
  });
}
