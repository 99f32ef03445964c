/**
 * Keeps what the provider holds beside our own data. Whatever is written was fetched just before: what a webhook says of
 * an object is only that there is something to fetch, so neither their order nor how often they come matters.
 */
import type Stripe from 'stripe';
import type { Doing } from '../../audit/actor.js';
import type { Db } from '../../database/tables.js';
import { inTransaction } from '../../database/transaction.js';
import { recompute } from '../../entitlements/recompute.js';
import { practicesOn } from './seats-repository.js';
import { fetchSchedule, fetchSubscription } from './fetch-snapshots.js';
import { dropSchedule, markGone, writeSchedule, writeSubscription } from './mirror-repository.js';
import type { SubscriptionSnapshot } from './snapshots.js';
import { claimIfLatest, nextSequence } from './sequence.js';

/** Who keeps the projection, on which database, from which account. */
export interface BillingMirror {
  db: Db;
  stripe: Stripe;
}

/** Answers that were overtaken before it is given up; the one that overtook them is as good. */
const MOST_ATTEMPTS = 5;

export interface RefreshContext extends Doing {
  notes?: string;
  /** Goes into the transaction that writes what was fetched, before what follows from it. */
  within?: (transaction: Db) => Promise<void>;
}

const recomputing = ({ actor, now, notes }: RefreshContext): Doing & { notes?: string } => ({
  actor,
  now,
  ...(notes !== undefined && { notes }),
});

/**
 * Fetches a subscription and writes it, with the entitlements that follow from it.
 *
 * @returns what was fetched; undefined when the provider knows no such subscription
 * @throws errors of the SDK
 */
export async function refreshSubscription(
  { db, stripe }: BillingMirror,
  id: string,
  doing: RefreshContext,
): Promise<SubscriptionSnapshot | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const ticket = await nextSequence(db, id);
    const view = await fetchSubscription(stripe, id);
    const isWritten = await inTransaction(db, async (transaction) => {
      if (!(await claimIfLatest(transaction, id, ticket))) return false;
      const before = await practicesOn(transaction, [id]);
      if (view) {
        await writeSubscription(transaction, view, doing);
        await doing.within?.(transaction);
      } else {
        await markGone(transaction, id, doing.now);
      }
      const practices = new Set([...before, ...(await practicesOn(transaction, [id]))]);
      for (const practice of [...practices].sort((one, other) => one - other)) {
        await recompute(transaction, practice, recomputing(doing));
      }
      return true;
    });
    if (isWritten || attempt >= MOST_ATTEMPTS) return view;
  }
}

/** Fetches a schedule and writes it: with its subscription where it has one. */
export async function refreshSchedule({ db, stripe }: BillingMirror, id: string, doing: RefreshContext): Promise<void> {
  const known = await db
    .selectFrom('billing_schedules')
    .select('subscription_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const ticket = await nextSequence(db, id);
  const view = await fetchSchedule(stripe, id);
  const subscriptions = new Set(
    [known?.subscription_id, view?.subscription_id].filter((one) => typeof one === 'string'),
  );
  for (const subscription of subscriptions) await refreshSubscription({ db, stripe }, subscription, doing);
  if (subscriptions.size > 0) return;
  await inTransaction(db, async (transaction) => {
    if (!(await claimIfLatest(transaction, id, ticket))) return;
    if (view && (view.status === 'not_started' || view.status === 'active')) {
      await writeSchedule(transaction, view, doing.now);
    } else {
      await dropSchedule(transaction, id);
    }
  });
}

/** Fetches every subscription of a customer that is known here: its name or its card has changed. */
export async function refreshCustomer(projector: BillingMirror, customer: string, doing: RefreshContext): Promise<void> {
  const rows = await projector.db
    .selectFrom('billing_subscriptions')
    .select('id')
    .where('customer_id', '=', customer)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .execute();
  for (const { id } of rows) await refreshSubscription(projector, id, doing);
}
