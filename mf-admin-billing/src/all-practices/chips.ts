/** The chips of a practice's bundles, features and flags. Pure. */
import type { PracticeFeatures } from 'shared-api/contracts';
import { messages } from './messages';

export interface ChipItem {
  /** The display name. */
  label: string;
  /** The source as text; empty if unknown. */
  from: string;
}

type Sources = PracticeFeatures['bundles'][number]['sources'];

const fromText = (sources: Sources): string => sources.map((source) => messages.chips.sources[source]).join(', ');

export const bundleChips = ({ bundles }: PracticeFeatures): ChipItem[] =>
  bundles.map(({ display_name, sources }) => ({ label: display_name, from: fromText(sources) }));

export const featureChips = ({ product_features }: PracticeFeatures): ChipItem[] =>
  product_features.map(({ display_name, sources, via }) => ({
    label: display_name,
    from: via.length > 0 ? messages.chips.via(via.join(', ')) : fromText(sources),
  }));

/** The features that don't come with one of the practice's bundles. */
export const extraFeatureChips = (record: PracticeFeatures): ChipItem[] =>
  featureChips({ ...record, product_features: record.product_features.filter(({ via }) => via.length === 0) });

export const flagChips = ({ features }: PracticeFeatures): ChipItem[] =>
  features.map(({ display_name }) => ({ label: display_name, from: '' }));

/**
 * The visible items, and the number of collapsed ones. Next to others, a single item is never collapsed, because its
 * chip is as small as '+1'.
 */
export function splitVisible<Item>(items: readonly Item[], room: number): { shown: readonly Item[]; folded: number } {
  const limit = room > 1 ? room + 1 : room;
  const shown = items.length <= limit ? items : items.slice(0, room);
  return { shown, folded: items.length - shown.length };
}
