/** How tokens of agents, module teams and identity providers end. Pure functions. */

const HOUR_MS = 3_600_000;

/** How long before its end a token is reported. */
const WARNING_MS = 14 * 24 * HOUR_MS;

/** How long a rotated token works next to its successor, in hours. */
export const DEFAULT_OVERLAP_HOURS = 24;

export interface Rotation {
  overlapHours: number;
  /** The end of the new token. Undefined: it lives as long as the former one did. */
  expiresAt?: Date | null | undefined;
}

interface Lifetime {
  issued_at: Date;
  expires_at: Date | null;
}

/** True for a token that ends in the next 14 days, or has ended. */
export function endsSoon(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() <= WARNING_MS;
}

/** The ends of a rotated token and of its successor. A token that ends before the overlap does still ends then. */
export function endsOfRotation(
  { issued_at: issuedAt, expires_at: expiresAt }: Lifetime,
  { overlapHours, expiresAt: wanted }: Rotation,
  now: Date,
): { former: Date; next: Date | null } {
  const overlap = now.getTime() + overlapHours * HOUR_MS;
  const sameLifetime = expiresAt && new Date(now.getTime() + expiresAt.getTime() - issuedAt.getTime());
  return {
    former: new Date(Math.min(overlap, expiresAt?.getTime() ?? overlap)),
    next: wanted === undefined ? sameLifetime : wanted,
  };
}
