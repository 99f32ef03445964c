/** Selects the practices of a bulk change and validates its names (server rule 13). */
import type { BulkChange } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { invalid } from '../../platform/errors/app-error.js';
import { findUnknownNames } from '../practice-features/named-items.js';
import { toPracticeMatch } from '../practice-features/practice-list.js';
import { listMatchingIds } from '../../practices/directory/practices-repository.js';
import { messages } from './messages.js';

/**
 * @returns their ids without duplicates, including ids of practices that don't exist
 * @throws AppError `invalid` with fields: unknown names, no practices, both ids and a filter, or exclusions without a
 *   filter
 */
export async function selectPractices(
  db: Db,
  { type, items, practice_ids: ids, filter, exclude_ids: excludedIds = [] }: BulkChange,
  now: Date,
): Promise<number[]> {
  const fieldErrors = findUnknownNames(type, 'items', items);
  if (ids && filter) fieldErrors['filter'] = messages.oneOfTwo;
  if (!ids && !filter) fieldErrors['practice_ids'] = messages.selectFirst;
  if (!filter && excludedIds.length > 0) fieldErrors['exclude_ids'] = messages.excludeFromFilter;
  const [first] = Object.values(fieldErrors);
  if (first !== undefined) throw invalid(first, fieldErrors);
  if (ids) return [...new Set(ids)];
  const matchingIds = await listMatchingIds(db, { ...toPracticeMatch(filter ?? {}, now), excludedIds, sort: 'number' });
  if (matchingIds.length === 0) throw invalid(messages.nothingFound, { filter: messages.nothingFound });
  return matchingIds;
}

/** True for insider practices without a selection; the messages mention them. */
export function isForInsiders({ filter = {}, exclude_ids: excludedIds = [] }: BulkChange): boolean {
  const { insider, ...others } = filter;
  const hasOthers = Object.values(others).some((part) => part !== undefined && part !== '');
  return insider === true && !hasOthers && excludedIds.length === 0;
}
