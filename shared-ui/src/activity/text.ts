/** Formats activity entries as text and groups them by day. Pure. */
import { csvFile, csvText, dateFormat, dayIn, addDays } from 'shared-api/contracts';
import { type ActivityChange, type ActivityItem, activityAreaLabels } from 'shared-api/contracts/activity';
import { formatDate } from '../figures';
import { activityMessages as messages } from './messages';

/** `Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00` */
export const sentenceText = ({ actor, sentence }: Pick<ActivityItem, 'actor' | 'sentence'>): string =>
  `${actor.name} ${sentence.map(({ text }) => text).join('')}`;

/** `Baseline date: none → Nov 1, 2026`, or `Removed Call Log and Texting` for names that were only added or removed. */
export function changeText({ label, before, after, names }: ActivityChange): string {
  if (names) return `${label} ${after ?? before ?? ''}`;
  return `${label}: ${before ?? messages.none} → ${after ?? messages.none}`;
}

export interface ActivityDay {
  /** `YYYY-MM-DD` in the list's time zone. */
  date: string;
  items: ActivityItem[];
}

/** Groups sorted entries by day in a time zone. */
export function daysOf(items: readonly ActivityItem[], timeZone: string): ActivityDay[] {
  const found: ActivityDay[] = [];
  for (const item of items) {
    const date = dayIn(timeZone, new Date(item.at * 1000));
    const last = found.at(-1);
    if (last?.date === date) last.items.push(item);
    else found.push({ date, items: [item] });
  }
  return found;
}

/** `Today`, `Yesterday`, or `Wednesday, Nov 18, 2026`. */
export function dayTitle(date: string, today: string): string {
  if (date === today) return messages.today;
  if (date === addDays(today, -1)) return messages.yesterday;
  const weekday = dateFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  return `${weekday}, ${formatDate(date)}`;
}

export const timeText = (at: number, timeZone: string): string =>
  dateFormat('en-US', { timeStyle: 'short', timeZone })
    .format(at * 1000)
    .replace(/\u202f/g, ' ');

/** `2026-11-20 09:05`, which spreadsheets parse as a time. */
function sortableTime(at: number, timeZone: string): string {
  const instant = new Date(at * 1000);
  const time = dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
  return `${dayIn(timeZone, instant)} ${time}`;
}

/** The entries as CSV. The header names the time zone. */
export function activityCsv(items: readonly ActivityItem[], timeZone: string, withPractice: boolean): string {
  const { columns } = messages.csv;
  const practice = (text: string): string[] => (withPractice ? [text] : []);
  const head = [
    `${columns.when} (${timeZone})`,
    ...practice(columns.practice),
    columns.actor,
    columns.area,
    columns.change,
    columns.details,
  ];
  const lines = items.map((item) => [
    sortableTime(item.at, timeZone),
    ...practice(item.practice_name ?? ''),
    item.actor.name,
    activityAreaLabels[item.area],
    sentenceText(item),
    item.changes.map(changeText).join('; '),
  ]);
  return csvFile([head, ...lines].map((line) => line.map(csvText)));
}
