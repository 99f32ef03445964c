/**
 * Limits sign-in attempts: per account and network, per account overall, and per network. The counts are rows, so that
 * all replicas share them. One statement raises and reads a count, so that concurrent attempts cannot exceed a limit.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.js';
import { networkOf } from '../../platform/http/network.js';
import { AppError } from '../../platform/errors/app-error.js';
import { normalizeEmail } from '../people/people-repository.js';

const WINDOW_MINUTES = 15;
const DAY_MINUTES = 24 * 60;

/**
 * Maximum failures per window for an account from one network, so that a stranger elsewhere doesn't lock the owner out.
 */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** Maximum failures per window for an account from all networks. It stops guesses spread over many addresses. */
export const ATTEMPTS_PER_ACCOUNT_OVERALL = 100;
/** Higher, because many people in a clinic share one address. */
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

/** @param network of the caller, see `networkOf` */
export function attemptOf(email: string, network: string): Attempt {
  const account = normalizeEmail(email);
  return {
    account: [
      { subject: subjectOf('account-from', `${network} ${account}`), maxAttempts: ATTEMPTS_PER_ACCOUNT },
      { subject: subjectOf('account', account), maxAttempts: ATTEMPTS_PER_ACCOUNT_OVERALL },
    ],
    network: { subject: subjectOf('network', network), maxAttempts: ATTEMPTS_PER_NETWORK },
  };
}

interface RaisedCount {
  attempts: number;
  windowStartedAt: Date;
}

async function raise(db: Db, subject: Buffer, now: Date, windowMinutes = WINDOW_MINUTES): Promise<RaisedCount> {
  const windowStart = new Date(now.getTime() - windowMinutes * 60_000);
  const over = sql<boolean>`sign_in_attempts.window_started_at <= ${windowStart}`;
  const row = await db
    .insertInto('sign_in_attempts')
    .values({ subject, window_started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`case when ${over} then 1 else sign_in_attempts.attempts + 1 end`,
        window_started_at: sql`case when ${over} then ${now} else sign_in_attempts.window_started_at end`,
      }),
    )
    .returning(['attempts', 'window_started_at'])
    .executeTakeFirstOrThrow();
  return { attempts: row.attempts, windowStartedAt: row.window_started_at };
}

/** @throws AppError `too_many_attempts` */
async function countWithin(
  db: Db,
  { subject, maxAttempts }: Count,
  now: Date,
  tooMany = 'Too many attempts to sign in.',
): Promise<number> {
  const { attempts, windowStartedAt } = await raise(db, subject, now);
  if (attempts <= maxAttempts) return attempts;
  const wait = windowStartedAt.getTime() + WINDOW_MINUTES * 60_000 - now.getTime();
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    429,
    'too_many_attempts',
    `${tooMany} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
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
  await countWithin(db, { subject: subjectOf('provider', networkOf(address)), maxAttempts: ATTEMPTS_PER_NETWORK }, now);
}

/**
 * Counts an attempt before its password is checked.
 *
 * @throws AppError `too_many_attempts`
 */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await countWithin(db, attempt.network, now);
  for (const count of attempt.account) await countWithin(db, count, now);
}

/** Maximum requests per window for a link to an address, from one network and from all. Each one sends a mail. */
export const LINK_REQUESTS = { perAddressFrom: 5, perAddress: 10, perNetwork: 50 };

/**
 * Counts a request for a mailed link. When an address reaches its limit, its owner has already got mails, and the last
 * link works.
 *
 * @throws AppError `too_many_attempts`, whether or not an account has the address
 */
export async function countLinkRequest(db: Db, email: string, network: string, now: Date): Promise<void> {
  const address = normalizeEmail(email);
  const counts = [
    { subject: subjectOf('links-network', network), maxAttempts: LINK_REQUESTS.perNetwork },
    { subject: subjectOf('links-from', `${network} ${address}`), maxAttempts: LINK_REQUESTS.perAddressFrom },
    { subject: subjectOf('links', address), maxAttempts: LINK_REQUESTS.perAddress },
  ];
  for (const count of counts) await countWithin(db, count, now, 'Too many links were requested.');
}

/** Maximum invitations per window to one address and from one practice. Each one sends a mail or shows a link. */
export const INVITATIONS = { perAddress: 10, perPractice: 100 };

/** @throws AppError `too_many_attempts` */
export async function countInvitation(db: Db, practiceId: number, email: string, now: Date): Promise<void> {
  const counts = [
    { subject: subjectOf('invitations-practice', String(practiceId)), maxAttempts: INVITATIONS.perPractice },
    { subject: subjectOf('invitations', normalizeEmail(email)), maxAttempts: INVITATIONS.perAddress },
  ];
  for (const count of counts) await countWithin(db, count, now, 'Too many invitations were sent.');
}

/** All callers that have no account. */
export const UNKNOWN_CALLERS = 'unknown';

/** Maximum refused sign-ins per window in the audit log: for one account, and for all unknown callers together. */
export const REFUSALS_RECORDED = { ofAccount: ATTEMPTS_PER_ACCOUNT_OVERALL, ofUnknown: 500 };

/**
 * Counts a refused sign-in towards the audit log's limit. Attempts are limited per network, but an attacker may have
 * many networks.
 *
 * @param caller the id of an account, or `UNKNOWN_CALLERS`
 * @returns false when this window's limit is reached
 */
export async function countRefusal(db: Db, caller: string, now: Date): Promise<boolean> {
  const { attempts } = await raise(db, subjectOf('refusal', caller), now);
  return attempts <= (caller === UNKNOWN_CALLERS ? REFUSALS_RECORDED.ofUnknown : REFUSALS_RECORDED.ofAccount);
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

/** Refused passwords per address and day after which its owner gets a mail. */
export const REFUSALS_MAILED = 10;

/**
 * Counts a wrong password, for known and unknown addresses alike.
 *
 * @returns true for the one that triggers the daily mail
 */
export async function countWrongPassword(db: Db, email: string, now: Date): Promise<boolean> {
  const { attempts } = await raise(db, subjectOf('wrong-password', normalizeEmail(email)), now, DAY_MINUTES);
  return attempts === REFUSALS_MAILED;
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - DAY_MINUTES * 60_000);
  await db.deleteFrom('sign_in_attempts').where('window_started_at', '<=', windowStart).execute();
}

/** Maximum wrong codes per person and window. Of a million possible codes, three are right at any time. */
export const SECOND_FACTOR_ATTEMPTS = 10;

const secondFactorSubject = (personId: string): Buffer => subjectOf('second-factor', personId);

/**
 * Counts an attempt with a second factor before checking it.
 *
 * @returns the number of attempts since the last success in this window
 * @throws AppError `too_many_attempts`
 */
export async function countSecondFactorAttempt(db: Db, personId: string, now: Date): Promise<number> {
  return countWithin(db, { subject: secondFactorSubject(personId), maxAttempts: SECOND_FACTOR_ATTEMPTS }, now);
}

export async function forgetSecondFactorAttempts(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', '=', secondFactorSubject(personId)).execute();
}
