/** Formats a list of instants briefly: the date, and the time if the date alone doesn't distinguish them. Pure. */
import { dateFormat } from './date-format.js';
import { dayIn } from './dates.js';

const spaced = (text: string): string => text.replace(/\u202f/g, ' ');

/**
 * `9:12 AM` for today, `Nov 28` for the only instant of a day, and `Nov 28, 9:12 AM` if several are on that day.
 *
 * @param instants epoch seconds
 */
export function shortInstants(instants: readonly number[], timeZone: string, now: Date): string[] {
  const days = instants.map((seconds) => dayIn(timeZone, new Date(seconds * 1000)));
  const today = dayIn(timeZone, now);
  return instants.map((seconds, at) => {
    const instant = new Date(seconds * 1000);
    const day = days[at];
    const time = spaced(dateFormat('en-US', { timeStyle: 'short', timeZone }).format(instant));
    if (day === today) return time;
    const date = dateFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(instant);
    return days.filter((one) => one === day).length > 1 ? `${date}, ${time}` : date;
  });
}
