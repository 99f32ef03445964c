/** The choices of the three lists, with the source of each item that the practice has. Pure. */
import type { FeatureList, FeaturesMetadata, PracticeFeatures } from 'shared-api/contracts';
import type { Choice } from 'shared-ui';
import { editingMessages as messages } from './messages';

export type Options = Record<FeatureList, readonly Choice[]>;

/** The bundles that include an item, or its sources without any. */
function sourceNote(
  sources: readonly (keyof typeof messages.sources)[],
  via: readonly string[] = [],
): { note?: string } {
  if (via.length > 0) return { note: messages.via(via.join(', ')) };
  return sources.length > 0 ? { note: sources.map((source) => messages.sources[source]).join(', ') } : {};
}

/** Items that the practice has but the catalog no longer lists stay, so that they can be removed. */
function withUnknown(known: readonly Choice[], had: readonly Choice[]): Choice[] {
  const notes = new Map(had.map((choice) => [choice.value, choice.note]));
  const names = new Set(known.map(({ value }) => value));
  return [
    ...known.map((choice) => {
      const from = notes.get(choice.value);
      return from === undefined ? choice : { ...choice, note: from };
    }),
    ...had.filter(({ value }) => !names.has(value)),
  ].sort((one, other) => one.label.localeCompare(other.label));
}

export function optionsOf(metadata: FeaturesMetadata, record: PracticeFeatures | null): Options {
  return {
    bundles: withUnknown(
      metadata.bundles.map(({ name, display_name, description }) => ({
        value: name,
        label: display_name,
        detail: description,
      })),
      (record?.bundles ?? []).map(({ bundle_name, display_name, sources }) => ({
        value: bundle_name,
        label: display_name,
        ...sourceNote(sources),
      })),
    ),
    product_features: withUnknown(
      metadata.features.map(({ name, display_name, description }) => ({
        value: name,
        label: display_name,
        detail: description,
      })),
      (record?.product_features ?? []).map(({ feature_name, display_name, sources, via }) => ({
        value: feature_name,
        label: display_name,
        ...sourceNote(sources, via),
      })),
    ),
    flags: withUnknown(
      metadata.feature_flags.map(({ name, display_name }) => ({ value: name, label: display_name })),
      (record?.features ?? []).map(({ feature, display_name }) => ({ value: feature, label: display_name })),
    ),
  };
}
