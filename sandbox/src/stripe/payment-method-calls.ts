/** The endpoints of payment methods and setup intents: https://docs.stripe.com/api/payment_methods, /setup_intents */
import type Stripe from 'stripe';
import { behaviorOf, assertSetupAllowed, findMethod, methodFromCard, rememberAuthentication } from './cards.js';
import { bankMethod } from './bank-accounts.js';
import { type CallContext, type StripeCall, page } from './calls.js';
import { formerDefault } from './customers.js';
import { StripeError, invalidRequest, missing, notSupported } from './errors.js';
import { checkSecret, nextAction, secretFor } from './payments.js';
import { saveSubscription } from './save-subscription.js';
import { type Store, idOf } from './store.js';

function attach({ store, events }: CallContext, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  store.table('customer').get(customer, 'customer');
  const owner = idOf(method.customer);
  if (owner !== null && owner !== customer) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer. Please detach it first.',
      { param: 'payment_method' },
    );
  }
  if (owner === customer) return method;
  if (store.table('card_behaviour').find(method.id)?.isDetached) {
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    );
  }
  const attached = store.table('payment_method').put({ ...method, customer });
  events.emit('payment_method.attached', attached);
  return attached;
}

function methodsOf(store: Store, customer: string, type: string | null | undefined): Stripe.PaymentMethod[] {
  return store
    .table('payment_method')
    .all()
    .filter((method) => idOf(method.customer) === customer && (!type || method.type === type));
}

function detach({ store, events }: CallContext, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const owner = store.table('customer').find(idOf(method.customer));
  if (!owner) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  }
  if (idOf(owner.invoice_settings.default_payment_method) === method.id) {
    const settings = { ...owner.invoice_settings, default_payment_method: null };
    const changed = store.table('customer').put({ ...owner, invoice_settings: settings });
    events.emit('customer.updated', changed, formerDefault(owner, changed));
  }
  for (const subscription of store.table('subscription').values()) {
    if (idOf(subscription.default_payment_method) === method.id) {
      saveSubscription({ store, events }, { ...subscription, default_payment_method: null });
    }
  }
  const behaviour = store.table('card_behaviour').find(method.id) ?? { id: method.id, is: 'approves' };
  store.table('card_behaviour').put({ ...behaviour, isDetached: true });
  const detached = store.table('payment_method').put({ ...method, customer: null });
  events.emit('payment_method.detached', detached, { customer: method.customer });
  return detached;
}

/** The card in a confirmation: by id, or as card data from a browser. */
function methodIn(
  input: Parameters<StripeCall['handler']>[0],
  { store }: CallContext,
): Stripe.PaymentMethod | undefined {
  const { params } = input;
  const data = params.object('payment_method_data');
  if (data) {
    data.oneOf('type', ['card']);
    const card = data.object('card');
    if (!card) throw missing('payment_method_data[card]');
    return methodFromCard(store, card, data.object('billing_details'));
  }
  const id = params.text('payment_method');
  return id ? findMethod(store, id, 'payment_method') : undefined;
}

function putIntent({ store }: CallContext, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  return store.table('setup_intent').put(intent);
}

function succeed(context: CallContext, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
  const customer = idOf(intent.customer);
  if (customer !== null) attach(context, method, customer);
  const done: Stripe.SetupIntent = {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  };
  putIntent(context, done);
  context.events.emit('setup_intent.succeeded', done);
  return done;
}

function failSetup(context: CallContext, intent: Stripe.SetupIntent, error: StripeError): StripeError {
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_setup_error: error.body,
  };
  putIntent(context, failed);
  context.events.emit('setup_intent.setup_failed', failed);
  return new StripeError(error.status, { ...error.body, setup_intent: failed }, true);
}

function confirmSetup(
  context: CallContext,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  try {
    assertSetupAllowed(context.store, method);
  } catch (error) {
    if (error instanceof StripeError) throw failSetup(context, intent, error);
    throw error;
  }
  const behaviour = behaviorOf(context.store, method);
  if (behaviour === 'asks_once' || behaviour === 'asks_always') {
    return putIntent(context, {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      next_action: nextAction(context.origin, intent.id),
    });
  }
  return succeed(context, intent, method);
}

