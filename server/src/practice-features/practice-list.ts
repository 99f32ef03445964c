/** Records of all practices: one page of the practices that match a filter, or the whole list. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import {
  type BulkType,
  type FeaturesPage,
  type FeaturesUsage,
  type PracticesFilter,
  bulkTypes,
} from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { readUsage } from '../entitlements/usage.js';
import { searchPractices } from '../practices/practices-repository.js';
import { readRecords } from './features-record.js';
import { allNames, sortByCatalogue, toNamedItem } from './named-items.js';

/** How many practices have each item, including items that are no longer in the catalogue. */
async function readFeaturesUsage(db: Db): Promise<FeaturesUsage> {
  const [usage, { practices }] = await Promise.all([
    readUsage(db),
    db
      .selectFrom('practices')
      .select(sql<number>`count(*)::integer`.as('practices'))
      .executeTakeFirstOrThrow(),
  ]);
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

export interface PageQuery extends PracticesFilter {
  page: number;
  pageSize: number;
}

/** Sorted by name. A page beyond the last one returns the last one. */
export async function readFeaturesPage(
  db: Db,
  { search = '', insider = false, page, pageSize }: PageQuery,
): Promise<FeaturesPage> {
  const find = (at: number) =>
    searchPractices(db, { search, insidersOnly: insider, memberId: undefined, page: at, pageSize });
  const listed = async () => {
    const found = await find(page);
    const last = Math.max(1, Math.ceil(found.count / pageSize));
    const { results, count } = page > last ? await find(last) : found;
    const ids = results.map(({ id }) => id);
    return { results: await readRecords(db, ids), count };
  };
  const [found, usage] = await Promise.all([listed(), readFeaturesUsage(db)]);
  return { ...found, usage };
}

/** Maximum number of practices whose records are in memory at the same time. */
const BATCH_SIZE = 500;

/** Each practice appears once, even if practices are renamed meanwhile: the order is determined at the start. */
async function* textOfAll(db: Db): AsyncGenerator<string> {
  const rows = await db.selectFrom('practices').select('id').orderBy('search_name').orderBy('id').execute();
  yield '[';
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const ids = rows.slice(at, at + BATCH_SIZE).map(({ id }) => id);
    const records = (await readRecords(db, ids)).map((record) => JSON.stringify(record));
    yield `${at === 0 ? '' : ','}${records.join(',')}`;
  }
  yield ']';
}

/**
 * The whole list as JSON text, sorted by name. It is streamed, because with 100,000 practices it is too large for
 * memory.
 */
export function streamAllRecords(db: Db): Readable {
  return Readable.from(textOfAll(db), { objectMode: false });
}
