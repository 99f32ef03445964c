/** Sends a person's answer to their bank's authentication, like the browser script. */
import type Stripe from 'stripe';

export function answerAuthenticationRequest(
  url: string,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
  isApproved: boolean,
): Promise<Response> {
  return fetch(`${url}/stripe-js/authenticate`, {
    method: 'POST',
    body: new URLSearchParams({
      intent: intent.id,
      client_secret: intent.client_secret ?? '',
      approved: String(isApproved),
    }),
  });
}

/** The payment intent of a customer's latest payment. */
export async function latestIntent(stripe: Stripe, customer: string): Promise<Stripe.PaymentIntent> {
  const [intent] = (await stripe.paymentIntents.list({ customer, limit: 1 })).data;
  if (!intent) throw new Error('Nothing was charged');
  return intent;
}
