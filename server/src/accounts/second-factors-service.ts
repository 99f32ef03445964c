/** Second factors of local accounts: authenticator apps and recovery codes. The audit log records changes and refusals. */
import type { CodeProof, SecondFactorMethod, SecondFactors, TotpSetup } from 'shared-api/contracts/accounts';
import type { AuditAction } from '../audit/actions.js';
import type { Actor, AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Config } from '../config.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError, invalid } from '../http/app-error.js';
import { lockPerson, type Person } from '../people/people-repository.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { countSecondFactorAttempt, forgetSecondFactorAttempts } from '../sessions/sign-in-limit.js';
import { type AccountSecrets, accountSecrets } from './account-secrets.js';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.js';
import {
  activateNewSecret,
  claimStep,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  newSecretOf,
  replaceRecoveryCodes,
  storeNewSecret,
  useRecoveryCode,
} from './second-factors-repository.js';
import { newTotpSecret, stepOfCode, totpSetup } from './totp.js';

export type AccountConfig = Pick<Config, 'accountKeys' | 'requireMfa' | 'localAccounts'>;

const totpOwner = (personId: string): string => `totp ${personId}`;
const recoveryOwner = (personId: string): string => `recovery ${personId}`;

export const actorFor = ({ id, name }: Pick<Person, 'id' | 'name'>): Actor => ({ kind: 'person', id, name });

const secretsOf = ({ accountKeys }: AccountConfig): AccountSecrets => accountSecrets(accountKeys);

/** Whoever reaches the data of many practices needs a second factor. */
export function needsSecondFactor(
  person: Pick<Person, 'super_admin' | 'task_admin' | 'internal'>,
  { requireMfa }: Pick<Config, 'requireMfa'>,
): boolean {
  return requireMfa && (person.super_admin || person.task_admin || person.internal);
}

/** The ways in which a person can show a second factor. Empty: the person has none. */
export async function methodsOf(db: Db, personId: string): Promise<SecondFactorMethod[]> {
  const totp = await findTotp(db, personId);
  if (!totp?.secret) return [];
  return (await countRecoveryCodes(db, personId)) > 0 ? ['totp', 'recovery_code'] : ['totp'];
}

export async function readSecondFactors(db: Db, person: Person, config: AccountConfig): Promise<SecondFactors> {
  const totp = await findTotp(db, person.id);
  return {
    local: config.localAccounts && person.password_hash !== null,
    required: needsSecondFactor(person, config),
    totp: totp?.added_at ? { added_at: Math.floor(totp.added_at.getTime() / 1000) } : null,
    recovery_codes_left: await countRecoveryCodes(db, person.id),
  };
}

async function record(
  db: Db,
  personId: string,
  action: AuditAction,
  { actor, now }: AuditContext,
  details: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await recordAudit(db, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action,
    entity: 'person',
    entityId: personId,
    ...details,
  });
}

/** Starts the setup of an authenticator app. The app in use works until the new one is confirmed. */
export async function startTotp(db: Db, person: Person, config: AccountConfig, now: Date): Promise<TotpSetup> {
  const secret = newTotpSecret();
  await storeNewSecret(db, person.id, secretsOf(config).encrypt(secret, totpOwner(person.id)), now);
  return totpSetup(secret, person.email);
}

const setupExpired = (): AppError =>
  new AppError(409, 'setup_expired', 'This setup has expired. Start again and scan the new code.');

const wrongSetupCode = (): AppError =>
  invalid('This code doesn’t match. Check the time on your phone, and enter the newest code.', {
    code: 'This code doesn’t match',
  });

async function issueRecoveryCodes(db: Db, personId: string, config: AccountConfig): Promise<string[]> {
  const codes = newRecoveryCodes();
  const { hashes } = secretsOf(config);
  const stored = codes.map((code) => hashes(normalizeRecoveryCode(code), recoveryOwner(personId))[0]);
  await replaceRecoveryCodes(db, personId, stored);
  return codes;
}

/**
 * The first code of a new app puts it to use.
 *
 * @returns recovery codes, for a person who has none yet
 * @throws AppError `setup_expired`, or `invalid` for a wrong code
 */
export async function confirmTotp(
  db: Db,
  person: Person,
  code: string,
  config: AccountConfig,
  audit: AuditContext,
): Promise<string[]> {
  await countSecondFactorAttempt(db, person.id, audit.now);
  const recoveryCodes = await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const row = await findTotp(transaction, person.id);
    const stored = newSecretOf(row, audit.now);
    if (!stored) throw setupExpired();
    const secret = secretsOf(config).decrypt(stored, totpOwner(person.id));
    const step = stepOfCode(secret, digitsOf(code), audit.now);
    if (step === undefined) throw wrongSetupCode();
    await activateNewSecret(transaction, person.id, step, audit.now);
    await record(transaction, person.id, 'second_factor.add', audit, { after: { kind: 'totp' } });
    return (await countRecoveryCodes(transaction, person.id)) > 0
      ? []
      : issueRecoveryCodes(transaction, person.id, config);
  });
  await forgetSecondFactorAttempts(db, person.id);
  return recoveryCodes;
}

