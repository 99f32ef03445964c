/** Customers with the subscriptions on which a practice has a seat: from what is kept here, with the cards of today. */
import type Stripe from 'stripe';
import type { AdminCustomer } from 'shared-api/contracts';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { itemsOf } from '../billing/mirror/read-mirror.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { type Surroundings, adminSchedule, adminSubscription, scheduledItems } from './admin-view.js';
import { type Owner, adminCustomer, readOwner } from './owners.js';
import { seatHolders } from './seats.js';

/** Subscriptions, also those that a scheduled seat will be on, and what is scheduled for them. */
async function readKeptFor(db: Db, practice: number) {
  const seats = await db
    .selectFrom('item_assignments')
    .select('subscription_id')
    .distinct()
    .where('practice_id', '=', practice)
    .execute();
  const ids = seats.map(({ subscription_id: id }) => id);
  if (ids.length === 0) return { subscriptions: [], schedules: [], items: new Map<string, never[]>() };
  const schedules = await db
    .selectFrom('billing_schedules')
    .select(['customer_id', 'subscription_id', 'shown'])
    .where((where) => where.or([where('subscription_id', 'in', ids), where('id', 'in', ids)]))
    .orderBy('id')
    .execute();
  const parents = schedules.flatMap(({ subscription_id: parent }) => (parent === null ? [] : [parent]));
  const all = [...new Set([...ids, ...parents])];
  const [subscriptions, items] = await Promise.all([
    db.selectFrom('billing_subscriptions').select(['id', 'customer_id', 'shown']).where('id', 'in', all).execute(),
    itemsOf(db, all),
  ]);
  return { subscriptions, schedules, items };
}

type Kept = Awaited<ReturnType<typeof readKeptFor>>;

/** Newest first, each followed by what is scheduled for it; then what is scheduled without a parent. */
function subscriptionsOf(
  owner: Owner,
  kept: Kept,
  around: Omit<Surroundings, 'cards'>,
): AdminCustomer['subscriptions'] {
  const surroundings = { ...around, cards: owner.cards };
  const schedules = kept.schedules.filter((one) => one.customer_id === owner.id).map(({ shown }) => shown);
  const own = kept.subscriptions.filter((one) => one.customer_id === owner.id);
  const withParents = own
    .sort((one, other) => other.shown.created - one.shown.created || (one.id < other.id ? -1 : 1))
    .flatMap(({ id, shown }) => {
      const schedule = schedules.find((one) => one.subscription_id === id) ?? null;
      const card = shown.payment_method?.id ?? null;
      const scheduled = schedule ? adminSchedule(schedule, card, surroundings) : undefined;
      const itself = adminSubscription(shown, kept.items.get(id) ?? [], schedule, card, surroundings);
      return scheduled ? [itself, scheduled] : [itself];
    });
  const alone = schedules
    .filter((schedule) => !own.some(({ id }) => id === schedule.subscription_id))
    .flatMap((schedule) => adminSchedule(schedule, owner.defaultCard, surroundings) ?? []);
  return [...withParents, ...alone];
}

/** By name. @throws Refusal 502 when the provider does not answer */
export async function readPracticeSubscriptions(db: Db, stripe: Stripe, practice: number): Promise<AdminCustomer[]> {
  const kept = await readKeptFor(db, practice);
  const ids = [...new Set([...kept.subscriptions, ...kept.schedules].map((one) => one.customer_id))];
  const items = [...kept.items.values(), ...kept.schedules.map(({ shown }) => scheduledItems(shown))].flat();
  const [owners, { keyOf }, seats] = await Promise.all([
    atStripe(() => Promise.all(ids.map((id) => readOwner(stripe, id)))),
    readCataloguePrices(db),
    seatHolders(
      db,
      items.map(({ id }) => id),
    ),
  ]);
  return owners
    .map((owner) => adminCustomer(owner, subscriptionsOf(owner, kept, { keyOf, seats })))
    .sort((one, other) => (one.name ?? one.id).localeCompare(other.name ?? other.id, 'en-US'));
}
