/** People, their flags and their memberships. Every change is in the audit log. */
import { z } from 'zod';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db, MembershipRole } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, invalid, notFound } from '../http/refusal.js';
import { practiceExists } from '../practices/practices-repository.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { hashPassword, passwordCost, type PasswordCost } from './password.js';
import {
  type FlagName,
  type Person,
  type StoredFlags,
  deleteMembership,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  lockPerson,
  roleOf,
  sameEmail,
  updatePerson,
  updateRole,
} from './people-repository.js';

/** Shortest password that is taken; length is what counts (NIST 800-63B). */
export const SHORTEST_PASSWORD = 10;

const email = z.email().max(320);

function checkPassword(password: string): void {
  if (password.length < SHORTEST_PASSWORD) {
    throw invalid(`A password has at least ${SHORTEST_PASSWORD} characters.`, { password: 'Too short' });
  }
}

/**
 * @param person `password` absent for people whom only the identity provider signs in
 * @throws Refusal `invalid`, or `exists` when the address is taken
 */
export async function addPerson(
  db: Db,
  person: { email: string; name: string; password?: string; flags?: Partial<StoredFlags> },
  { actor, now }: Doing,
  cost: PasswordCost = passwordCost,
): Promise<Person> {
  if (!email.safeParse(sameEmail(person.email)).success) {
    throw invalid(`"${person.email}" is not an e-mail address.`, { email: 'Not an e-mail address' });
  }
  if (person.name.trim() === '') throw invalid('A person needs a name.', { name: 'Must not be empty' });
  if (person.password !== undefined) checkPassword(person.password);
  const passwordHash = person.password === undefined ? null : await hashPassword(person.password, cost);
  return inTransaction(db, async (transaction) => {
    if (await findPersonByEmail(transaction, person.email)) {
      throw new Refusal(409, 'exists', `There is already a person ${sameEmail(person.email)}.`);
    }
    const added = await insertPerson(transaction, { ...person, name: person.name.trim(), passwordHash });
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'person.add',
      entity: 'person',
      entityId: added.id,
      after: { email: added.email, name: added.name, ...person.flags },
    });
    return added;
  });
}

/** @throws Refusal `not_found` */
export async function personByEmail(db: Db, address: string): Promise<Person> {
  const person = await findPersonByEmail(db, address);
  if (!person) throw notFound(`There is no person ${sameEmail(address)}.`);
  return person;
}

/** Sets a new password and ends the person's sessions. */
export async function setPassword(
  db: Db,
  address: string,
  password: string,
  { actor, now }: Doing,
  cost: PasswordCost = passwordCost,
): Promise<void> {
  checkPassword(password);
  const passwordHash = await hashPassword(password, cost);
  await inTransaction(db, async (transaction) => {
    const person = await personByEmail(transaction, address);
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await deleteSessionsOf(transaction, person.id);
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'person.password',
      entity: 'person',
      entityId: person.id,
    });
  });
}

/**
 * Signs a person out everywhere.
 *
 * @returns how many sessions ended
 * @throws Refusal `not_found`
 */
export async function endSessions(db: Db, address: string, { actor, now }: Doing): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const person = await personByEmail(transaction, address);
    // A sign-in that is under way waits for the lock, or has its session written before it.
    await lockPerson(transaction, person.id);
    const ended = await deleteSessionsOf(transaction, person.id);
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'session.end',
      entity: 'person',
      entityId: person.id,
      before: { sessions: ended },
    });
    return ended;
  });
}

/** Sets or lifts flags; what is set already makes no entry in the log. */
export async function setFlags(
  db: Db,
  person: Person,
  wanted: Partial<Record<FlagName, boolean>>,
  { actor, now }: Doing,
): Promise<boolean> {
  const changed = Object.entries(wanted).filter(([name, value]) => person[name as FlagName] !== value);
  if (changed.length === 0) return false;
  const after = Object.fromEntries(changed) as Partial<StoredFlags>;
  const before = Object.fromEntries(changed.map(([name]) => [name, person[name as FlagName]]));
  await inTransaction(db, async (transaction) => {
    await updatePerson(transaction, person.id, after);
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'person.flags',
      entity: 'person',
      entityId: person.id,
      before,
      after,
    });
  });
  return true;
}

/**
 * Makes a person a member of a practice, or ends the membership.
 *
 * @returns false when nothing had to be changed
 * @throws Refusal `not_found` for an unknown practice
 */
export async function setMembership(
  db: Db,
  person: Person,
  practice: number,
  member: boolean,
  { actor, now }: Doing,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await practiceExists(transaction, practice))) throw notFound(`There is no practice ${practice}.`);
    const changed = member
      ? await insertMembership(transaction, practice, person.id)
      : await deleteMembership(transaction, practice, person.id);
    if (!changed) return false;
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: member ? 'membership.add' : 'membership.remove',
      entity: 'person',
      entityId: person.id,
      [member ? 'after' : 'before']: { practice, email: person.email },
    });
    return true;
  });
}

/**
 * Gives a member a role in the practice.
 *
 * @returns false when the person has it already
 * @throws Refusal `not_found` for who is no member
 */
export async function setRole(
  db: Db,
  person: Person,
  practice: number,
  role: MembershipRole,
  { actor, now }: Doing,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const former = await roleOf(transaction, practice, person.id);
    if (former === undefined) throw notFound(`${person.email} is no member of practice ${practice}.`);
    if (former === role) return false;
    await updateRole(transaction, practice, person.id, role);
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'membership.role',
      entity: 'person',
      entityId: person.id,
      before: { email: person.email, role: former },
      after: { email: person.email, role },
    });
    return true;
  });
}