/** Processes the person's answer to their bank's authentication for saving a card. */
export function answerSetup(context: CallContext, id: string, approved: boolean): Stripe.SetupIntent {
  const intent = context.store.table('setup_intent').get(id);
  const method = context.store.table('payment_method').find(idOf(intent.payment_method));
  if (intent.status !== 'requires_action' || !method) return intent;
  if (approved) {
    rememberAuthentication(context.store, method);
    return succeed(context, intent, method);
  }
  const refused = new StripeError(402, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
  failSetup(context, intent, refused);
  return context.store.table('setup_intent').get(id);
}

export const paymentMethodCalls: StripeCall[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: true,
    handler: ({ params }, { store }) => {
      const type = params.text('type') ?? 'card';
      const method = bankMethod(store, type, params);
      if (method) return method;
      if (type !== 'card') throw notSupported(`A payment method of the type ${type}`);
      const card = params.object('card');
      if (!card) throw missing('card');
      return methodFromCard(store, card, params.object('billing_details'));
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handler: ({ params }, { store }) => {
      const customer = params.needed('customer');
      store.table('customer').get(customer, 'customer');
      return page(methodsOf(store, customer, params.text('type')), '/v1/payment_methods', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handler: ({ path, params }, { store }) => {
      const { id } = store.table('customer').get(path['id'] ?? '');
      return page(methodsOf(store, id, params.text('type')), `/v1/customers/${id}/payment_methods`, params);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handler: ({ path }, { store }) => store.table('payment_method').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    handler: ({ path, params }, context) =>
      attach(context, findMethod(context.store, path['id'] ?? ''), params.needed('customer')),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    handler: ({ path }, context) => detach(context, context.store.table('payment_method').get(path['id'] ?? '')),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents',
    handler: (input, context) => {
      const { params } = input;
      const { store } = context;
      const customer = params.text('customer');
      if (customer) store.table('customer').get(customer, 'customer');
      const id = store.newId('seti');
      const intent = putIntent(context, {
        id,
        object: 'setup_intent',
        application: null,
        automatic_payment_methods: { allow_redirects: 'always', enabled: true },
        cancellation_reason: null,
        client_secret: secretFor(store, id),
        created: store.now(),
        customer: customer ?? null,
        description: params.text('description') ?? null,
        last_setup_error: null,
        latest_attempt: null,
        livemode: false,
        mandate: null,
        metadata: params.metadata(),
        next_action: null,
        on_behalf_of: null,
        payment_method: null,
        payment_method_options: null,
        payment_method_types: ['card'],
        single_use_mandate: null,
        status: 'requires_payment_method',
        usage: params.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
        allowed_payment_method_types: null,
        excluded_payment_method_types: null,
        payment_method_configuration_details: null,
      });
      context.events.emit('setup_intent.created', intent);
      const method = methodIn(input, context);
      return params.flag('confirm') === true && method ? confirmSetup(context, intent, method) : intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    browser: true,
    handler: ({ path, params }, context) => {
      const intent = context.store.table('setup_intent').get(path['id'] ?? '');
      checkSecret(intent, params.text('client_secret'), context);
      return intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: true,
    handler: (input, context) => {
      const intent = context.store.table('setup_intent').get(input.path['id'] ?? '');
      checkSecret(intent, input.params.text('client_secret'), context);
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw invalidRequest(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
          code: 'setup_intent_unexpected_state',
        });
      }
      const method = methodIn(input, context);
      if (!method) {
        throw invalidRequest(
          "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
          { code: 'setup_intent_unexpected_state' },
        );
      }
      return confirmSetup(context, intent, method);
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    handler: ({ path }, context) => {
      const intent = context.store.table('setup_intent').get(path['id'] ?? '');
      const canceled = putIntent(context, { ...intent, status: 'canceled', next_action: null });
      context.events.emit('setup_intent.canceled', canceled);
      return canceled;
    },
  },
];
