/**
 * Limits attempts to sign in, per account and per address. The counts are rows, so that two copies of the server
 * count together, and each is raised and read in one statement, so that no race lets one attempt more through.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';
import { sameEmail } from '../people/people-repository.js';

const WINDOW_MINUTES = 15;

/** Failures that an account takes in a window. */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** Many people of one clinic share one address. */
export const ATTEMPTS_PER_ADDRESS = 100;

interface Count {
  subject: Buffer;
  most: number;
}

export interface Attempt {
  account: Count;
  address: Count;
}

/** Hashed, because people type passwords into the e-mail field. */
function subjectOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}

export function attemptOf(email: string, address: string): Attempt {
  return {
    account: { subject: subjectOf('account', sameEmail(email)), most: ATTEMPTS_PER_ACCOUNT },
    address: { subject: subjectOf('address', address), most: ATTEMPTS_PER_ADDRESS },
  };
}

async function raise(db: Db, count: Count, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MINUTES * 60_000);
  const over = sql<boolean>`sign_in_attempts.window_started_at <= ${windowStart}`;
  const row = await db
    .insertInto('sign_in_attempts')
    .values({ subject: count.subject, window_started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`case when ${over} then 1 else sign_in_attempts.attempts + 1 end`,
        window_started_at: sql`case when ${over} then ${now} else sign_in_attempts.window_started_at end`,
      }),
    )
    .returning(['attempts', 'window_started_at'])
    .executeTakeFirstOrThrow();
  if (row.attempts <= count.most) return;
  const wait = row.window_started_at.getTime() + WINDOW_MINUTES * 60_000 - now.getTime();
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new Refusal(
    429,
    'too_many_attempts',
    `Too many attempts to sign in. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  );
}

/**
 * Counts an attempt that knows no account yet.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function countAddress(db: Db, address: string, now: Date): Promise<void> {
  await raise(db, attemptOf('', address).address, now);
}

/**
 * Counts an attempt before its password is looked at.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await raise(db, attempt.address, now);
  await raise(db, attempt.account, now);
}

/** Takes the attempt back after a success: the account starts anew, the address has one attempt less. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', '=', attempt.account.subject).execute();
  await db
    .updateTable('sign_in_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('subject', '=', attempt.address.subject)
    .execute();
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MINUTES * 60_000);
  await db.deleteFrom('sign_in_attempts').where('window_started_at', '<=', windowStart).execute();
}
