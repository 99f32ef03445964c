/** What the actions on subscriptions share. */
import type Stripe from 'stripe';
import type { BillingOutcome } from 'shared-api/contracts';
import type { Doing } from '../../audit/actor.js';
import { recordAudit } from '../../audit/audit-log.js';
import type { Db } from '../../database/tables.js';
import { Refusal, notFound } from '../../http/refusal.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { atStripe, refusalOfStripe } from '../../stripe/stripe-errors.js';
import { type RefreshContext, type BillingMirror, refreshSubscription } from '../mirror/refresh.js';
import type { Made } from '../../idempotency/idempotent-request.js';
import { idOf } from '../mirror/snapshots.js';

export interface BillingCaller extends Doing {
  /** The caller's `Idempotency-Key`. */
  key: string | undefined;
}

/** For which practice something is done, and where. */
export interface BillingContext extends BillingMirror {
  practice: number;
}

/** @throws Refusal `not_found` for a customer that is not the practice's (server rule 8) */
export async function assertOwnCustomer(db: Db, practice: number, customer: string): Promise<void> {
  const own = await listCustomerIds(db, practice);
  if (!own.includes(customer)) throw notFound('This practice has no such customer.');
}

/**
 * The card that a new subscription is charged to: the customer's default one, or else the newest.
 *
 * @returns `given` where it has to be named, since it is not the default
 * @throws Refusal `payment_method_required`
 */
export async function payingCard(stripe: Stripe, customer: string): Promise<{ given?: string }> {
  const [owner, cards] = await atStripe(() =>
    Promise.all([stripe.customers.retrieve(customer), stripe.customers.listPaymentMethods(customer, { limit: 1 })]),
  );
  if (owner.deleted) throw notFound('This practice has no such customer.');
  if (idOf(owner.invoice_settings.default_payment_method) !== null) return {};
  const [first] = cards.data;
  if (!first) throw new Refusal(422, 'payment_method_required', 'A payment method is required');
  return { given: first.id };
}

/** The bank wants to hear from the person before it pays: https://docs.stripe.com/declines/codes */
const ASKS_PERSON = new Set(['authentication_required', 'subscription_payment_intent_requires_action']);

/**
 * Charges at once or changes nothing. Only when the bank asks for the person is the change made with its payment open, which
 * the person then completes in the browser.
 *
 * @param call makes the change; `step` tells its idempotency key from that of the other attempt
 */
export async function chargeOrRequireAction(
  call: (behavior: 'error_if_incomplete' | 'allow_incomplete', step: string) => Promise<Stripe.Subscription>,
): Promise<Stripe.Subscription> {
  try {
    return await call('error_if_incomplete', 'now');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!ASKS_PERSON.has(code)) throw error;
    return call('allow_incomplete', 'asked');
  }
}

/** Expanded so that a payment that waits for the person can be completed. */
export const WITH_SECRET = ['latest_invoice.confirmation_secret'];

/** The secret with which the browser completes the payment; undefined when nothing waits. */
export function openSecret({ latest_invoice: invoice }: Stripe.Subscription): string | undefined {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return undefined;
  return invoice.confirmation_secret?.client_secret;
}

/** What was done: in words for the person, and for the audit log. */
export interface Done {
  message: string;
  /** `subscription.add_items` */
  action: string;
  after: unknown;
}

/**
 * Writes what has become of a subscription, with who did what, and says so.
 *
 * @param secret of a payment that waits for the person
 */
export async function told(
  on: BillingContext,
  subscription: string,
  { message, action, after }: Done,
  doing: RefreshContext,
  secret?: string,
): Promise<Made> {
  const answer = (outcome: BillingOutcome): Made => ({ outcome, subscription });
  const audit = (db: Db): Promise<void> =>
    recordAudit(db, {
      practice: on.practice,
      actor: doing.actor,
      at: doing.now,
      action,
      entity: 'subscription',
      entityId: subscription,
      after,
    });
  try {
    await refreshSubscription(on, subscription, {
      ...doing,
      async within(transaction) {
        await doing.within?.(transaction);
        await audit(transaction);
      },
    });
  } catch (error) {
    // The change stands, whatever has become of looking at it: the webhook brings it.
    if (!(refusalOfStripe(error) instanceof Refusal)) throw error;
    await audit(on.db);
    if (secret === undefined) {
      return answer({ status: 'confirming', message: `${message}. It is still being confirmed.` });
    }
  }
  if (secret === undefined) return answer({ status: 'success', message });
  return answer({
    status: 'requires_action',
    message: 'Your bank wants you to confirm this payment.',
    client_secret: secret,
  });
}
