import type { NamedItem } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { stale } from '../../platform/errors/app-error.js';
import { changeFlags, lockFlags, readFlags } from '../../billing/entitlements/feature-flags.js';
import { messages } from './messages.js';
import { nameOf, findUnknownNames } from './named-items.js';
import { assertNoUnknownNames } from './save-features.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export interface SaveFlags {
  practiceId: number;
  flags: readonly NamedItem[];
  /** Version that the change is based on. Undefined accepts any version. */
  onVersion: number | undefined;
}

/**
 * Sets the flags of a practice to exactly these.
 *
 * @returns the version after the save
 * @throws AppError `invalid` with fields, `stale_version` with who changed them
 */
export async function saveFlags(
  db: Db,
  { practiceId, flags, onVersion }: SaveFlags,
  audit: AuditContext,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const locked = (await lockFlags(transaction, [practiceId])).get(practiceId);
    const version = locked?.version ?? 0;
    const owned = (await readFlags(transaction, [practiceId])).get(practiceId) ?? new Set<string>();
    const names = new Set(flags.map(nameOf));
    assertNoUnknownNames(findUnknownNames('feature_flag', 'features', flags.map(nameOf), owned));
    const change = {
      practiceId,
      set: [...names].filter((name) => !owned.has(name)),
      clear: [...owned].filter((name) => !names.has(name)),
    };
    if (change.set.length + change.clear.length === 0) return version;
    if (onVersion !== undefined && onVersion !== version) {
      const who = locked?.changed_by ?? messages.somebody;
      const when = { changed_by: who, changed_at: epochSeconds(locked?.changed_at ?? new Date(0)) };
      throw stale(messages.stale(who, messages.parts.flags), { ...when, changes: [{ field: 'features', ...when }] });
    }
    await changeFlags(transaction, [change], audit);
    return version + 1;
  });
}
