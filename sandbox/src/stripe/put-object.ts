/**
 * Sets any fields of any object, for changes from outside of the product: by people in the dashboard, by banks or by
 * Stripe.
 */
import type { CallContext } from './calls.js';
import { invalidRequest } from './errors.js';
import { assertLastDigit } from './minimum-charge.js';
import { schemaCheck } from './schema/check-schema.js';
import type { Schema, StripeSchema } from './schema/schema-types.js';
import { type Kind, type Store, isKind } from './store.js';

type Fields = Record<string, unknown>;

export interface ObjectChange {
  object: string;
  id?: string | undefined;
  fields: Fields;
  event?: string | null | undefined;
}

const prefixes: Readonly<Record<string, string>> = {
  bank_account: 'ba',
  card: 'card',
  charge: 'ch',
  coupon: 'coupon',
  credit_note: 'cn',
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  discount: 'di',
  dispute: 'dp',
  invoice: 'in',
  payment_intent: 'pi',
  payment_method: 'pm',
  price: 'price',
  product: 'prod',
  promotion_code: 'promo',
  refund: 're',
  setup_intent: 'seti',
  source: 'src',
  subscription: 'sub',
  subscription_schedule: 'sub_sched',
  tax_rate: 'txr',
};

/** The prefix of an object's event types, if it isn't the object's type. */
const eventNames: Readonly<Record<string, string>> = {
  bank_account: 'customer.source',
  card: 'customer.source',
  discount: 'customer.discount',
  dispute: 'charge.dispute',
  source: 'customer.source',
  subscription: 'customer.subscription',
};

/** The table of an object. Sources of all kinds share one. */
function kindOf(object: string): Kind {
  const kind = object === 'bank_account' || object === 'card' ? 'source' : object;
  if (isKind(kind) && object in prefixes) return kind;
  throw invalidRequest(`There is no object ${object} that could be set.`, { param: 'object' });
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges given fields into an object. Nested objects are merged too, lists and references are replaced. */
function merged(before: unknown, given: unknown): unknown {
  if (!isFields(before) || !isFields(given) || typeof given['object'] === 'string') return given;
  const names = new Set([...Object.keys(before), ...Object.keys(given)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in given ? merged(before[name], given[name]) : before[name]]),
  );
}

/** The emptiest value that a schema allows. */
function emptiest(schema: Schema, { definitions }: StripeSchema): unknown {
  const options = schema.anyOf ?? [schema];
  if (options.some(({ type }) => type === 'null')) return null;
  const first = options[0] ?? {};
  if (first.enum) return first.enum.includes(false) ? false : first.enum[0];
  if (first.items) return [];
  if (first.type !== undefined) return { string: '', number: 0, boolean: false, null: null }[first.type];
  const definition = first.inline ?? (first.is === undefined ? undefined : definitions[first.is]);
  if (!definition) return first.object === undefined ? null : { object: first.object };
  return Object.fromEntries(
    definition.required.map((name) => [
      name,
      emptiest(definition.properties[name]?.schema ?? {}, { definitions, objects: {}, events: {} }),
    ]),
  );
}

function newObject(store: Store, schema: StripeSchema, object: string, id: string | undefined): Fields {
  const empty = emptiest(schema.objects[object] ?? {}, schema) as Fields;
  const now = store.now();
  return {
    ...empty,
    object,
    id: id ?? store.newId(prefixes[object] ?? object),
    ...('created' in empty && { created: now }),
  };
}

/** A card, a bank account or a source is also a payment method with the same id. */
function putMethodOf({ store }: CallContext, schema: StripeSchema, source: Fields): void {
  const { id, object, customer } = source as { id: string; object: string; customer?: string };
  if (store.table('payment_method').find(id)) return;
  const type = object === 'card' ? 'card' : object === 'bank_account' ? 'us_bank_account' : 'card';
  const fields = object === 'card' ? ['brand', 'last4', 'exp_month', 'exp_year'] : ['last4'];
  const values = Object.fromEntries(fields.flatMap((name) => (name in source ? [[name, source[name]]] : [])));
  // The brands of legacy cards are display names: https://docs.stripe.com/api/cards/object#card_object-brand
  const details = object === 'card' ? { ...values, brand: String(values['brand'] || 'Visa').toLowerCase() } : values;
  const method = newObject(store, schema, 'payment_method', id);
  const empty = emptiest({ is: `PaymentMethods:PaymentMethod.${type === 'card' ? 'Card' : 'UsBankAccount'}` }, schema);
  store
    .table('payment_method')
    .put({ ...method, type, customer: customer ?? null, [type]: { ...(empty as Fields), ...details } } as never);
}

/** Marks the charge of a dispute as disputed. */
function markDisputed(store: Store, dispute: Fields): void {
  const charge = store.table('charge').find(dispute['charge'] as string | null);
  if (charge) store.table('charge').put({ ...charge, disputed: true });
}

const ofPayments = new Set(['dispute', 'payment_intent', 'refund']);

/**
 * Checks only amounts that the request sets. Stripe documents no rule for payments of invoices, so existing amounts are
 * accepted.
 */
function assertAmount({ object, fields: { amount } }: ObjectChange, { currency }: Fields): void {
  if (!ofPayments.has(object) || typeof amount !== 'number' || typeof currency !== 'string') return;
  assertLastDigit(amount, currency, 'fields[amount]');
}

/** The former values of the given fields. */
const formerValues = (before: Fields, given: Fields): Fields =>
  Object.fromEntries(Object.keys(given).map((name) => [name, before[name]]));

/** @throws StripeError 400 with the fields that the type doesn't allow */
export function putObject(context: CallContext, schema: StripeSchema, change: ObjectChange): object {
  const { store, events } = context;
  const kind = kindOf(change.object);
  const check = schemaCheck(schema);
  const problems = check.problemsOfFields(change.object, change.fields);
  const existing = store.table(kind).find(change.id) as Fields | undefined;
  const before = existing ?? newObject(store, schema, change.object, change.id);
  const after = merged(before, change.fields) as Fields & { id: string };
  if (problems.length === 0) problems.push(...check.problemsOf(JSON.parse(JSON.stringify(after))));
  if (problems.length > 0) throw invalidRequest(problems.join('; '), { param: 'fields' });
  assertAmount(change, after);
  store.table(kind).put(after as never);
  if (kind === 'source') putMethodOf(context, schema, after);
  if (kind === 'dispute') markDisputed(store, after);
  const name = `${eventNames[change.object] ?? change.object}.${existing ? 'updated' : 'created'}`;
  const type = change.event === undefined ? name : change.event;
  if (type !== null && type in schema.events) {
    events.emit(type as never, after as never, (existing && formerValues(existing, change.fields)) as never);
  } else if (change.event) {
    throw invalidRequest(`There is no event ${change.event} of this object.`, { param: 'event' });
  }
  return after;
}
