/**
 * The secret that signs the provider's webhooks. It is configured, or created with the sandbox at startup and stored.
 */
import type Stripe from 'stripe';
import type { Db } from '../../platform/database/tables.js';
import type { Payments } from './stripe-client.js';

export const WEBHOOK_PATH = '/api/stripe/webhook/';

/** The events that the console subscribes to. Cached provider responses depend on the objects of all of them. */
const events = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.refunded',
  'coupon.deleted',
  'coupon.updated',
  'credit_note.created',
  'credit_note.updated',
  'credit_note.voided',
  'customer.created',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.deleted',
  'customer.discount.updated',
  'customer.source.created',
  'customer.source.deleted',
  'customer.source.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.deleted',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.overdue',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.updated',
  'invoice.voided',
  'payment_intent.processing',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'price.created',
  'price.deleted',
  'price.updated',
  'product.updated',
  'promotion_code.updated',
  'setup_intent.succeeded',
  'subscription_schedule.aborted',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.created',
  'subscription_schedule.released',
  'subscription_schedule.updated',
  'tax_rate.updated',
  'test_helpers.test_clock.ready',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** True for an event that the console subscribes to. */
export const isHandled = (type: string): boolean => events.some((event) => event === type);

/** The secrets that may have signed a webhook. Each replica registers its own address with the sandbox. */
export async function webhookSecretsOf(db: Db, payments: Payments): Promise<string[]> {
  if (payments.webhookSecret !== undefined) return [payments.webhookSecret];
  const rows = await db.selectFrom('webhook_endpoints').select('secret').orderBy('created_at', 'desc').execute();
  return rows.map(({ secret }) => secret);
}

/**
 * Registers this server's address with the sandbox. With Stripe itself, people create the endpoint and configure its
 * secret.
 *
 * @param server origin of this server, as reachable from the sandbox
 */
export async function registerWebhooks(db: Db, payments: Payments, server: string, now: Date): Promise<void> {
  if (payments.sandboxUrl === undefined) return;
  const { stripe } = payments;
  const url = `${server}${WEBHOOK_PATH}`;
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'url']).execute();
  const listed = await stripe.webhookEndpoints.list({ limit: 100 });
  const isComplete = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): boolean =>
    events.every((event) => enabled.includes(event));
  const stored = endpoints.find(
    (row) => row.url === url && listed.data.some((endpoint) => endpoint.id === row.id && isComplete(endpoint)),
  );
  for (const endpoint of listed.data) {
    // An endpoint of an older release, or one missing in this database, so its secret is unknown.
    if (endpoint.id !== stored?.id && endpoint.url === url) await stripe.webhookEndpoints.del(endpoint.id);
  }
  if (stored) return;
  const created = await stripe.webhookEndpoints.create({ url, enabled_events: [...events] });
  await db.deleteFrom('webhook_endpoints').where('url', '=', url).execute();
  await db
    .insertInto('webhook_endpoints')
    .values({ id: created.id, url, secret: created.secret ?? '', created_at: now })
    .execute();
}
