/** What all endpoints of the Stripe sandbox share: routes, handlers, lists with cursors, expansion. */
import type { EventSink } from './events.js';
import { invalidRequest, noSuch } from './errors.js';
import { defaultIntentOf, paymentsOf, renderPayment } from './invoice-payments.js';
import type { Params, Reader } from './params.js';
import { type Kind, type Store, idOf } from './store.js';

export interface CallContext {
  store: Store;
  events: EventSink;
  /** The sandbox's origin, for URLs in responses. */
  origin: string;
  /** True for requests from browsers, which use a publishable key. */
  fromBrowser: boolean;
  /** True inside a preview. */
  isPreview?: boolean;
}

export interface CallInput {
  /** The parameters of the path. */
  path: Record<string, string>;
  params: Reader;
}

export type Handler = (input: CallInput, context: CallContext) => object;

export interface StripeCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  path: string;
  /** True if browsers may also call it, with a publishable key and the object's client secret. */
  browser?: boolean;
  handler: Handler;
}

const MAX_PER_PAGE = 100;
const PER_PAGE = 10;

/**
 * One page of a list: by cursor, newest first.
 *
 * @param all the unfiltered list, because a cursor stays valid when its object no longer matches the filter
 */
export function page<Item extends { id: string }>(
  items: readonly Item[],
  url: string,
  params: Reader,
  all: readonly Item[] = items,
): object {
  const limit = params.integer('limit') ?? PER_PAGE;
  if (limit < 1 || limit > MAX_PER_PAGE) {
    throw invalidRequest(`Invalid integer: limit must be between 1 and ${MAX_PER_PAGE}`, { param: 'limit' });
  }
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  /** The number of listed items before the cursor, and whether the cursor is in the list. */
  const placeOf = (id: string, param: string): { at: number; isListed: boolean } => {
    const at = items.findIndex((item) => item.id === id);
    if (at !== -1) return { at, isListed: true };
    const place = all.findIndex((item) => item.id === id);
    if (place === -1) throw noSuch('object', id, param);
    const earlier = new Set(all.slice(0, place).map((item) => item.id));
    return { at: items.filter((item) => earlier.has(item.id)).length, isListed: false };
  };
  if (before) {
    const end = placeOf(before, 'ending_before').at;
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: items.slice(start, end) };
  }
  const cursor = after ? placeOf(after, 'starting_after') : undefined;
  const start = cursor ? cursor.at + (cursor.isListed ? 1 : 0) : 0;
  return { object: 'list', url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}

/** The kinds of expandable objects by the prefix of their ids. */
const kindsByPrefix: readonly [prefix: string, kind: Kind][] = [
  ['sub_sched_', 'subscription_schedule'],
  ['sub_', 'subscription'],
  ['cus_', 'customer'],
  ['pm_', 'payment_method'],
  ['seti_', 'setup_intent'],
  ['pi_', 'payment_intent'],
  ['prod_', 'product'],
  ['price_', 'price'],
  ['in_', 'invoice'],
  ['di_', 'discount'],
  ['promo_', 'promotion_code'],
  ['ch_', 'charge'],
  ['py_', 'charge'],
  ['re_', 'refund'],
  ['cn_', 'credit_note'],
  ['dp_', 'dispute'],
  ['card_', 'source'],
  ['ba_', 'source'],
  ['src_', 'source'],
  ['cbtxn_', 'customer_balance_transaction'],
];

/** Fields that an object has only when they are expanded. */
type Included = (object: Record<string, unknown>, store: Store) => unknown;

const list = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url });

/** Legacy cards, bank accounts and sources of a customer. */
export const sourcesOf = (store: Store, customer: string): { id: string }[] =>
  store
    .table('source')
    .all()
    .filter((source) => idOf(source.customer as string | { id: string } | null | undefined) === customer);

const included: Readonly<Record<string, Included>> = {
  'customer.subscriptions': ({ id }, store) =>
    list(
      store
        .table('subscription')
        .all()
        .filter((item) => idOf(item.customer) === id && item.status !== 'canceled'),
      `/v1/customers/${String(id)}/subscriptions`,
    ),
  'customer.sources': ({ id }, store) => list(sourcesOf(store, String(id)), `/v1/customers/${String(id)}/sources`),
  'invoice.payments': ({ id }, store) =>
    list(
      paymentsOf(store, String(id)).map((payment) => renderPayment(store, payment)),
      '/v1/invoice_payments',
    ),
  'invoice.confirmation_secret': ({ id }, store) => {
    const intent = defaultIntentOf(store, String(id));
    return intent ? { type: 'payment_intent', client_secret: intent.client_secret } : null;
  },
};

/** Fields whose ids have no prefix of their own. */
const kindsByField: Readonly<Record<string, Kind>> = { coupon: 'coupon' };

function expandedValue(value: unknown, field: string, store: Store): unknown {
  if (Array.isArray(value)) return value.map((item) => expandedValue(item, field, store));
  if (typeof value !== 'string') return value;
  const kind = kindsByField[field] ?? kindsByPrefix.find(([prefix]) => value.startsWith(prefix))?.[1];
  if (!kind) return value;
  return (
    store.table(kind).find(value) ??
    (kind === 'customer' ? store.table('deleted_customer').find(value) : undefined) ??
    value
  );
}

function expandAt(object: unknown, [step, ...rest]: string[], store: Store): unknown {
  if (step === undefined || typeof object !== 'object' || object === null) return object;
  if (Array.isArray(object)) return object.map((item) => expandAt(item, [step, ...rest], store));
  const record = object as Record<string, unknown>;
  const include = included[`${String(record['object'])}.${step}`];
  const value =
    include && record[step] === undefined ? include(record, store) : expandedValue(record[step], step, store);
  return { ...record, [step]: expandAt(value, rest, store) };
}

/** Fields that objects have only when they are expanded. */
const HIDDEN: ReadonlySet<string> = new Set(['tiers', 'applies_to']);

/** The JSON of an object without the fields that only an expansion adds. */
export function toJson(object: object, expand: readonly string[] = []): string {
  const wanted = new Set(expand.flatMap((path) => path.split('.')));
  return JSON.stringify(object, (key, value: unknown) => (HIDDEN.has(key) && !wanted.has(key) ? undefined : value));
}

/** Copies the object and replaces the ids in `expand[]` with objects. The stored objects don't change. */
export function expanded(object: object, params: Params, store: Store): object {
  const wanted = params['expand'];
  const paths = Array.isArray(wanted) ? wanted : wanted === undefined ? [] : [wanted];
  return paths.reduce<object>((result, path) => expandAt(result, String(path).split('.'), store) as object, object);
}
