import { dayOfWeek, shortDayName } from 'shared-api/contracts';
import { formatShortDate } from 'shared-ui';
import { type FieldRef, parseCellKey } from './cells';
import { messages } from './messages';

interface Named {
  provider_id: number;
  first_name?: string;
  last_name?: string;
}

export function nameOf({ provider_id, first_name = '', last_name = '' }: Named): string {
  return `${first_name} ${last_name}`.trim() || messages.nameless(provider_id);
}

export const weekdayName = (date: string): string => shortDayName(dayOfWeek(date));

const dayNames = new Map<string, string>();

/** `Sun Nov 15`. Cached per day, because every cell uses it. */
export function dayName(date: string): string {
  const name = dayNames.get(date) ?? `${weekdayName(date)} ${formatShortDate(date)}`;
  dayNames.set(date, name);
  return name;
}

/** The name of a cell: `Kim Osei, Tue Nov 3, worked`. */
export function cellName(field: FieldRef, providers: readonly Named[]): string {
  const provider = providers.find(({ provider_id }) => provider_id === field.provider);
  const name = provider ? nameOf(provider) : messages.nameless(field.provider);
  return messages.grid.cell(name, dayName(field.date), field.figure);
}

/** The name of the cell of a key; the key itself if it names no cell. */
export function cellNameOf(key: string, providers: readonly Named[]): string {
  const field = parseCellKey(key);
  return field ? cellName(field, providers) : key;
}
