/**
 * Changes the card that a subscription's renewals are charged to. A subscription with a card of its own doesn't follow the
 * customer's default card:
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
 */
import type Stripe from 'stripe';
import type { UnmovedSubscription } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudits } from '../../platform/audit/audit-log.js';
import { phasesChargedTo, WITH_SUBSCRIPTION } from '../subscriptions/commands/schedule-phases.js';
import { type BillingMirror, refreshSubscription } from '../subscriptions/mirror/refresh.js';
import { idOf } from '../subscriptions/mirror/snapshots.js';
import { isOver } from '../stripe/statuses.js';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { type Attempt, beingConfirmed, isUncertain } from '../requests/idempotent-request.js';
import { subscriptionLease, withLease } from '../requests/lease.js';
import { listUnsettledScopes } from '../requests/requests-repository.js';
import { mapConcurrently } from '../stripe/concurrency.js';
import { readFromStripe, toAppError, writeToStripe } from '../stripe/stripe-errors.js';
import { isRequestRecorded } from './audit-entries-repository.js';
import { cardEntry } from './card-changes.js';
import { listLiveSubscriptions, readSubscriptionNames, UNNAMED } from './customer-subscriptions.js';
import type { ReachableCustomer } from './provider-customer.js';
import { isScheduleId, readScheduleNames } from './scheduled-cards.js';

const CONCURRENCY = 6;

export interface CardForRenewals {
  method: Stripe.PaymentMethod;
  /** True for the customer's default card: the subscription then follows the default. */
  isDefault: boolean;
  /** Id of the request. */
  attempt: Pick<Attempt, 'id' | 'isResent' | 'markSent'>;
}

/** The subscription's own card or source. Null: it follows the default. */
const ownCardOf = ({ default_payment_method: card, default_source: source }: Stripe.Subscription): string | null =>
  idOf(card) ?? idOf(source);

async function readOwnSubscription(stripe: Stripe, customerId: string, id: string): Promise<Stripe.Subscription> {
  const subscription = await readFromStripe(() => stripe.subscriptions.retrieve(id));
  if (idOf(subscription.customer) !== customerId) {
    throw notFound('This subscription doesn’t belong to this customer. Reload the page.');
  }
  if (isOver(subscription.status)) {
    throw new AppError(409, 'not_active', 'This subscription has ended, so no card is charged for it.');
  }
  return subscription;
}

/**
 * Makes a change that can be read back, so that the provider's state shows whether it was made when its response is
 * lost.
 */
async function writeAndCheck(write: () => Promise<unknown>, isMade: () => Promise<boolean>): Promise<void> {
  try {
    await writeToStripe(write);
  } catch (error) {
    if (!isUncertain(error) || !(await readFromStripe(isMade))) throw error;
  }
}

/**
 * Charges a subscription to a card from now on. Charges nothing itself, so it can be repeated. Call it with the
 * subscription's lease.
 *
 * @throws AppError `not_found` for a subscription of another customer; `not_active`
 */
export async function chargeToCard(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  id: string,
  card: CardForRenewals,
  audit: AuditContext,
): Promise<void> {
  const { db, stripe } = mirror;
  const { attempt } = card;
  const subscription = await readOwnSubscription(stripe, customer.id, id);
  const prices = await readCataloguePrices(db);
  const names = await readFromStripe(() => readSubscriptionNames(stripe, [subscription], prices));
  const own = card.isDefault ? null : card.method.id;
  const isOther = ownCardOf(subscription) !== own;
  if (isOther) {
    await attempt.markSent();
    await writeAndCheck(
      // A source of the older API would be charged before the default.
      () =>
        stripe.subscriptions.update(id, {
          default_payment_method: own ?? '',
          ...(subscription.default_source !== null && { default_source: '' }),
        }),
      async () => ownCardOf(await stripe.subscriptions.retrieve(id)) === own,
    );
  }
  // A schedule created before the card was written has the former card.
  const { schedule } = await readFromStripe(() => stripe.subscriptions.retrieve(id));
  const areOthers = await chargePhasesToCard(stripe, idOf(schedule), card);
  // An earlier attempt may have changed it.
  if (isOther || areOthers || attempt.isResent) {
    await recordCard(db, customer, { id, name: names.get(id) ?? UNNAMED }, card, audit);
  }
  await refreshQuietly(mirror, id, audit);
}

/** @returns true if the subscription itself is charged to the card; its later phases may not be */
export async function isChargedToCard(
  stripe: Stripe,
  customerId: string,
  id: string,
  cardId: string | null,
): Promise<boolean> {
  return ownCardOf(await readOwnSubscription(stripe, customerId, id)) === cardId;
}

