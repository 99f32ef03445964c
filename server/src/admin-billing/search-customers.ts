/** Searching the provider's customers, with the seats that their subscriptions have left. */
import Stripe from 'stripe';
import type { AdminCustomer } from 'shared-api/contracts';
import { sql } from 'kysely';
import { readCataloguePrices } from '../catalogue/catalogue-prices.js';
import type { Db } from '../database/tables.js';
import { isGone, itemsOf } from '../billing/mirror/fetch-snapshots.js';
import {
  type ItemSnapshot,
  type ScheduleSnapshot,
  type SubscriptionSnapshot,
  idOf,
  scheduleSnapshot,
  subscriptionSnapshot,
} from '../billing/mirror/snapshots.js';
import { atStripe } from '../stripe/stripe-errors.js';
import { adminSchedule, adminSubscription, scheduledItems } from './admin-view.js';
import { type Owner, adminCustomer, ownerOf } from './owners.js';
import { seatHolders } from './seats.js';

/** Customers of an answer: each costs three calls of the provider. */
const MOST_FOUND = 10;
/** Customers that are asked for at the same time, with regard to the provider's rate limit. */
const AT_ONCE = 5;
const MOST_SUBSCRIPTIONS = 500;

/** A value of the search language: https://docs.stripe.com/search#search-query-language */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** The provider refuses to search for parts of fewer than three letters; what is known here is found all the same. */
async function searched(stripe: Stripe, term: string): Promise<{ ids: string[]; more: boolean }> {
  const text = quoted(term);
  try {
    const found = await stripe.customers.search({ query: `name~${text} OR email~${text}`, limit: MOST_FOUND });
    return { ids: found.data.map(({ id }) => id), more: found.has_more };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { ids: [], more: false };
    throw error;
  }
}

/** Customers whose subscriptions are kept here; the provider's search finds new ones only after a minute. */
async function known(db: Db, term: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select('customer_id')
    .distinct()
    .where((where) =>
      where.or([
        where('customer_id', '=', term),
        sql<boolean>`position(lower(${term}) in lower(shown ->> 'customer_name')) > 0`,
      ]),
    )
    .orderBy('customer_id')
    .limit(MOST_FOUND + 1)
    .execute();
  return rows.map(({ customer_id: id }) => id);
}

async function customerAt(stripe: Stripe, id: string): Promise<Stripe.Customer | undefined> {
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? undefined : customer;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

interface Found {
  owner: Owner;
  subscriptions: { view: SubscriptionSnapshot; card: string | null }[];
  schedules: ScheduleSnapshot[];
}

/** Everything of a customer, canceled subscriptions too. */
async function foundAt(stripe: Stripe, id: string): Promise<Found[]> {
  const customer = await customerAt(stripe, id);
  if (!customer) return [];
  const [owner, subscriptions, schedules] = await Promise.all([
    ownerOf(stripe, customer),
    stripe.subscriptions
      .list({ customer: id, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: MOST_SUBSCRIPTIONS }),
    stripe.subscriptionSchedules
      .list({ customer: id, limit: 100, expand: ['data.phases.items.price'] })
      .autoPagingToArray({ limit: MOST_SUBSCRIPTIONS }),
  ]);
  const views = schedules.map(scheduleSnapshot);
  const shown = subscriptions.map(async (subscription) => {
    const schedule = views.find((one) => one.subscription_id === subscription.id) ?? null;
    return {
      view: subscriptionSnapshot(subscription, await itemsOf(stripe, subscription), schedule, null),
      card: idOf(subscription.default_payment_method) ?? owner.defaultCard,
    };
  });
  return [{ owner, subscriptions: await Promise.all(shown), schedules: views }];
}

const itemsIn = ({ subscriptions, schedules }: Found): ItemSnapshot[] => [
  ...subscriptions.flatMap(({ view }) => view.items),
  ...schedules.flatMap(scheduledItems),
];

/**
 * By name, email or id of the customer; the best known first.
 *
 * @returns `more` when not all are answered
 * @throws Refusal 502 when the provider does not answer
 */
export async function searchCustomers(
  db: Db,
  stripe: Stripe,
  term: string,
): Promise<{ customers: AdminCustomer[]; more: boolean }> {
  if (term === '') return { customers: [], more: false };
  const isId = /^cus_\w+$/.test(term);
  const [atProvider, here] = await Promise.all([
    isId ? { ids: [term], more: false } : atStripe(() => searched(stripe, term)),
    known(db, term),
  ]);
  const ids = [...new Set([...atProvider.ids, ...here])];
  const found: Found[] = [];
  for (let at = 0; at < Math.min(ids.length, MOST_FOUND); at += AT_ONCE) {
    const some = ids.slice(at, Math.min(at + AT_ONCE, MOST_FOUND));
    found.push(...(await atStripe(() => Promise.all(some.map((id) => foundAt(stripe, id))))).flat());
  }
  const [{ keyOf }, seats] = await Promise.all([
    readCataloguePrices(db),
    seatHolders(
      db,
      found.flatMap(itemsIn).map(({ id }) => id),
    ),
  ]);
  const customers = found.map(({ owner, subscriptions, schedules }) => {
    const surroundings = { keyOf, seats, cards: owner.cards };
    const cardOf = new Map(subscriptions.map(({ view, card }) => [view.id, card]));
    return adminCustomer(owner, [
      ...subscriptions.map(({ view, card }) => adminSubscription(view, view.items, view.schedule, card, surroundings)),
      ...schedules.flatMap((schedule) => {
        const card = cardOf.get(schedule.subscription_id ?? '') ?? owner.defaultCard;
        return adminSchedule(schedule, card, surroundings) ?? [];
      }),
    ]);
  });
  return { customers, more: atProvider.more || ids.length > MOST_FOUND };
}
