/**
 * Charges, which are attempts to collect a payment, and their refunds. https://docs.stripe.com/api/charges, /refunds
 */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest } from './errors.js';
import { assertLastDigit } from './minimum-charge.js';
import type { Reader } from './params.js';
import { type Store, idOf } from './store.js';

const statusOf = ({ status }: Stripe.PaymentIntent): 'succeeded' | 'pending' | 'failed' =>
  status === 'succeeded' ? 'succeeded' : status === 'processing' ? 'pending' : 'failed';

function newCharge(store: Store, intent: Stripe.PaymentIntent): Stripe.Charge {
  const method = store.table('payment_method').find(idOf(intent.payment_method));
  const status = statusOf(intent);
  const error = intent.last_payment_error;
  const { address = null, email = null, name = null, phone = null, tax_id = null } = method?.billing_details ?? {};
  return {
    id: store.newId(method?.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address, email, name, phone, tax_id },
    calculated_statement_descriptor: null,
    captured: status !== 'failed',
    created: store.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: method ? { type: method.type } : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** Records the charge of an intent's outcome. A debit in progress keeps its charge. Returns the intent that names it. */
export function recordCharge({ store, events }: CallContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const isAttempt =
    intent.status === 'succeeded' ||
    intent.status === 'processing' ||
    (intent.status === 'requires_payment_method' && intent.payment_method !== null);
  if (!isAttempt) return intent;
  const pending = store.table('charge').find(idOf(intent.latest_charge));
  const newestCharge = newCharge(store, intent);
  const charge =
    pending?.status === 'pending' ? { ...newestCharge, id: pending.id, created: pending.created } : newestCharge;
  store.table('charge').put(charge);
  events.emit(
    charge.status === 'failed' ? 'charge.failed' : charge.paid ? 'charge.succeeded' : 'charge.pending',
    charge,
  );
  return store.table('payment_intent').put({ ...intent, latest_charge: charge.id });
}

function chargeIn(params: Reader, store: Store): Stripe.Charge {
  const intent = params.text('payment_intent');
  const id = intent
    ? idOf(store.table('payment_intent').get(intent, 'payment_intent').latest_charge)
    : params.needed('charge');
  return store.table('charge').get(id ?? '', intent ? 'payment_intent' : 'charge');
}

/** Refunds a charge or a part of it. */
export function refund(
  { store, events }: Pick<CallContext, 'store' | 'events'>,
  charge: Stripe.Charge,
  given: number | null,
  reason: Stripe.Refund['reason'] = null,
): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = given ?? left;
  if (charge.refunded || left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount < 1 || amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  if (given !== null) assertLastDigit(given, charge.currency, 'amount');
  const createdRefund = store.table('refund').put({
    id: store.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: store.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const refunded = charge.amount_refunded + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured };
  events.emit('refund.created', createdRefund);
  events.emit('charge.refunded', store.table('charge').put(after));
  return createdRefund;
}

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** A filter by a reference; undefined if the request has none. */
const refersTo = (reference: string | { id: string } | null, id: string | null | undefined): boolean =>
  !id || idOf(reference) === id;

export const chargeCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    handler: ({ params }, { store }) => {
      const [customer, intent] = [params.text('customer'), params.text('payment_intent')];
      const created = params.range('created');
      const charges = store
        .table('charge')
        .all()
        .filter((one) => refersTo(one.customer, customer) && refersTo(one.payment_intent, intent))
        .filter((one) => !created || created(one.created));
      return page(charges, '/v1/charges', params, store.table('charge').all());
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    handler: ({ path }, { store }) => store.table('charge').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    handler: ({ params }, context) =>
      refund(
        context,
        chargeIn(params, context.store),
        params.integer('amount') ?? null,
        params.oneOf('reason', reasons) ?? null,
      ),
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    handler: ({ params }, { store }) => {
      const [charge, intent] = [params.text('charge'), params.text('payment_intent')];
      const created = params.range('created');
      const refunds = store
        .table('refund')
        .all()
        .filter((one) => refersTo(one.charge, charge) && refersTo(one.payment_intent, intent))
        .filter((one) => !created || created(one.created));
      return page(refunds, '/v1/refunds', params, store.table('refund').all());
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    handler: ({ path }, { store }) => store.table('refund').get(path['id'] ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    handler: ({ params }, { store }) => {
      const [charge, intent] = [params.text('charge'), params.text('payment_intent')];
      const disputes = store
        .table('dispute')
        .all()
        .filter((one) => refersTo(one.charge, charge) && refersTo(one.payment_intent, intent));
      return page(disputes, '/v1/disputes', params, store.table('dispute').all());
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    handler: ({ path }, { store }) => store.table('dispute').get(path['id'] ?? ''),
  },
];
