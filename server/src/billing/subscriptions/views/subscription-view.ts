/** Subscriptions in the contract's format. No database access. */
import type { PermittedAction, Subscription, SubscriptionItem } from 'shared-api/contracts';
import {
  bundlesByName,
  contentsOf,
  descriptionOfPrice,
  nameOfPrice,
  toNamedProduct,
} from '../../catalogue/catalogue.js';
import type { CataloguePrices } from '../../catalogue/catalogue-prices.js';
import { chargeRefusal } from '../commands/add-items.js';
import { COLLECTING, isEndedAsUnpaid } from '../commands/end-unpaid.js';
import { dependentsOf, nameOfItem, findRemovalBlocker, findUndoBlocker } from '../commands/remove-item.js';
import { switchableItem } from '../commands/switch-plan.js';
import { type MirroredSubscription, hasSeat, NO_SEAT_MESSAGE, sharedReason } from '../mirror/read-mirror.js';
import {
  type ItemSnapshot,
  periodAmount,
  type ScheduleSnapshot,
  stopDateOf,
  upcomingPhases,
} from '../mirror/snapshots.js';
import { isFirstChargeOwed, isOver, needsAttention } from '../../stripe/statuses.js';
import { scheduledDifferences } from './scheduled-differences.js';

type Prices = Pick<CataloguePrices, 'keyOf'>;

const allowed: PermittedAction = { allowed: true, reason: null };
const refused = (reason: string): PermittedAction => ({ allowed: false, reason });
const permitted = (reason: string | null | undefined): PermittedAction => (reason == null ? allowed : refused(reason));

/** A bundle with its features, in the contract's format. */
export function bundleContents(name: string) {
  return { ...toNamedProduct(name), features: (bundlesByName.get(name)?.features ?? []).map(toNamedProduct) };
}

export interface ItemContext {
  prices: Prices;
  stopDate: number | null;
  requiredBy: SubscriptionItem['required_by'];
  actions: SubscriptionItem['actions'];
  /** If absent, the practice itself. */
  usedBy?: SubscriptionItem['used_by'];
}

function itemContract(
  item: ItemSnapshot,
  { prices, stopDate, requiredBy, actions, usedBy }: ItemContext,
): SubscriptionItem {
  const key = prices.keyOf.get(item.price_id);
  const contents = contentsOf(key);
  const name = nameOfItem(item, prices);
  return {
    id: item.id,
    price_id: item.price_id,
    plan_name: name,
    plan_details: { name, amount: Math.round(item.amount), interval: item.interval },
    description: descriptionOfPrice(key) ?? item.description,
    plan_interval: item.interval,
    ...(item.every && { every: item.every }),
    quantity: item.quantity,
    stop_date: stopDate,
    features: (contents?.features ?? []).map(toNamedProduct),
    bundles: (contents?.bundles ?? []).map(bundleContents),
    amount: periodAmount(item),
    ...(item.by_usage === true && { by_usage: true }),
    // Old items have a plan id, which starts with `plan_`, instead of a price id.
    meta_data: item.price_id.startsWith('plan_') ? { plan: item.price_id } : { price: item.price_id },
    optional_feature: contents?.addOn ?? null,
    required_by: requiredBy,
    actions,
    ...(usedBy !== undefined && { used_by: usedBy }),
  };
}

const total = (items: readonly ItemSnapshot[]): number => items.reduce((sum, item) => sum + periodAmount(item), 0);

/** The item that names a subscription: the first one that isn't an add-on. */
export function leadingItem(
  items: readonly ItemSnapshot[],
  { keyOf }: Pick<CataloguePrices, 'keyOf'>,
): ItemSnapshot | undefined {
  return items.find(({ price_id: id }) => contentsOf(keyOf.get(id))?.addOn === null) ?? items[0];
}

function otherMethod(method: NonNullable<MirroredSubscription['view']['other_method']> | null) {
  return method && { id: method.id, name: method.name, is_own: method.is_own };
}

