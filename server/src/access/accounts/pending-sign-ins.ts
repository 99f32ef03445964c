/**
 * Sign-ins that have passed the password and wait for the second step. They aren't sessions: only the calls of the
 * second step accept them, so a person between the steps can do nothing else.
 */
import type { SecondFactorMethod } from 'shared-api/contracts/accounts';
import type { Db } from '../../platform/database/tables.js';
import { findPerson, type Person } from '../people/people-repository.js';
import { hashToken, newToken } from '../tokens/secrets.js';

const EXPIRES_MINUTES = 10;
export const PENDING_SIGN_IN_SECONDS = EXPIRES_MINUTES * 60;

export interface PendingSignIn {
  token: string;
  person: Person;
  /** The hash that the password matched. */
  passwordHash: string;
  /** True until another password is set, when the current rule refuses the entered one. */
  replacesPassword: boolean;
  /** The second factor used. Null: none yet. */
  secondFactor: SecondFactorMethod | null;
}

const oldest = (now: Date): Date => new Date(now.getTime() - PENDING_SIGN_IN_SECONDS * 1000);

/** @returns the token for the browser's cookie */
export async function insertPendingSignIn(
  db: Db,
  signIn: { personId: string; passwordHash: string; replacesPassword: boolean },
  now: Date,
): Promise<string> {
  const token = newToken();
  await db.deleteFrom('pending_sign_ins').where('started_at', '<=', oldest(now)).execute();
  await db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: hashToken(token),
      person_id: signIn.personId,
      password_hash: signIn.passwordHash,
      replaces_password: signIn.replacesPassword,
      started_at: now,
    })
    .execute();
  return token;
}

/** Undefined when there is none, it has expired, the password has changed, or the account was deactivated. */
export async function findPendingSignIn(db: Db, token: string, now: Date): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select(['person_id', 'password_hash', 'replaces_password', 'second_factor'])
    .where('token_hash', '=', hashToken(token))
    .where('started_at', '>', oldest(now))
    .executeTakeFirst();
  const person = row && (await findPerson(db, row.person_id));
  if (!person || person.deactivated_at !== null || person.password_hash !== row.password_hash) return undefined;
  return {
    token,
    person,
    passwordHash: row.password_hash,
    replacesPassword: row.replaces_password,
    secondFactor: row.second_factor,
  };
}

/**
 * Stores the second factor of a sign-in that has another step.
 *
 * @returns false when another request has already stored one, or completed the sign-in
 */
export async function storeSecondFactor(db: Db, token: string, factor: SecondFactorMethod): Promise<boolean> {
  const result = await db
    .updateTable('pending_sign_ins')
    .set({ second_factor: factor })
    .where('token_hash', '=', hashToken(token))
    .where('second_factor', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Stores the new password of a sign-in that has another step.
 *
 * @returns false when another request has already completed the sign-in
 */
export async function storeReplacedPassword(db: Db, token: string, passwordHash: string): Promise<boolean> {
  const result = await db
    .updateTable('pending_sign_ins')
    .set({ password_hash: passwordHash, replaces_password: false })
    .where('token_hash', '=', hashToken(token))
    .where('replaces_password', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns false when another request has already used it */
export async function deletePendingSignIn(db: Db, token: string): Promise<boolean> {
  const result = await db.deleteFrom('pending_sign_ins').where('token_hash', '=', hashToken(token)).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
