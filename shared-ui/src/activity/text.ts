/** Entries of the activity as text and by day. Pure. */
import { csvFile, csvText, dateFormat, dayIn, addDays } from 'shared-api/contracts';
import { type ActivityChange, type ActivityItem, activityAreaLabels } from 'shared-api/contracts/activity';
import { formatDate } from '../figures';
import { activityMessages as messages } from './messages';

/** `Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00` */
export const sentenceText = ({ actor, sentence }: Pick<ActivityItem, 'actor' | 'sentence'>): string =>
  `${actor.name} ${sentence.map(({ text }) => text).join('')}`;

/** `Baseline date: none → Nov 1, 2026`, or `Removed Call Log and Texting` of names that only came or went. */
export function changeText({ label, before, after, names }: ActivityChange): string {
  if (names) return `${label} ${after ?? before ?? ''}`;
  return `${label}: ${before ?? messages.none} → ${after ?? messages.none}`;
}

export interface ActivityDay {
  /** `YYYY-MM-DD` in the time zone of the list. */
  date: string;
  items: ActivityItem[];
}

/** Groups entries, which are in order, by their days in a time zone. */
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

/** Changes that are folded into one, if as many follow each other. */
const MIN_RUN = 4;

/** What two changes have in common that are the same but for names and values. */
const likeness = ({ actor, area, practice_id: practice, sentence }: ActivityItem): string =>
  JSON.stringify([actor, area, practice, sentence.map(({ kind, text }) => (kind === 'text' ? text : kind))]);

/** Changes of a person or a job that belong together: as they are of one minute, their order says nothing. */
const blockOf = ({ actor, area, practice_id: practice, at }: ActivityItem): string =>
  JSON.stringify([actor, area, practice, Math.floor(at / 60)]);

/** Puts changes that are alike next to each other within a block. */
function gatherAlike(items: readonly ActivityItem[]): ActivityItem[] {
  const blocks: { key: string; kinds: Map<string, ActivityItem[]> }[] = [];
  for (const item of items) {
    const key = blockOf(item);
    if (blocks.at(-1)?.key !== key) blocks.push({ key, kinds: new Map() });
    const kinds = blocks.at(-1)?.kinds;
    const kind = likeness(item);
    kinds?.set(kind, [...(kinds.get(kind) ?? []), item]);
  }
  return blocks.flatMap(({ kinds }) => [...kinds.values()].flat());
}

/** Groups changes that follow each other and are alike. A short run is as many groups of one. */
export function runsOf(items: readonly ActivityItem[]): ActivityItem[][] {
  const runs: ActivityItem[][] = [];
  for (const item of gatherAlike(items)) {
    const [first] = runs.at(-1) ?? [];
    if (first && likeness(first) === likeness(item)) runs.at(-1)?.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((item) => [item]) : [run]));
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

/** The entries as a CSV file. The head names the time zone. */
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
