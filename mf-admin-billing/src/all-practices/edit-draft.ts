/** What is ticked in the 'Edit Practice Features' dialog, against the record that it was opened with. Pure. */
import type { BodyOf, PracticeFeatures, updatePracticeFeatures } from 'shared-api/contracts';

/** Names of bundles and of features. */
export interface Names {
  bundles: readonly string[];
  features: readonly string[];
}

export const namesOf = ({ bundles, product_features }: PracticeFeatures): Names => ({
  bundles: bundles.map(({ bundle_name }) => bundle_name),
  features: product_features.map(({ feature_name }) => feature_name),
});

const less = (names: readonly string[], taken: readonly string[]): string[] => {
  const gone = new Set(taken);
  return names.filter((name) => !gone.has(name));
};

/** How many ticks differ. */
export function changesOf(stored: Names, ticked: Names): number {
  return (['bundles', 'features'] as const).reduce(
    (sum, list) => sum + less(ticked[list], stored[list]).length + less(stored[list], ticked[list]).length,
    0,
  );
}

/** The ticks over a record that somebody else has changed meanwhile: what the person ticked or unticked stays so. */
export function rebased(stored: Names, ticked: Names, fresh: Names): Names {
  const over = (list: keyof Names): string[] => {
    const kept = less(fresh[list], less(stored[list], ticked[list]));
    return [...kept, ...less(less(ticked[list], stored[list]), kept)];
  };
  return { bundles: over('bundles'), features: over('features') };
}

const listed = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

/** The save as the cross-practice editor sends it: three lists of names; the flags go along as they are. */
export function bodyOf(record: PracticeFeatures, { bundles, features }: Names): BodyOf<typeof updatePracticeFeatures> {
  return {
    bundles: listed(bundles),
    product_features: listed(features),
    features: listed(record.features.map(({ feature }) => feature)),
  };
}
