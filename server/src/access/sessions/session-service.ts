import type { Session } from 'shared-api/contracts';
import { SHARED_IDLE_MINUTES } from 'shared-api/contracts/accounts';
import { isShared, sharedComputerOf } from '../accounts/shared-computers.js';
import { personActor, systemActor } from '../../platform/audit/actor.js';
import type { Config } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { type PersonPrincipal, canOpenAllPractices } from '../../platform/http/principal.js';
import { AppError, forbidden } from '../../platform/errors/app-error.js';
import { isOutside, outsideNetworks } from '../../platform/http/staff-networks.js';
import { warnOf } from '../accounts/account-mails.js';
import { listOwnInvitations } from '../members/answer-invitation.js';
import { joinPractices } from '../members/join-practices.js';
import {
  describeHashing,
  hashPassword,
  isOutdated,
  passwordMatches,
  type PasswordHashing,
} from '../people/password.js';
import { assertHashingCapacity } from '../people/password-worker.js';
import {
  type Person,
  findPerson,
  findPersonByEmail,
  lockPerson,
  normalizeEmail,
  replacePasswordHash,
} from '../people/people-repository.js';
import { listPracticesByIds, withRights } from '../practice-records/practice-lookups.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import {
  type LiveSession,
  deleteEndedSessions,
  deleteSession,
  type EndedSession,
  findSession,
  insertSession,
  touchSession,
} from './session-repository.js';
import { sealIdToken } from './provider-sign-outs.js';
import { rememberBrowser } from './known-browsers.js';
import type { ProviderSession } from './oidc-client.js';
import { assertNotLoggedOut } from './provider-logouts.js';
import type { SessionDevice } from './session-device.js';
import { deviceText, recordRefusedSignIn, recordSignIn, recordSignOut, type SignInMethod } from './sign-in-audit.js';
import { attemptOf, countAttempt, countWrongPassword, deleteOldAttempts, forgetAttempt } from './sign-in-limit.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** A session's last use is written at most this often during its lifetime, so that not every read costs a write. */
const TOUCHES_PER_LIFE = 60;

/** Dependencies of a sign-in check. */
type SignInRules = SessionLifetime & Pick<Config, 'accountKeys' | 'staffNetworks'>;

const HOUR_MS = 3_600_000;

export interface SessionLifetime {
  /** Idle timeout of a session, in hours. */
  sessionHours: number;
  /** Maximum lifetime of a session, in hours, even while it is used. */
  sessionMaxHours: number;
}

const SHARED_IDLE_MS = SHARED_IDLE_MINUTES * 60_000;

/** Idle timeout of a session. */
const idleMs = ({ sessionHours }: SessionLifetime, isOnShared: boolean): number =>
  isOnShared ? Math.min(SHARED_IDLE_MS, sessionHours * HOUR_MS) : sessionHours * HOUR_MS;

function endOfSession(createdAt: Date, now: Date, rules: SessionLifetime, isOnShared: boolean): Date {
  const maximum = createdAt.getTime() + rules.sessionMaxHours * HOUR_MS;
  return new Date(Math.min(now.getTime() + idleMs(rules, isOnShared), maximum));
}

/**
 * The session of a cookie's token. Each use extends it, except for background calls.
 *
 * @param use `touches`: its expiry is written in any case, because its rule has changed; `isRead`: pages also read by
 * themselves, e.g. for badges, so on a shared computer a read isn't activity. `practiceId`: the practice of the request
 * @returns undefined when there is none or it has ended
 */
export async function resumeSession(
  db: Db,
  token: string,
  now: Date,
  rules: SessionLifetime,
  {
    background = false,
    touches = false,
    isRead = false,
    practiceId,
  }: { background?: boolean; touches?: boolean; isRead?: boolean; practiceId?: number | undefined } = {},
): Promise<PersonPrincipal | undefined> {
  const tokenHash = hashToken(token);
  const live: LiveSession | undefined = await findSession(db, tokenHash, now, practiceId);
  if (!live) return undefined;
  const sinceUse = now.getTime() - live.usedAt.getTime();
  const isActivity = !background && !(isRead && live.isShared);
  if (touches || (isActivity && sinceUse > idleMs(rules, live.isShared) / TOUCHES_PER_LIFE)) {
    live.person.session.expiresAt = endOfSession(live.createdAt, now, rules, live.isShared);
    await touchSession(db, tokenHash, now, live.person.session.expiresAt);
  }
  return live.person;
}

