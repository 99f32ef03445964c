/** Maps errors of the payment provider to the console's own messages. */
import Stripe from 'stripe';
import { AppError } from '../../platform/errors/app-error.js';

/** Header that the HTTP client adds to a response if an earlier attempt under the same key got none. */
export const EARLIER_ATTEMPT = 'console-earlier-attempt';

/** True if the failed operation may have changed something at the provider. */
export type StripeOperation = 'read' | 'write';

const unavailable: Record<StripeOperation, string> = {
  read: 'The payment provider isn’t responding. Try again in a minute.',
  write:
    'The payment provider isn’t responding, so we don’t know whether this went through. Try again in a minute: that’s safe, and nothing is charged twice.',
};

const busy: Record<StripeOperation, string> = {
  read: 'The payment provider is busy. Try again in a minute.',
  write: 'The payment provider is busy, so nothing was changed. Try again in a minute.',
};

/**
 * The key is invalid or lacks permission, which is our own error:
 * https://docs.stripe.com/error-handling#permission-errors.
 */
const notPermitted: Record<StripeOperation, string> = {
  read: 'The payment provider doesn’t let the console read this. Contact support.',
  write: 'The payment provider doesn’t let the console do this, so nothing was changed. Contact support.',
};

/** Error codes of a bank that requires the cardholder: https://docs.stripe.com/error-codes */
const asksForPerson = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
]);

/** True when the bank wants the person to confirm a payment. */
export function isAuthenticationRequired(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && asksForPerson.has(error.code ?? '');
}

/** Our messages for the provider's error codes: https://docs.stripe.com/error-codes */
const refusalMessages: Readonly<Record<string, string>> = {
  resource_missing: 'The payment provider no longer has this. Reload the page and try again.',
  email_invalid: 'The payment provider doesn’t accept this email address. Check it and try again.',
  customer_max_payment_methods: 'This customer has as many cards as the payment provider allows. Remove one first.',
  customer_max_subscriptions: 'This customer has as many subscriptions as the payment provider allows.',
  amount_too_small: 'The amount is too small to be charged.',
  amount_too_large: 'The amount is too large to be charged.',
  invoice_not_editable: 'This invoice can no longer be changed. Reload the page.',
  invoice_no_customer_line_items: 'There is nothing to charge.',
  payment_intent_unexpected_state: 'This payment has changed in the meantime. Reload the page.',
  setup_intent_unexpected_state: 'The card form has expired. Open it again.',
  payment_method_unactivated: 'This card can’t be charged yet. Choose another card.',
};

/** The provider's objects, by id prefix. */
const kinds: Readonly<Record<string, string>> = {
  cus: 'customer',
  pm: 'payment method',
  card: 'card',
  src: 'payment method',
  sub: 'subscription',
  sub_sched: 'scheduled subscription',
  si: 'subscription item',
  in: 'invoice',
  price: 'price',
  prod: 'product',
  seti: 'card form',
};

/** The provider's text quotes the unknown id. */
const missingMessage = ({ message }: Stripe.errors.StripeError): string => {
  const prefix = /'([a-z]+(?:_sched)?)_/.exec(message)?.[1] ?? '';
  const missing = kinds[prefix];
  return `The payment provider doesn’t have this${missing === undefined ? '' : ` ${missing}`}. Reload the page and try again.`;
};

const REFUSED = 'The payment provider didn’t accept this. Reload the page and try again, or contact support.';

/** @returns the error for people; the provider's own text stays in its `cause`, which is logged and never sent */
function appErrorOf(error: Stripe.errors.StripeError, operation: StripeOperation): AppError {
  if (asksForPerson.has(error.code ?? '')) {
    return new AppError(402, 'authentication_required', 'Your bank wants you to confirm this payment.');
  }
  if (error instanceof Stripe.errors.StripeCardError) {
    // The provider writes these messages for cardholders: https://docs.stripe.com/error-handling#payment-errors
    return new AppError(402, error.code ?? 'card_error', error.message);
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return error.statusCode === 404
      ? new AppError(404, 'not_found', missingMessage(error))
      : new AppError(422, 'refused_by_provider', refusalMessages[error.code ?? ''] ?? REFUSED);
  }
  // Too many calls, or another call locked the object. It was not executed: https://docs.stripe.com/rate-limits
  if (error.statusCode === 429 && hasProviderResponded(error)) {
    return new AppError(503, 'provider_busy', busy[operation]);
  }
  if ((error.statusCode === 401 || error.statusCode === 403) && hasProviderResponded(error)) {
    return new AppError(500, 'provider_setup', notPermitted[operation]);
  }
  // 409: a request with the same key is in progress, https://docs.stripe.com/error-codes#idempotency-key-in-use
  if (error instanceof Stripe.errors.StripeIdempotencyError || error.statusCode === 409) {
    return new AppError(409, 'already_running', 'This change is already being made. Reload the page in a moment.');
  }
  return new AppError(502, 'provider_unavailable', unavailable[operation]);
}

/** The error for people that corresponds to an SDK error. Any other error is returned unchanged. */
export function toAppError(error: unknown, operation: StripeOperation = 'write'): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return Object.assign(appErrorOf(error, operation), { cause: error });
}

/**
 * True when the provider responded to every attempt of a call with an error, so nothing is in flight anymore. The SDK
 * retries after a timeout, and an attempt that timed out may still arrive.
 */
export const hasProviderResponded = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.statusCode !== undefined &&
  error.headers?.[EARLIER_ATTEMPT] === undefined;

/** True when the provider refused a call, e.g. because the object no longer exists. A retry won't help. */
export const isRefusedByProvider = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  (error instanceof AppError && error.statusCode >= 400 && error.statusCode < 500 && error.code !== 'already_running');

async function call<Result>(operation: StripeOperation, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error, operation);
  }
}

/** Runs a read at the provider. Never within a database transaction: an embedded database has one session. */
export const readFromStripe = <Result>(work: () => Promise<Result>): Promise<Result> => call('read', work);

/** Runs a change at the provider. Never within a database transaction: an embedded database has one session. */
export const writeToStripe = <Result>(work: () => Promise<Result>): Promise<Result> => call('write', work);
