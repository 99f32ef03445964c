/** Expiry of the tokens for agents, module teams and identity providers. Pure functions. */

const HOUR_MS = 3_600_000;

/** How long before its expiry a token is reported. */
const WARNING_MS = 14 * 24 * HOUR_MS;

/** How long a rotated token works next to its successor, in hours. */
export const DEFAULT_OVERLAP_HOURS = 24;

export interface Rotation {
  overlapHours: number;
  /** The new token's expiry. Undefined: the same lifetime as the former one. */
  expiresAt?: Date | null | undefined;
}

interface Lifetime {
  issued_at: Date;
  expires_at: Date | null;
}

/** True for a token that expires within 14 days or has expired. */
export function expiresSoon(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() <= WARNING_MS;
}

/**
 * The expiry of a rotated token and of its successor. A token that expires before the overlap ends keeps its expiry.
 */
export function endsOfRotation(
  { issued_at: issuedAt, expires_at: expiresAt }: Lifetime,
  { overlapHours, expiresAt: requestedExpiry }: Rotation,
  now: Date,
): { former: Date; next: Date | null } {
  const overlap = now.getTime() + overlapHours * HOUR_MS;
  const sameLifetime = expiresAt && new Date(now.getTime() + expiresAt.getTime() - issuedAt.getTime());
  return {
    former: new Date(Math.min(overlap, expiresAt?.getTime() ?? overlap)),
    next: requestedExpiry === undefined ? sameLifetime : requestedExpiry,
  };
}
