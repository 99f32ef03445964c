/** Looks up practices by id, as memberships, rights and sessions reference them. */
import { type RawBuilder, sql } from 'kysely';
import type { PracticeSummary } from 'shared-api/contracts';
import { batchLookup } from '../../platform/database/batch-lookup.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Db } from '../../platform/database/tables.js';
import { notFound } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, rightsIn } from '../../platform/http/principal.js';
import { flagsOfPractice } from './feature-flag-catalog.js';

/** The names of the owners of a row of `practices`, sorted. */
const ownersOfPractice = sql<string[]>`array(
  select people.name from active_memberships as owners join people on people.id = owners.person_id
  where owners.practice_id = practices.id and owners.role = 'owner'
  order by people.name, people.id
)`;

const summary = [
  'id',
  'name',
  'time_zone',
  'pms_name',
  flagsOfPractice.as('feature_flags'),
  ownersOfPractice.as('owners'),
] as const;

/**
 * In any order. The ids come from a subquery, because PostgreSQL would plan the statement anew at each call: it expects
 * more ids of a parameter that it doesn't see.
 */
export const listSummaries = prepared((db, ids: RawBuilder<number[]>) =>
  db
    .selectFrom('practices')
    .select(summary)
    .where(sql<boolean>`id = any((select ${ids}::integer[])::integer[])`),
);

export const findPractice: (db: Db, id: number) => Promise<PracticeSummary | undefined> = batchLookup(
  async (db, ids: number[]) => new Map((await listSummaries(db, ids)).map((row) => [row.id, row])),
);

export async function practiceExists(db: Db, id: number): Promise<boolean> {
  return (await findPractice(db, id)) !== undefined;
}

/** Locks the practice's row until the transaction ends. @returns false when the practice doesn't exist */
export async function lockPractice(transaction: Db, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('practices')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The practices with these ids, sorted by name. */
export async function listPracticesByIds(db: Db, ids: number[]): Promise<PracticeSummary[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('practices')
    .select(summary)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('search_name')
    .orderBy('id')
    .execute();
}

/** A practice with the person's rights in it. */
export function withRights(person: PersonPrincipal, practice: PracticeSummary): PracticeSummary {
  return { ...practice, rights: rightsIn(person, practice.id) };
}

/** @throws AppError `not_found` */
export async function readPractice(db: Db, id: number): Promise<PracticeSummary> {
  const practice = await findPractice(db, id);
  if (!practice) throw notFound('This practice doesn’t exist.');
  return practice;
}