/** Ids of items that several practices use. One practice can't change such an item by itself. */
export type SharedItems = ReadonlySet<string>;

const NOT_USED = refused('This practice doesn’t use it. Assign it first.');
const USED_BY_OTHERS = refused('Another practice uses it.');

/** An item that the practice pays for but doesn't use. */
function otherItemContract(
  { view, schedule }: MirroredSubscription,
  item: ItemSnapshot,
  prices: Prices,
  shared: SharedItems,
): SubscriptionItem {
  const isUsed = shared.has(item.id);
  const none = isUsed ? USED_BY_OTHERS : NOT_USED;
  return itemContract(item, {
    prices,
    stopDate: stopDateOf(item.price_id, view, schedule),
    requiredBy: [],
    actions: { remove: none, undo_removal: none },
    usedBy: isUsed ? 'others' : 'nobody',
  });
}

const SHARED_ITEM = 'Shared with another practice. Contact support to remove it.';

const noActions = (none: PermittedAction): Subscription['actions'] => ({
  add_features: none,
  switch_plan: none,
  cancel: none,
  change_card: none,
});

function actionsOf(subscription: MirroredSubscription, prices: Prices, shared: SharedItems): Subscription['actions'] {
  const { view, items } = subscription;
  const isShared = items.some(({ id }) => shared.has(id));
  const notActive = view.status === 'active' ? null : 'Only for an active subscription.';
  const switchable = switchableItem(subscription, prices, sharedReason(subscription, shared));
  const ending = {
    cancel: permitted(notActive ?? (isShared ? 'Shared with another practice.' : null)),
    ...(isEndedAsUnpaid(view.status) && {
      end_unpaid: permitted(isShared ? 'Shared with another practice.' : null),
    }),
  };
  if (view.is_collecting === true) {
    const none = refused(COLLECTING);
    return { ...noActions(none), ...(ending.end_unpaid && { end_unpaid: none }) };
  }
  if (subscription.isOwned && !hasSeat(subscription)) return { ...noActions(refused(NO_SEAT_MESSAGE)), ...ending };
  return {
    add_features: permitted(notActive ?? chargeRefusal(view)?.reason),
    switch_plan: permitted('reason' in switchable ? switchable.reason : null),
    change_card: permitted(isOver(view.status) ? 'This subscription has ended.' : null),
    ...ending,
  };
}

function ownItemContract(
  subscription: MirroredSubscription,
  item: ItemSnapshot,
  prices: Prices,
  shared: SharedItems,
): SubscriptionItem {
  const { view, schedule } = subscription;
  const reason = findRemovalBlocker(subscription, item, prices)?.reason;
  const dependents = dependentsOf(subscription, item, prices);
  return itemContract(item, {
    prices,
    stopDate: stopDateOf(item.price_id, view, schedule),
    requiredBy: dependents.map((one) => ({ id: one.id, name: nameOfItem(one, prices) })),
    actions: {
      remove: permitted(reason ?? (shared.has(item.id) ? SHARED_ITEM : null)),
      undo_removal: permitted(findUndoBlocker(subscription, item, prices)),
    },
  });
}

/**
 * All items of a subscription that the practice pays for, otherwise those that it uses.
 *
 * @param shared ids of items that other practices also have a seat on
 */
