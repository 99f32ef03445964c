import type { BulkType, FeaturesUsage } from 'shared-api/contracts';

/** The three counts of the usage summary by the type of their items, in their order. */
const lists = { bundle: 'bundles', feature: 'features', feature_flag: 'feature_flags' } as const satisfies Record<
  BulkType,
  keyof FeaturesUsage
>;

export type UsageList = (typeof lists)[BulkType];

export const usageListOf = (type: BulkType): UsageList => lists[type];

/** The counts of a type, in the order of the catalog. */
export const usageOfType = (usage: FeaturesUsage | undefined, type: BulkType): FeaturesUsage[UsageList] =>
  usage?.[lists[type]] ?? [];

/** Sorts by usage, then by name. */
export function sortByUsage(counts: FeaturesUsage[UsageList]): FeaturesUsage[UsageList] {
  return [...counts].sort((a, b) => b.practices - a.practices || a.display_name.localeCompare(b.display_name));
}
