/**
 * The results of a bulk change as a CSV file. The server writes it for jobs, and the page for small changes, whose
 * results it already has.
 */
import type { BulkResult } from '../contracts/bulk-features.js';
import { csvFile, csvLines, csvText } from './csv.js';

const outcomes: Readonly<Record<BulkResult['status'], string>> = {
  changed: 'Changed',
  unchanged: 'Unchanged',
  failed: 'Failed',
};

/** The start of the file, with the header. */
export function bulkResultsCsvHead(): string {
  return csvFile([['Number', 'Practice', 'Outcome', 'Before', 'After', 'Note']]);
}

export function bulkResultsCsvLines(results: readonly BulkResult[]): string {
  return csvLines(
    results.map(({ practice_id: id, practice, status, before = [], after = [], message = '' }) => [
      String(id),
      csvText(practice),
      outcomes[status],
      csvText(before.join(', ')),
      csvText(after.join(', ')),
      csvText(message),
    ]),
  );
}
