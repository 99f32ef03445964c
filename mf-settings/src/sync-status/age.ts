import { messages } from '../messages';

const words = messages.syncStatus.age;

/** How long ago it was, in the largest whole unit. Both instants in epoch seconds. */
export function ageText(instant: number, now: number): string {
  const minutes = Math.floor((now - instant) / 60);
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? words.hours(hours) : words.days(Math.floor(hours / 24));
}
