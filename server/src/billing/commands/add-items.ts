/** Adds optional features to an active subscription (specification: billing, 5; server rule 5). */
import type Stripe from 'stripe';
import type { BillingOutcome, ChosenFeature } from 'shared-api/contracts';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { toNamedProduct } from '../../catalogue/catalogue.js';
import type { Db } from '../../database/tables.js';
import { AppError } from '../../http/app-error.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import { readAddOnContext } from '../add-on-rules.js';
import type { BillingCaller, BillingContext } from '../billing-context.js';
import { type MirroredSubscription, findSubscription } from '../mirror/read-mirror.js';
import { seatHoldersByItem } from '../mirror/subscriptions-repository.js';
import { upcomingPhases } from '../mirror/snapshots.js';
import { useCard } from './cards.js';
import { pricesOfAddOns } from './selected-add-ons.js';
import { EXPAND_SECRET, pendingPayment } from './payment-outcome.js';
import { type CommandDescription, purchaseOf, runCommand } from './run-command.js';
import { type ItemChange, itemChanges } from './schedule-phases.js';
import { assertExpectedDue, assertRecentProration } from './stale-preview.js';

export function assertActive({ view }: MirroredSubscription, action: string): void {
  if (view.status !== 'active') throw new AppError(409, 'not_active', `Only an active subscription can ${action}.`);
}

export interface PlannedAddition {
  subscription: MirroredSubscription;
  /** Ids of the purchased prices. */
  prices: string[];
  /** Empty when the practice only uses free seats, which cost nothing. */
  changes: ItemChange[];
}

/**
 * Validates the selected add-ons and plans the change of the subscription.
 *
 * @throws AppError
 */
export async function planAddition(
  db: Db,
  practiceId: number,
  subscriptionId: string,
  chosen: readonly ChosenFeature[],
): Promise<PlannedAddition> {
  const subscription = await findSubscription(db, practiceId, subscriptionId);
  assertActive(subscription, 'have features added');
  const catalogue = await readCataloguePrices(db);
  const context = await readAddOnContext(db, practiceId, { kind: 'subscription', subscription }, catalogue);
  const priceIds = pricesOfAddOns(chosen, context);
  const taken = await seatHoldersByItem(
    db,
    subscription.items.map(({ id }) => id),
  );
  return { subscription, prices: priceIds, changes: itemChanges(subscription, priceIds, taken) };
}

/** The invoice that a change of items would create now. `at` is the time of the earlier preview. */
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
  /** The card for this payment and for all later ones of the subscription. */
  card: string | undefined;
}

export interface PaidItems extends ConfirmedCost {
  items: Stripe.SubscriptionUpdateParams.Item[];
  failedMessage: string;
  idempotencyKey: string;
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
  { items, prorationDate, expectedDue, card: cardId, failedMessage, idempotencyKey }: PaidItems,
) {
  const { view } = subscription;
  return writeToStripe(async () => {
    if (prorationDate !== undefined || expectedDue !== undefined) {
      assertRecentProration(await previewOfItems(stripe, subscription, items), prorationDate);
      const preview = await previewOfItems(stripe, subscription, items, prorationDate);
      assertExpectedDue(preview.amount_due, expectedDue);
    }
    const restoreCard = await useCard(stripe, view.id, view.customer_id, cardId);
    try {
      const changed = await stripe.subscriptions.update(
        view.id,
        {
          items,
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          ...(prorationDate !== undefined && { proration_date: prorationDate }),
          expand: EXPAND_SECRET,
        },
        { idempotencyKey },
      );
      return await pendingPayment(stripe, changed, failedMessage);
    } catch (error) {
      await restoreCard();
      throw error;
    }
  });
}

export interface AddItems extends ConfirmedCost {
  subscriptionId: string;
  chosen: readonly ChosenFeature[];
}

const NOTHING_ADDED = 'Nothing was added. Try another card.';

/**
 * Adds features. Charges for the rest of the period now.
 *
 * @throws AppError `preview_outdated` when the preview is too old or the amount differs
 */
export function addItems(
  context: BillingContext,
  { subscriptionId, chosen, ...cost }: AddItems,
  caller: BillingCaller,
): Promise<BillingOutcome> {
  const { db, practiceId } = context;
  const description: CommandDescription = {
    action: 'subscription.add_items',
    after: { features: chosen.map(({ feature_name: name }) => name) },
    doneMessage:
      chosen.length === 1 ? `Added ${toNamedProduct(chosen[0]?.feature_name ?? '').display_name}` : 'Features added',
    failedMessage: NOTHING_ADDED,
  };
  const command = {
    name: 'add',
    content: {
      subscription: subscriptionId,
      chosen: chosen.map(({ feature_name, plan_id }) => [feature_name, plan_id]),
      card: cost.card ?? null,
    },
    subscriptionId,
    description,
  };
  return runCommand(context, command, caller, async ({ id, isRetry, record }) => {
    if (isRetry) {
      const { items, own } = await findSubscription(db, practiceId, subscriptionId);
      const selectedPrices = chosen.map(({ plan_id: priceId }) => priceId);
      const isThere = selectedPrices.every((priceId) =>
        items.some((one) => one.price_id === priceId && own.has(one.id)),
      );
      if (isThere) return { subscriptionId, prices: selectedPrices, isMissingInPhases: true };
    }
    const { subscription, prices: priceIds, changes } = await planAddition(db, practiceId, subscriptionId, chosen);
    await record({ subscriptionId, purchase: purchaseOf(description, caller, priceIds) });
    const payment =
      changes.length === 0
        ? undefined
        : await changePaidItems(context, subscription, {
            ...cost,
            items: changes,
            failedMessage: NOTHING_ADDED,
            idempotencyKey: `${id}:add`,
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
