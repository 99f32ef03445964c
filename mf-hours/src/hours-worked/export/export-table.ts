/** The hours of a range for both exports: saved hours, with overrides in place of computed hours (section 9). */
import type { HoursWorked } from 'shared-api/contracts';
import { type Figure, figures, exportedHours, effectiveSeconds, toStoredHours } from '../cells';
import { messages } from '../messages';
import { nameOf } from '../names';
import { type Total, totalOf } from '../totals';

export interface ExportRow {
  provider: string;
  figure: Figure;
  /** Hours to 1 decimal, per day. */
  days: string[];
  totalHours: string;
  totalDays: number;
}

export interface ExportTable {
  start: string;
  end: string;
  dates: readonly string[];
  rows: ExportRow[];
  /** Sums over all providers, per figure. */
  totals: ExportRow[];
}

const rowOf = (provider: string, figure: Figure, seconds: readonly number[], total: Total): ExportRow => ({
  provider,
  figure,
  days: seconds.map(exportedHours),
  totalHours: exportedHours(total.seconds),
  totalDays: total.days,
});

export function exportTable({ dates, date_range, providers }: HoursWorked): ExportTable {
  const secondsOf = (provider: HoursWorked['providers'][number], figure: Figure): number[] =>
    dates.map((date) => {
      const hours = provider.hours[date];
      return hours ? effectiveSeconds(toStoredHours(hours, figure)) : 0;
    });
  const rows = providers.flatMap((provider) =>
    figures.map((figure) => {
      const seconds = secondsOf(provider, figure);
      return rowOf(nameOf(provider), figure, seconds, totalOf(seconds));
    }),
  );
  const totals = figures.map((figure) => {
    const sums = dates.map(() => 0);
    for (const provider of providers) {
      for (const [at, seconds] of secondsOf(provider, figure).entries()) sums[at] = (sums[at] ?? 0) + seconds;
    }
    return rowOf(messages.exporting.all, figure, sums, totalOf(sums));
  });
  return { ...date_range, dates, rows, totals };
}

/** `provider-hours-2026-11-15-to-2026-11-21.csv` (section 9). */
export const fileName = ({ start, end }: { start: string; end: string }, kind: 'csv' | 'pdf'): string =>
  `provider-hours-${start}-to-${end}.${kind}`;
