/** The rate limits. `RATE_LIMITS` changes the numbers (docs/decisions/0056). */

export interface RateLimit {
  /** Maximum number of calls in a window. */
  max: number;
  windowSeconds: number;
}

/** Several times the calls of the busiest person's pages: a page makes about 20 calls when it opens. */
export const defaultLimits = {
  /** All calls of a person. */
  person: { max: 1800, windowSeconds: 60 },
  /** All calls with a deploy token. */
  token: { max: 600, windowSeconds: 60 },
  /** All calls from a network without a session or a valid token. Many people in a clinic share a network. */
  network: { max: 1200, windowSeconds: 60 },
  /** Pages, files and other addresses that aren't calls, from a network. Opening a page loads about 80 files. */
  pages: { max: 12_000, windowSeconds: 60 },
  /** All calls about a practice, from all callers. */
  practice: { max: 6000, windowSeconds: 60 },
  /** A person's previews for a practice, which call the payment provider. */
  previews: { max: 60, windowSeconds: 120 },
  /** A person's exports, each of which reads a whole list. */
  exports: { max: 60, windowSeconds: 120 },
  /** A person's searches across all practices or customers, one per few typed letters. */
  searches: { max: 240, windowSeconds: 60 },
  /** A person's calls to one module's service. */
  services: { max: 120, windowSeconds: 24 },
} satisfies Record<string, RateLimit>;

export type LimitKind = keyof typeof defaultLimits;
export type RateLimits = Readonly<Record<LimitKind, RateLimit>>;

export const limitKinds = Object.keys(defaultLimits) as LimitKind[];

/** The limits with other numbers of calls per minute. Windows keep their length. */
export function limitsWith(perMinute: Partial<Record<LimitKind, number>>): RateLimits {
  const limits: Record<LimitKind, RateLimit> = { ...defaultLimits };
  for (const kind of limitKinds) {
    const { windowSeconds } = defaultLimits[kind];
    const rate = perMinute[kind];
    if (rate !== undefined) limits[kind] = { max: Math.ceil((rate * windowSeconds) / 60), windowSeconds };
  }
  return limits;
}
