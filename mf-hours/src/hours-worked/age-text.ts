import { formatInstant } from 'shared-ui';
import { messages } from './messages';

const { computed } = messages;

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** How long ago figures were computed. @param computedAt epoch seconds @param now epoch milliseconds */
export function ageText(computedAt: number, now: number, timeZone: string): string {
  const age = Math.max(0, Math.floor(now / 1000) - computedAt);
  if (age < MINUTE_S) return computed.justNow;
  if (age < HOUR_S) return computed.minutes(Math.floor(age / MINUTE_S));
  if (age < DAY_S) return computed.hours(Math.floor(age / HOUR_S));
  return computed.at(formatInstant(computedAt, timeZone));
}
