/** Before and after of an entry. Pure. */
import type { ProductChangeType } from 'shared-api/contracts';
import { kindOf } from './change-type';
import { historyMessages } from './messages';
import type { Comparison, HistoryEntry } from './wire';

const words = historyMessages.details;

const isTrial = (type: ProductChangeType): boolean => type.startsWith('TRIAL_');

/** As the entry itself says it; where it says nothing, what its type means for what it names. */
export function comparisonsOf(entry: HistoryEntry): readonly Comparison[] {
  const { change_type, feature_display_name, feature_name, bundle_name, product_name, data } = entry;
  if (data.comparisons.length > 0) return data.comparisons;
  const { before, after } = isTrial(change_type) ? words.trial : words.available;
  const what = feature_display_name ?? feature_name ?? bundle_name ?? product_name;
  return [kindOf(change_type) === 'addition' ? { what, before, after } : { what, before: after, after: before }];
}
