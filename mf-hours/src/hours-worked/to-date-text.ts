import { type RangeHours, utilizationOf } from 'shared-api/contracts';
import { messages } from './messages';

/** Hours up to today with their own utilization: `16.0 of 20.0 h, 80.0%`. @param hoursText writes seconds as hours */
export const toDateText = (hours: RangeHours, hoursText: (seconds: number) => string): string =>
  messages.summary.ofAvailable(hoursText(hours.worked), hoursText(hours.available), utilizationOf(hours));
