/** The error for a stale save of a practice's record: who changed what, and when (server rule 2). */
import type { Conflict } from 'shared-api/contracts';
import { toNamedProduct } from '../../billing/catalogue/catalogue.js';
import type { Db } from '../../platform/database/tables.js';
import { type AppError, stale } from '../../platform/errors/app-error.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';
import { messages } from './messages.js';

type Change = NonNullable<Conflict['changes']>[number];

const fieldOf = { bundle: 'bundles', feature: 'product_features' } as const;

/** Kinds and names in an audit entry, which contains only changes: `{"bundle:phones": ["grant"]}`. */
function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** The net changes as text: 'Phones added'. */
function netChangesText(entries: readonly { before: unknown; after: unknown }[]): string {
  const had = new Set<string>();
  const has = new Set<string>();
  // The entries are newest first. They are processed oldest first, so that opposite changes of a name cancel out.
  for (const { before, after } of [...entries].reverse()) {
    for (const key of keysOf(before)) if (!has.delete(key)) had.add(key);
    for (const key of keysOf(after)) if (!had.delete(key)) has.add(key);
  }
  const display = (key: string): string => toNamedProduct(key.slice(key.indexOf(':') + 1)).display_name;
  return [...[...has].map((key) => `${display(key)} added`), ...[...had].map((key) => `${display(key)} removed`)].join(
    ', ',
  );
}

/**
 * Each version of the entitlements has one entry in the audit log, so the latest entries describe the changes since
 * then.
 *
 * @param since how many versions old the caller's version is
 */
export async function staleEntitlements(db: Db, practiceId: number, since: number): Promise<AppError> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'at', 'before', 'after'])
    .where('practice_id', '=', practiceId)
    // Entries about withheld items have no version.
    .where('action', '=', 'entitlements.change')
    // Write order equals version order. Times may be equal, or from different clocks.
    .orderBy('sequence', 'desc')
    .limit(Math.max(1, since))
    .execute();
  const changes = new Map<string, Change>();
  for (const { actor_name: by, at, before, after } of entries) {
    for (const key of [...keysOf(before), ...keysOf(after)]) {
      const field = key.startsWith('bundle:') ? fieldOf.bundle : fieldOf.feature;
      if (!changes.has(field))
        changes.set(field, { field, changed_by: by, changed_at: epochSeconds(at ?? new Date(0)) });
    }
  }
  const [latest] = entries;
  const who = latest?.actor_name ?? messages.somebody;
  const netChanges = netChangesText(entries);
  const what = netChanges === '' ? messages.parts.entitlements : `${messages.parts.entitlements} (${netChanges})`;
  return stale(messages.stale(who, what), {
    changed_by: who,
    changed_at: epochSeconds(latest?.at ?? new Date(0)),
    changes: [...changes.values()],
  });
}

/** @param changes of the fields that the save would change, newest first */
export function staleDates(changes: readonly Change[]): AppError {
  const [latest] = changes;
  const who = latest?.changed_by ?? messages.somebody;
  return stale(messages.stale(who, messages.parts.dates), {
    changed_by: who,
    changed_at: latest?.changed_at ?? 0,
    changes: [...changes],
  });
}
