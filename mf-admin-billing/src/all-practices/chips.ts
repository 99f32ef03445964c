/** What a practice has, as chips: the first few, the others folded away. Pure. */
import type { PracticeFeatures } from 'shared-api/contracts';
import { words } from './messages';

export interface ChipItem {
  /** For people. */
  label: string;
  /** Where it comes from, in words; empty where that is not told. */
  from: string;
}

type Sources = PracticeFeatures['bundles'][number]['sources'];

const fromText = (sources: Sources): string => sources.map((source) => words.chips.sources[source]).join(', ');

export const bundleChips = ({ bundles }: PracticeFeatures): ChipItem[] =>
  bundles.map(({ display_name, sources }) => ({ label: display_name, from: fromText(sources) }));

export const featureChips = ({ product_features }: PracticeFeatures): ChipItem[] =>
  product_features.map(({ display_name, sources, via }) => ({
    label: display_name,
    from: via.length > 0 ? words.chips.via(via.join(', ')) : fromText(sources),
  }));

export const flagChips = ({ features }: PracticeFeatures): ChipItem[] =>
  features.map(({ display_name }) => ({ label: display_name, from: '' }));

/** The first ones, and how many are folded away. One alone is never folded: its chip takes no more room than '+1'. */
export function fold<Item>(items: readonly Item[], room: number): { shown: readonly Item[]; folded: number } {
  const shown = items.length <= room + 1 ? items : items.slice(0, room);
  return { shown, folded: items.length - shown.length };
}
