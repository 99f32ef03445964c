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

type Counts = FeaturesUsage[UsageList];

/** Sorts by usage, then by name. */
export function sortByUsage(counts: FeaturesUsage[UsageList]): FeaturesUsage[UsageList] {
  return [...counts].sort((a, b) => b.practices - a.practices || a.display_name.localeCompare(b.display_name));
}

/** Counts that are equal as one line with the first of their names. Features that come together have equal counts. */
export function groupByUsage(sorted: Counts): (Counts[number] & { others: number })[] {
  const groups: (Counts[number] & { others: number })[] = [];
  for (const count of sorted) {
    const last = groups.at(-1);
    if (last?.practices === count.practices) last.others += 1;
    else groups.push({ ...count, others: 0 });
  }
  return groups;
}
