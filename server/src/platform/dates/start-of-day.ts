/** Days in a time zone, which have 23, 24 or 25 hours. */
import { dayIn } from 'shared-api/contracts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function wallClock(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** The zone's offset from UTC at an instant, in milliseconds. Positive when its clocks are ahead. */
function offsetAt(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    wallClock(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const HOUR = 3_600_000;

/**
 * The first instant of a day in a time zone. If the clocks skip midnight, it is the time they skip to.
 *
 * @param date `YYYY-MM-DD`
 * @returns epoch milliseconds
 */
export function startOfDay(zone: string, date: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const candidates = [midnight - HOUR * 24, midnight + HOUR * 24]
    .map((around) => midnight - offsetAt(zone, around))
    .sort((one, other) => one - other);
  const begun = candidates.find((instant) => dayIn(zone, new Date(instant)) === date);
  return begun ?? midnight - offsetAt(zone, midnight);
}
