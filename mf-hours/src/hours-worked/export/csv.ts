/** The CSV export: UTF-8 with its mark, CRLF, quoted where needed (RFC 4180), and no text that a spreadsheet would run. */
import { words } from '../messages';
import type { ExportTable } from './export-table';

const { columns } = words.exporting;

const BYTE_ORDER_MARK = '\uFEFF';

/** A text that a spreadsheet would take for a formula gets an apostrophe before it (DECISIONS 26). */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf({ dates, rows, totals }: ExportTable): string {
  const head = [columns.provider, columns.hours, columns.totalHours, columns.totalDays, ...dates];
  const lines = [...rows, ...totals].map(({ provider, figure, totalHours, totalDays, days }) => [
    csvText(provider),
    csvText(words.figures[figure]),
    totalHours,
    String(totalDays),
    ...days,
  ]);
  return `${BYTE_ORDER_MARK}${[head.map(csvText), ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
}

export const csvBlob = (table: ExportTable): Blob => new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' });
