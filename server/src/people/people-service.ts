/** People and their flags. Every change is in the audit log. */
import { z } from 'zod';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, invalid, notFound } from '../http/refusal.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { hashPassword, passwordCost, type PasswordCost } from './password.js';
import {
  type FlagName,
  type Person,
  type StoredFlags,
  findPersonByEmail,
  insertPerson,
  lockPerson,
  sameEmail,
  updatePerson,
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
