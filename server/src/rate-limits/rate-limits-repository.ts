/** Token buckets as rows, so that replicas share them. */
import { sql } from 'kysely';
import type { Db } from '../database/tables.js';

export interface RateLimit {
  /** Maximum number of calls in a burst. */
  burst: number;
  /** Tokens that are added per minute. */
  perMinute: number;
}

const tokensPerSecond = ({ perMinute }: RateLimit): number => perMinute / 60;

/**
 * Takes a token in one statement, so that concurrent calls cannot exceed the limit.
 *
 * @returns 0, or the seconds until the next token
 */
export async function takeToken(db: Db, subject: string, limit: RateLimit, now: Date): Promise<number> {
  const perSecond = tokensPerSecond(limit);
  const elapsed = sql<number>`greatest(0, extract(epoch from ${now}::timestamptz - rate_limits.counted_at))`;
  const refilled = sql<number>`least(${limit.burst}::double precision,
    rate_limits.tokens + ${elapsed} * ${perSecond}::double precision)`;
  const taken = await db
    .insertInto('rate_limits')
    .values({ subject, tokens: limit.burst - 1, counted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ tokens: sql<number>`${refilled} - 1`, counted_at: now })
        .where(sql<boolean>`${refilled} >= 1`),
    )
    .executeTakeFirst();
  if ((taken.numInsertedOrUpdatedRows ?? 0n) > 0n) return 0;
  const row = await db
    .selectFrom('rate_limits')
    .select(['tokens', 'counted_at'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row) return 1;
  const missing = 1 - row.tokens - ((now.getTime() - row.counted_at.getTime()) / 1000) * perSecond;
  return Math.max(1, Math.ceil(missing / perSecond));
}

/** Deletes buckets that are full again. */
export async function deleteFullBuckets(db: Db, { burst, perMinute }: RateLimit, now: Date): Promise<void> {
  const fullSince = new Date(now.getTime() - (burst / perMinute) * 60_000);
  await db.deleteFrom('rate_limits').where('counted_at', '<=', fullSince).execute();
}
