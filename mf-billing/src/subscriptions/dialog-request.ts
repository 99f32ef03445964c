/** The dialogs of the page and their inputs. */
import type { Subscription, SubscriptionItem, TrialPlan } from 'shared-api/contracts';

export type DialogRequest =
  | { kind: 'add'; subscription: Subscription }
  | { kind: 'cancel' | 'end-unpaid'; subscription: Subscription }
  | { kind: 'card'; subscriptionId: string }
  /** `planId`: the initially selected plan. */
  | { kind: 'switch'; subscriptionId: string; planId?: string }
  | { kind: 'remove' | 'undo-removal'; subscription: Subscription; item: SubscriptionItem }
  | { kind: 'trial' | 'start'; plan: TrialPlan }
  | { kind: 'new' };
