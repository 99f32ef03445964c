/** A week on one line: `Mon–Thu 8–5, Fri 8–2`. */
import { type Day, days } from 'shared-api/contracts';
import { messages } from '../messages';
import { hasHours, shortTimes, textsOf } from './day-text';
import type { Row } from './rows';

/** The days with hours, grouped by equal hours; empty for a week without hours. */
export function weekText(row: Row): string {
  const groups = new Map<string, Day[]>();
  for (const day of days) {
    const texts = textsOf(row, day);
    if (!hasHours(texts)) continue;
    const { beg, end } = shortTimes(texts);
    const hours = [beg, end].map((time) => time.replace(/:00$/, '') || '…').join('–');
    groups.set(hours, [...(groups.get(hours) ?? []), day]);
  }
  return [...groups].map(([hours, which]) => messages.weeklyHours.phone.days(which, hours)).join(', ');
}
