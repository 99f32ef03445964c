/** What is limited, and how far. `RATE_LIMITS` changes the numbers (docs/decisions/0056). */

export interface RateLimit {
  /** Maximum number of calls in a burst. */
  burst: number;
  /** Tokens that are added per minute. */
  perMinute: number;
}

/** Several times what the busiest person's pages ask for: a page makes about 20 calls when it opens. */
export const defaultLimits = {
  /** All calls of a person. */
  person: { burst: 1800, perMinute: 1800 },
  /** All calls with a deploy token. */
  token: { burst: 600, perMinute: 600 },
  /** All calls from a network that come without a session or a valid token. Many people of a clinic share a network. */
  network: { burst: 1200, perMinute: 1200 },
  /** All calls about a practice, whoever makes them. */
  practice: { burst: 6000, perMinute: 6000 },
  /** A person's previews for a practice, which ask the payment provider. */
  previews: { burst: 60, perMinute: 30 },
  /** A person's exports, each of which reads a whole list. */
  exports: { burst: 60, perMinute: 30 },
  /** A person's searches over all practices or customers, one for each few letters that are typed. */
  searches: { burst: 240, perMinute: 240 },
  /** A person's calls of one module's service. */
  services: { burst: 120, perMinute: 300 },
} satisfies Record<string, RateLimit>;

export type LimitKind = keyof typeof defaultLimits;
export type RateLimits = Readonly<Record<LimitKind, RateLimit>>;

export const limitKinds = Object.keys(defaultLimits) as LimitKind[];

/** The limits with other numbers of calls per minute. A burst changes in proportion. */
export function limitsWith(perMinute: Partial<Record<LimitKind, number>>): RateLimits {
  const limits: Record<LimitKind, RateLimit> = { ...defaultLimits };
  for (const kind of limitKinds) {
    const { burst, perMinute: usual } = defaultLimits[kind];
    const wanted = perMinute[kind] ?? usual;
    limits[kind] = { burst: Math.ceil((burst * wanted) / usual), perMinute: wanted };
  }
  return limits;
}
