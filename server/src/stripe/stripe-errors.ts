/** What the provider refuses, or fails to answer, in the console's own words. */
import Stripe from 'stripe';
import { Refusal } from '../http/refusal.js';

const UNAVAILABLE =
  'The payment provider does not answer right now. Nothing was charged twice. Wait a minute, look whether the change is there, and try again if it is not.';

/** The refusal that an error of the SDK stands for; any other error as it is. */
export function refusalOfStripe(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal(
      402,
      error.code === 'card_declined' ? 'card_declined' : (error.code ?? 'card_error'),
      error.message,
    );
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) {
    return new Refusal(404, 'not_found', 'The payment provider knows nothing under this id.');
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return new Refusal(422, 'refused_by_provider', error.message);
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return new Refusal(409, 'already_running', 'This change is being made already. Wait a moment and look again.');
  }
  return new Refusal(502, 'provider_unavailable', UNAVAILABLE);
}

/** Calls the provider. Never within a database transaction: an embedded database has one session for everybody. */
export async function atStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw refusalOfStripe(error);
  }
}
