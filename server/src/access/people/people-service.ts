/** People and their flags. The audit log records every change. */
import { isEmailAddress, personNameProblem } from 'shared-api/contracts/accounts';
import { endInvalidLink } from '../accounts/account-links.js';
import { proveAddress } from '../accounts/prove-address.js';
import { recordAccountAudit } from '../accounts/account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction, isUniqueViolation } from '../../platform/database/transaction.js';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import { joinPractices } from '../members/join-practices.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { hashPassword, passwordCost, type PasswordHashing } from './password.js';
import { assertPassword, passwordOwner } from './password-strength.js';
import {
  type FlagName,
  type Person,
  type StoredFlags,
  findPersonByEmail,
  insertPerson,
  lockPerson,
  normalizeEmail,
  updatePerson,
} from './people-repository.js';
import { assertAddressProven, onlyByOperator } from './proven-address.js';

/** The address of a new account is in use. */
class AccountExists extends AppError {
  constructor(address: string) {
    super(409, 'exists', `${address} already has an account.`);
  }
}

/** Retries `add` if somebody else adds the same account concurrently. The second attempt finds the account. */
export async function retryIfAccountAppears<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error) && !(error instanceof AccountExists)) throw error;
    return work();
  }
}

/**
 * @param person `password` is absent for people who sign in only through the identity provider. `passwordHash` is for a
 * password that the caller vouches for, e.g. one shared by many people
 * @throws AppError `invalid`, or `exists` when the address is in use
 */
export async function addPerson(
  db: Db,
  person: { email: string; name: string; password?: string; passwordHash?: string; flags?: Partial<StoredFlags> },
  audit: AuditContext,
  hashing: PasswordHashing = passwordCost,
): Promise<Person> {
  if (!isEmailAddress(normalizeEmail(person.email))) {
    throw invalid(`"${person.email}" isn’t an email address.`, { email: 'Not an email address' });
  }
  const wrongName = personNameProblem(person.name);
  if (wrongName !== undefined) throw invalid(`${wrongName}.`, { name: wrongName });
  if (person.password !== undefined) await assertPassword(person.password, person);
  const newHash = person.password === undefined ? null : await hashPassword(person.password, hashing);
  const passwordHash = person.passwordHash ?? newHash;
  return inTransaction(db, async (transaction) => {
    if (await findPersonByEmail(transaction, person.email)) {
      throw new AccountExists(normalizeEmail(person.email));
    }
    const added = await insertPerson(transaction, { ...person, name: person.name.trim(), passwordHash });
    await recordAccountAudit(transaction, 'person.add', added.id, audit, {
      after: { email: added.email, name: added.name, ...person.flags },
    });
    return added;
  });
}

/** @throws AppError `not_found` */
export async function personByEmail(db: Db, address: string): Promise<Person> {
  const person = await findPersonByEmail(db, address);
  if (!person) throw notFound(`No account has the email address ${normalizeEmail(address)}.`);
  return person;
}

/** Sets a new password and ends the person's sessions. Clears an account that somebody else may have prepared. */
export async function setPassword(
  db: Db,
  address: string,
  password: string,
  audit: AuditContext,
  hashing: PasswordHashing = passwordCost,
): Promise<void> {
  await assertPassword(password, await passwordOwner(db, await personByEmail(db, address)));
  const passwordHash = await hashPassword(password, hashing);
  await inTransaction(db, async (transaction) => {
    const person = await personByEmail(transaction, address);
    await proveAddress(transaction, person.id, audit);
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await joinPractices(transaction, person, audit.now);
    await deleteSessionsOf(transaction, person.id);
    await recordAccountAudit(transaction, 'person.password', person.id, audit);
  });
}

/**
 * Signs a person out everywhere.
 *
 * @returns the number of ended sessions
 * @throws AppError `not_found`
 */
export async function endSessions(db: Db, address: string, audit: AuditContext): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const person = await personByEmail(transaction, address);
    // A concurrent sign-in either waits for the lock, or has already written its session.
    await lockPerson(transaction, person.id);
    const ended = await deleteSessionsOf(transaction, person.id);
    await recordAccountAudit(transaction, 'session.end', person.id, audit, { before: { sessions: ended } });
    return ended;
  });
}

/**
 * Sets or removes flags. An unchanged flag leaves no entry in the audit log.
 *
 * @param ways how an address can be proven, for the error message
 * @throws AppError `address_unproven` for a flag on an account that somebody else may have prepared
 */
export async function setFlags(
  db: Db,
  person: Person,
  changes: Partial<Record<FlagName, boolean>>,
  audit: AuditContext,
  ways = onlyByOperator,
): Promise<boolean> {
  const changed = Object.entries(changes).filter(([name, value]) => person[name as FlagName] !== value);
  if (changed.length === 0) return false;
  const after = Object.fromEntries(changed) as Partial<StoredFlags>;
  const before = Object.fromEntries(changed.map(([name]) => [name, person[name as FlagName]]));
  await inTransaction(db, async (transaction) => {
    // Somebody may be using a shown link at this moment.
    const current = await lockPerson(transaction, person.id);
    if (current && Object.values(after).includes(true)) assertAddressProven(current, ways);
    await updatePerson(transaction, person.id, after);
    if (current) await endInvalidLink(transaction, { ...current, ...after }, audit.now);
    await recordAccountAudit(transaction, 'person.flags', person.id, audit, { before, after });
  });
  return true;
}
