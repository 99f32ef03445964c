/**
 * Limits calls over all replicas without writing a row for each: a replica takes tokens from the shared row in blocks,
 * and hands them out from memory (docs/decisions/0056).
 */
import { batchLookup } from '../database/batch-lookup.js';
import type { Db } from '../database/tables.js';
import { DatabaseUnreachable } from '../database/unreachable.js';
import { hashOf } from '../idempotency/idempotency-key.js';
import type { RateLimit } from './limits.js';
import { type Granted, takeTokens } from './rate-limits-repository.js';

/** A block is a tenth of the burst, and at most this many tokens. */
const MAX_BLOCK = 100;
const BLOCKS_PER_BURST = 10;

/**
 * How long a replica keeps a block, in milliseconds. What is left then lapses: in this time every bucket gets more tokens
 * than a block has.
 */
const LEASE_MS = 60_000;

export interface RateState {
  /** Calls that may still be made at once, as far as this replica knows. */
  remaining: number;
  /** Seconds until all calls are available again. */
  resetSeconds: number;
  /** Seconds until the next call is accepted. 0: this one is. */
  retryAfter: number;
}

export interface RateLimiter {
  /**
   * Takes a token.
   *
   * @param subject what is counted together, e.g. `person` and an id
   */
  take(limit: RateLimit, ...subject: (string | number)[]): RateState | Promise<RateState>;
}

interface Lease {
  subject: string;
  limit: RateLimit;
  /** Tokens in hand. */
  tokens: number;
  /** Tokens that were left in the row. */
  left: number;
  leasedAt: number;
  /** No token is available before this time, so the row isn't asked. */
  emptyUntil: number;
  /** The running request for a block, which all waiting calls share. */
  refill: Promise<void> | undefined;
}

const tokensPerMs = ({ perMinute }: RateLimit): number => perMinute / 60_000;

const blockOf = ({ burst }: RateLimit): number =>
  Math.min(MAX_BLOCK, Math.max(1, Math.floor(burst / BLOCKS_PER_BURST)));

function stateOf(lease: Lease, now: number, retryAfter: number): RateState {
  const { limit } = lease;
  const refilled = Math.max(0, now - lease.leasedAt) * tokensPerMs(limit);
  const available = Math.min(limit.burst, lease.tokens + lease.left + refilled);
  return {
    remaining: Math.floor(available),
    resetSeconds: Math.ceil((limit.burst - available) / tokensPerMs(limit) / 1000),
    retryAfter,
  };
}

export function rateLimiter(db: Db, clock: () => Date): RateLimiter {
  const leases = new Map<string, Lease>();
  let cleanedAt = 0;

  const takeBlocks = batchLookup(async (_db: Db, asking: Lease[]): Promise<ReadonlyMap<Lease, Granted>> => {
    const wanted = asking.map(({ subject, limit }) => ({ subject, limit, block: blockOf(limit) }));
    const granted = await takeTokens(db, wanted, clock());
    return new Map(
      asking.flatMap((lease) => {
        const given = granted.get(lease.subject);
        return given ? [[lease, given] as const] : [];
      }),
    );
  });

  const refill = async (lease: Lease): Promise<void> => {
    const given = await takeBlocks(db, lease).catch((error: unknown): Granted => {
      // Nothing is counted while the database can't be reached: what needs it is refused anyway, and what doesn't goes on.
      if (error instanceof DatabaseUnreachable) return { tokens: blockOf(lease.limit), left: 0 };
      throw error;
    });
    if (!given) return;
    const now = clock().getTime();
    Object.assign(lease, given, { leasedAt: now });
    if (given.tokens === 0) lease.emptyUntil = now + (1 - given.left) / tokensPerMs(lease.limit);
  };

  const forgetLapsed = (now: number): void => {
    if (now - cleanedAt < LEASE_MS) return;
    cleanedAt = now;
    for (const [key, lease] of leases)
      if (!lease.refill && now - lease.leasedAt >= LEASE_MS && lease.emptyUntil <= now) leases.delete(key);
  };

  const waitForToken = async (lease: Lease): Promise<RateState> => {
    for (;;) {
      const now = clock().getTime();
      if (now - lease.leasedAt >= LEASE_MS) lease.tokens = 0;
      if (lease.tokens > 0 || lease.emptyUntil > now) return spend(lease, now);
      lease.refill ??= refill(lease).finally(() => (lease.refill = undefined));
      await lease.refill;
    }
  };

  const spend = (lease: Lease, now: number): RateState => {
    if (lease.tokens === 0) return stateOf(lease, now, Math.max(1, Math.ceil((lease.emptyUntil - now) / 1000)));
    lease.tokens -= 1;
    return stateOf(lease, now, 0);
  };

  return {
    take(limit, ...subject) {
      const key = subject.join(' ');
      const now = clock().getTime();
      const known = leases.get(key);
      if (known && known.tokens > 0 && now - known.leasedAt < LEASE_MS) return spend(known, now);
      forgetLapsed(now);
      const lease = known ?? {
        subject: hashOf(...subject),
        limit,
        tokens: 0,
        left: 0,
        leasedAt: now,
        emptyUntil: 0,
        refill: undefined,
      };
      leases.set(key, lease);
      return waitForToken(lease);
    },
  };
}
