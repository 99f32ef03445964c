/**
 * Where one is in the history, as the address says it: page, size, sort and filters. What is not in the address is the
 * default; what is nonsense there is too. Pure.
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

export interface Filters {
  type: ProductChangeType | '';
  /** `YYYY-MM-DD`; null for none. */
  from: string | null;
  to: string | null;
  product: string;
  feature: string;
}

export interface Position {
  page: number;
  size: (typeof historyPageSizes)[number];
  sort: HistorySort;
  order: 'asc' | 'desc';
  filters: Filters;
}

export const noFilters: Filters = { type: '', from: null, to: null, product: '', feature: '' };

/** Default of the specification, 9. */
export const start: Position = { page: 1, size: 10, sort: 'created_at', order: 'desc', filters: noFilters };

export const filterCount = (filters: Filters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length;

/** The same place with another sort or other filters is another list: it begins at its first page. */
export function moved(position: Position, to: Partial<Position>): Position {
  return { ...position, page: 1, ...to };
}

/** Pages between the first and the last. */
export function clampPage(page: number, size: number, count: number): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / size)));
}

const oneOf = <Value extends string | number>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => String(value) === text);

const date = (text: string | null): string | null => (text !== null && isDate(text) ? text : null);

/** @param prefix before each name, where the history is a part of a page with other things in its address */
export function positionFrom(search: string, prefix = ''): Position {
  const params = new URLSearchParams(search);
  const get = (name: string): string | null => params.get(prefix + name);
  const page = Number(get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size: oneOf(historyPageSizes, get('size')) ?? start.size,
    sort: oneOf(historySorts, get('sort')) ?? start.sort,
    order: oneOf(['asc', 'desc'] as const, get('order')) ?? start.order,
    filters: {
      type: oneOf(productChangeTypes, get('type')) ?? '',
      from: date(get('from')),
      to: date(get('to')),
      product: get('product') ?? '',
      feature: get('feature') ?? '',
    },
  };
}

/** The address with this place in it; all else in it stays. Starts with `?`, or is empty. */
export function searchWith(search: string, position: Position, prefix = ''): string {
  const params = new URLSearchParams(search);
  const { filters, ...place } = position;
  const { filters: unfiltered, ...first } = start;
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

/** The list as the call asks for it. Empty filters are not sent. */
export function queryOf({ page, size, sort, order, filters }: Position): QueryOf<typeof listProductChanges> {
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
