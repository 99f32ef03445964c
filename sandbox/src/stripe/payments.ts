/** Payment intents and the responses of a card's bank: https://docs.stripe.com/api/payment_intents */
import type Stripe from 'stripe';
import { behaviorOf } from './cards.js';
import { recordCharge } from './charges.js';
import type { CallContext } from './calls.js';
import { StripeError, invalidRequest } from './errors.js';
import { defaultIntentOf, linkPayment } from './invoice-payments.js';
import type { Store } from './store.js';

export interface Charge {
  customer: string;
  method: Stripe.PaymentMethod | undefined;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  invoice: string;
}

export function secretFor(store: Store, id: string): string {
  return `${id}_secret_${store.newId('k').slice(2)}`;
}

/** The next action for Stripe.js, both for payments and for saving a card. */
export interface NextAction {
  type: 'use_stripe_sdk';
  use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string };
}

export function nextAction(origin: string, intent: string): NextAction {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${origin}/stripe-js/authenticate?intent=${intent}` },
  };
}

const declineWords = {
  declines_charges: { decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
} as const;

type Outcome = Pick<Stripe.PaymentIntent, 'status' | 'last_payment_error' | 'next_action' | 'amount_received'>;

/** The outcome of charging this card now. */
export function outcomeOf(
  { store, origin }: CallContext,
  intent: string,
  amount: number,
  method?: Stripe.PaymentMethod,
): Outcome {
  const nothing = { last_payment_error: null, next_action: null, amount_received: 0 };
  if (!method) return { ...nothing, status: 'requires_payment_method' };
  const behaviour = behaviorOf(store, method);
  switch (behaviour) {
    case 'approves':
      return { ...nothing, status: 'succeeded', amount_received: amount };
    case 'asks_once':
    case 'asks_always':
      return { ...nothing, status: 'requires_action', next_action: nextAction(origin, intent) };
    case 'processes':
    case 'processes_then_fails':
      return { ...nothing, status: 'processing' };
    case 'declines_charges':
    case 'insufficient_funds':
      return {
        ...nothing,
        status: 'requires_payment_method',
        last_payment_error: {
          type: 'card_error',
          code: 'card_declined',
          payment_method: method,
          ...declineWords[behaviour],
        },
      };
  }
}

export interface IntentFields {
  id: string;
  customer: string | null;
  method: Stripe.PaymentMethod | undefined;
  amount: number;
  currency: string;
  metadata?: Record<string, string>;
  description?: string | null;
}

/** Creates a payment intent. `outcome` is the result of charging the card so far. */
export function newIntent(
  store: Store,
  { id, customer, method, amount, currency, metadata = {}, description = null }: IntentFields,
  outcome: Outcome,
): Stripe.PaymentIntent {
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    ...outcome,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: secretFor(store, id),
    confirmation_method: 'automatic',
    created: store.now(),
    currency,
    customer,
    description,
    latest_charge: null,
    livemode: false,
    metadata,
    payment_method: method?.id ?? null,
    payment_method_types: [method?.type ?? 'card'],
    receipt_email: null,
    setup_future_usage: 'off_session',
    allowed_payment_method_types: null,
    application: null,
    application_fee_amount: null,
    customer_account: null,
    excluded_payment_method_types: null,
    managed_payments: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
  };
  return store.table('payment_intent').put(intent);
}

/** Stores the intent of an invoice: the existing one while it is open, or a new one. */
function putInvoiceIntent(
  { store, events }: CallContext,
  { customer, method, amount, currency, invoice }: Charge,
  outcome: (id: string) => Outcome,
): Stripe.PaymentIntent {
  const open = defaultIntentOf(store, invoice);
  if (open && open.status !== 'succeeded' && open.status !== 'canceled') {
    return store
      .table('payment_intent')
      .put({ ...open, amount, payment_method: method?.id ?? null, ...outcome(open.id) });
  }
  const id = store.newId('pi');
  linkPayment(store, invoice, id, true);
  const intent = newIntent(store, { id, customer, method, amount, currency }, outcome(id));
  events.emit('payment_intent.created', intent);
  return intent;
}

/** Charges a card for an invoice. The outcome is in the intent's status. */
export function chargeCard(context: CallContext, charge: Charge): Stripe.PaymentIntent {
  const charged = putInvoiceIntent(context, charge, (id) => outcomeOf(context, id, charge.amount, charge.method));
  const intent = recordCharge(context, charged);
  emitIntentEvent(context.events, intent);
  return intent;
}

/** Creates an intent that a person confirms in the browser. */
export function createPendingPayment(context: CallContext, charge: Charge): Stripe.PaymentIntent {
  return putInvoiceIntent(context, charge, () => ({
    status: charge.method ? 'requires_confirmation' : 'requires_payment_method',
    last_payment_error: null,
    next_action: null,
    amount_received: 0,
  }));
}

/** Cancels the payment of an invoice that can't be paid anymore. */
export function cancelIntentOf({ store, events }: CallContext, invoice: string): void {
  const intent = defaultIntentOf(store, invoice);
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return;
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: store.now(),
    cancellation_reason: 'void_invoice',
  };
  store.table('payment_intent').put(canceled);
  events.emit('payment_intent.canceled', canceled);
}

/** Emits the event for the outcome of an intent. */
export function emitIntentEvent(events: CallContext['events'], intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded') events.emit('payment_intent.succeeded', intent);
  else if (intent.status === 'processing') events.emit('payment_intent.processing', intent);
  else if (intent.status === 'requires_action') events.emit('payment_intent.requires_action', intent);
  else events.emit('payment_intent.payment_failed', intent);
}

const actionMessages = {
  invoice:
    'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
  subscription:
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.',
} as const;

/**
 * The card error of a declined intent.
 *
 * @param keeps false if the request must not leave any changes, not even the attempt
 */
export function declineOf(intent: Stripe.PaymentIntent, of: keyof typeof actionMessages, keeps = false): StripeError {
  const error = intent.last_payment_error;
  const asksPerson = intent.status === 'requires_action';
  const { code, message } = asksPerson
    ? { code: `${of}_payment_intent_requires_action`, message: actionMessages[of] }
    : { code: error?.code ?? 'card_declined', message: error?.message ?? 'Your card was declined.' };
  return new StripeError(
    402,
    {
      type: 'card_error',
      code,
      ...(!asksPerson && error?.decline_code && { decline_code: error.decline_code }),
      message,
      payment_intent: intent,
    },
    keeps,
  );
}

/** @throws StripeError if a browser does not send the object's secret */
export function checkSecret(
  object: { id: string; client_secret: string | null },
  given: string | null | undefined,
  { fromBrowser }: CallContext,
): void {
  if (!fromBrowser || given === object.client_secret) return;
  throw invalidRequest(`The client_secret provided does not match any associated intent with id ${object.id}.`, {
    param: 'client_secret',
  });
}
