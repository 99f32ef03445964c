import type { Session } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { type PersonPrincipal, canOpenAllPractices } from '../http/principal.js';
import { AppError } from '../http/app-error.js';
import { hashPassword, isWeaker, passwordMatches, type PasswordCost } from '../people/password.js';
import { assertHashingCapacity } from '../people/password-worker.js';
import { type Person, findPersonByEmail, lockPerson, replacePasswordHash } from '../people/people-repository.js';
import { listPracticesByIds } from '../practices/practices-repository.js';
import { withRights } from '../practices/practices-service.js';
import {
  type LiveSession,
  deleteEndedSessions,
  deleteSession,
  findSession,
  hashToken,
  insertSession,
  newToken,
  touchSession,
} from './session-repository.js';
import { attemptOf, countAttempt, deleteOldAttempts, forgetAttempt } from './sign-in-limit.js';

/** Writing the time of use at every call would cost a write per read; once in this part of a session's life will do. */
const TOUCHES_PER_LIFE = 60;

const HOUR_MS = 3_600_000;

export interface SessionLifetime {
  /** How long a session lives without being used. */
  sessionHours: number;
  /** How long it lives at most, however much it is used. */
  sessionMaxHours: number;
}

function endOfSession(createdAt: Date, now: Date, { sessionHours, sessionMaxHours }: SessionLifetime): Date {
  return new Date(Math.min(now.getTime() + sessionHours * HOUR_MS, createdAt.getTime() + sessionMaxHours * HOUR_MS));
}

/**
 * The session of a cookie's token. Using it moves its end, unless a page does so in the background.
 *
 * @returns undefined when there is none, or it has ended
 */
export async function useSession(
  db: Db,
  token: string,
  now: Date,
  rules: SessionLifetime,
  { background = false } = {},
): Promise<PersonPrincipal | undefined> {
  const tokenHash = hashToken(token);
  const live: LiveSession | undefined = await findSession(db, tokenHash, now);
  if (!live) return undefined;
  const sinceUse = now.getTime() - live.usedAt.getTime();
  if (!background && sinceUse > (rules.sessionHours * HOUR_MS) / TOUCHES_PER_LIFE) {
    live.person.session.expiresAt = endOfSession(live.createdAt, now, rules);
    await touchSession(db, tokenHash, now, live.person.session.expiresAt);
  }
  return live.person;
}

/**
 * Starts a session for a person who has shown who they are; a session that the browser had before ends.
 *
 * @param proof the password hash that was matched, where a password was shown: a password that was set meanwhile has
 *   ended all sessions, and this one must not outlive it
 * @returns the token for the cookie
 * @throws AppError `wrong_credentials` when the password was changed meanwhile
 */
export async function startSession(
  db: Db,
  personId: string,
  formerToken: string | undefined,
  now: Date,
  rules: SessionLifetime,
  proof?: { passwordHash: string },
): Promise<string> {
  const token = newToken();
  await inTransaction(db, async (transaction) => {
    // Whoever ends the person's sessions changes or locks the same row: the one that comes second sees the other.
    const person = await lockPerson(transaction, personId);
    if (!person || (proof && person.password_hash !== proof.passwordHash)) throw wrongCredentials();
    if (formerToken !== undefined) await deleteSession(transaction, hashToken(formerToken));
    await insertSession(transaction, {
      tokenHash: hashToken(token),
      personId,
      now,
      expiresAt: endOfSession(now, now, rules),
    });
  });
  await deleteEndedSessions(db, now);
  return token;
}

/** Compared against for unknown addresses, so that they take as long as known ones. One per cost. */
const decoys = new Map<string, Promise<string>>();

function decoy(cost: PasswordCost): Promise<string> {
  const key = JSON.stringify(cost);
  const hash = decoys.get(key) ?? hashPassword('a password that nobody has', cost);
  decoys.set(key, hash);
  return hash;
}

const wrongCredentials = (): AppError =>
  new AppError(401, 'wrong_credentials', 'The email address or password is incorrect.');

export interface CheckedCredentials {
  person: Person;
  /** What the password was matched with, as it is stored now. */
  passwordHash: string;
}

/**
 * Checks an email address and a password.
 *
 * @param address where the attempt comes from
 * @throws AppError `wrong_credentials`, the same for an unknown address and a wrong password, `too_many_attempts`, or
 *   `busy`
 */
export async function checkCredentials(
  db: Db,
  credentials: { email: string; password: string },
  address: string,
  now: Date,
  cost: PasswordCost,
): Promise<CheckedCredentials> {
  // An attempt that cannot be served does not count against anybody.
  assertHashingCapacity();
  const attempt = attemptOf(credentials.email, address);
  await countAttempt(db, attempt, now);
  const person = await findPersonByEmail(db, credentials.email);
  const stored = person?.password_hash ?? null;
  const matches = await passwordMatches(credentials.password, stored ?? (await decoy(cost)));
  if (!person || stored === null || !matches) throw wrongCredentials();
  await forgetAttempt(db, attempt);
  await deleteOldAttempts(db, now);
  if (!isWeaker(stored, cost)) return { person, passwordHash: stored };
  const renewed = await hashPassword(credentials.password, cost);
  // A password that was set meanwhile stays: the session then finds another hash than the one that was matched.
  await replacePasswordHash(db, person.id, stored, renewed);
  return { person, passwordHash: renewed };
}

/** The session as its browser sees it. */
export async function describeSession(db: Db, person: PersonPrincipal): Promise<Session> {
  const practices = await listPracticesByIds(db, [...person.memberships.keys()]);
  return {
    user: { id: person.id, name: person.name, email: person.email },
    flags: person.flags,
    practices: practices.map((practice) => withRights(person, practice)),
    all_practices: canOpenAllPractices(person),
    overrides: person.session.overrides,
    expires_at: Math.floor(person.session.expiresAt.getTime() / 1000),
  };
}
