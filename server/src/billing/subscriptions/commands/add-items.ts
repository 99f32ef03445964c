/** Adds optional features to an active subscription (specification: billing, 5; server rule 5). */
import type Stripe from 'stripe';
import type { BillingOutcome, ChosenFeature } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { toNamedProduct } from '../../catalogue/catalogue.js';
import type { Db } from '../../../platform/database/tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BillingPurchase } from '../../requests/requests-tables.js';
import { type Attempt, isUncertain } from '../../requests/idempotent-request.js';
import { toAppError, writeToStripe } from '../../stripe/stripe-errors.js';
import { readAddOnContext } from '../add-on-rules.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type MirroredSubscription, findSubscription } from '../mirror/read-mirror.js';
import { seatHoldersByItem } from '../mirror/subscriptions-repository.js';
import { upcomingPhases } from '../mirror/snapshots.js';
import { assertPaidAtOnce, formerCardOf } from './cards.js';
import { pricesOfAddOns } from './selected-add-ons.js';
import { EXPAND_SECRET, pendingPayment } from './payment-outcome.js';
import { type CommandDescription, purchaseOf } from './finish-command.js';
import { refreshBeforePlanning } from './read-scheduled.js';
import { runCommand } from './run-command.js';
import { type ItemChange, itemChanges } from './schedule-phases.js';
import { assertExpectedDue, assertRecentProration, assertSameVersion } from './stale-preview.js';

export function assertActive({ view }: MirroredSubscription, action: string): void {
  if (view.status !== 'active') throw new AppError(409, 'not_active', `Only an active subscription can ${action}.`);
}

/**
 * Why nothing can be charged for a change now: https://docs.stripe.com/billing/subscriptions/pause-payment,
 * https://docs.stripe.com/billing/subscriptions/pending-updates. Null if it can.
 */
export function chargeRefusal({
  is_paused: isPaused,
  is_sent: isSent,
}: MirroredSubscription['view']): { code: string; reason: string } | null {
  if (isPaused === true) {
    const reason =
      'Collection is paused at the payment provider, so nothing can be charged now. Contact support to resume it.';
    return { code: 'collection_paused', reason };
  }
  if (isSent === true) {
    const reason = 'Its invoices are sent by email, so nothing can be charged now. Contact support to change it.';
    return { code: 'invoice_sent', reason };
  }
  return null;
}

/** @throws AppError `not_active`, `collection_paused`, `invoice_sent` */
export function assertChargeable(subscription: MirroredSubscription, action: string): void {
  assertActive(subscription, action);
  const refusal = chargeRefusal(subscription.view);
  if (refusal) throw new AppError(409, refusal.code, refusal.reason);
}

export interface PlannedAddition {
  subscription: MirroredSubscription;
  /** Ids of the purchased prices. */
  prices: string[];
  /** Empty if the practice only uses free seats, which cost nothing. */
  changes: ItemChange[];
}

/**
 * Validates the selected add-ons and prepares the subscription's change.
 *
 * @throws AppError
 */
export async function planAddition(
  db: Db,
  practiceId: number,
  subscriptionId: string,
  selected: readonly ChosenFeature[],
): Promise<PlannedAddition> {
  const subscription = await findSubscription(db, practiceId, subscriptionId);
  assertChargeable(subscription, 'have features added');
  const catalogue = await readCataloguePrices(db);
  const context = await readAddOnContext(db, practiceId, { kind: 'subscription', subscription }, catalogue);
  const priceIds = pricesOfAddOns(selected, context);
  const holdersByItem = await seatHoldersByItem(
    db,
    subscription.items.map(({ id }) => id),
  );
  return { subscription, prices: priceIds, changes: itemChanges(subscription, priceIds, holdersByItem) };
}

/** The invoice that a change of items would create now. `at` is the earlier preview's time. */
export function previewOfItems(
  stripe: Stripe,
  { view }: Pick<MirroredSubscription, 'view'>,
  items: readonly Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[],
  at?: number,
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    customer: view.customer_id,
    subscription: view.id,
    subscription_details: {
      items: [...items],
      proration_behavior: 'always_invoice',
      ...(at !== undefined && { proration_date: at }),
    },
  });
}

/** The cost that the caller has confirmed. */
export interface ConfirmedCost {
  /** The time of the preview, in epoch seconds. */
  prorationDate: number | undefined;
  /** The preview's amount that is due now, in cents. */
  expectedDue: number | undefined;
  /** The subscription's items in the preview. */
  version?: string | undefined;
  /** The card for this payment and for all later ones of the subscription. */
  card: string | undefined;
}

