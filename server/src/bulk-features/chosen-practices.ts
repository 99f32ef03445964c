/** Which practices a bulk change is about, and what it may name (server rule 13). */
import type { BulkChange } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { invalid } from '../http/refusal.js';
import { unknownNames } from '../practice-features/named-items.js';
import { matchingPractices } from '../practices/practices-repository.js';
import { messages } from './messages.js';

/**
 * @returns their numbers, each once; also of practices that there are not
 * @throws Refusal `invalid` with fields: names that there are not, no practice at all, numbers and a filter
 */
export async function chosenPractices(
  db: Db,
  { type, items, practice_ids: ids, filter }: BulkChange,
): Promise<number[]> {
  const faults = unknownNames(type, 'items', items);
  if (ids && filter) faults['filter'] = messages.oneOfTwo;
  if (!ids && !filter) faults['practice_ids'] = messages.selectFirst;
  const [first] = Object.entries(faults);
  if (first) throw invalid(`${first[0]}: ${first[1]}`, faults);
  if (ids) return [...new Set(ids)];
  const { search = '', insider = false } = filter ?? {};
  const rows = await matchingPractices(db, { search, insidersOnly: insider, memberId: undefined })
    .select('id')
    .execute();
  if (rows.length === 0) throw invalid(messages.nothingFound, { filter: messages.nothingFound });
  return rows.map(({ id }) => id);
}

/** Insider practices without a selection, of which the messages speak. */
export function isForInsiders({ filter }: BulkChange): boolean {
  return filter?.insider === true && (filter.search ?? '') === '';
}
