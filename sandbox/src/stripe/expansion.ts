/** Expansion of ids into objects: https://docs.stripe.com/expand */
import { type StripeError, invalidRequest } from './errors.js';
import { defaultIntentOf, paymentsOf, renderPayment } from './invoice-payments.js';
import type { Params } from './params.js';
import { EXPANDABLE_FIELDS } from './schema/expandable-fields.js';
import { type Kind, type Store, idOf } from './store.js';

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

/**
 * Lists within an object contain their first items: https://docs.stripe.com/api/invoices/object#invoice_object-lines
 */
const MAX_EMBEDDED = 10;
const EMBEDDED: ReadonlySet<string> = new Set(['lines', 'items']);

const list = (data: object[], url: string) => ({
  object: 'list',
  data: data.slice(0, MAX_EMBEDDED),
  has_more: data.length > MAX_EMBEDDED,
  url,
});

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
const kindsByField: Readonly<Record<string, Kind>> = { coupon: 'coupon', product: 'product' };

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
  if (record['deleted'] === true) return object;
  const include = included[`${String(record['object'])}.${step}`];
  const value =
    include && record[step] === undefined ? include(record, store) : expandedValue(record[step], step, store);
  return { ...record, [step]: expandAt(value, rest, store) };
}

/** Fields that objects have only when they are expanded. */
const HIDDEN: ReadonlySet<string> = new Set(['tiers', 'applies_to']);

function firstItems(value: unknown): unknown {
  const list = value as { object?: unknown; data?: unknown } | null;
  if (list?.object !== 'list' || !Array.isArray(list.data) || list.data.length <= MAX_EMBEDDED) return value;
  return { ...list, data: list.data.slice(0, MAX_EMBEDDED), has_more: true };
}

/** The JSON of an object without the fields that only an expansion adds, and with the first items of its lists. */
export function toJson(object: object, expand: readonly string[] = []): string {
  const segments = new Set(expand.flatMap((path) => path.split('.')));
  return JSON.stringify(object, (key, value: unknown) => {
    if (HIDDEN.has(key) && !segments.has(key)) return undefined;
    return EMBEDDED.has(key) ? firstItems(value) : value;
  });
}

/** Paths are counted with the `data` of lists: https://docs.stripe.com/expand#multiple-levels */
const MAX_LEVELS = 4;

const notExpandable = (path: string, hint = ''): StripeError =>
  invalidRequest(`This property cannot be expanded (${path}).${hint}`);

/** The type of a list's items, derived from the list's URL. */
function itemOf({ url, data }: { url?: unknown; data?: unknown }): string {
  const [first] = Array.isArray(data) ? (data as { object?: unknown }[]) : [];
  if (first) return String(first.object);
  const name = String(url)
    .split('/')
    .filter((step) => step !== 'search')
    .at(-1);
  return (
    { lines: 'line_item', balance_transactions: 'customer_balance_transaction' }[name ?? ''] ??
    (name ?? '').slice(0, -1)
  );
}

/** @param the steps of a path within an object of the given type */
function isExpandable(object: string, steps: readonly string[]): boolean {
  const fields = EXPANDABLE_FIELDS[object];
  // The sandbox doesn't know the fields of objects that it doesn't support.
  if (!fields) return true;
  for (let length = 1; length <= steps.length; length += 1) {
    const path = steps.slice(0, length).join('.');
    const rest = steps.slice(length);
    const targets = fields.expands[path];
    const parts = fields.contains[path];
    if (rest.length === 0) return targets !== undefined || parts?.[0] === 'list';
    if (targets && targets.length > 0) return targets.some((target) => isExpandable(target, rest));
    if (parts && parts[0] !== 'list') return parts.some((part) => isExpandable(part, rest));
  }
  return false;
}

/** @throws StripeError 400 for a path that the answer's type doesn't allow */
function assertExpandable(answer: object, path: string): void {
  const steps = path.split('.');
  if (steps.length > MAX_LEVELS) {
    throw invalidRequest(`You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`, {
      code: 'property_expansion_max_depth',
    });
  }
  const { object, ...fields } = answer as { object?: unknown; url?: unknown; data?: unknown };
  if (object !== 'list' && object !== 'search_result') {
    if (!isExpandable(String(object), steps)) throw notExpandable(path);
    return;
  }
  const item = itemOf(fields);
  if (steps[0] !== 'data') {
    const hint = isExpandable(item, steps) ? ` You may want to try expanding 'data.${path}' instead.` : '';
    throw notExpandable(path, hint);
  }
  if (!isExpandable(item, steps.slice(1))) throw notExpandable(path);
}

/** Copies the object and replaces the ids in `expand[]` with objects. The stored objects don't change. */
export function expanded(object: object, params: Params, store: Store): object {
  const expand = params['expand'];
  const paths = Array.isArray(expand) ? expand : expand === undefined ? [] : [expand];
  for (const path of paths) assertExpandable(object, String(path));
  return paths.reduce<object>((result, path) => expandAt(result, String(path).split('.'), store) as object, object);
}
