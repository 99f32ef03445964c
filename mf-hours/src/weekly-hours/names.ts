import { messages } from '../messages';
import { isOffice, type Row } from './rows';

/** The name of a row: the office, the provider's first and last name, or a number if the record has no name. */
export function nameOf(row: Row): string {
  if (isOffice(row)) return messages.weeklyHours.office;
  const name = [row['first-name'], row['last-name']]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
  return name === '' ? messages.weeklyHours.nameless(row.provider_id) : name;
}