export interface PaidItems extends ConfirmedCost {
  items: Stripe.SubscriptionUpdateParams.Item[];
  /** The purchase. `expected` later shows whether the change was made. */
  purchase: BillingPurchase;
  attempt: Attempt;
}

/**
 * Changes items after they are paid. If the bank declines or asks for confirmation, nothing changes until the payment
 * succeeds: https://docs.stripe.com/billing/subscriptions/pending-updates
 *
 * @returns the payment that the person must confirm; undefined when everything is paid
 * @throws AppError `card_declined`, `preview_outdated`
 */
export function changePaidItems(
  { stripe }: BillingContext,
  subscription: MirroredSubscription,
  { items, prorationDate, expectedDue, version, card: cardId, purchase, attempt }: PaidItems,
) {
  const { view } = subscription;
  return writeToStripe(async () => {
    assertSameVersion(subscription, version);
    if (prorationDate !== undefined || expectedDue !== undefined) {
      assertRecentProration(await previewOfItems(stripe, subscription, items), prorationDate, view.period.start);
      const preview = await previewOfItems(stripe, subscription, items, prorationDate);
      assertExpectedDue(preview.amount_due, expectedDue);
    }
    if (cardId === undefined && expectedDue !== 0) assertPaidAtOnce(view);
    const formerCard = await formerCardOf(stripe, view, cardId);
    await attempt.markSent({
      subscriptionId: view.id,
      purchase: { ...purchase, ...(formerCard !== undefined && { formerCard }) },
    });
    try {
      if (formerCard !== undefined) {
        await stripe.subscriptions.update(view.id, { default_payment_method: cardId ?? '' });
      }
      const changed = await stripe.subscriptions.update(
        view.id,
        {
          items,
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          ...(prorationDate !== undefined && { proration_date: prorationDate }),
          expand: EXPAND_SECRET,
        },
        { idempotencyKey: `${attempt.id}:items` },
      );
      return await pendingPayment(stripe, changed, purchase.failedMessage);
    } catch (error) {
      // While the outcome is unknown, the payment may still need the card.
      if (formerCard !== undefined && !isUncertain(toAppError(error))) {
        await stripe.subscriptions.update(view.id, { default_payment_method: formerCard ?? '' });
      }
      throw error;
    }
  });
}

const itemAfter = ({ items }: MirroredSubscription, change: ItemChange): { price: string; quantity: number } =>
  'price' in change
    ? { price: change.price, quantity: 1 }
    : { price: items.find(({ id }) => id === change.id)?.price_id ?? '', quantity: change.quantity };

export interface AddItems extends ConfirmedCost {
  subscriptionId: string;
  selected: readonly ChosenFeature[];
}

const NOTHING_ADDED = 'Nothing was added. Try another card.';

/**
 * Adds features. Charges for the rest of the period now.
 *
 * @throws AppError `preview_outdated` when the preview is too old or the amount differs
 */
export function addItems(
  context: BillingContext,
  { subscriptionId, selected, ...cost }: AddItems,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.add_items',
    after: { features: selected.map(({ feature_name: name }) => name) },
    doneMessage:
      selected.length === 1
        ? `Added ${toNamedProduct(selected[0]?.feature_name ?? '').display_name}`
        : 'Features added',
    failedMessage: NOTHING_ADDED,
  };
  const command = {
    name: 'add',
    content: {
      subscription: subscriptionId,
      // The key is part of stored fingerprints.
      chosen: selected.map(({ feature_name, plan_id }) => [feature_name, plan_id]),
      card: cost.card ?? null,
    },
    subscriptionId,
    description,
  };
  return runCommand(context, command, caller, async (attempt) => {
    await refreshBeforePlanning(context, subscriptionId, caller.now);
    const { subscription, prices: priceIds, changes } = await planAddition(db, practiceId, subscriptionId, selected);
    const expected = changes.map((change) => itemAfter(subscription, change));
    const payment =
      changes.length === 0
        ? undefined
        : await changePaidItems(context, subscription, {
            ...cost,
            items: changes,
            purchase: purchaseOf(description, caller, priceIds, { expected }),
            attempt,
          });
    const { schedule } = subscription;
    const hasPhases = schedule !== null && upcomingPhases(schedule).length > 0;
    return {
      subscriptionId,
      prices: priceIds,
      payment,
      isMissingInPhases: hasPhases || changes.some((one) => 'price' in one),
    };
  });
}
