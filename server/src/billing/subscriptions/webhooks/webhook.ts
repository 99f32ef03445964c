/**
 * The provider's webhook events: https://docs.stripe.com/webhooks. An event tells what to fetch; its content is never
 * trusted.
 */
import Stripe from 'stripe';
import { refreshPrice, refreshProduct } from '../../catalogue/sync-catalogue.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { cardCheckFor } from '../../payments/provider-card-changes.js';
import type { Payments } from '../../stripe/stripe-client.js';
import { invalidateAbout, invalidateCustomers, invalidatePrice } from '../../stripe/cached-responses.js';
import { isHandled, webhookSecretsOf } from '../../stripe/webhook-endpoint.js';
import { refreshInvoicesPaidBy, refreshSettledInvoice } from '../mirror/invoices.js';
import { type RefreshContext, type BillingMirror, refreshCustomer, refreshSchedule } from '../mirror/refresh.js';
import { isKnownEvent, recordEvent } from '../mirror/events-repository.js';
import { providerActor } from '../mirror/provider-changes.js';
import { completePurchases } from '../commands/complete-purchases.js';
import { idOf } from '../mirror/snapshots.js';

export interface ReceivedWebhook {
  /** The raw bytes of the body. The signature is computed over them. */
  body: Buffer;
  signature: string | undefined;
}

/** @throws AppError `bad_signature` when the provider didn't sign it, `billing_not_configured` */
export async function verifiedEvent(
  db: Db,
  payments: Payments,
  { body, signature }: ReceivedWebhook,
): Promise<Stripe.Event> {
  const secrets = await webhookSecretsOf(db, payments);
  if (secrets.length === 0) {
    throw new AppError(
      503,
      'billing_not_configured',
      'The webhook secret isn’t configured, so this webhook can’t be verified.',
    );
  }
  for (const secret of secrets) {
    const event = signedWith(payments, { body, signature }, secret);
    if (event) return event;
  }
  throw new AppError(400, 'bad_signature', 'This webhook isn’t signed by the payment provider.');
}

/** The event, if this secret signed it. */
function signedWith(
  { stripe }: Payments,
  { body, signature }: ReceivedWebhook,
  secret: string,
): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!isForged) throw error;
    return undefined;
  }
}

type ObjectOf = Stripe.Event['data']['object'];

/** The mirrored invoices that an event concerns. Undefined if there are none. */
function invoiceRefreshFor(mirror: BillingMirror, object: ObjectOf): (() => Promise<void>) | undefined {
  if (!('object' in object)) return undefined;
  switch (object.object) {
    case 'invoice': {
      const customerId = idOf(object.customer);
      const { id } = object;
      return customerId === null ? undefined : () => refreshSettledInvoice(mirror, customerId, id);
    }
    case 'credit_note': {
      const [customerId, invoiceId] = [idOf(object.customer), idOf(object.invoice)];
      return customerId === null || invoiceId === null
        ? undefined
        : () => refreshSettledInvoice(mirror, customerId, invoiceId);
    }
    case 'charge': {
      const customerId = idOf(object.customer);
      const payments = [idOf(object.payment_intent), object.id].filter((id) => id !== null);
      return customerId === null ? undefined : () => refreshInvoicesPaidBy(mirror, customerId, payments);
    }
    case 'dispute': {
      const [chargeId, intentId] = [idOf(object.charge), idOf(object.payment_intent)];
      return () =>
        refreshDisputed(
          mirror,
          chargeId,
          [intentId, chargeId].filter((id) => id !== null),
        );
    }
    default:
      return undefined;
  }
}

/** A dispute doesn't name its customer; its charge does. */
async function refreshDisputed(mirror: BillingMirror, chargeId: string | null, payments: string[]): Promise<void> {
  const customerId = chargeId === null ? null : idOf((await mirror.stripe.charges.retrieve(chargeId)).customer);
  if (customerId === null) return;
  await invalidateCustomers(mirror.db, [customerId]);
  await refreshInvoicesPaidBy(mirror, customerId, payments);
}

/** The event's content, unless it concerns the account itself, e.g. its balance or reports. */
function invalidationFor(
  db: Db,
  { type, data }: Pick<Stripe.Event, 'type' | 'data'>,
): (() => Promise<void>) | undefined {
  if (!isHandled(type)) return undefined;
  const { object } = data;
  if ('object' in object && object.object === 'price') return () => invalidatePrice(db, object.id);
  // Its refresh determines the customer.
  if ('object' in object && object.object === 'dispute') return undefined;
  return () => invalidateAbout(db, JSON.stringify(data));
}

/** The refresh that an event's object needs. Undefined for objects that the console doesn't mirror. */
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
      const subscriptionId = idOf(object.parent?.subscription_details?.subscription);
      return subscriptionId === null ? undefined : () => completePurchases(mirror, subscriptionId, context);
    }
    case 'price':
      return () => refreshPrice(mirror.stripe, mirror.db, object, context.now);
    case 'product':
      return () => refreshProduct(mirror.stripe, mirror.db, object.id, context.now);
    case 'customer':
      return () => refreshCustomer(mirror, object.id, context);
    default:
      return undefined;
  }
}

/**
 * Handles an event only once. A failed event isn't recorded, so that the provider resends it.
 *
 * @returns the outcome, for the log
 * @throws SDK errors
 */
export async function handleEvent(
  mirror: BillingMirror,
  event: Pick<Stripe.Event, 'id' | 'type' | 'data'>,
  now: Date,
): Promise<'done' | 'known' | 'ignored'> {
  const { db } = mirror;
  if (await isKnownEvent(db, event.id)) return 'known';
  const handlers = [
    invalidationFor(db, event),
    invoiceRefreshFor(mirror, event.data.object),
    cardCheckFor(db, event, now),
    refreshFor(mirror, event.data.object, { actor: providerActor, now }),
  ].filter((handle) => handle !== undefined);
  if (handlers.length === 0) return 'ignored';
  for (const handle of handlers) await handle();
  await recordEvent(db, event, now);
  return 'done';
}
