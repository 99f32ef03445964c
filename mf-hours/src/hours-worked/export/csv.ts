/** The CSV export of the hours. */
import { csvFile, csvText } from 'shared-api/contracts';
import { messages } from '../messages';
import type { ExportTable } from './export-table';

const { columns } = messages.exporting;

export function csvOf({ dates, rows, totals }: ExportTable): string {
  const head = [columns.provider, columns.hours, columns.totalHours, columns.totalDays, ...dates];
  const lines = [...rows, ...totals].map(({ provider, figure, totalHours, totalDays, days }) => [
    csvText(provider),
    csvText(messages.figures[figure]),
    totalHours,
    String(totalDays),
    ...days,
  ]);
  return csvFile([head.map(csvText), ...lines]);
}

export const csvBlob = (table: ExportTable): Blob => new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' });
