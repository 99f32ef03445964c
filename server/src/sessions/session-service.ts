import type { Session } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { type PersonPrincipal, opensAllPractices } from '../http/principal.js';
import { Refusal } from '../http/refusal.js';
import { hashPassword, isWeaker, passwordMatches, type PasswordCost } from '../people/password.js';
import { type Person, findPersonByEmail, updatePerson } from '../people/people-repository.js';
import { listPracticesByIds } from '../practices/practices-repository.js';
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

export interface SessionRules {
  sessionHours: number;
  cost: PasswordCost;
}

function endOfSession(now: Date, { sessionHours }: Pick<SessionRules, 'sessionHours'>): Date {
  return new Date(now.getTime() + sessionHours * 3_600_000);
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
  rules: Pick<SessionRules, 'sessionHours'>,
  { background = false } = {},
): Promise<PersonPrincipal | undefined> {
  const tokenHash = hashToken(token);
  const live: LiveSession | undefined = await findSession(db, tokenHash, now);
  if (!live) return undefined;
  const sinceUse = now.getTime() - live.usedAt.getTime();
  if (!background && sinceUse > (rules.sessionHours * 3_600_000) / TOUCHES_PER_LIFE) {
    live.person.session.expiresAt = endOfSession(now, rules);
    await touchSession(db, tokenHash, now, live.person.session.expiresAt);
  }
  return live.person;
}

/**
 * Starts a session for a person who has shown who they are; a session that the browser had before ends.
 *
 * @returns the token for the cookie
 */
export async function startSession(
  db: Db,
  personId: string,
  formerToken: string | undefined,
  now: Date,
  rules: Pick<SessionRules, 'sessionHours'>,
): Promise<string> {
  if (formerToken !== undefined) await deleteSession(db, hashToken(formerToken));
  await deleteEndedSessions(db, now);
  const token = newToken();
  await insertSession(db, { tokenHash: hashToken(token), personId, now, expiresAt: endOfSession(now, rules) });
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

/**
 * Checks an e-mail address and a password.
 *
 * @param address where the attempt comes from
 * @throws Refusal `wrong_credentials`, the same for an unknown address and a wrong password, or `too_many_attempts`
 */
export async function checkCredentials(
  db: Db,
  credentials: { email: string; password: string },
  address: string,
  now: Date,
  { cost }: Pick<SessionRules, 'cost'>,
): Promise<Person> {
  const attempt = attemptOf(credentials.email, address);
  await countAttempt(db, attempt, now);
  const person = await findPersonByEmail(db, credentials.email);
  const stored = person?.password_hash ?? null;
  const matches = await passwordMatches(credentials.password, stored ?? (await decoy(cost)));
  if (!person || stored === null || !matches) {
    throw new Refusal(401, 'wrong_credentials', 'The e-mail address or the password is not right.');
  }
  await forgetAttempt(db, attempt);
  await deleteOldAttempts(db, now);
  if (isWeaker(stored, cost)) {
    await updatePerson(db, person.id, { password_hash: await hashPassword(credentials.password, cost) });
  }
  return person;
}

/** The session as its browser sees it. */
export async function describeSession(db: Db, person: PersonPrincipal): Promise<Session> {
  return {
    user: { id: person.id, name: person.name, email: person.email },
    flags: person.flags,
    practices: await listPracticesByIds(db, [...person.practices]),
    all_practices: opensAllPractices(person),
    overrides: person.session.overrides,
    expires_at: Math.floor(person.session.expiresAt.getTime() / 1000),
  };
}
