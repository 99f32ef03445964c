import { randomUUID } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Db, Row } from '../../platform/database/tables.js';

export type Person = Row<'people'>;

/** Global flags as they are stored. `effectiveFlags` adds the flags that they imply. */
export const flagNames = ['super_admin', 'task_admin', 'internal', 'developer'] as const;
export type FlagName = (typeof flagNames)[number];
export type StoredFlags = Pick<Person, FlagName>;

/** Normalizes an address: composed letters, lower case, and the domain in Unicode (`xn--mnchen-3ya` is `münchen`). */
export function normalizeEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const domain = domainToUnicode(domainToASCII(text.slice(at)));
  return domain === '' ? text : text.slice(0, at) + domain;
}

export function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  return db.selectFrom('people').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst();
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

/** Active people with rights beyond their own practices. */
export function listStaff(db: Db): Promise<(Pick<Person, 'id'> & StoredFlags)[]> {
  return db
    .selectFrom('people')
    .select(['id', ...flagNames])
    .where((by) => by.or([by('super_admin', '=', true), by('internal', '=', true)]))
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function insertPerson(
  db: Db,
  person: { email: string; name: string; passwordHash: string | null; flags?: Partial<StoredFlags> },
): Promise<Person> {
  return db
    .insertInto('people')
    .values({
      id: randomUUID(),
      email: normalizeEmail(person.email),
      name: person.name,
      password_hash: person.passwordHash,
      ...person.flags,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True when the person has an identity at the provider, under any subject. */
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

/** @returns the number of links that have ended */
export async function deleteIdentitiesOf(db: Db, personId: string): Promise<number> {
  const result = await db.deleteFrom('person_identities').where('person_id', '=', personId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function updatePerson(
  db: Db,
  id: string,
  change: Partial<
    StoredFlags & {
      name: string;
      email: string;
      password_hash: string | null;
      deactivated_at: Date | null;
      link_shown_to: number | null;
      password_rule: number;
    }
  >,
): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', id).execute();
}

/** The person, with the row locked until the transaction ends. */
export function lockPerson(transaction: Db, id: string): Promise<Person | undefined> {
  return transaction.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Replaces a hash with a stronger one of the same password, unless the password has changed. */
export async function replacePasswordHash(db: Db, id: string, former: string, renewed: string): Promise<void> {
  await db
    .updateTable('people')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', former)
    .execute();
}
