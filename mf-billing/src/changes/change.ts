/** Changes of what a practice pays, and their API requests. */
import { type ApiRequest, request } from 'shared-api';
import {
  addSubscriptionItems,
  cancelSubscription,
  cancelTrial,
  type ChangeToPreview,
  type ChosenFeature,
  endUnpaidSubscription,
  type OpenInvoiceChoice,
  removeSubscriptionItem,
  startSubscription,
  startTrial,
  switchPlan,
  undoItemRemoval,
} from 'shared-api/contracts';

export type Change =
  | { kind: 'add'; subscriptionId: string; features: ChosenFeature[] }
  | { kind: 'switch'; subscriptionId: string; planId: string }
  | { kind: 'remove'; subscriptionId: string; itemId: string; withDependents: boolean }
  | { kind: 'undo-removal'; subscriptionId: string; itemId: string }
  | { kind: 'cancel'; subscriptionId: string; withCredit: boolean }
  | { kind: 'end-unpaid'; subscriptionId: string; openInvoices: OpenInvoiceChoice }
  | { kind: 'start' | 'trial'; planId: string; customerId: string; features: ChosenFeature[] }
  | { kind: 'cancel-trial'; planId: string; trialId: string };

export type ChangeKind = Change['kind'];

/** A change with the values from its preview and the card to charge. */
export interface ChangeRequest {
  change: Change;
  /** The displayed amount due today, in cents. */
  expectedDue?: number | undefined;
  /** The proration date of the preview, in epoch seconds. */
  prorationDate?: number | undefined;
  /** The subscription's items in the preview. */
  subscriptionVersion?: string | undefined;
  /** If absent, the current card pays. */
  paymentMethodId?: string | undefined;
}

const cancellationOf = ({ subscriptionId, withCredit }: Extract<Change, { kind: 'cancel' }>) => ({
  subscription_id: subscriptionId,
  ...(withCredit && { with_credit: true }),
});

/** The body of the cost preview request. */
export function previewOf(change: Change): ChangeToPreview {
  switch (change.kind) {
    case 'add':
      return { kind: 'add', subscription_id: change.subscriptionId, optional_features: change.features };
    case 'switch':
      return { kind: 'switch', subscription_id: change.subscriptionId, plan_id: change.planId };
    case 'remove':
    case 'undo-removal':
      return { kind: change.kind, subscription_id: change.subscriptionId, subscription_item_id: change.itemId };
    case 'cancel':
      return { kind: 'cancel', ...cancellationOf(change) };
    case 'end-unpaid':
      return { kind: 'end-unpaid', subscription_id: change.subscriptionId };
    case 'start':
    case 'trial':
      return {
        kind: change.kind,
        plan_id: change.planId,
        customer_id: change.customerId,
        optional_features: change.features,
      };
    case 'cancel-trial':
      return { kind: 'cancel-trial', plan_id: change.planId, trial_id: change.trialId };
  }
}

/** The API request of a change (specification: billing, 7). */
export function requestOf(practiceId: number, sent: ChangeRequest, idempotencyKey: string): ApiRequest {
  const { change, expectedDue, prorationDate, subscriptionVersion, paymentMethodId } = sent;
  const practice = practiceId;
  const payer = paymentMethodId === undefined ? {} : { payment_method_id: paymentMethodId };
  const purchase = { ...payer, ...(expectedDue !== undefined && { expected_due: expectedDue }) };
  // A trial usually costs nothing now. Older servers accept no amount for it.
  const isDue = (expectedDue ?? 0) > 0;
  const prorated = {
    ...purchase,
    ...(prorationDate !== undefined && { proration_date: prorationDate }),
    ...(subscriptionVersion !== undefined && { subscription_version: subscriptionVersion }),
  };
  switch (change.kind) {
    case 'add':
      return request(addSubscriptionItems, {
        params: { practice, subscription: change.subscriptionId },
        body: { optional_features: change.features, ...prorated },
        idempotencyKey,
      });
    case 'switch':
      return request(switchPlan, {
        params: { practice, subscription: change.subscriptionId },
        body: { plan_id: change.planId, ...prorated },
        idempotencyKey,
      });
    case 'remove':
      return request(removeSubscriptionItem, {
        params: { practice, subscription: change.subscriptionId },
        body: { subscription_item_id: change.itemId, ...(change.withDependents && { with_dependents: true }) },
        idempotencyKey,
      });
    case 'undo-removal':
      return request(undoItemRemoval, {
        params: { practice, subscription: change.subscriptionId },
        body: { subscription_item_id: change.itemId },
        idempotencyKey,
      });
    case 'cancel':
      return request(cancelSubscription, {
        params: { practice, subscription: change.subscriptionId },
        body: cancellationOf(change),
        idempotencyKey,
      });
    case 'end-unpaid':
      return request(endUnpaidSubscription, {
        params: { practice, subscription: change.subscriptionId },
        body: { subscription_id: change.subscriptionId, open_invoices: change.openInvoices },
        idempotencyKey,
      });
    case 'start':
      return request(startSubscription, {
        params: { practice, plan: change.planId },
        body: { customer_id: change.customerId, optional_features: change.features, ...purchase },
        idempotencyKey,
      });
    case 'trial':
      return request(startTrial, {
        params: { practice, plan: change.planId },
        body: {
          customer_id: change.customerId,
          consent_given: true,
          optional_features: change.features,
          ...(isDue ? purchase : payer),
        },
        idempotencyKey,
      });
    case 'cancel-trial':
      return request(cancelTrial, {
        params: { practice, plan: change.planId },
        body: { trial_id: change.trialId },
        idempotencyKey,
      });
  }
}
