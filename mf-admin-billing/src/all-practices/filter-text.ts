/** Describes a filter as text. Pure. */
import type { BulkType, FeaturesUsage } from 'shared-api/contracts';
import type { ListFilter } from './list-params';
import { messages } from './messages';
import { usageOfType } from './usage';

const text = messages.selection;

/** The display name of a bundle, feature or flag. */
export type LabelOf = (type: BulkType, name: string) => string;

/** Shows the internal name until the usage has loaded. */
export function labelsIn(usage: FeaturesUsage | undefined): LabelOf {
  return (type, name) => usageOfType(usage, type).find((item) => item.name === name)?.display_name ?? name;
}

/** Example: "that have Phones and match “smile”". Empty without a filter. @param count the number of practices */
export function filterText(filter: ListFilter, labelOf: LabelOf, count: number): string {
  const { search, insider, bundle, feature, flag, state } = filter;
  const items = [
    ...(bundle === '' ? [] : [labelOf('bundle', bundle)]),
    ...(feature === '' ? [] : [labelOf('feature', feature)]),
    ...(flag === '' ? [] : [labelOf('feature_flag', flag)]),
  ];
  const parts = [
    ...(insider ? [text.insiders] : []),
    ...(state === '' ? [] : [text.inState[state]]),
    ...(items.length === 0 ? [] : [text.having(items)]),
    ...(search === '' ? [] : [text.searched(search)]),
  ];
  return parts.length === 0 ? '' : text.that(parts.flatMap((part) => part[count === 1 ? 0 : 1] ?? []));
}

export const targetText = (filter: ListFilter, labelOf: LabelOf, count: number): string =>
  filterText(filter, labelOf, count) || text.filterAll;
