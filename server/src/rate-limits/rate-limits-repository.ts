/** Token buckets as rows, so that replicas share them. */
import { sql } from 'kysely';
import { jsonRows } from '../database/json-rows.js';
import type { Db } from '../database/tables.js';
import type { RateLimit } from './limits.js';

/** A replica's request for tokens. */
export interface Wanted {
  subject: string;
  limit: RateLimit;
  /** Maximum number of tokens. */
  block: number;
}

export interface Granted {
  tokens: number;
  /** What is left in the row. */
  left: number;
}

const columns = {
  subject: 'text',
  burst: 'double precision',
  per_second: 'double precision',
  block: 'double precision',
} as const;

/**
 * Takes tokens of several subjects in one statement, each as many as there are up to its block. Rows are locked in the
 * order of their subjects, so that replicas don't block each other.
 *
 * @returns no entry for a subject whose row another replica is just creating: ask again
 */
export async function takeTokens(db: Db, wanted: readonly Wanted[], now: Date): Promise<ReadonlyMap<string, Granted>> {
  const rows = wanted.map(({ subject, limit: { burst, perMinute }, block }) => ({
    subject,
    burst,
    per_second: perMinute / 60,
    block,
  }));
  const { rows: granted } = await sql<{ subject: string; tokens: number; left: number }>`
    with wanted as materialized (select * from ${jsonRows(columns, rows)}),
    created as (
      insert into rate_limits (subject, tokens, counted_at)
      select subject, burst - block, ${now}::timestamptz from wanted order by subject
      on conflict (subject) do nothing
      returning subject, tokens
    ),
    locked as materialized (
      select
        rate_limits.subject,
        wanted.block,
        least(
          wanted.burst,
          rate_limits.tokens
            + greatest(0, extract(epoch from ${now}::timestamptz - rate_limits.counted_at))::double precision
            * wanted.per_second
        ) as refilled
      from rate_limits inner join wanted on wanted.subject = rate_limits.subject
      order by rate_limits.subject
      for update of rate_limits
    ),
    changed as (
      update rate_limits
      set tokens = refilled - least(block, floor(refilled)), counted_at = ${now}::timestamptz
      from locked
      where locked.subject = rate_limits.subject
      returning rate_limits.subject, least(block, floor(refilled)) as taken, rate_limits.tokens
    )
    select created.subject, wanted.block as tokens, created.tokens as left
    from created inner join wanted on wanted.subject = created.subject
    union all
    select subject, taken, tokens from changed
  `.execute(db);
  return new Map(granted.map(({ subject, tokens, left }) => [subject, { tokens, left }]));
}

/** Deletes buckets that are full again, whichever limit they have. */
export async function deleteFullBuckets(db: Db, limits: readonly RateLimit[], now: Date): Promise<void> {
  const minutes = Math.max(...limits.map(({ burst, perMinute }) => burst / perMinute));
  const fullSince = new Date(now.getTime() - minutes * 60_000);
  await db.deleteFrom('rate_limits').where('counted_at', '<=', fullSince).execute();
}
