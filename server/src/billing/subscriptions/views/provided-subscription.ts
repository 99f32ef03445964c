/** Another organization's subscription, for a practice with a seat on it (docs/decisions/0033). Pure functions. */
import type { PermittedAction, Subscription, SubscriptionItem } from 'shared-api/contracts';

const PROVIDED: PermittedAction = {
  allowed: false,
  reason: 'Provided by another organization’s subscription. Contact support to change it.',
};

const withoutMoney = (item: SubscriptionItem): SubscriptionItem => ({
  ...item,
  quantity: 1,
  amount: 0,
  plan_details: { ...item.plan_details, amount: 0 },
  required_by: [],
  actions: { remove: PROVIDED, undo_removal: PROVIDED },
});

/** Only the seat's data: the items, their plan, the status and the end date. No amounts, card, customer or actions. */
export function providedContract(subscription: Subscription): Subscription {
  return {
    ...subscription,
    amount: 0,
    items: subscription.items.map(withoutMoney),
    current_phase: null,
    customer_id: '',
    customer_name: null,
    payment_method: null,
    other_method: null,
    payment_url: null,
    needs_attention: false,
    actions: { add_features: PROVIDED, switch_plan: PROVIDED, cancel: PROVIDED },
    scheduled_differences: [],
    provided_by: { name: subscription.customer_name },
  };
}
