/** Options and columns about the expiry of tokens. */
import { DEFAULT_OVERLAP_HOURS, expiresSoon, type Rotation } from '../access/tokens/token-expiry.js';
import { formatMinute } from './run.js';
import { UsageError } from './usage-error.js';

const A_DAY_MS = 86_400_000;

export const daysOption = {
  days: { type: 'string', summary: 'it expires after so many days; without it, never' },
} as const;

export const rotationOptions = {
  'overlap-hours': {
    type: 'string',
    summary: `the former token works for so many hours more; ${DEFAULT_OVERLAP_HOURS} without it`,
  },
  days: {
    type: 'string',
    summary: 'the new token expires after so many days; without it, it lives as long as the former',
  },
} as const;

type Option = string | boolean | undefined;

/** @throws UsageError unless it is a number of days */
export function expiryOf(days: Option, now: Date): Date | null {
  if (days === undefined) return null;
  if (typeof days !== 'string' || !/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('--days must be from 1 to 9999.');
  return new Date(now.getTime() + Number(days) * A_DAY_MS);
}

/** @throws UsageError unless the options are such numbers */
export function rotationOf(options: Record<string, Option>, now: Date): Rotation {
  const { days, 'overlap-hours': hours = String(DEFAULT_OVERLAP_HOURS) } = options;
  if (typeof hours !== 'string' || !/^\d{1,3}$/.test(hours))
    throw new UsageError('--overlap-hours must be from 0 to 999.');
  return { overlapHours: Number(hours), expiresAt: days === undefined ? undefined : expiryOf(days, now) };
}

/** A token's expiry, with a warning in its last 14 days. */
export function formatExpiry(expiresAt: Date | null, now: Date): string {
  const minute = formatMinute(expiresAt);
  if (expiresAt === null) return 'never';
  if (expiresAt <= now) return `${minute} (expired)`;
  return expiresSoon(expiresAt, now) ? `${minute} (soon: rotate it)` : minute;
}
