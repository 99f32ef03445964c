/** Records of all practices: one page of the practices that match a filter, or the whole list. */
import { Readable } from 'node:stream';
import {
  type BulkType,
  type FeaturesPage,
  type FeaturesUsage,
  type PracticeFeatures,
  type PracticesFilter,
  bulkTypes,
} from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { type Usage, readUsage } from '../../billing/entitlements/usage.js';
import {
  type PracticeMatch,
  type PracticeOrder,
  countPractices,
  listClosestIds,
  listMatchingIds,
  searchClosestIds,
} from '../../practices/directory/practices-repository.js';
import { readRecords, readRecordsWithStates } from './features-record.js';
import { practicesCsvHead, practicesCsvLines } from './practices-csv.js';
import { allNames, sortByCatalogue, toNamedItem } from './named-items.js';

/** Number of practices with each item, including items no longer in the catalogue. */
function featuresUsage(usage: readonly Usage[], practices: number): FeaturesUsage {
  const counts = (type: BulkType): FeaturesUsage['bundles'] => {
    const having = new Map(usage.filter(({ kind }) => kind === type).map((one) => [one.name, one.practices]));
    const names = [...new Set([...allNames(type), ...having.keys()])];
    return sortByCatalogue(
      type,
      names.map((name) => ({ ...toNamedItem(type, name), practices: having.get(name) ?? 0 })),
    );
  };
  const [bundle, feature, flag] = bulkTypes;
  return { practices, bundles: counts(bundle), features: counts(feature), feature_flags: counts(flag) };
}

/** @param now determines which practices have expired */
export function toPracticeMatch(filter: PracticesFilter, now: Date): PracticeMatch {
  const { search = '', insider = false, bundle, feature, feature_flag: featureFlag, state } = filter;
  return {
    search,
    memberId: undefined,
    insidersOnly: insider,
    bundle,
    feature,
    featureFlag,
    state: state && { name: state, at: now },
  };
}

export interface ListQuery extends PracticeOrder {
  filter: PracticesFilter;
  now: Date;
}

export interface PageQuery extends ListQuery {
  page: number;
  pageSize: number;
}

/** A page beyond the last one returns the last one. */
export async function readFeaturesPage(
  db: Db,
  { filter, now, page, pageSize, ...order }: PageQuery,
): Promise<FeaturesPage> {
  const match = toPracticeMatch(filter, now);
  const found = searchClosestIds(db, { ...match, ...order, page, pageSize });
  // Without a filter, all practices match.
  const isNarrowed = Object.values(filter).some((part) => part !== undefined && part !== '' && part !== false);
  const [results, { count, isClosest }, practices, usage] = await Promise.all([
    found.then(({ ids }) => readRecordsWithStates(db, ids, now)),
    found,
    isNarrowed ? countPractices(db) : found.then(({ count: all }) => all),
    readUsage(db),
  ]);
  return { results, count, ...(isClosest && { closest: true }), usage: featuresUsage(usage, practices) };
}

/** Number of practices per read. The records of two reads are in memory at once. */
const BATCH_SIZE = 500;

/** Reads a long list of practices in batches. The database reads the next one while the server writes this one. */
async function* inBatches(
  ids: readonly number[],
  read: (batch: readonly number[]) => Promise<PracticeFeatures[]>,
): AsyncGenerator<PracticeFeatures[]> {
  const start = (at: number): Promise<PracticeFeatures[]> => {
    const batch = read(ids.slice(at, at + BATCH_SIZE));
    // The caller gets the error when it requests this batch, and may have stopped before.
    batch.catch(() => undefined);
    return batch;
  };
  let next = start(0);
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const batch = await next;
    if (at + BATCH_SIZE < ids.length) next = start(at + BATCH_SIZE);
    yield batch;
  }
}

/**
 * Each practice appears once, even if practices are renamed in between, because the order is determined at the start.
 */
async function* textOfAll(db: Db): AsyncGenerator<string> {
  // Immediately, because reading the ids takes a while.
  yield '[';
  const ids = await listMatchingIds(db, { search: '', memberId: undefined });
  let separator = '';
  for await (const records of inBatches(ids, (batch) => readRecords(db, batch))) {
    yield `${separator}${records.map((record) => JSON.stringify(record)).join(',')}`;
    separator = ',';
  }
  yield ']';
}

/** The whole list as JSON text, sorted by name. Streamed, because with 100,000 practices it is too large for memory. */
export function streamAllRecords(db: Db): Readable {
  return Readable.from(textOfAll(db), { objectMode: false });
}

async function* csvOf(db: Db, { filter, now, ...order }: ListQuery): AsyncGenerator<string> {
  const ids = await listClosestIds(db, { ...toPracticeMatch(filter, now), ...order });
  yield practicesCsvHead();
  for await (const records of inBatches(ids, (batch) => readRecordsWithStates(db, batch, now))) {
    yield practicesCsvLines(records);
  }
}

/** All practices of the filtered list, as a CSV file. */
export function streamCsv(db: Db, query: ListQuery): Readable {
  return Readable.from(csvOf(db, query), { objectMode: false });
}