export function subscriptionContract(
  subscription: MirroredSubscription,
  prices: Prices,
  shared: SharedItems,
): Subscription {
  const { view, items, schedule, own, isOwned } = subscription;
  const visible = items.filter(({ id }) => isOwned || own.has(id));
  const first = leadingItem(visible, prices) ?? leadingItem(items, prices);
  return {
    id: view.id,
    parent_subscription_id: null,
    status: view.status,
    plan_name: first ? nameOfItem(first, prices) : view.id,
    plan_interval: first?.interval ?? 'month',
    ...(first?.every && { every: first.every }),
    amount: total(items),
    currency: view.currency,
    created: view.created,
    trial_start: view.trial_start,
    trial_end: view.trial_end,
    canceled_at: view.canceled_at,
    ...(view.cancel_at !== null && !isOver(view.status) && { ends_at: view.cancel_at }),
    current_phase: schedule?.current_phase ?? { start_date: view.period.start, end_date: view.period.end },
    items: visible.map((item) =>
      (own.has(item.id) ? ownItemContract : otherItemContract)(subscription, item, prices, shared),
    ),
    customer_id: view.customer_id,
    customer_name: view.customer_name,
    payment_method: view.payment_method,
    ...(view.other_method !== undefined && { other_method: otherMethod(view.other_method) }),
    ...(view.is_sent !== undefined && { is_sent: view.is_sent }),
    ...(view.is_paused !== undefined && { is_paused: view.is_paused }),
    payment_url: view.payment_url,
    ...(view.is_collecting !== undefined && { is_collecting: view.is_collecting }),
    needs_attention: needsAttention(view),
    has_grace: view.status === 'past_due' && !isFirstChargeOwed(view),
    is_over: isOver(view.status),
    actions: actionsOf(subscription, prices, shared),
    scheduled_differences: [],
    provided_by: null,
  };
}

/** The subscription with all actions refused, because an earlier change isn't settled. */
export function allActionsRefused(contract: Subscription, reason: string): Subscription {
  const none = refused(reason);
  return {
    ...contract,
    items: contract.items.map((item) => ({ ...item, actions: { remove: none, undo_removal: none } })),
    actions: { ...noActions(none), ...(contract.actions.end_unpaid && { end_unpaid: none }) },
  };
}

const SCHEDULED = refused('A scheduled change can’t be edited. Change its subscription instead.');

/**
 * The next phase of a schedule as a separate subscription under its parent (specification: billing, 4). Undefined when
 * nothing is scheduled.
 *
 * @param isOwned true when the practice pays, so that it sees all items; otherwise those that it uses
 * @param parent undefined for a schedule that hasn't started
 */
export function scheduledContract(
  schedule: ScheduleSnapshot,
  { own, isOwned }: Pick<MirroredSubscription, 'own' | 'isOwned'>,
  parent: MirroredSubscription | undefined,
  prices: Prices,
): Subscription | undefined {
  const [next] = upcomingPhases(schedule);
  if (!next) return undefined;
  const ownPrices = new Set(parent?.items.filter(({ id }) => own.has(id)).map(({ price_id: priceId }) => priceId));
  const items = next.items.filter(({ id, price_id: priceId }) => isOwned || own.has(id) || ownPrices.has(priceId));
  const first = leadingItem(items, prices) ?? leadingItem(next.items, prices);
  return {
    id: schedule.id,
    parent_subscription_id: schedule.subscription_id,
    status: 'not_started',
    plan_name: first ? (nameOfPrice(prices.keyOf.get(first.price_id)) ?? first.name) : schedule.id,
    plan_interval: first?.interval ?? 'month',
    ...(first?.every && { every: first.every }),
    amount: total(next.items),
    currency: schedule.currency,
    created: schedule.created,
    trial_start: null,
    trial_end: null,
    canceled_at: null,
    current_phase: { start_date: next.start_date, end_date: next.end_date },
    items: items.map((item) =>
      itemContract(item, {
        prices,
        stopDate: null,
        requiredBy: [],
        actions: { remove: SCHEDULED, undo_removal: SCHEDULED },
      }),
    ),
    customer_id: schedule.customer_id,
    customer_name: parent?.view.customer_name ?? null,
    payment_method: parent?.view.payment_method ?? null,
    payment_url: null,
    needs_attention: false,
    is_over: false,
    actions: noActions(SCHEDULED),
    scheduled_differences: scheduledDifferences(schedule, parent, prices.keyOf),
  };
}