/** @throws AppError `second_factor_required` when the account must keep one */
export async function removeTotp(db: Db, person: Person, config: AccountConfig, audit: AuditContext): Promise<void> {
  if (needsSecondFactor(person, config)) {
    throw new AppError(
      409,
      'second_factor_required',
      'Your account needs a second factor. To change phones, set up the app on the new phone instead.',
    );
  }
  await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const row = await findTotp(transaction, person.id);
    if (!row?.secret) return;
    await deleteTotp(transaction, person.id);
    await replaceRecoveryCodes(transaction, person.id, []);
    await record(transaction, person.id, 'second_factor.remove', audit, { before: { kind: 'totp' } });
  });
}

/** @throws AppError `no_second_factor`: recovery codes stand in for one */
export async function createRecoveryCodes(
  db: Db,
  person: Person,
  config: AccountConfig,
  audit: AuditContext,
): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    if ((await methodsOf(transaction, person.id)).length === 0) {
      throw new AppError(409, 'no_second_factor', 'Set up an authenticator app first.');
    }
    await record(transaction, person.id, 'recovery_codes.create', audit);
    return issueRecoveryCodes(transaction, person.id, config);
  });
}

/** Removes all second factors of a person who has lost them, and ends their sessions. For operators. */
export async function resetSecondFactors(db: Db, person: Person, audit: AuditContext): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    await deleteTotp(transaction, person.id);
    await replaceRecoveryCodes(transaction, person.id, []);
    await record(transaction, person.id, 'second_factor.reset', audit);
    return deleteSessionsOf(transaction, person.id);
  });
}

/** Apps show a code as `123 456`. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, '');

type Verdict = 'accepted' | 'wrong' | 'replayed';

async function useTotp(db: Db, personId: string, code: string, config: AccountConfig, now: Date): Promise<Verdict> {
  const row = await findTotp(db, personId);
  if (!row?.secret) return 'wrong';
  const step = stepOfCode(secretsOf(config).decrypt(row.secret, totpOwner(personId)), digitsOf(code), now);
  if (step === undefined) return 'wrong';
  return (await claimStep(db, personId, step)) ? 'accepted' : 'replayed';
}

async function useRecovery(
  db: Db,
  personId: string,
  code: string,
  config: AccountConfig,
  audit: AuditContext,
): Promise<Verdict> {
  const hashes = secretsOf(config).hashes(normalizeRecoveryCode(code), recoveryOwner(personId));
  const use = await useRecoveryCode(db, personId, hashes, audit.now);
  if (use === 'unknown') return 'wrong';
  if (use === 'used_before') return 'replayed';
  const left = await countRecoveryCodes(db, personId);
  await record(db, personId, 'recovery_code.use', audit, { after: { left } });
  return 'accepted';
}

const refusals: Record<SecondFactorMethod, Record<Exclude<Verdict, 'accepted'>, string>> = {
  totp: {
    wrong: 'This code isn’t right. Enter the newest code of your authenticator app.',
    replayed: 'This code was already used. Wait for the next one.',
  },
  recovery_code: {
    wrong: 'This recovery code isn’t right.',
    replayed: 'This recovery code was already used. Each one works once.',
  },
};

/**
 * Checks a typed second factor. Each code works once. Refusals are counted and in the audit log.
 *
 * @param whenAccepted runs in the same transaction, e.g. to end the pending sign-in
 * @throws AppError `wrong_code` or `too_many_attempts`
 */
export async function verifyCode(
  db: Db,
  person: Pick<Person, 'id' | 'name'>,
  { method, code }: CodeProof,
  config: AccountConfig,
  now: Date,
  whenAccepted: (transaction: Db) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const audit = { actor: actorFor(person), now };
  await countSecondFactorAttempt(db, person.id, now);
  const verdict = await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const result =
      method === 'totp'
        ? await useTotp(transaction, person.id, code, config, now)
        : await useRecovery(transaction, person.id, code, config, audit);
    if (result === 'accepted') await whenAccepted(transaction);
    else
      await record(transaction, person.id, 'second_factor.refuse', audit, { after: { kind: method, reason: result } });
    return result;
  });
  if (verdict === 'accepted') await forgetSecondFactorAttempts(db, person.id);
  else throw new AppError(401, 'wrong_code', refusals[method][verdict]);
}
