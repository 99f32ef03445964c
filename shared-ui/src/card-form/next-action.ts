import { type StripeSource, stripeFor } from './load-stripe';

export interface NextAction extends StripeSource {
  clientSecret: string;
}

/**
 * Lets the bank ask the person, as for 3-D Secure. Answers what the bank or the provider objects to in words for a person,
 * or null when the payment may go on. Throws where Stripe.js cannot be loaded.
 */
export async function handleNextAction({ clientSecret, ...source }: NextAction): Promise<string | null> {
  const stripe = await stripeFor(source);
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? (error.message ?? error.type) : null;
}
