/** The filter and the order of the providers, kept in the URL: `?q=osei&sort=utilization`. */
import { type ProviderTotals, utilizationOf } from 'shared-api/contracts';
import { choiceParam, textParam, urlParams } from 'shared-ui/remote';
import { nameOf } from './names';
import { rangeHoursOf } from './totals';

export const providerSorts = ['name', 'utilization', 'worked'] as const;
export type ProviderSort = (typeof providerSorts)[number];

export interface ListParams {
  /** Part of a name. */
  name: string;
  sort: ProviderSort;
}

export const providerListParams = urlParams<ListParams>({
  name: textParam('q'),
  sort: choiceParam('sort', providerSorts, 'name'),
});

/** Lowest utilization first, as in the summary. */
const byUtilization = (one: ProviderTotals, other: ProviderTotals): number =>
  utilizationOf(rangeHoursOf(one)) - utilizationOf(rangeHoursOf(other));

const orders: Record<ProviderSort, ((one: ProviderTotals, other: ProviderTotals) => number) | null> = {
  // The server's order: by last name, then first name.
  name: null,
  utilization: byUtilization,
  worked: (one, other) => other.total_hours_worked - one.total_hours_worked,
};

/**
 * The providers whose name contains the text, sorted. Without filter and sort order, all providers in the given order.
 */
export function listedProviders<Provider extends ProviderTotals>(
  providers: readonly Provider[],
  { name, sort }: ListParams,
): Provider[] {
  const text = name.trim().toLowerCase();
  const found = text === '' ? [...providers] : providers.filter((each) => nameOf(each).toLowerCase().includes(text));
  const order = orders[sort];
  return order ? found.sort(order) : found;
}
