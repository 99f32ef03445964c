/**
 * A revision that changes whenever something on the billing pages changes. It's cheap enough to poll every few seconds.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.js';

interface Row {
  mirrored: string | null;
  entitlements: string | null;
  requests: string | null;
  seats: string | null;
  audited: string | null;
  provider: string | null;
  sold: string | null;
}

export async function readBillingRevision(db: Db, practiceId: number): Promise<string> {
  const { rows } = await sql<Row>`
    with customers as (
      select customer_id as id from billing_customers where practice_id = ${practiceId} and source = 'created'
      union
      select stripe_customer_id from practice_settings
        where practice_id = ${practiceId} and stripe_customer_id is not null
    ), subscriptions as (
      select distinct subscription_id as id from item_assignments where practice_id = ${practiceId}
      union
      select billing_subscriptions.id from billing_subscriptions
      join billing_customers using (customer_id) where billing_customers.practice_id = ${practiceId}
    )
    select
      (select sum(written)::text from billing_tickets where object_id in (select id from subscriptions)) as mirrored,
      (select version::text from entitlement_versions where practice_id = ${practiceId}) as entitlements,
      (select string_agg(id::text || state || (absent_after is not null)::text, ',' order by id) from billing_requests
        where practice_id = ${practiceId} and state in ('processing', 'requires_action')) as requests,
      (select count(*)::text from item_assignments where practice_id = ${practiceId}) as seats,
      (select max(at)::text from audit_log where practice_id = ${practiceId}
        and entity in ('customer', 'subscription', 'subscription_item', 'entitlements')) as audited,
      (select sum(revision)::text from provider_revisions where subject in (select id from customers)) as provider,
      (select string_agg(price_id, ',' order by price_id) from catalogue_prices where current) as sold
  `.execute(db);
  return createHash('sha256').update(JSON.stringify(rows[0])).digest('base64url').slice(0, 22);
}
