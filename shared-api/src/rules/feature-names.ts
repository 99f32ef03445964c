/**
 * Normalizes names of bundles, features and flags, which have several spellings (DECISIONS 6), to the documented one.
 */
import type { PracticeFeatures } from '../contracts/practice-features.js';

type Named = Readonly<Record<string, unknown>>;

/** The name of an item in the first matching spelling. An item can also be the name itself. */
function nameIn(item: unknown, spellings: readonly string[]): string {
  if (typeof item === 'string') return item;
  const named = (typeof item === 'object' && item !== null ? item : {}) as Named;
  const match = spellings.map((spelling) => named[spelling]).find((name) => typeof name === 'string');
  return typeof match === 'string' ? match : '';
}

function listOf<Item extends object>(
  items: unknown,
  complete: (item: Partial<Item>, name: string) => Item,
  spellings: readonly string[],
): Item[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    const name = nameIn(item, spellings);
    return name === '' ? [] : [complete((typeof item === 'object' ? item : {}) as Partial<Item>, name)];
  });
}

type Bundle = PracticeFeatures['bundles'][number];
type Feature = PracticeFeatures['product_features'][number];
type Flag = PracticeFeatures['features'][number];

/** The record with documented names. Items without a name are omitted. */
export function practiceFeaturesFromWire(record: PracticeFeatures): PracticeFeatures {
  return {
    ...record,
    bundles: listOf<Bundle>(
      record.bundles,
      (item, name) => ({ display_name: name, sources: [], ...item, bundle_name: name }),
      ['bundle_name', 'name'],
    ),
    product_features: listOf<Feature>(
      record.product_features,
      (item, name) => ({ display_name: name, sources: [], via: [], ...item, feature_name: name }),
      ['feature_name', 'feature', 'name'],
    ),
    features: listOf<Flag>(record.features, (item, name) => ({ display_name: name, ...item, feature: name }), [
      'feature',
      'value',
      'name',
    ]),
  };
}
