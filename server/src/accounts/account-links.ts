/**
 * Links with which people set a password (docs/decisions/0059). The database has only the hash of a token. A link counts while
 * it has not expired, and the account has the address and the password that it had when the link was made. So a link that was
 * used doesn't count, and neither does one from before another change of the password.
 */
import { sql } from 'kysely';
import { RESET_LINK_HOURS } from 'shared-api/contracts/account-links';
import { recordAccountAudit } from '../audit/account-audit.js';
import { type AuditContext, personActor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError } from '../http/app-error.js';
import { hashPassword, type PasswordCost } from '../people/password.js';
import { assertPassword } from '../people/password-strength.js';
import { lockPerson, type Person, updatePerson } from '../people/people-repository.js';
import { deleteSessionsOf, hashToken, newToken } from '../sessions/session-repository.js';

const HOUR_MS = 3_600_000;
/** Of a link that is sent to its person. */
export const MAILED_LINK_MS = RESET_LINK_HOURS * HOUR_MS;
/** Of a link that an operator passes on. */
export const SHOWN_LINK_MS = 24 * HOUR_MS;

const invalidLink = (): AppError =>
  new AppError(
    404,
    'link_invalid',
    'This link doesn’t work any more: it was used or replaced, or has expired. Ask for a new one on the sign-in page.',
  );

/**
 * Makes a link, which ends the person's former one. Call it in a transaction.
 *
 * @returns the token, which only the person may get
 */
export async function createLink(
  transaction: Db,
  person: Pick<Person, 'id' | 'email' | 'password_hash'>,
  lifetimeMs: number,
  audit: AuditContext,
): Promise<string> {
  const token = newToken();
  const values = {
    token_hash: hashToken(token),
    email: person.email,
    password_hash: person.password_hash,
    expires_at: new Date(audit.now.getTime() + lifetimeMs),
  };
  await transaction
    .insertInto('account_links')
    .values({ person_id: person.id, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
  await recordAccountAudit(transaction, 'account_link.create', person.id, audit);
  return token;
}

/** @throws AppError `link_invalid`, the same for an unknown, used, replaced or expired link, and for a deactivated account */
export async function personOfLink(db: Db, token: string, now: Date): Promise<Person> {
  const person = await db
    .selectFrom('account_links')
    .innerJoin('people', 'people.id', 'account_links.person_id')
    .selectAll('people')
    .where('account_links.token_hash', '=', hashToken(token))
    .where('account_links.expires_at', '>', now)
    .where('people.deactivated_at', 'is', null)
    .whereRef('account_links.email', '=', 'people.email')
    .where(sql<boolean>`account_links.password_hash is not distinct from people.password_hash`)
    .executeTakeFirst();
  if (!person) throw invalidLink();
  return person;
}

/**
 * Sets the password of the link's person, and ends their sessions. Of two uses at the same moment one succeeds.
 *
 * @throws AppError `link_invalid`, or `invalid` for a password that may not be chosen
 */
export async function useLink(
  db: Db,
  { token, password }: { token: string; password: string },
  now: Date,
  cost: PasswordCost,
): Promise<void> {
  const person = await personOfLink(db, token, now);
  await assertPassword(password, person);
  const passwordHash = await hashPassword(password, cost);
  await inTransaction(db, async (transaction) => {
    // The second of two uses waits here, and then finds another password.
    await lockPerson(transaction, person.id);
    await personOfLink(transaction, token, now);
    await transaction.deleteFrom('account_links').where('person_id', '=', person.id).execute();
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await deleteSessionsOf(transaction, person.id);
    await recordAccountAudit(transaction, 'account_link.use', person.id, { actor: personActor(person), now });
  });
}
