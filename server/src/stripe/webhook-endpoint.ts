/**
 * The secret that signs the provider's webhooks. It is configured, or created with the sandbox at startup and stored.
 */
import type { Db } from '../database/tables.js';
import type { Payments } from './stripe-client.js';

export const WEBHOOK_PATH = '/api/stripe/webhook/';

/** The events that the console subscribes to. */
const events = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.completed',
  'subscription_schedule.canceled',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'setup_intent.succeeded',
  'price.updated',
  'price.deleted',
  'product.updated',
] as const;

/** The secret of the endpoint at this address. Undefined when there is no endpoint. */
export async function webhookSecretOf(db: Db, payments: Payments): Promise<string | undefined> {
  if (payments.webhookSecret !== undefined) return payments.webhookSecret;
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('secret')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.secret;
}

/**
 * Registers this server's address with the sandbox. With Stripe itself, people create the endpoint and configure its
 * secret.
 *
 * @param server origin of this server, as the sandbox reaches it
 */
export async function registerWebhooks(db: Db, payments: Payments, server: string, now: Date): Promise<void> {
  if (payments.sandboxUrl === undefined) return;
  const { stripe } = payments;
  const url = `${server}${WEBHOOK_PATH}`;
  const known = await db.selectFrom('webhook_endpoints').select(['id', 'url']).execute();
  const listed = await stripe.webhookEndpoints.list({ limit: 100 });
  const stored = known.find((row) => row.url === url && listed.data.some((endpoint) => endpoint.id === row.id));
  for (const endpoint of listed.data) {
    // An endpoint for this address that this database does not know. Its secret is unknown, so it is deleted.
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
