import type { FeaturesUsage } from 'shared-api/contracts';

/** The three counts of the usage summary, in their order. */
export const usageLists = ['bundles', 'features', 'feature_flags'] as const;
export type UsageList = (typeof usageLists)[number];

/** Sorts by usage, then by name. */
export function sortByUsage(counts: FeaturesUsage[UsageList]): FeaturesUsage[UsageList] {
  return [...counts].sort((a, b) => b.practices - a.practices || a.display_name.localeCompare(b.display_name));
}
