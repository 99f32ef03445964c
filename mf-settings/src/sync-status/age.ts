import { messages } from '../messages';

const text = messages.syncStatus.age;

/** The time since an instant, in the largest whole unit. Both parameters are in epoch seconds. */
export function ageText(instant: number, now: number): string {
  const minutes = Math.floor((now - instant) / 60);
  if (minutes < 1) return text.now;
  if (minutes < 60) return text.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? text.hours(hours) : text.days(Math.floor(hours / 24));
}
