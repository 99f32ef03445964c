/** A change of what a practice pays, and the call that makes it. */
import { type ApiRequest, request } from 'shared-api';
import {
  addSubscriptionItems,
  cancelSubscription,
  cancelTrial,
  type ChangeToPreview,
  type ChosenFeature,
  removeSubscriptionItem,
  startSubscription,
  startTrial,
} from 'shared-api/contracts';

export type Change =
  | { kind: 'add'; subscription: string; features: ChosenFeature[] }
  | { kind: 'remove'; subscription: string; item: string }
  | { kind: 'cancel'; subscription: string }
  | { kind: 'start'; plan: string; customer: string; features: ChosenFeature[] }
  | { kind: 'trial'; plan: string; customer: string; features: ChosenFeature[] }
  | { kind: 'cancel-trial'; plan: string; trial: string };

/** A change as it is sent. `prorationDate` is the moment of the preview that was shown. */
export type SentChange = Change & { prorationDate?: number | undefined };

/** What is asked for its cost. */
export function previewOf(change: Change): ChangeToPreview {
  switch (change.kind) {
    case 'add':
      return { kind: 'add', subscription_id: change.subscription, optional_features: change.features };
    case 'remove':
      return { kind: 'remove', subscription_id: change.subscription, subscription_item_id: change.item };
    case 'cancel':
      return { kind: 'cancel', subscription_id: change.subscription };
    case 'start':
    case 'trial':
      return {
        kind: change.kind,
        plan_id: change.plan,
        customer_id: change.customer,
        optional_features: change.features,
      };
    case 'cancel-trial':
      return { kind: 'cancel-trial', plan_id: change.plan, trial_id: change.trial };
  }
}

/** The call (specification: billing, 7). */
export function requestOf(practice: number, change: SentChange, idempotencyKey: string): ApiRequest {
  switch (change.kind) {
    case 'add':
      return request(addSubscriptionItems, {
        params: { practice, subscription: change.subscription },
        body: {
          optional_features: change.features,
          ...(change.prorationDate !== undefined && { proration_date: change.prorationDate }),
        },
        idempotencyKey,
      });
    case 'remove':
      return request(removeSubscriptionItem, {
        params: { practice, subscription: change.subscription },
        body: { subscription_item_id: change.item },
        idempotencyKey,
      });
    case 'cancel':
      return request(cancelSubscription, {
        params: { practice, subscription: change.subscription },
        body: { subscription_id: change.subscription },
        idempotencyKey,
      });
    case 'start':
      return request(startSubscription, {
        params: { practice, plan: change.plan },
        body: { customer_id: change.customer, optional_features: change.features },
        idempotencyKey,
      });
    case 'trial':
      return request(startTrial, {
        params: { practice, plan: change.plan },
        body: { customer_id: change.customer, consent_given: true, optional_features: change.features },
        idempotencyKey,
      });
    case 'cancel-trial':
      return request(cancelTrial, {
        params: { practice, plan: change.plan },
        body: { trial_id: change.trial },
        idempotencyKey,
      });
  }
}