/** What the person presented to sign in. */
export interface SignInProof {
  /** For the audit log. */
  methods: readonly SignInMethod[];
  /**
   * The password hash that the password matched. Setting a new password ends all sessions, so a sign-in with the old one
   * must not start another.
   */
  passwordHash?: string;
  /** True when the person used a second factor, here or at the identity provider. */
  secondFactor?: boolean;
  /** Where the person signs in. */
  device?: SessionDevice;
  /** The cookie that identifies the browser. */
  browserToken?: string;
  /** The session at the identity provider, if the person signs in through it. */
  provider?: ProviderSession;
}

const deactivated = (): AppError =>
  new AppError(403, 'account_deactivated', 'Your account is deactivated. Ask your administrator.');

/** A refusal is audited. @throws AppError `account_deactivated` */
async function assertActive(
  db: Db,
  person: Person,
  device: SessionDevice | undefined,
  rules: Pick<Config, 'accountKeys'>,
  now: Date,
): Promise<void> {
  if (person.deactivated_at === null) return;
  if (device) await recordRefusedSignIn(db, { person }, { reason: 'deactivated', device }, rules, now);
  throw deactivated();
}

/** @throws AppError `outside_networks` */
async function assertInStaffNetworks(
  db: Db,
  person: Person,
  device: SessionDevice | undefined,
  rules: SignInRules,
  now: Date,
): Promise<void> {
  const { staffNetworks } = rules;
  if (!staffNetworks || device?.address === undefined) return;
  if (!isOutside(staffNetworks, person, device.address)) return;
  await recordRefusedSignIn(db, { person }, { reason: 'outside_networks', device }, rules, now);
  throw outsideNetworks();
}

/** Notifies a person who signs in with a new browser, once an hour per kind and network. */
async function noteBrowser(
  transaction: Db,
  person: Person,
  { browserToken, device }: SignInProof,
  now: Date,
): Promise<void> {
  if (browserToken === undefined || !(await rememberBrowser(transaction, person.id, browserToken, now))) return;
  const place = device && deviceText(device);
  const name = `${person.id} ${place ?? ''} ${now.toISOString().slice(0, 'YYYY-MM-DDTHH'.length)}`;
  await warnOf(transaction, 'new_browser', { personId: person.id, place }, name, { actor: personActor(person), now });
}

/**
 * Starts a session for an authenticated person. The browser's earlier session ends.
 *
 * @param proof how the person signed in, with the token of the browser's earlier session
 * @returns the token for the cookie
 * @throws AppError `wrong_credentials` when the password has changed, `account_deactivated`, `outside_networks`, or
 * `provider_logged_out` when the identity provider has ended the session
 */
export async function startSession(
  db: Db,
  personId: string,
  now: Date,
  rules: SignInRules,
  { formerToken, ...proof }: SignInProof & { formerToken?: string | undefined },
): Promise<string> {
  const existing = await findPerson(db, personId);
  if (existing) {
    await assertActive(db, existing, proof.device, rules, now);
    await assertInStaffNetworks(db, existing, proof.device, rules, now);
  }
  const token = newToken();
  await inTransaction(db, async (transaction) => {
    // Code that ends the person's sessions also changes or locks this row, so the second of the two sees the first
    // one's changes.
    const person = await lockPerson(transaction, personId);
    const { passwordHash } = proof;
    if (!person || (passwordHash !== undefined && person.password_hash !== passwordHash)) throw wrongCredentials(false);
    if (person.deactivated_at !== null) throw deactivated();
    if (proof.provider) await assertNotLoggedOut(transaction, proof.provider);
    const browserHash = proof.browserToken === undefined ? undefined : hashToken(proof.browserToken);
    const isOnShared = browserHash !== undefined && (await isShared(transaction, browserHash));
    if (formerToken !== undefined) await deleteSession(transaction, hashToken(formerToken), now);
    await insertSession(transaction, {
      tokenHash: hashToken(token),
      personId,
      now,
      expiresAt: endOfSession(now, now, rules, isOnShared),
      secondFactorAt: proof.secondFactor === true ? now : null,
      passwordAt: proof.methods.includes('password') ? now : null,
      device: proof.device,
      provider: proof.provider,
      browserHash,
      idToken: proof.provider?.idToken === undefined ? undefined : sealIdToken(proof.provider.idToken, rules),
    });
    // For a person who set their first password with a shown link.
    await joinPractices(transaction, person, now);
    await recordSignIn(transaction, person, { methods: proof.methods, device: proof.device }, now);
    await noteBrowser(transaction, person, proof, now);
  });
  await deleteEndedSessions(db, now);
  return token;
}

/**
 * Ends the session of a cookie's token.
 *
 * @returns undefined when there was none
 */
