/** Gives bundles, features or flags to some practices, or takes them; all of them in the caller's transaction. */
import { sql } from 'kysely';
import type { BulkAction, BulkType } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { changeByHand } from '../entitlements/change-by-hand.js';
import { type Entitlement, isTrialOnly } from '../entitlements/entitlements.js';
import type { ByHand } from '../entitlements/sources.js';
import { changeFlags, lockFlags, readFlags } from '../practice-features/feature-flags.js';
import { messages } from './messages.js';

export interface Change {
  action: BulkAction;
  type: BulkType;
  /** Names, each once. */
  items: readonly string[];
}

export interface Outcome {
  practice: number;
  outcome: 'changed' | 'unchanged' | 'failed';
  message: string | null;
}

async function applyToFlags(
  transaction: Db,
  { action, items }: Change,
  practices: readonly number[],
  doing: Doing,
): Promise<Set<number>> {
  await lockFlags(transaction, practices);
  const owned = await readFlags(transaction, practices);
  const changes = [...owned].map(([practice, names]) => ({
    practice,
    set: action === 'add' ? items.filter((name) => !names.has(name)) : [],
    clear: action === 'remove' ? items.filter((name) => names.has(name)) : [],
  }));
  await changeFlags(transaction, changes, doing);
  return new Set(changes.filter(({ set, clear }) => set.length + clear.length > 0).map(({ practice }) => practice));
}

/**
 * What a practice has for good is not granted to it again, and what it lacks is not revoked: neither leaves a trace. What
 * only a trial gives is granted, since it would end with the trial.
 */
function byHand({ action, items }: Change, kind: Entitlement['kind'], entitlements: readonly Entitlement[]): ByHand {
  const owned = new Map(entitlements.filter((one) => one.kind === kind).map((one) => [one.name, one]));
  const named = (name: string) => ({ kind, name });
  if (action === 'remove') return { grant: [], revoke: items.filter((name) => owned.has(name)).map(named) };
  const lacking = items.filter((name) => {
    const one = owned.get(name);
    return one === undefined || isTrialOnly(one);
  });
  return { grant: lacking.map(named), revoke: [] };
}

/** @returns what became of each practice, in their order */
export async function applyTo(
  transaction: Db,
  change: Change,
  practices: readonly number[],
  doing: Doing,
): Promise<Outcome[]> {
  const { type } = change;
  const rows = await transaction
    .selectFrom('practices')
    .select('id')
    .where(sql<boolean>`id = any(${practices}::integer[])`)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const existing = practices.filter((practice) => there.has(practice));
  const changed =
    type === 'feature_flag'
      ? await applyToFlags(transaction, change, existing, doing)
      : await changeByHand(transaction, existing, (entitlements) => byHand(change, type, entitlements), {
          ...doing,
          notes: messages.notes,
        });
  return practices.map((practice) => {
    if (!there.has(practice)) return { practice, outcome: 'failed', message: messages.noSuchPractice };
    return { practice, outcome: changed.has(practice) ? 'changed' : 'unchanged', message: null };
  });
}
