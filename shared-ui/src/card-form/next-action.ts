import { type StripeSource, stripeFor } from './load-stripe';

export interface NextAction extends StripeSource {
  clientSecret: string;
}

/**
 * Runs the bank's authentication, such as 3-D Secure. Returns the bank's or the provider's error message,
 * or null if the payment can continue. Throws if Stripe.js can't be loaded.
 */
export async function handleNextAction({ clientSecret, ...source }: NextAction): Promise<string | null> {
  const stripe = await stripeFor(source);
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? (error.message ?? error.type) : null;
}
