import { type RawBuilder, sql } from 'kysely';
import {
  MAX_PRACTICE_ID,
  type PracticeSort,
  type PracticeState,
  type PracticeSummary,
  wordsOf,
} from 'shared-api/contracts';
import { listSummaries } from '../../access/practice-records/practice-lookups.js';
import type { Db, NewRow } from '../../platform/database/tables.js';
import { spellingsOf, typedWords, unchangedParts } from './closest-names.js';
import { inState } from './practice-states.js';

/** A name for searching and sorting: in lowercase, without accents. */
export function searchable(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A `like` pattern for names that contain this text, with single spaces between words. `%` and `_` in the text match
 * themselves.
 */
function containing(text: string): string {
  return `%${searchable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\%_]/g, '\\$&')}%`;
}

/** True for names that contain one of the texts. */
const containsOneOf = (texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`search_name like any(${texts.map(containing)}::text[])`;

/** True for names with a spelling of each word, and for names that match the search except for spaces. */
function hasSpellings(search: string, spellings: readonly (readonly string[])[]): RawBuilder<boolean> {
  const spelled = sql.join(spellings.map(containsOneOf), sql` and `);
  const joined = containing(wordsOf(search).join(''));
  return sql<boolean>`((${spelled}) or replace(search_name, ' ', '') like ${joined})`;
}

/** Ranges of the ids that start with these digits: 12 itself, 120 to 129, 1200 to 1299 … */
export function idsBeginningWith(digits: string): [least: number, most: number][] {
  const ranges: [number, number][] = [];
  if (!/^[1-9]\d*$/.test(digits)) return ranges;
  let least = Number(digits);
  for (let most = least; least <= MAX_PRACTICE_ID; least *= 10, most = most * 10 + 9) {
    ranges.push([least, Math.min(most, MAX_PRACTICE_ID)]);
  }
  return ranges;
}

/** Far beyond the last page of any list. */
const MAX_PAGE = 1_000_000;

/** Practices that match all parts. */
export interface PracticeMatch {
  /** Part of the name, or the first digits of the id; empty for all. */
  search: string;
  /** Spellings of the search's words, if no name contains it. The name has one spelling of each word. */
  spellings?: readonly (readonly string[])[];
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
  /** Practices to leave out. */
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
    spellings,
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
  if (spellings) return matching.where(hasSpellings(search, spellings));
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

/** The sort columns of practices. A practice with exactly the typed id comes first. */
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
 * The rows of an item's holders, if all practices with that item match. There is one row per practice, so that the
 * practice needn't be looked up.
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

/** Part of the matching practices, in order. `count` is the total, if reading the part revealed it. */
interface Part {
  ids: number[];
  count: number | undefined;
}

/** States that few practices are in. */
const rareStates: readonly PracticeState[] = ['past_due', 'expired', 'inactive', 'trial'];

/**
 * True if a page is found faster among all matching practices. In name order, PostgreSQL looks up thousands of others
 * for a page of a rare state. A search by number isn't in name order.
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

/** Reads only ids, which are in the index of names, so that a late page reads no rows before it. */
async function readPart(db: Db, which: PracticeSearch, offset: number): Promise<Part> {
  if (isSortedAfterwards(which)) return readAndSort(db, which, offset);
  const { pageSize } = which;
  const rows = await matchingPractices(db, which)
    .orderBy(orderOf(which))
    .select('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  // A partial page reveals the total. Counting would read everything again.
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

/** The words of names that contain one of the parts, among that person's practices. */
async function listWordsWith(db: Db, parts: readonly string[], memberId: string | undefined): Promise<string[]> {
  if (parts.length === 0) return [];
  const tokens = matchingPractices(db, { search: '', memberId })
    .where(containsOneOf(parts))
    .select(sql<string>`unnest(string_to_array(search_name, ' '))`.as('token'));
  const rows = await db
    .selectFrom(tokens.as('tokens'))
    .select('token')
    .distinct()
    .where('token', 'like', sql<string>`any(${parts.map(containing)}::text[])`)
    .execute();
  return [...new Set(rows.flatMap(({ token }) => wordsOf(token)))];
}

/**
 * The closest spellings for a search without results. A search counts as misspelled only if it finds nothing at all,
 * regardless of other filters.
 *
 * @returns null for a search that matches one of the person's practices, and for one that isn't close to any name
 */
async function findSpellings(
  db: Db,
  { search, memberId }: PracticeMatch,
): Promise<Required<Pick<PracticeMatch, 'spellings'>> | null> {
  const words = typedWords(search);
  if (words === null) return null;
  const exact = await matchingPractices(db, { search, memberId }).select('id').limit(1).executeTakeFirst();
  if (exact) return null;
  const known = await listWordsWith(db, words.flatMap(unchangedParts), memberId);
  return { spellings: words.map((word) => spellingsOf(word, known)) };
}

/** True if the practices are the closest ones to a search without matches. */
interface Closeness {
  isClosest: boolean;
}

/**
 * The ids of one page of the matching practices, otherwise of those with the closest names. The rule for every list and
 * search of practices, so that they agree.
 */
export async function searchClosestIds(
  db: Db,
  which: PracticeSearch,
): Promise<{ ids: number[]; count: number } & Closeness> {
  const page = await searchPracticeIds(db, which);
  const meant = page.count === 0 ? await findSpellings(db, which) : null;
  if (meant === null) return { ...page, isClosest: false };
  const closest = await searchPracticeIds(db, { ...which, ...meant });
  return { ...closest, isClosest: closest.count > 0 };
}

/** The ids of all practices on the pages of `searchClosestIds`, in order. */
export async function listClosestIds(db: Db, which: PracticeMatch & PracticeOrder): Promise<number[]> {
  const ids = await listMatchingIds(db, which);
  const meant = ids.length === 0 ? await findSpellings(db, which) : null;
  return meant === null ? ids : listMatchingIds(db, { ...which, ...meant });
}

/**
 * One page of the practices from `searchClosestIds`, and the total. A page beyond the last one returns the last one.
 */
export async function searchPractices(
  db: Db,
  which: PracticeSearch,
): Promise<{ results: PracticeSummary[]; count: number } & Closeness> {
  const { ids, count, isClosest } = await searchClosestIds(db, which);
  const rows = new Map((await listSummaries(db, ids)).map((row) => [row.id, row]));
  const results = ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [row] : [];
  });
  return { results, count, isClosest };
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
