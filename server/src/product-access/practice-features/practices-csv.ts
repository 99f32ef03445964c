/** Practice records as lines of a CSV file. Pure functions. */
import { type PracticeFeatures, csvFile, csvLines, csvText, practiceStateLabels } from 'shared-api/contracts';

interface Column {
  header: string;
  text: (record: PracticeFeatures) => string;
}

const listOf = (items: readonly { display_name: string }[]): string =>
  items.map(({ display_name: name }) => name).join('; ');

const columns: readonly Column[] = [
  { header: 'Number', text: ({ practice_id: id }) => String(id) },
  { header: 'Practice', text: ({ practice }) => practice },
  { header: 'Insider', text: ({ insider }) => (insider ? 'Yes' : 'No') },
  { header: 'State', text: ({ states = [] }) => states.map((state) => practiceStateLabels[state]).join('; ') },
  { header: 'Bundles', text: ({ bundles }) => listOf(bundles) },
  { header: 'Features', text: ({ product_features: features }) => listOf(features) },
  { header: 'Feature flags', text: ({ features: flags }) => listOf(flags) },
  { header: 'Account expiration', text: ({ account_expiration_date: date }) => date ?? '' },
  { header: 'Snapshot expiration', text: ({ snapshot_expiration_date: date }) => date ?? '' },
  { header: 'Baseline date', text: ({ baseline_date: date }) => date ?? '' },
  { header: 'Time zone', text: ({ time_zone: timeZone = '' }) => timeZone },
];

/** The start of the file. */
export function practicesCsvHead(): string {
  return csvFile([columns.map(({ header }) => header)]);
}

export function practicesCsvLines(records: readonly PracticeFeatures[]): string {
  return csvLines(records.map((record) => columns.map(({ text }) => csvText(text(record)))));
}
