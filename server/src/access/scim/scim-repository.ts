import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';
import { type FlagName, flagNames, normalizeEmail } from '../people/people-repository.js';
import type { Comparison } from './filter.js';

/** Attributes by which users can be found. */
export const userFilters = ['username', 'externalid', 'active', 'id', 'emails.value', 'emails'] as const;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if the text can be a person's id. */
export const isPersonId = (id: unknown): id is string => typeof id === 'string' && uuid.test(id);

/** People that a client hasn't deleted. */
const users = (db: Db) =>
  db
    .selectFrom('people')
    .leftJoin('scim_users', 'scim_users.person_id', 'people.id')
    .where('scim_users.deleted_at', 'is', null)
    .select([
      'people.id',
      'people.email',
      'people.name',
      'people.deactivated_at',
      'people.created_at',
      ...flagNames.map((name) => `people.${name}` as const),
      'scim_users.external_id',
      'scim_users.given_name',
      'scim_users.family_name',
      'scim_users.changed_at',
    ]);

export type ScimUserRow = Awaited<ReturnType<typeof listUsers>>['rows'][number];

function condition({ attribute, value }: Comparison): Expression<SqlBool> {
  if (attribute === 'active') return sql<SqlBool>`((people.deactivated_at is null) = ${String(value) === 'true'})`;
  const text = String(value);
  if (attribute === 'externalid') return sql<SqlBool>`scim_users.external_id = ${text}`;
  if (attribute === 'id') return sql<SqlBool>`people.id::text = ${text.toLowerCase()}`;
  return sql<SqlBool>`people.email = ${normalizeEmail(text)}`;
}

/** A page of the users that match all comparisons, in the order they were added. */
export async function listUsers(
  db: Db,
  { comparisons, offset, limit }: { comparisons: readonly Comparison[]; offset: number; limit: number },
) {
  let matching = users(db);
  for (const comparison of comparisons) matching = matching.where(condition(comparison));
  const [rows, { total }] = await Promise.all([
    limit === 0 ? [] : matching.orderBy('people.created_at').orderBy('people.id').offset(offset).limit(limit).execute(),
    matching
      .clearSelect()
      .select(sql<number>`count(*)::integer`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export function findUser(db: Db, id: string) {
  return users(db).where('people.id', '=', id).executeTakeFirst();
}

/** When a client deleted the person's account. Undefined when none did. */
export async function findDeletion(db: Db, personId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('scim_users')
    .select('deleted_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.deleted_at ?? undefined;
}

/** Ids of the people that clients know by an external id, without deleted accounts. */
export async function findByExternalId(db: Db, externalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_users')
    .select('person_id')
    .where('external_id', '=', externalId)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return rows.map((row) => row.person_id);
}

/** True for a person managed by a provisioning client. */
export async function isProvisioned(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scim_users')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function storeUser(
  db: Db,
  personId: string,
  values: {
    external_id: string | null;
    given_name: string | null;
    family_name: string | null;
    deleted_at: Date | null;
    changed_at: Date;
  },
): Promise<void> {
  await db
    .insertInto('scim_users')
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}

export async function storeDeletion(db: Db, personId: string, now: Date): Promise<void> {
  const values = { deleted_at: now, changed_at: now };
  await db
    .insertInto('scim_users')
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}

export function listGroupMembers(db: Db, flag: FlagName): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('people')
    .leftJoin('scim_users', 'scim_users.person_id', 'people.id')
    .select(['people.id', 'people.name'])
    .where(`people.${flag}`, '=', true)
    .where('scim_users.deleted_at', 'is', null)
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}
