/** The endpoints of payment intents, and a person's answer to their bank's authentication. */
import type Stripe from 'stripe';
import { findMethod, rememberAuthentication } from './cards.js';
import { recordCharge } from './charges.js';
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest, missing } from './errors.js';
import { formatMoney } from './html.js';
import { assertLastDigit, minimumCharge } from './minimum-charge.js';
import type { Reader } from './params.js';
import { checkSecret, declineOf, newIntent, outcomeOf, emitIntentEvent } from './payments.js';
import { idOf } from './store.js';
import { settleInvoice } from './subscription-lifecycle.js';

function confirm(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  method?: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const { store, events } = context;
  const confirmed = store.table('payment_intent').put({
    ...intent,
    payment_method: method?.id ?? intent.payment_method,
    ...outcomeOf(context, intent.id, intent.amount, method),
  });
  const after = recordCharge(context, confirmed);
  emitIntentEvent(events, after);
  if (after.status === 'succeeded') settleInvoice(context, after);
  if (after.status === 'requires_payment_method') throw declineOf(after, 'invoice', true);
  return after;
}

/**
 * Processes the person's answer to their bank's authentication.
 *
 * @param approved false if they declined or failed the authentication
 */
export function answerAuthentication(context: CallContext, id: string, approved: boolean): Stripe.PaymentIntent {
  const { store, events } = context;
  const intent = store.table('payment_intent').get(id);
  if (intent.status !== 'requires_action') return intent;
  const method = store.table('payment_method').find(idOf(intent.payment_method));
  if (!approved || !method) {
    const failed: Stripe.PaymentIntent = {
      ...intent,
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
    };
    store.table('payment_intent').put(failed);
    recordCharge(context, failed);
    events.emit('payment_intent.payment_failed', failed);
    return failed;
  }
  rememberAuthentication(store, method);
  const authenticated = store.table('payment_intent').put({
    ...intent,
    status: 'succeeded',
    next_action: null,
    amount_received: intent.amount,
    last_payment_error: null,
  });
  const succeeded = recordCharge(context, authenticated);
  events.emit('payment_intent.succeeded', succeeded);
  settleInvoice(context, succeeded);
  return succeeded;
}

/** Creates an intent for a server, and confirms it if requested. */
function create(params: Reader, context: CallContext): Stripe.PaymentIntent {
  const { store, events } = context;
  const amount = params.integer('amount');
  if (amount === undefined || amount === null) throw missing('amount');
  const currency = params.needed('currency').toLowerCase();
  if (amount < minimumCharge(currency)) {
    const minimum = formatMoney(minimumCharge(currency), currency);
    throw invalidRequest(`Amount must be at least ${minimum} ${currency}`, {
      param: 'amount',
      code: 'amount_too_small',
    });
  }
  assertLastDigit(amount, currency, 'amount');
  const customer = params.text('customer') ?? null;
  if (customer !== null) store.table('customer').get(customer, 'customer');
  params.flag('off_session');
  params.object('automatic_payment_methods')?.flag('enabled');
  params.texts('payment_method_types');
  const methodId = params.text('payment_method');
  const method = methodId ? findMethod(store, methodId, 'payment_method') : undefined;
  const owner = idOf(method?.customer);
  if (owner !== null && owner !== customer) {
    throw invalidRequest(
      `The provided PaymentMethod (${methodId ?? ''}) does not belong to the Customer you supplied (${customer ?? 'none'}).`,
      { param: 'payment_method' },
    );
  }
  const confirms = params.flag('confirm') === true;
  if (confirms && !method) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const intent = newIntent(
    store,
    {
      id: store.newId('pi'),
      customer,
      method,
      amount,
      currency,
      metadata: params.metadata(),
      description: params.text('description') ?? null,
    },
    {
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      last_payment_error: null,
      next_action: null,
      amount_received: 0,
    },
  );
  events.emit('payment_intent.created', intent);
  return confirms ? confirm(context, intent, method) : intent;
}

export const paymentCalls: StripeCall[] = [
  { method: 'POST', path: '/v1/payment_intents', handler: ({ params }, context) => create(params, context) },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handler: ({ params }, { store }) => {
      const customer = params.text('customer');
      const created = params.range('created');
      const intents = store
        .table('payment_intent')
        .all()
        .filter((intent) => !customer || idOf(intent.customer) === customer)
        .filter((intent) => !created || created(intent.created));
      return page(intents, '/v1/payment_intents', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: true,
    handler: ({ path, params }, context) => {
      const intent = context.store.table('payment_intent').get(path['id'] ?? '');
      checkSecret(intent, params.text('client_secret'), context);
      return intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: true,
    handler: ({ path, params }, context) => {
      const intent = context.store.table('payment_intent').get(path['id'] ?? '');
      checkSecret(intent, params.text('client_secret'), context);
      if (intent.status === 'succeeded') {
        throw invalidRequest(
          `You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.`,
          {
            code: 'payment_intent_unexpected_state',
          },
        );
      }
      if (intent.status === 'canceled') {
        throw invalidRequest('You cannot confirm this PaymentIntent because it has a status of canceled.', {
          code: 'payment_intent_unexpected_state',
        });
      }
      const id = params.text('payment_method') ?? idOf(intent.payment_method);
      return confirm(context, intent, id ? findMethod(context.store, id, 'payment_method') : undefined);
    },
  },
];
