/** Page, size, sort and filters of the history, as URL parameters. */
import {
  historyPageSizes,
  type HistorySort,
  historySorts,
  type listProductChanges,
  type ProductChangeType,
  productChangeTypes,
  type QueryOf,
} from 'shared-api/contracts';
import { choiceParam, dateParam, pageParam, textParam, type UrlParams, urlParams } from 'shared-ui/remote';

export interface HistoryFilters {
  type: ProductChangeType | '';
  /** `YYYY-MM-DD`; null for none. */
  from: string | null;
  to: string | null;
  product: string;
  feature: string;
}

export interface HistoryParams extends HistoryFilters {
  page: number;
  size: (typeof historyPageSizes)[number];
  sort: HistorySort;
  order: 'asc' | 'desc';
}

export const noFilters: HistoryFilters = { type: '', from: null, to: null, product: '', feature: '' };

/** @param prefix of each parameter, for a history inside a page with other parameters */
const withPrefix = (prefix: string): UrlParams<HistoryParams> =>
  urlParams<HistoryParams>(
    {
      page: pageParam('page'),
      // Defaults from the specification, 9.
      size: choiceParam('size', historyPageSizes, 10),
      sort: choiceParam('sort', historySorts, 'created_at'),
      order: choiceParam('order', ['asc', 'desc'], 'desc'),
      type: choiceParam<ProductChangeType | ''>('type', ['', ...productChangeTypes], ''),
      from: dateParam('from'),
      to: dateParam('to'),
      product: textParam('product'),
      feature: textParam('feature'),
    },
    prefix,
  );

/** Parameters of the history page. */
export const historyParams = withPrefix('');

/** The parameter that shows the history inside another page. */
export const EMBEDDED_HISTORY = 'history';
/** Parameters of the history inside another page. */
export const embeddedHistoryParams = withPrefix(`${EMBEDDED_HISTORY}_`);

export const filtersOf = ({ type, from, to, product, feature }: HistoryFilters): HistoryFilters => ({
  type,
  from,
  to,
  product,
  feature,
});

export const filterCount = (filters: HistoryFilters): number =>
  Object.values(filtersOf(filters)).filter((value) => value !== '' && value !== null).length;

/** Limits a page number to the existing pages. */
export function clampPage(page: number, size: number, count: number): number {
  return Math.min(Math.max(1, page), Math.max(1, Math.ceil(count / size)));
}

/** The query of the list call. Empty filters are omitted. */
export function toQuery(params: HistoryParams): QueryOf<typeof listProductChanges> {
  const { page, size, sort, order, type, from, to, product, feature } = params;
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
