/** Selects the practices of a bulk change and validates its names (server rule 13). */
import type { BulkChange } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { invalid } from '../http/app-error.js';
import { findUnknownNames } from '../practice-features/named-items.js';
import { matchingPractices } from '../practices/practices-repository.js';
import { messages } from './messages.js';

/**
 * @returns their ids without duplicates, including ids of practices that don't exist
 * @throws AppError `invalid` with fields: unknown names, no practices, or both ids and a filter
 */
export async function selectPractices(
  db: Db,
  { type, items, practice_ids: ids, filter }: BulkChange,
): Promise<number[]> {
  const fieldErrors = findUnknownNames(type, 'items', items);
  if (ids && filter) fieldErrors['filter'] = messages.oneOfTwo;
  if (!ids && !filter) fieldErrors['practice_ids'] = messages.selectFirst;
  const [first] = Object.entries(fieldErrors);
  if (first) throw invalid(`${first[0]}: ${first[1]}`, fieldErrors);
  if (ids) return [...new Set(ids)];
  const { search = '', insider = false } = filter ?? {};
  const rows = await matchingPractices(db, { search, insidersOnly: insider, memberId: undefined })
    .select('id')
    .execute();
  if (rows.length === 0) throw invalid(messages.nothingFound, { filter: messages.nothingFound });
  return rows.map(({ id }) => id);
}

/** True for insider practices without a selection; the messages mention them. */
export function isForInsiders({ filter }: BulkChange): boolean {
  return filter?.insider === true && (filter.search ?? '') === '';
}