/** A phase sets the card again when it starts. @returns true if anything was changed */
async function chargePhasesToCard(
  stripe: Stripe,
  scheduleId: string | null,
  { method, isDefault, attempt }: CardForRenewals,
): Promise<boolean> {
  if (scheduleId === null) return false;
  const differences = async () => {
    const schedule = await stripe.subscriptionSchedules.retrieve(scheduleId, WITH_SUBSCRIPTION);
    // The provider documents no way to unset it, so it also names the default card.
    const fallback = idOf(schedule.default_settings.default_payment_method);
    const phases = phasesChargedTo(schedule, isDefault ? null : method.id);
    return { phases, isOther: fallback !== null && fallback !== method.id };
  };
  const isSame = async (): Promise<boolean> => {
    const { phases, isOther } = await differences();
    return !phases && !isOther;
  };
  if (await readFromStripe(isSame)) return false;
  await attempt.markSent();
  await writeAndCheck(async () => {
    // All phases are written at once, so anything added to them since the first read would be lost.
    const { phases, isOther } = await differences();
    await stripe.subscriptionSchedules.update(scheduleId, {
      ...(phases && { phases }),
      ...(isOther && { default_settings: { default_payment_method: method.id } }),
      proration_behavior: 'none',
    });
  }, isSame);
  return true;
}

/**
 * Charges a schedule's future subscription to a card. Only the schedule is mirrored, which a webhook refreshes. Call it
 * with the schedule's lease.
 */
async function chargeScheduleToCard(
  { db, stripe }: BillingMirror,
  customer: ReachableCustomer,
  id: string,
  card: CardForRenewals,
  audit: AuditContext,
): Promise<void> {
  const schedule = await readFromStripe(() => stripe.subscriptionSchedules.retrieve(id));
  if (idOf(schedule.customer) !== customer.id) {
    throw notFound('This subscription doesn’t belong to this customer. Reload the page.');
  }
  if (schedule.status !== 'not_started') {
    throw new AppError(409, 'not_active', 'This has started or was canceled. Reload the page.');
  }
  const prices = await readCataloguePrices(db);
  const names = await readFromStripe(() => readScheduleNames(stripe, [schedule], prices));
  if (!(await chargePhasesToCard(stripe, id, card)) && !card.attempt.isResent) return;
  await recordCard(db, customer, { id, name: names.get(id) ?? UNNAMED }, card, audit);
}

/** Records the card once per request. Every practice of the customer sees it. */
async function recordCard(
  db: Db,
  customer: ReachableCustomer,
  { id, name }: { id: string; name: string },
  { method, isDefault, attempt }: CardForRenewals,
  audit: AuditContext,
): Promise<void> {
  if (await isRequestRecorded(db, 'subscription.card', id, attempt.id)) return;
  const charged = { ...cardEntry(method), follows_default: isDefault };
  const after = { plan_name: name, customer: customer.id, ...charged, request: attempt.id };
  const entry = { ...audit, at: audit.now, action: 'subscription.card' as const, entity: 'subscription', after };
  await inTransaction(db, (transaction) =>
    recordAudits(
      transaction,
      customer.practices.map((practiceId) => ({ ...entry, entityId: id, practiceId })),
    ),
  );
}

/** The change has been made. If it can't be read back, the webhook mirrors it. */
async function refreshQuietly(mirror: BillingMirror, id: string, audit: AuditContext): Promise<void> {
  try {
    await refreshSubscription(mirror, id, audit);
  } catch (error) {
    if (!(toAppError(error, 'read') instanceof AppError)) throw error;
  }
}

/** @throws AppError `not_found`; then nothing has changed */
export async function assertOwnSubscriptions(
  stripe: Stripe,
  customerId: string,
  ids: readonly string[],
): Promise<void> {
  const ownSubscriptions = await mapConcurrently(
    ids,
    CONCURRENCY,
    (id): Promise<Stripe.Subscription | Stripe.SubscriptionSchedule> =>
      isScheduleId(id) ? stripe.subscriptionSchedules.retrieve(id) : stripe.subscriptions.retrieve(id),
  );
  if (ownSubscriptions.some(({ customer }) => idOf(customer) !== customerId)) {
    throw notFound('This subscription doesn’t belong to this customer. Reload the page.');
  }
}

/** The named subscriptions, which keep their former card for the same reason. */
export async function unmovedSubscriptions(
  db: Db,
  customerId: string,
  ids: readonly string[],
  problem: string,
): Promise<UnmovedSubscription[]> {
  const names = new Map((await listLiveSubscriptions(db, customerId)).map(({ id, name }) => [id, name]));
  return ids.map((id) => ({ subscription_id: id, name: names.get(id) ?? UNNAMED, problem }));
}

/**
 * Moves subscriptions to a card, one after another. @returns the subscriptions that keep their former card, with the
 * reasons
 */
export async function moveSubscriptions(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  ids: readonly string[],
  card: CardForRenewals,
  audit: AuditContext,
): Promise<UnmovedSubscription[]> {
  const { db } = mirror;
  const unmoved: UnmovedSubscription[] = [];
  for (const id of ids) {
    const lease = subscriptionLease(id);
    const charge = isScheduleId(id) ? chargeScheduleToCard : chargeToCard;
    try {
      await withLease(db, lease, async () => {
        if ((await listUnsettledScopes(db, [lease])).size > 0) throw beingConfirmed();
        await charge(mirror, customer, id, card, audit);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unmoved.push(...(await unmovedSubscriptions(db, customer.id, [id], error.message)));
    }
  }
  return unmoved;
}
