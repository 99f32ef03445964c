/** Rows of memberships. */
import { sql } from 'kysely';
import type { MemberRole } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';

export interface Membership {
  role: MemberRole;
  /** Rights that an owner selected. Null: the rights of the role. */
  rights: readonly string[] | null;
}

/** Ids of the practices of which the person is a member. */
export async function listMembershipsOf(db: Db, personId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('practice_id')
    .where('person_id', '=', personId)
    .orderBy('practice_id')
    .execute();
  return rows.map((row) => row.practice_id);
}

export interface MemberRow extends Membership {
  id: string;
  name: string;
  email: string;
}

/** Members of a practice: owners first, then by name. */
export function listMembersOf(db: Db, practiceId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id', 'people.name', 'people.email', 'memberships.role', 'memberships.rights'])
    .where('memberships.practice_id', '=', practiceId)
    .orderBy(sql`memberships.role = 'owner'`, 'desc')
    .orderBy('people.name')
    .orderBy('people.id')
    .execute();
}

/** Undefined for a person who is not a member. */
export function findMembership(db: Db, practiceId: number, personId: string): Promise<Membership | undefined> {
  return db
    .selectFrom('memberships')
    .select(['role', 'rights'])
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

export async function hasOtherOwner(db: Db, practiceId: number, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('practice_id', '=', practiceId)
    .where('role', '=', 'owner')
    .where('person_id', '<>', personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the person a member, or changes their role and rights. */
export async function upsertMembership(
  transaction: Db,
  practiceId: number,
  personId: string,
  { role, rights }: Membership,
): Promise<void> {
  const values = { role, rights: rights && [...rights] };
  await transaction
    .insertInto('memberships')
    .values({ practice_id: practiceId, person_id: personId, ...values })
    .onConflict((conflict) => conflict.columns(['practice_id', 'person_id']).doUpdateSet(values))
    .execute();
}

export async function deleteMembership(transaction: Db, practiceId: number, personId: string): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .execute();
}
