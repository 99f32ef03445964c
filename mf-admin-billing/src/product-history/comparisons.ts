/** Values of an entry before and after the change. Pure. */
import type { ProductChangeType } from 'shared-api/contracts';
import { changeTypeText } from './change-type';
import { historyMessages } from './messages';
import type { Comparison, HistoryEntry } from './mapper';

const messages = historyMessages.details;

const isTrial = (type: ProductChangeType): boolean => type.startsWith('TRIAL_');

/** The entry's own comparison, or one derived from its type. */
export function comparisonsOf(entry: HistoryEntry): readonly Comparison[] {
  const { change_type, feature_display_name, feature_name, bundle_display_name, bundle_name, product_name, data } =
    entry;
  if (data.comparisons.length > 0) return data.comparisons;
  const { before, after } = isTrial(change_type) ? messages.trial : messages.available;
  const what = feature_display_name ?? feature_name ?? bundle_display_name ?? bundle_name ?? product_name;
  return [
    changeTypeText(change_type) === 'addition' ? { what, before, after } : { what, before: after, after: before },
  ];
}
