import { randomUUID } from 'node:crypto';
import type { Db, MembershipRole, Row } from '../database/tables.js';

export type Person = Row<'people'>;

/** Global flags as they are stored; what they imply is worked out in `effectiveFlags`. */
export const flagNames = ['super_admin', 'task_admin', 'internal', 'developer'] as const;
export type FlagName = (typeof flagNames)[number];
export type StoredFlags = Pick<Person, FlagName>;

export function sameEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  return db.selectFrom('people').selectAll().where('email', '=', sameEmail(email)).executeTakeFirst();
}

export function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPersonByIdentity(db: Db, issuer: string, subject: string): Promise<Person | undefined> {
  return db
    .selectFrom('person_identities')
    .innerJoin('people', 'people.id', 'person_identities.person_id')
    .selectAll('people')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function listPeople(db: Db): Promise<Person[]> {
  return db.selectFrom('people').selectAll().orderBy('email').execute();
}

export function insertPerson(
  db: Db,
  person: { email: string; name: string; passwordHash: string | null; flags?: Partial<StoredFlags> },
): Promise<Person> {
  return db
    .insertInto('people')
    .values({
      id: randomUUID(),
      email: sameEmail(person.email),
      name: person.name,
      password_hash: person.passwordHash,
      ...person.flags,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True when the person is known to the provider under some subject. */
export async function hasIdentityOf(db: Db, personId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_identities')
    .select('subject')
    .where('person_id', '=', personId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

export async function linkIdentity(db: Db, personId: string, issuer: string, subject: string): Promise<void> {
  await db.insertInto('person_identities').values({ issuer, subject, person_id: personId }).execute();
}

export async function updatePerson(
  db: Db,
  id: string,
  change: Partial<StoredFlags & { name: string; password_hash: string }>,
): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', id).execute();
}

/** The person, whose row nobody else changes before the transaction ends. */
export function lockPerson(transaction: Db, id: string): Promise<Person | undefined> {
  return transaction.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Replaces a hash with a costlier one of the same password, unless another password was set meanwhile. */
export async function replacePasswordHash(db: Db, id: string, former: string, renewed: string): Promise<void> {
  await db
    .updateTable('people')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', former)
    .execute();
}

/** Ids of the practices of which the person is a member. */
export async function membershipsOf(db: Db, personId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('practice_id')
    .where('person_id', '=', personId)
    .orderBy('practice_id')
    .execute();
  return rows.map((row) => row.practice_id);
}

export const membershipRoles = ['owner', 'manager', 'staff'] as const satisfies MembershipRole[];

/** The person's role in the practice; undefined for who is no member. */
export async function roleOf(db: Db, practice: number, personId: string): Promise<MembershipRole | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('practice_id', '=', practice)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.role;
}

export async function updateRole(db: Db, practice: number, personId: string, role: MembershipRole): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ role })
    .where('practice_id', '=', practice)
    .where('person_id', '=', personId)
    .execute();
}

/** Returns false when the person was a member already. */
export async function insertMembership(db: Db, practice: number, personId: string): Promise<boolean> {
  const result = await db
    .insertInto('memberships')
    .values({ practice_id: practice, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false when the person was no member. */
export async function deleteMembership(db: Db, practice: number, personId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('memberships')
    .where('practice_id', '=', practice)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
