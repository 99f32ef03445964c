/** Errors in Stripe's form: https://docs.stripe.com/api/errors */
import type Stripe from 'stripe';

export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
}

export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
    /** True if changes that the request made before the error are kept, as after a declined payment. */
    readonly keeps = false,
    /** True if the parameters were rejected before the call did anything. Stripe doesn't store such an answer. */
    readonly isValidation = false,
  ) {
    super(body.message);
  }
}

export const invalidRequest = (message: string, more: { param?: string; code?: string } = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more });

/** The error of a parameter that is unknown, missing or malformed. */
export const invalidParameter = (message: string, more: { param?: string; code?: string } = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more }, false, true);

/** The error of an unknown id. `param` is the parameter with the id. */
export const noSuch = (what: string, id: string, param = 'id'): StripeError =>
  new StripeError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export const missing = (param: string): StripeError =>
  invalidParameter(`Missing required param: ${param}.`, { param, code: 'parameter_missing' });

export const notSupported = (what: string): StripeError =>
  invalidRequest(`${what} is not supported by this sandbox.`, { code: 'sandbox_unsupported' });

export const unauthorized = (message: string): StripeError =>
  new StripeError(401, { type: 'invalid_request_error', message });
