/** What a person can ask for on the page, and the dialog that answers. */
import type { Subscription, SubscriptionItem, TrialPlan } from 'shared-api/contracts';

export type DialogRequest =
  | { kind: 'add'; subscription: Subscription }
  | { kind: 'cancel'; subscription: Subscription }
  /** `planId`: the plan that is chosen at first. */
  | { kind: 'switch'; subscriptionId: string; planId?: string }
  | { kind: 'remove' | 'undo-removal'; subscription: Subscription; item: SubscriptionItem }
  | { kind: 'trial' | 'start'; plan: TrialPlan }
  | { kind: 'new' };
