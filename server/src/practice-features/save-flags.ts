import type { NamedItem } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { stale } from '../http/refusal.js';
import { changeFlags, lockFlags, readFlags } from './feature-flags.js';
import { messages } from './messages.js';
import { nameOf, unknownNames } from './named-items.js';
import { refuseUnknown } from './save-features.js';
import { seconds } from './stale-features.js';

export interface SaveFlags {
  practice: number;
  flags: readonly NamedItem[];
  /** Version that the change was made on; undefined accepts any. */
  onVersion: number | undefined;
}

/**
 * Sets the flags of a practice to exactly these.
 *
 * @returns the version after the save
 * @throws Refusal `invalid` with fields, `stale_version` with who changed them
 */
export async function saveFlags(db: Db, { practice, flags, onVersion }: SaveFlags, doing: Doing): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const locked = (await lockFlags(transaction, [practice])).get(practice);
    const version = locked?.version ?? 0;
    const owned = (await readFlags(transaction, [practice])).get(practice) ?? new Set<string>();
    const wanted = new Set(flags.map(nameOf));
    refuseUnknown(unknownNames('feature_flag', 'features', flags.map(nameOf), owned));
    const change = {
      practice,
      set: [...wanted].filter((name) => !owned.has(name)),
      clear: [...owned].filter((name) => !wanted.has(name)),
    };
    if (change.set.length + change.clear.length === 0) return version;
    if (onVersion !== undefined && onVersion !== version) {
      const who = locked?.changed_by ?? messages.somebody;
      const when = { changed_by: who, changed_at: seconds(locked?.changed_at ?? null) };
      throw stale(messages.stale(who, messages.parts.flags), { ...when, changes: [{ field: 'features', ...when }] });
    }
    await changeFlags(transaction, [change], doing);
    return version + 1;
  });
}