export async function signOut(
  db: Db,
  token: string,
  device: SessionDevice,
  now: Date,
): Promise<EndedSession | undefined> {
  return inTransaction(db, async (transaction) => {
    const ended = await deleteSession(transaction, hashToken(token), now);
    if (ended) await recordSignOut(transaction, ended.person, device, now);
    return ended;
  });
}

/** @throws AppError `forbidden` when people sign in only through the identity provider */
export function assertLocalAccounts({ localAccounts }: Pick<Config, 'localAccounts'>): void {
  if (!localAccounts) throw forbidden('Local accounts are turned off. Sign in with your identity provider.');
}

/**
 * Passwords for unknown addresses are compared with these hashes, so that they take as long as known ones. One per
 * hashing setup.
 */
const decoys = new Map<string, Promise<string>>();

function decoy(hashing: PasswordHashing): Promise<string> {
  const key = describeHashing(hashing);
  const hash = decoys.get(key) ?? hashPassword('a password that nobody has', hashing);
  decoys.set(key, hash);
  return hash;
}

/** Names only what the person typed: a known account's address wasn't typed. */
const wrongCredentials = (isAddressTyped: boolean): AppError =>
  new AppError(
    401,
    'wrong_credentials',
    isAddressTyped ? 'The email address or password is incorrect.' : 'The password is incorrect.',
  );

/** Writes the same rows for an unknown address, so that the response takes as long. */
async function warnOfWrongPasswords(db: Db, personId: string | null, email: string, now: Date): Promise<void> {
  if (!(await countWrongPassword(db, email, now))) return;
  const audit = { actor: systemActor('sign-in'), now };
  await warnOf(db, 'refused_sign_ins', { personId }, `${personId ?? newToken()} ${now.toISOString()}`, audit);
}

export interface CheckedCredentials {
  person: Person;
  /** The stored hash that the password matched. */
  passwordHash: string;
}

/**
 * Checks an email address and a password. Refusals are audited.
 *
 * @param credentials `isAddressTyped` is false when the server already knows the account
 * @param device the origin of the attempt
 * @throws AppError `wrong_credentials`, the same for an unknown address and a wrong password, `account_deactivated`,
 *   `too_many_attempts`, or `busy`
 */
export async function checkCredentials(
  { db, hashing, config, now: clock }: Pick<AccessContext, 'db' | 'hashing' | 'config' | 'now'>,
  credentials: { email: string; password: string; isAddressTyped: boolean },
  device: SessionDevice,
): Promise<CheckedCredentials> {
  const now = clock();
  // An attempt that the server has no capacity for doesn't count as a failure.
  assertHashingCapacity();
  const attempt = attemptOf(credentials.email, device.network);
  await countAttempt(db, attempt, now);
  const person = await findPersonByEmail(db, credentials.email);
  const stored = person?.password_hash ?? null;
  const matches = await passwordMatches(credentials.password, stored ?? (await decoy(hashing)), hashing);
  if (!person || stored === null || !matches) {
    const caller = person ? { person } : { unknown: normalizeEmail(credentials.email) };
    const reason = person ? 'wrong_password' : 'unknown_address';
    await recordRefusedSignIn(db, caller, { reason, device }, config, now);
    await warnOfWrongPasswords(db, person?.id ?? null, credentials.email, now);
    throw wrongCredentials(credentials.isAddressTyped);
  }
  await forgetAttempt(db, attempt);
  await deleteOldAttempts(db, now);
  await assertActive(db, person, device, config, now);
  if (!isOutdated(stored, hashing)) return { person, passwordHash: stored };
  const renewed = await hashPassword(credentials.password, hashing);
  // A password set in between stays. The session check then finds a different hash.
  await replacePasswordHash(db, person.id, stored, renewed);
  return { person, passwordHash: renewed };
}

/** The session as the browser receives it. */
export async function describeSession(db: Db, person: PersonPrincipal, now: Date): Promise<Session> {
  const [practices, computer, invitations] = await Promise.all([
    listPracticesByIds(db, [...person.memberships.keys()]),
    sharedComputerOf(db, person.id, person.session.browserHash ?? null),
    listOwnInvitations(db, person.id, now),
  ]);
  return {
    user: { id: person.id, name: person.name, email: person.email },
    flags: person.flags,
    practices: practices.map((practice) => withRights(person, practice)),
    all_practices: canOpenAllPractices(person),
    overrides: person.session.overrides,
    expires_at: epochSeconds(person.session.expiresAt),
    ...(invitations.length > 0 && { invitations }),
    ...(computer && { shared_computer: computer }),
  };
}
