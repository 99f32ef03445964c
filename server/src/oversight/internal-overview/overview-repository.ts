/** Reads across all practices. Each one uses an index of migration 0035, and reads only the rows that it returns. */
import { sql } from 'kysely';
import { MAX_OVERVIEW_PRACTICES } from 'shared-api/contracts';
import { owes } from '../../billing/subscriptions/mirror/subscriptions-repository.js';
import type { Db } from '../../platform/database/tables.js';
import { SYNC_DAYS } from '../../practices/agents/sync-days.js';
import { inState } from '../../practices/directory/practice-states.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const A_DAY_MS = 86_400_000;

/** The number of changes in a list. */
const MAX_CHANGES = 6;

/** The listed rows, and the total count that each row carries. */
function withCount<Row extends { count: number }>(rows: readonly Row[]): { count: number; practices: Row[] } {
  return { count: rows[0]?.count ?? 0, practices: [...rows] };
}

/** Practices that the list of all practices shows as past due, by name. `count` is the total. */
export async function listPastDue(db: Db, now: Date) {
  const rows = await db
    .selectFrom('practices')
    .select(['id as practice_id', 'name as practice_name', sql<number>`(count(*) over ())::integer`.as('count')])
    .select((practice) =>
      practice
        .selectFrom('item_assignments as seat')
        .innerJoin('billing_subscriptions as subscription', 'subscription.id', 'seat.subscription_id')
        .select(sql<number>`count(distinct subscription.id)::integer`.as('subscriptions'))
        .whereRef('seat.practice_id', '=', 'practices.id')
        .where(owes('subscription'))
        .$asScalar()
        .$notNull()
        .as('subscriptions'),
    )
    .where(inState('past_due', now))
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_OVERVIEW_PRACTICES)
    .execute();
  return withCount(rows);
}

/**
 * Practices whose last failure wasn't followed by a complete update, matching their sync status: within the last days
 * in the practice's time zone.
 */
export async function listFailingSyncs(db: Db, now: Date) {
  // None of these days began earlier in any time zone. An index finds these rows.
  const since = new Date(now.getTime() - (SYNC_DAYS + 1) * A_DAY_MS);
  const { rows } = await sql<{
    practice_id: number;
    practice_name: string;
    failed_at: Date;
    reason: string;
    count: number;
  }>`
    select practice.id as practice_id, practice.name as practice_name, newest.last_failed_at as failed_at,
      newest.last_failure as reason, (count(*) over ())::integer as count
    from (
      select distinct on (practice_id) practice_id, date, last_failed_at, last_failure
      from sync_days where last_failed_at >= ${since}
      order by practice_id, last_failed_at desc
    ) as newest
    join practices as practice on practice.id = newest.practice_id
    left join pms_units as unit on unit.practice_id = newest.practice_id
    where (unit.last_synced_at is null or unit.last_synced_at < newest.last_failed_at)
      and newest.date > (${now}::timestamptz at time zone practice.time_zone)::date - ${SYNC_DAYS}::integer
    order by newest.last_failed_at desc, practice.id
    limit ${MAX_OVERVIEW_PRACTICES}`.execute(db);
  const { count, practices } = withCount(rows);
  return {
    count,
    practices: practices.map((practice) => ({
      ...practice,
      failed_at: epochSeconds(practice.failed_at),
    })),
  };
}

/** Unfinished bulk changes, and those that partly failed since then. */
export function listOpenBulkChanges(db: Db, since: Date) {
  return db
    .selectFrom('bulk_changes')
    .select([
      // Results are read by the change's id, whether or not it has a job.
      'id',
      'action',
      'type',
      'items',
      'state',
      'total',
      'changed',
      'unchanged',
      'failed',
      'requested_at',
      'requested_by_name',
    ])
    .where((where) =>
      where.or([
        where('state', '<>', 'done'),
        where.and([where('requested_at', '>=', since), where('failed', '>', 0)]),
      ]),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(MAX_CHANGES)
    .execute();
}

/** The newest product changes across all practices. */
export function listNewestProductChanges(db: Db) {
  return db
    .selectFrom('product_change_history as change')
    .innerJoin('practices as practice', 'practice.id', 'change.practice_id')
    .select([
      'practice.id as practice_id',
      'practice.name as practice_name',
      'change.change_type',
      'change.product_name',
      'change.user_name',
      'change.created_at',
    ])
    .orderBy('change.created_at', 'desc')
    .orderBy('change.id')
    .limit(MAX_CHANGES)
    .execute();
}

/**
 * Practices that lost bundles, features or trials since then and didn't get them back, each with all of them, the product
 * lost last first. A trial that continues as a paid subscription isn't a loss.
 */
export async function listLostAccess(db: Db, since: Date) {
  const { rows } = await sql<{
    practice_id: number;
    practice_name: string;
    product_name: string;
    product_names: string[];
    count: number;
  }>`
    select practice.id as practice_id, practice.name as practice_name, lost.names ->> 0 as product_name,
      lost.names as product_names, (count(*) over ())::integer as count
    from (
      select practice_id, json_agg(product_name order by lost_at desc) as names, max(lost_at) as lost_at
      from (
        select practice_id, product_name, max(created_at) as lost_at
        from product_change_history as change
        where created_at >= ${since}
          and change_type in ('REMOVE_BUNDLE', 'REMOVE_FEATURE', 'TRIAL_END', 'TRIAL_CANCEL')
          and not exists (
            select from practice_entitlements as held
            where held.practice_id = change.practice_id
              and held.kind = case when change.bundle_name is null then 'feature' else 'bundle' end
              and held.name = coalesce(change.bundle_name, change.feature_name)
          )
        group by practice_id, product_name
      ) as loss
      group by practice_id
    ) as lost
    join practices as practice on practice.id = lost.practice_id
    order by lost.lost_at desc, practice.id
    limit ${MAX_OVERVIEW_PRACTICES}`.execute(db);
  return withCount(rows);
}
