import { type RangeHours } from 'shared-api/contracts';
import { hoursText } from './cells';
import { messages } from './messages';
import { type Progress, ratingOf, ratingText } from './rating';

/** Hours up to today with their own utilization, if there is one: `16.00 of 20.00 h, 80.0%`. */
export function toDateText(hours: RangeHours, progress: Progress): string {
  const text = messages.summary.ofAvailable(hoursText(hours.worked), hoursText(hours.available));
  const rating = ratingOf(hours, hours, progress);
  return rating.kind === 'utilization' ? messages.summary.toDateOf(text, ratingText(rating)) : text;
}
