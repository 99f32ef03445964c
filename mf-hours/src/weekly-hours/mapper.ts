/** Maps the rows from the wire, and fixes known irregularities. */
import { OFFICE, timeKeys, type TimeKey, type WeeklyHoursRecord, withWrittenTimes } from 'shared-api/contracts';
import { withDistinctNames } from '../distinct-names';
import { isOffice, type Rows, withFollowersOf } from './rows';

type WireRecord = Partial<Record<keyof WeeklyHoursRecord, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Keeps only the documented keys, because the list is sent back as it was loaded and the server rejects unknown keys.
 */
function rowFromWire(record: WireRecord): WeeklyHoursRecord {
  const times = Object.fromEntries(timeKeys.map((key) => [key, text(record[key])])) as Record<TimeKey, string>;
  return withWrittenTimes({
    provider_id: Number(record.provider_id),
    'first-name': text(record['first-name']),
    'last-name': text(record['last-name']),
    'same-as-office-hours': record['same-as-office-hours'] === true,
    ...times,
  });
}

function withDistinctNamesOf(rows: Rows): Rows {
  const named = rows.map((row) => ({
    provider_id: row.provider_id,
    first_name: row['first-name'],
    last_name: row['last-name'],
  }));
  const distinct = new Map(withDistinctNames(named).map((each) => [each.provider_id, each.last_name]));
  return rows.map((row) => ({ ...row, 'last-name': distinct.get(row.provider_id) ?? row['last-name'] }));
}

/**
 * The rows for the screen: times in the written form, the office first (empty if the practice has none yet), followers
 * with the office's times.
 *
 * @throws when the message is not a list.
 */
export function rowsFromWire(message: unknown): Rows {
  if (!Array.isArray(message)) throw new TypeError('The provider hours are no list');
  const rows = withDistinctNamesOf((message as WireRecord[]).map(rowFromWire));
  const office = rows.find(isOffice) ?? rowFromWire({ provider_id: OFFICE });
  return withFollowersOf([office, ...rows.filter((row) => !isOffice(row))]);
}
