/** A practice's seats with the scheduled seats that come with them (DECISIONS 28). Pure. */
import type { AdminItem } from 'shared-api/contracts';
import { dayText } from '../instants';
import { hasSeat, itemName, type SubscriptionWithSchedules } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.seat;

export interface Seat {
  item: AdminItem;
  /** Scheduled items that continue the item. Their seats are removed with it. */
  scheduled: readonly AdminItem[];
}

/** The removable seats. Excludes scheduled items that only continue an item with a seat. */
export function seatsOf({ subscription, scheduled }: SubscriptionWithSchedules, practiceId: number): Seat[] {
  const held = [subscription, ...scheduled].flatMap(({ items }) => items.filter((item) => hasSeat(item, practiceId)));
  return held
    .filter((item) => held.every(({ id }) => id !== item.continues))
    .map((item) => ({ item, scheduled: held.filter(({ continues }) => continues === item.id) }));
}

/** `Practice Core`, and for a scheduled item `Practice Core, scheduled from Jan 1, 2027`. */
export function nameOfItem(item: AdminItem, timeZone: string): string {
  const { starts_at: start } = item;
  return start == null ? itemName(item) : messages.scheduledFrom(itemName(item), dayText(start, timeZone));
}

/** `Practice Core, also its scheduled seat from Jan 1, 2027`: a seat's item with the seats removed along with it. */
export function seatName({ item, scheduled }: Seat, timeZone: string): string {
  const name = nameOfItem(item, timeZone);
  const starts = scheduled.flatMap(({ starts_at: start }) => (start == null ? [] : [start]));
  // A scheduled item's name already says so.
  if (scheduled.length === 0 || item.starts_at != null) return name;
  return starts.length === 0
    ? messages.alsoScheduled(name)
    : messages.alsoScheduledFrom(name, dayText(Math.min(...starts), timeZone));
}
