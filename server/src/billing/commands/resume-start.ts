/** A start whose payment the person has not confirmed with their bank: it is taken up again, not made a second time. */
import type Stripe from 'stripe';
import type { Db } from '../../database/tables.js';
import { atStripe } from '../../stripe/stripe-errors.js';
import { type BillingContext, WITH_SECRET, openSecret } from './billing-command.js';
import { readMirror } from '../mirror/read-mirror.js';
import { refreshSubscription } from '../mirror/refresh.js';
import { idOf } from '../mirror/snapshots.js';
import type { Doing } from '../../audit/actor.js';

async function findUnfinished(db: Db, practice: number, plan: string, customer: string): Promise<string | undefined> {
  const { subscriptions } = await readMirror(db, practice);
  const found = subscriptions.find(
    ({ view, items }) =>
      view.status === 'incomplete' &&
      view.customer_id === customer &&
      items.some(({ price_id: price }) => price === plan),
  );
  return found?.view.id;
}

/** True while the bank waits for the person; otherwise the payment failed, and its card would be asked for in vain. */
async function waitsForPerson(stripe: Stripe, secret: string): Promise<boolean> {
  const [intent = ''] = secret.split('_secret_');
  return (await stripe.paymentIntents.retrieve(intent)).status === 'requires_action';
}

/**
 * @returns the subscription and the secret of its payment, to go on with; undefined where a new start is due, with what was
 *   left of an earlier one put away
 */
export async function resumeIncompleteStart(
  on: BillingContext,
  { plan, customer }: { plan: string; customer: string },
  doing: Doing,
): Promise<{ subscription: string; secret: string | undefined } | undefined> {
  const { db, stripe, practice } = on;
  const id = await findUnfinished(db, practice, plan, customer);
  if (id === undefined) return undefined;
  return atStripe(async () => {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: WITH_SECRET });
    const secret = openSecret(subscription);
    if (subscription.status !== 'incomplete') {
      await refreshSubscription(on, id, doing);
      return subscription.status === 'active' ? { subscription: id, secret: undefined } : undefined;
    }
    if (secret !== undefined && (await waitsForPerson(stripe, secret))) return { subscription: id, secret };
    await stripe.subscriptions.cancel(id);
    const invoice = idOf(subscription.latest_invoice);
    if (invoice !== null) await stripe.invoices.voidInvoice(invoice);
    await refreshSubscription(on, id, doing);
    return undefined;
  });
}
