/** What the provider tells of: https://docs.stripe.com/webhooks. An event says what to look at, never what is so. */
import Stripe from 'stripe';
import { systemActor } from '../../audit/actor.js';
import type { Db } from '../../database/tables.js';
import { Refusal } from '../../http/refusal.js';
import type { Payments } from '../../stripe/stripe-client.js';
import { webhookSecretOf } from '../../stripe/webhook-endpoint.js';
import { type RefreshContext, type BillingMirror, refreshCustomer, refreshSchedule } from '../mirror/refresh.js';
import { isKnownEvent, noteEvent } from '../mirror/events-repository.js';
import { completePurchases } from '../commands/complete-purchases.js';
import { idOf } from '../mirror/snapshots.js';

export const providerActor = systemActor('Stripe');

export interface ReceivedWebhook {
  /** The body as it came, byte for byte: the signature is over it. */
  body: Buffer;
  signature: string | undefined;
}

/**
 * @throws Refusal `bad_signature` for what the provider did not sign, `billing_not_configured`
 */
export async function verifiedEvent(
  db: Db,
  payments: Payments,
  { body, signature }: ReceivedWebhook,
): Promise<Stripe.Event> {
  const secret = await webhookSecretOf(db, payments);
  if (secret === undefined) {
    throw new Refusal(503, 'billing_not_configured', 'This server knows no secret to check webhooks with.');
  }
  try {
    return payments.stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!isForged) throw error;
    throw new Refusal(400, 'bad_signature', 'This webhook is not signed by the payment provider.');
  }
}

type ObjectOf = Stripe.Event['data']['object'];

/** What an event is about, by the object that it carries. Undefined for what the console keeps nothing of. */
function refreshFor(
  mirror: BillingMirror,
  object: ObjectOf,
  context: RefreshContext,
): (() => Promise<unknown>) | undefined {
  if (!('object' in object)) return undefined;
  switch (object.object) {
    case 'subscription':
      return () => completePurchases(mirror, object.id, context);
    case 'subscription_schedule':
      return () => refreshSchedule(mirror, object.id, context);
    case 'invoice': {
      const subscription = idOf(object.parent?.subscription_details?.subscription);
      return subscription === null ? undefined : () => completePurchases(mirror, subscription, context);
    }
    case 'customer':
      return () => refreshCustomer(mirror, object.id, context);
    default:
      return undefined;
  }
}

/**
 * Deals with an event, once. One that could not be dealt with is not noted, so that the provider sends it again.
 *
 * @returns what became of it, for the log
 * @throws errors of the SDK
 */
export async function handleEvent(
  mirror: BillingMirror,
  event: Pick<Stripe.Event, 'id' | 'type' | 'data'>,
  now: Date,
): Promise<'done' | 'known' | 'ignored'> {
  const { db } = mirror;
  if (await isKnownEvent(db, event.id)) return 'known';
  const refresh = refreshFor(mirror, event.data.object, { actor: providerActor, now });
  if (!refresh) return 'ignored';
  await refresh();
  await noteEvent(db, event, now);
  return 'done';
}
