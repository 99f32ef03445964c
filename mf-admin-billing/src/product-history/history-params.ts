/**
 * Page, size, sort and filters of the history, as URL parameters. Missing and invalid parameters
 * get their defaults. Pure.
 */
import {
  historyPageSizes,
  type HistorySort,
  historySorts,
  isDate,
  type listProductChanges,
  type ProductChangeType,
  productChangeTypes,
  type QueryOf,
} from 'shared-api/contracts';

export interface HistoryFilters {
  type: ProductChangeType | '';
  /** `YYYY-MM-DD`; null for none. */
  from: string | null;
  to: string | null;
  product: string;
  feature: string;
}

export interface HistoryParams {
  page: number;
  size: (typeof historyPageSizes)[number];
  sort: HistorySort;
  order: 'asc' | 'desc';
  filters: HistoryFilters;
}

export const noFilters: HistoryFilters = { type: '', from: null, to: null, product: '', feature: '' };

/** Default of the specification, 9. */
export const defaultParams: HistoryParams = {
  page: 1,
  size: 10,
  sort: 'created_at',
  order: 'desc',
  filters: noFilters,
};

export const filterCount = (filters: HistoryFilters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length;

/** Applies a change. Another sort or filter starts at the first page. */
export function withParams(position: HistoryParams, to: Partial<HistoryParams>): HistoryParams {
  return { ...position, page: 1, ...to };
}

/** Pages between the first and the last. */
export function clampPage(page: number, size: number, count: number): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / size)));
}

const oneOf = <Value extends string | number>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => String(value) === text);

const date = (text: string | null): string | null => (text !== null && isDate(text) ? text : null);

/** @param prefix of each parameter, where the history is part of a page with other parameters */
export function parseHistoryParams(search: string, prefix = ''): HistoryParams {
  const params = new URLSearchParams(search);
  const get = (name: string): string | null => params.get(prefix + name);
  const page = Number(get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size: oneOf(historyPageSizes, get('size')) ?? defaultParams.size,
    sort: oneOf(historySorts, get('sort')) ?? defaultParams.sort,
    order: oneOf(['asc', 'desc'] as const, get('order')) ?? defaultParams.order,
    filters: {
      type: oneOf(productChangeTypes, get('type')) ?? '',
      from: date(get('from')),
      to: date(get('to')),
      product: get('product') ?? '',
      feature: get('feature') ?? '',
    },
  };
}

/** The search string with these parameters; others are kept. Starts with `?`, or is empty. */
export function toSearch(search: string, position: HistoryParams, prefix = ''): string {
  const params = new URLSearchParams(search);
  const { filters, ...place } = position;
  const { filters: unfiltered, ...first } = defaultParams;
  const write = (values: object, defaults: object): void => {
    for (const [name, fallback] of Object.entries(defaults) as [string, unknown][]) {
      const value = (values as Record<string, unknown>)[name];
      if (value === fallback) params.delete(prefix + name);
      else params.set(prefix + name, String(value));
    }
  };
  write(place, first);
  write(filters, unfiltered);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query of the list call. Empty filters are omitted. */
export function toQuery({ page, size, sort, order, filters }: HistoryParams): QueryOf<typeof listProductChanges> {
  const { type, from, to, product, feature } = filters;
  return {
    page,
    page_size: String(size) as '10',
    sort_by: sort,
    sort_order: order,
    ...(type !== '' && { change_type: type }),
    ...(from !== null && { from_date: from }),
    ...(to !== null && { to_date: to }),
    ...(product.trim() !== '' && { product_name: product.trim() }),
    ...(feature.trim() !== '' && { feature_name: feature.trim() }),
  };
}
