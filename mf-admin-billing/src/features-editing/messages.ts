import { listText } from 'shared-api/contracts';
import type { ColumnName } from './draft';

/** Texts that both editors of a practice's features share. */
export const editingMessages = {
  fields: {
    bundles: 'Bundles',
    product_features: 'Features',
    flags: 'Feature Flags',
    account_expiration_date: 'Account Expiration',
    snapshot_expiration_date: 'Snapshot Expiration',
    baseline_date: 'Baseline Date',
  } satisfies Record<ColumnName, string>,
  noDate: 'none',
  member: (list: string, name: string) => `${list}, ${name}`,
  has: 'Added',
  hasNot: 'Removed',
  change: {
    restored: (from: string) => ` (restored from ${from})`,
    added: (names: string) => `added ${names}`,
    removed: (names: string) => `removed ${names}`,
    list: (field: string, changes: readonly string[]) => `${field}: ${changes.join('; ')}`,
    date: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  },
  /** Follows a chip's name: `Call Log via Phones`. */
  via: (bundles: string) => `via ${bundles}`,
  /**
   * Shown below the list of flags: `Used by modules: Beta reports (Hours), Fast synchronization (Hours and Settings).`
   */
  flagUses: (uses: readonly { flag: string; modules: readonly string[] }[]) =>
    `Used by modules: ${uses.map(({ flag, modules }) => `${flag} (${listText(modules)})`).join(', ')}.`,
  sources: { subscription: 'subscription', trial: 'trial', grant: 'added manually' },
  /** Changes by someone else that were merged into a save. */
  incoming: (who: string, lines: readonly string[]) => `Merged with changes by ${who}. ${lines.join('. ')}`,
} as const;
