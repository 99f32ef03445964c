/** What a person can ask for on the page, and the dialog that answers. */
import type { Subscription, SubscriptionItem, TrialPlan } from 'shared-api/contracts';

export type Deed =
  | { kind: 'add'; subscription: Subscription }
  | { kind: 'cancel'; subscription: Subscription }
  | { kind: 'remove'; subscription: Subscription; item: SubscriptionItem }
  | { kind: 'trial'; plan: TrialPlan }
  | { kind: 'start'; plan: TrialPlan }
  | { kind: 'new' };
