import { type RawBuilder, sql } from 'kysely';
import { MAX_PRACTICE_ID, type PracticeSort, type PracticeState, type PracticeSummary } from 'shared-api/contracts';
import { listSummaries } from '../../access/practice-records/practice-lookups.js';
import type { Db, NewRow } from '../../platform/database/tables.js';
import { misspelledPattern } from './misspelled.js';
import { inState } from './practice-states.js';

/** A name as it is searched and sorted: in lowercase, without accents. */
export function searchable(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A `like` pattern for names that contain this text. `%` and `_` in the text match themselves. */
function containing(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** Ranges of the ids that begin with these digits: 12 itself, 120 to 129, 1200 to 1299 … */
export function idsBeginningWith(digits: string): [least: number, most: number][] {
  const ranges: [number, number][] = [];
  if (!/^[1-9]\d*$/.test(digits)) return ranges;
  let least = Number(digits);
  for (let most = least; least <= MAX_PRACTICE_ID; least *= 10, most = most * 10 + 9) {
    ranges.push([least, Math.min(most, MAX_PRACTICE_ID)]);
  }
  return ranges;
}

/** Far beyond the last page of every list. */
const MAX_PAGE = 1_000_000;

/** Practices that match all parts. */
export interface PracticeMatch {
  /** Part of the name, or the first digits of the id; empty for all. */
  search: string;
  /** True: the part of the name has one mistake. */
  isMisspelled?: boolean;
  /** Only practices of which this person is a member; undefined for every practice. */
  memberId: string | undefined;
  /** Only insider practices. */
  insidersOnly?: boolean;
  /** Only practices that have this bundle, feature or feature flag. */
  bundle?: string | undefined;
  feature?: string | undefined;
  featureFlag?: string | undefined;
  /** Only practices in this state at that time. */
  state?: { name: PracticeState; at: Date } | undefined;
  /** Practices that are left out. */
  excludedIds?: readonly number[];
}

export interface PracticeOrder {
  /** By name if absent. */
  sort?: PracticeSort | undefined;
  descending?: boolean;
}

export interface PracticeSearch extends PracticeMatch, PracticeOrder {
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

/** The practices that match. */
export function matchingPractices(db: Db, match: PracticeMatch) {
  const {
    search,
    isMisspelled,
    memberId,
    insidersOnly = false,
    bundle,
    feature,
    featureFlag,
    state,
    excludedIds = [],
  } = match;
  let matching = db.selectFrom('practices');
  if (insidersOnly) matching = matching.where('insider', '=', true);
  for (const [kind, name] of [['bundle', bundle] as const, ['feature', feature] as const]) {
    if (name === undefined) continue;
    matching = matching.where((where) =>
      where.exists(
        where
          .selectFrom('practice_entitlements as held')
          .select('held.practice_id')
          .whereRef('held.practice_id', '=', 'practices.id')
          .where('held.kind', '=', kind)
          .where('held.name', '=', name),
      ),
    );
  }
  if (featureFlag !== undefined) {
    matching = matching.where((where) =>
      where.exists(
        where
          .selectFrom('practice_feature_flags as flags')
          .select('flags.practice_id')
          .whereRef('flags.practice_id', '=', 'practices.id')
          .where('flags.name', '=', featureFlag),
      ),
    );
  }
  if (state) matching = matching.where(inState(state.name, state.at));
  if (excludedIds.length > 0) {
    // As a subquery, the ids are looked up in a hash table.
    matching = matching.where(sql<boolean>`practices.id not in (select unnest(${excludedIds}::integer[]))`);
  }
  if (memberId !== undefined) {
    matching = matching.where((where) =>
      where.exists(
        where
          .selectFrom('active_memberships')
          .select('person_id')
          .whereRef('active_memberships.practice_id', '=', 'practices.id')
          .where('active_memberships.person_id', '=', memberId),
      ),
    );
  }
  const ranges = idsBeginningWith(search);
  if (isMisspelled) return matching.where('search_name', '~', misspelledPattern(searchable(search)) ?? '$^');
  if (search !== '') {
    matching = matching.where((where) =>
      where.or([
        where('search_name', 'like', containing(search)),
        ...ranges.map(([least, most]) => where.between('id', least, most)),
      ]),
    );
  }
  return matching;
}

/** The order of practices as columns of them. A practice with exactly the typed id comes first. */
function orderOf({ search, sort = 'name', descending = false }: PracticeMatch & PracticeOrder): RawBuilder<unknown> {
  const [exact] = idsBeginningWith(search);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql.join([
    ...(exact ? [sql`id <> ${exact[0]}`] : []),
    ...(sort === 'name' ? [sql`search_name ${direction}`] : []),
    sql`id ${direction}`,
  ]);
}

/** The ids of all matching practices, in their order. */
export async function listMatchingIds(db: Db, which: PracticeMatch & PracticeOrder): Promise<number[]> {
  const rows = await matchingPractices(db, which).orderBy(orderOf(which)).select('id').execute();
  return rows.map(({ id }) => id);
}

const counted = sql<number>`count(*)::integer`.as('count');

/**
 * The rows of an item's holders, where all practices with that item match. There is one row for each practice, so that it
 * needn't be looked up.
 */
function holdersAlone(db: Db, { search, memberId, insidersOnly, state, excludedIds, ...items }: PracticeMatch) {
  const { bundle, feature, featureFlag } = items;
  const isNarrowed = search !== '' || memberId !== undefined || insidersOnly === true || state !== undefined;
  if (isNarrowed || (excludedIds ?? []).length > 0) return undefined;
  const [name, another] = [bundle, feature, featureFlag].filter((item) => item !== undefined);
  if (name === undefined || another !== undefined) return undefined;
  if (featureFlag !== undefined)
    return db.selectFrom('practice_feature_flags').select(counted).where('name', '=', name);
  return db
    .selectFrom('practice_entitlements')
    .select(counted)
    .where('kind', '=', bundle === undefined ? 'feature' : 'bundle')
    .where('name', '=', name);
}

/** The number of matching practices. */
async function countMatching(db: Db, match: PracticeMatch): Promise<number> {
  const query = holdersAlone(db, match) ?? matchingPractices(db, match).select(counted);
  const { count } = await query.executeTakeFirstOrThrow();
  return count;
}

/** The number of all practices. */
export const countPractices = (db: Db): Promise<number> => countMatching(db, { search: '', memberId: undefined });

/** Part of the matching practices, in their order. `count` is that of all of them, where reading the part has shown it. */
interface Part {
  ids: number[];
  count: number | undefined;
}

/** States that few practices are in. */
const rareStates: readonly PracticeState[] = ['past_due', 'expired', 'inactive', 'trial'];

/**
 * True where a page is found sooner among all matching practices. In the order of names, PostgreSQL looks up thousands of
 * others for a page of a rare state. What is searched by number isn't in that order.
 */
const isSortedAfterwards = ({ search, state }: PracticeMatch): boolean =>
  (state !== undefined && rareStates.includes(state.name)) || idsBeginningWith(search).length > 0;

/** Reads all matching practices once, counts them, and sorts them. */
async function readAndSort(db: Db, which: PracticeSearch, offset: number): Promise<Part> {
  const matching = matchingPractices(db, which).select(['id', 'search_name']);
  const { rows } = await sql<{ id: number; count: number }>`
    with matching as materialized ${matching}
    select id, (select count(*)::integer from matching) as count
    from matching order by ${orderOf(which)} limit ${which.pageSize} offset ${offset}
  `.execute(db);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? (offset === 0 ? 0 : undefined) };
}

/** Reads ids alone: they are in the index of names, so that a page far from the first reads no rows before it. */
async function readPart(db: Db, which: PracticeSearch, offset: number): Promise<Part> {
  if (isSortedAfterwards(which)) return readAndSort(db, which, offset);
  const { pageSize } = which;
  const rows = await matchingPractices(db, which)
    .orderBy(orderOf(which))
    .select('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  // A page that is not full reveals the total. Counting would read everything again.
  const isLast = rows.length < pageSize && (rows.length > 0 || offset === 0);
  return { ids: rows.map(({ id }) => id), count: isLast ? offset + rows.length : undefined };
}

/** The ids of one page of the matching practices, and their number. A page beyond the last one returns the last one. */
export async function searchPracticeIds(db: Db, which: PracticeSearch): Promise<{ ids: number[]; count: number }> {
  const { page, pageSize } = which;
  const part = await readPart(db, which, (Math.min(page, MAX_PAGE) - 1) * pageSize);
  const count = part.count ?? (await countMatching(db, which));
  if (part.ids.length > 0 || count === 0) return { ids: part.ids, count };
  const lastPage = Math.ceil(count / pageSize);
  const { ids } = await readPart(db, which, (lastPage - 1) * pageSize);
  return { ids, count };
}

/** As `searchPractices`. If no name contains the text, those that do with one mistake. */
export async function searchPracticesAsTyped(db: Db, which: PracticeSearch): ReturnType<typeof searchPractices> {
  const page = await searchPractices(db, which);
  return page.count > 0 || which.search === '' ? page : searchPractices(db, { ...which, isMisspelled: true });
}

/** One page of the matching practices, and their number. A page beyond the last one returns the last one. */
export async function searchPractices(
  db: Db,
  which: PracticeSearch,
): Promise<{ results: PracticeSummary[]; count: number }> {
  const { ids, count } = await searchPracticeIds(db, which);
  const rows = new Map((await listSummaries(db, ids)).map((row) => [row.id, row]));
  const results = ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [row] : [];
  });
  return { results, count };
}

/**
 * Reserves the next practice number. The row stays locked until the transaction ends, so that no number is used twice.
 */
export async function nextPracticeId(transaction: Db, howMany = 1): Promise<number> {
  const row = await transaction
    .updateTable('number_series')
    .set({ next_number: sql`next_number + ${howMany}` })
    .where('name', '=', 'practice')
    .returning('next_number')
    .executeTakeFirstOrThrow();
  return row.next_number - howMany;
}

export async function insertPractice(
  transaction: Db,
  practice: Omit<NewRow<'practices'>, 'search_name'>,
): Promise<void> {
  await transaction
    .insertInto('practices')
    .values({ ...practice, search_name: searchable(practice.name) })
    .execute();
}

/** Gives new practices version 0 of their weekly hours, with no times set. */
export async function startWeeklyHours(
  transaction: Db,
  practiceIds: readonly number[],
  changedBy: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into weekly_hours_versions (practice_id, version, changed_by, changed_at)
    select practice_id, 0, ${changedBy}, ${now} from unnest(${practiceIds}::integer[]) as practice_id
  `.execute(transaction);
}
