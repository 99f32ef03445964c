import type { BulkType, FeaturesUsage } from 'shared-api/contracts';

/** The usage summary's three counts by item type, in display order. */
const lists = { bundle: 'bundles', feature: 'features', feature_flag: 'feature_flags' } as const satisfies Record<
  BulkType,
  keyof FeaturesUsage
>;

export type UsageList = (typeof lists)[BulkType];

export const usageListOf = (type: BulkType): UsageList => lists[type];

/** The counts of a type, in catalog order. */
export const usageOfType = (usage: FeaturesUsage | undefined, type: BulkType): FeaturesUsage[UsageList] =>
  usage?.[lists[type]] ?? [];

/** Sorts by usage, then by name. */
export function sortByUsage(counts: FeaturesUsage[UsageList]): FeaturesUsage[UsageList] {
  return [...counts].sort((a, b) => b.practices - a.practices || a.display_name.localeCompare(b.display_name));
}
