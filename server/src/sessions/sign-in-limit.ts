/**
 * Limits sign-in attempts: per account and network, per account overall, and per network. The counts are rows, so that
 * all replicas share them. One statement raises and reads a count, so that concurrent attempts cannot exceed a limit.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/tables.js';
import { networkOf } from '../http/network.js';
import { AppError } from '../http/app-error.js';
import { normalizeEmail } from '../people/people-repository.js';

const WINDOW_MINUTES = 15;

/**
 * Maximum failures per window of an account from one network, so that a stranger elsewhere does not lock the owner out.
 */
export const ATTEMPTS_PER_ACCOUNT = 10;
/**
 * Maximum failures per window of an account from all networks. It stops guesses that are spread over many addresses.
 */
export const ATTEMPTS_PER_ACCOUNT_OVERALL = 100;
/** Higher, because many people of one clinic share one address. */
export const ATTEMPTS_PER_NETWORK = 100;

interface Count {
  subject: Buffer;
  maxAttempts: number;
}

export interface Attempt {
  /** Counts that a success resets. */
  account: readonly Count[];
  network: Count;
}

/** Hashed, because people type passwords into the email field. */
function subjectOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}

export function attemptOf(email: string, address: string): Attempt {
  const account = normalizeEmail(email);
  const network = networkOf(address);
  return {
    account: [
      { subject: subjectOf('account-from', `${network} ${account}`), maxAttempts: ATTEMPTS_PER_ACCOUNT },
      { subject: subjectOf('account', account), maxAttempts: ATTEMPTS_PER_ACCOUNT_OVERALL },
    ],
    network: { subject: subjectOf('network', network), maxAttempts: ATTEMPTS_PER_NETWORK },
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
  if (row.attempts <= count.maxAttempts) return;
  const wait = row.window_started_at.getTime() + WINDOW_MINUTES * 60_000 - now.getTime();
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    429,
    'too_many_attempts',
    `Too many attempts to sign in. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  );
}

/**
 * Counts a sign-in at the identity provider, which has no account yet. It has a separate count: any page can make a
 * browser open that address, and must not use up the attempts with a password.
 *
 * @throws AppError `too_many_attempts`
 */
export async function countProviderSignIn(db: Db, address: string, now: Date): Promise<void> {
  await raise(db, { subject: subjectOf('provider', networkOf(address)), maxAttempts: ATTEMPTS_PER_NETWORK }, now);
}

/**
 * Counts an attempt before its password is checked.
 *
 * @throws AppError `too_many_attempts`
 */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await raise(db, attempt.network, now);
  for (const count of attempt.account) await raise(db, count, now);
}

/** Undoes the count after a success: the account's count is reset, the network's count is reduced by one. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  const subjects = attempt.account.map(({ subject }) => subject);
  await db.deleteFrom('sign_in_attempts').where('subject', 'in', subjects).execute();
  await db
    .updateTable('sign_in_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('subject', '=', attempt.network.subject)
    .execute();
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MINUTES * 60_000);
  await db.deleteFrom('sign_in_attempts').where('window_started_at', '<=', windowStart).execute();
}

/** Maximum wrong codes of a person per window. A code has a million values, of which three are right at any time. */
export const SECOND_FACTOR_ATTEMPTS = 10;

const secondFactorSubject = (personId: string): Buffer => subjectOf('second-factor', personId);

/**
 * Counts an attempt with a second factor before it is checked.
 *
 * @throws AppError `too_many_attempts`
 */
export async function countSecondFactorAttempt(db: Db, personId: string, now: Date): Promise<void> {
  await raise(db, { subject: secondFactorSubject(personId), maxAttempts: SECOND_FACTOR_ATTEMPTS }, now);
}

export async function forgetSecondFactorAttempts(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', '=', secondFactorSubject(personId)).execute();
}
