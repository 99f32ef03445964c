/** Formats the filtered history as CSV. Pure. */
import { csvFile, csvText, dateFormat, dayIn } from 'shared-api/contracts';
import { comparisonsOf } from './comparisons';
import { historyMessages } from './messages';
import type { HistoryEntry } from './mapper';

const { types, export: messages } = historyMessages;

/** `2026-11-20 09:05` in a time zone, which spreadsheets parse as a time. */
function timeText(seconds: number, timeZone: string): string {
  const instant = new Date(seconds * 1000);
  const time = dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
  return `${dayIn(timeZone, instant)} ${time}`;
}

function lineOf(entry: HistoryEntry, timeZone: string): Record<keyof typeof messages.columns, string> {
  const { user, data } = entry;
  const day = (seconds: number | null): string => (seconds === null ? '' : dayIn(timeZone, new Date(seconds * 1000)));
  const side = (name: 'before' | 'after'): string =>
    comparisonsOf(entry)
      .filter((comparison) => comparison[name] !== null)
      .map((comparison) => (comparison.what === '' ? comparison[name] : `${comparison.what}: ${comparison[name]}`))
      .join('; ');
  return {
    when: timeText(entry.created_at, timeZone),
    type: types[entry.change_type],
    product: entry.product_name,
    bundle: entry.bundle_display_name ?? entry.bundle_name ?? '',
    feature: entry.feature_display_name ?? entry.feature_name ?? '',
    user: user.name,
    email: user.email ?? '',
    trialStart: day(entry.trial_start_date),
    trialEnd: day(entry.trial_end_date),
    notes: entry.notes ?? '',
    before: side('before'),
    after: side('after'),
    more: data.unreadable ?? data.facts.map(({ name, value }) => `${name}: ${value}`).join('; '),
  };
}

export function historyCsv(entries: readonly HistoryEntry[], timeZone: string): string {
  const names = Object.keys(messages.columns) as (keyof typeof messages.columns)[];
  return csvFile([
    names.map((name) => csvText(messages.columns[name])),
    ...entries.map((entry) => {
      const line = lineOf(entry, timeZone);
      return names.map((name) => csvText(line[name]));
    }),
  ]);
}

/** @param today `YYYY-MM-DD` in the practice's time zone */
export const historyFileName = (practiceId: number, today: string): string =>
  `product-change-history-${practiceId}-${today}.csv`;
