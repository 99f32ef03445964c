/** Lists of bundles, features and flags by name, as in bulk changes and saves. */
import type { AllFeaturesMetadata, BulkChange, NamedItem, PracticeFeatures } from 'shared-api/contracts';

/** The names, in any of their documented spellings (DECISIONS 6). */
export function namesIn(items: readonly NamedItem[]): string[] {
  return items.map((item) => (typeof item === 'string' ? item : (Object.values(item)[0] ?? '')));
}

/** The fields of a record that a change affects; undefined if nothing changes. */
export function applyNames(
  record: PracticeFeatures,
  { action, type, items }: Pick<BulkChange, 'action' | 'type' | 'items'>,
  { bundles, features, feature_flags }: AllFeaturesMetadata,
): Partial<PracticeFeatures> | undefined {
  const has = {
    bundle: record.bundles.map(({ bundle_name }) => bundle_name),
    feature: record.product_features.map(({ feature_name }) => feature_name),
    feature_flag: record.features.map(({ feature }) => feature),
  }[type];
  const names = items.filter((name) => has.includes(name) === (action === 'remove'));
  if (names.length === 0) return undefined;
  const labels = new Map(
    { bundle: bundles, feature: features, feature_flag: feature_flags }[type].map((item) => [
      item.name,
      item.display_name,
    ]),
  );
  const label = (name: string): string => labels.get(name) ?? name;
  const isRemoved = (name: string): boolean => action === 'remove' && names.includes(name);
  const added = action === 'add' ? names : [];
  switch (type) {
    case 'bundle':
      return {
        bundles: [
          ...record.bundles.filter(({ bundle_name }) => !isRemoved(bundle_name)),
          ...added.map((name) => ({ bundle_name: name, display_name: label(name), sources: ['grant' as const] })),
        ],
      };
    case 'feature':
      return {
        product_features: [
          ...record.product_features.filter(({ feature_name }) => !isRemoved(feature_name)),
          ...added.map((name) => ({
            feature_name: name,
            display_name: label(name),
            sources: ['grant' as const],
            via: [],
          })),
        ],
      };
    case 'feature_flag':
      return {
        features: [
          ...record.features.filter(({ feature }) => !isRemoved(feature)),
          ...added.map((name) => ({ feature: name, display_name: label(name) })),
        ],
      };
  }
}
