/** Second factors of local accounts: authenticator apps and recovery codes. The audit log records changes and refusals. */
import type { CodeMethod, SecondFactorMethod, SecondFactors, TotpSetup } from 'shared-api/contracts/accounts';
import { recordAccountAudit } from './account-audit.js';
import { type AuditContext, personActor } from '../../platform/audit/actor.js';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { warnOf } from './account-mails.js';
import { lockPerson, type Person } from '../people/people-repository.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import type { SessionDevice } from '../sessions/session-device.js';
import { auditedDevice, deviceText, signInActor } from '../sessions/sign-in-audit.js';
import { countSecondFactorAttempt, forgetSecondFactorAttempts } from '../sessions/sign-in-limit.js';
import { type AccountSecrets, accountSecrets } from './account-secrets.js';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.js';
import { deletePasskeysOf, listPasskeys } from './passkeys-repository.js';
import {
  activateNewSecret,
  claimStep,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  newSecretOf,
  replaceRecoveryCodes,
  storeNewSecret,
  spendRecoveryCode,
} from './second-factors-repository.js';
import { newTotpSecret, stepOfCode, totpSetup } from './totp.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export type AccountConfig = Pick<Config, 'accountKeys' | 'requireMfa' | 'localAccounts'>;

const totpOwner = (personId: string): string => `totp ${personId}`;
const recoveryOwner = (personId: string): string => `recovery ${personId}`;

const secretsOf = ({ accountKeys }: AccountConfig): AccountSecrets => accountSecrets(accountKeys);

/** People with access to the data of many practices need a second factor. */
export function needsSecondFactor(
  person: Pick<Person, 'super_admin' | 'task_admin' | 'internal'>,
  { requireMfa }: Pick<Config, 'requireMfa'>,
): boolean {
  return requireMfa && (person.super_admin || person.task_admin || person.internal);
}

/** The kinds of second factor that a person has. Empty: none. */
export async function methodsOf(db: Db, personId: string): Promise<SecondFactorMethod[]> {
  const own: SecondFactorMethod[] = [];
  if ((await listPasskeys(db, personId)).length > 0) own.push('passkey');
  if ((await findTotp(db, personId))?.secret) own.push('totp');
  // Recovery codes stand in for another factor. They aren't a factor by themselves.
  if (own.length > 0 && (await countRecoveryCodes(db, personId)) > 0) own.push('recovery_code');
  return own;
}

export async function readSecondFactors(db: Db, person: Person, config: AccountConfig): Promise<SecondFactors> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(db, person.id),
    listPasskeys(db, person.id),
    countRecoveryCodes(db, person.id),
  ]);
  return {
    local: config.localAccounts && person.password_hash !== null,
    required: needsSecondFactor(person, config),
    totp: totp?.added_at ? { added_at: epochSeconds(totp.added_at) } : null,
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      added_at: epochSeconds(row.added_at),
      used_at: row.used_at && epochSeconds(row.used_at),
      second_step_only: row.verifies_user === false,
    })),
    recovery_codes_left: codes,
  };
}

/** Starts the setup of an authenticator app. The current app works until the new one is confirmed. */
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

/** Recovery codes for a person who has none left; otherwise none, because the existing ones still work. */
export async function firstRecoveryCodes(transaction: Db, personId: string, config: AccountConfig): Promise<string[]> {
  if ((await countRecoveryCodes(transaction, personId)) > 0) return [];
  return issueRecoveryCodes(transaction, personId, config);
}

/**
 * Call it in the transaction that removed a second factor.
 *
 * @throws AppError `second_factor_required` when it was the last one of an account that needs one
 */
export async function assertMayLose(transaction: Db, person: Person, config: AccountConfig): Promise<void> {
  if (!needsSecondFactor(person, config) || (await methodsOf(transaction, person.id)).length > 0) return;
  throw new AppError(
    409,
    'second_factor_required',
    'Your account needs a second factor, and this is the only one. Add another one first.',
  );
}

/** Recovery codes end together with the last second factor. */
export async function dropUnusedRecoveryCodes(transaction: Db, personId: string): Promise<void> {
  if ((await methodsOf(transaction, personId)).length === 0) await replaceRecoveryCodes(transaction, personId, []);
}

export interface FirstCode {
  code: string;
  /** Runs in the same transaction, e.g. to end the pending sign-in. */
  whenConfirmed?: (transaction: Db) => Promise<void>;
}

/**
 * The first code of a new app activates it.
 *
 * @returns recovery codes for a person who has none yet
 * @throws AppError `setup_expired`, or `invalid` for a wrong code
 */
export async function confirmTotp(
  db: Db,
  person: Person,
  { code, whenConfirmed = () => Promise.resolve() }: FirstCode,
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
    await whenConfirmed(transaction);
    await recordAccountAudit(transaction, 'second_factor.add', person.id, audit, { after: { kind: 'totp' } });
    return firstRecoveryCodes(transaction, person.id, config);
  });
  await forgetSecondFactorAttempts(db, person.id);
  return recoveryCodes;
}

/** @throws AppError `second_factor_required` when it is the last one of an account that needs one */
export async function removeTotp(db: Db, person: Person, config: AccountConfig, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const row = await findTotp(transaction, person.id);
    if (!row?.secret) return;
    await deleteTotp(transaction, person.id);
    await assertMayLose(transaction, person, config);
    await dropUnusedRecoveryCodes(transaction, person.id);
    await recordAccountAudit(transaction, 'second_factor.remove', person.id, audit, { before: { kind: 'totp' } });
  });
}

/** @throws AppError `no_second_factor` when there is none that recovery codes could replace */
export async function createRecoveryCodes(
  db: Db,
  person: Person,
  config: AccountConfig,
  audit: AuditContext,
): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    if ((await methodsOf(transaction, person.id)).length === 0) {
      throw new AppError(409, 'no_second_factor', 'Add a passkey or an authenticator app first.');
    }
    await recordAccountAudit(transaction, 'recovery_codes.create', person.id, audit);
    return issueRecoveryCodes(transaction, person.id, config);
  });
}

/** Removes all second factors of a person who lost them, and ends their sessions. For operators. */
export async function resetSecondFactors(db: Db, person: Person, audit: AuditContext): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    await deleteTotp(transaction, person.id);
    await deletePasskeysOf(transaction, person.id);
    await replaceRecoveryCodes(transaction, person.id, []);
    await recordAccountAudit(transaction, 'second_factor.reset', person.id, audit);
    return deleteSessionsOf(transaction, person.id);
  });
}

/** Apps show a code as `123 456`. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, '');

/**
 * `replayed`: a code or response that was already used, or wasn't requested here. A passkey is `copied` when its
 * counter went back: two devices use it.
 */
export type FactorResult = 'accepted' | 'wrong' | 'replayed' | { copied: string };

async function checkTotp(
  db: Db,
  personId: string,
  code: string,
  config: AccountConfig,
  now: Date,
): Promise<FactorResult> {
  const row = await findTotp(db, personId);
  if (!row?.secret) return 'wrong';
  const step = stepOfCode(secretsOf(config).decrypt(row.secret, totpOwner(personId)), digitsOf(code), now);
  if (step === undefined) return 'wrong';
  return (await claimStep(db, personId, step)) ? 'accepted' : 'replayed';
}

async function checkRecoveryCode(
  db: Db,
  personId: string,
  code: string,
  config: AccountConfig,
  audit: AuditContext,
): Promise<FactorResult> {
  const hashes = secretsOf(config).hashes(normalizeRecoveryCode(code), recoveryOwner(personId));
  const use = await spendRecoveryCode(db, personId, hashes, audit.now);
  if (use === 'unknown') return 'wrong';
  if (use === 'used_before') return 'replayed';
  const left = await countRecoveryCodes(db, personId);
  await recordAccountAudit(db, 'recovery_code.use', personId, audit, { after: { left } });
  return 'accepted';
}

const COPIED =
  'This passkey was used elsewhere since, so it may have been copied. Use another way to sign in, and remove the passkey in your account.';

const refusals: Record<SecondFactorMethod, Record<'wrong' | 'replayed', string>> = {
  passkey: {
    wrong: 'This passkey isn’t one of this account. Try another one.',
    replayed: 'This response from your passkey has expired or was already used. Try again.',
  },
  totp: {
    wrong: 'This code isn’t right. Enter the newest code of your authenticator app.',
    replayed: 'This code was already used. Wait for the next one.',
  },
  recovery_code: {
    wrong: 'This recovery code isn’t right.',
    replayed: 'This recovery code was already used. Each one works once.',
  },
};

/** A second factor that a person presents: its kind, and how to check it. */
export interface PresentedFactor {
  kind: SecondFactorMethod;
  /** Runs in the transaction that holds the person's lock. */
  check: (transaction: Db) => Promise<FactorResult>;
  /** Where it is presented. */
  device?: SessionDevice | undefined;
}

/** A typed code, which works once. */
export function typedFactor(
  person: Pick<Person, 'id' | 'name'>,
  { method, code }: { method: CodeMethod; code: string },
  config: AccountConfig,
  now: Date,
  device?: SessionDevice,
): PresentedFactor {
  const audit = { actor: personActor(person), now };
  return {
    kind: method,
    device,
    check: (transaction) =>
      method === 'totp'
        ? checkTotp(transaction, person.id, code, config, now)
        : checkRecoveryCode(transaction, person.id, code, config, audit),
  };
}

/** Refused codes in a row after which the account's owner gets a mail, once a day. */
export const WRONG_CODES_MAILED = 5;

const dayOf = ({ now }: AuditContext): string => now.toISOString().slice(0, 'YYYY-MM-DD'.length);

async function warnOfRefusedCode(
  transaction: Db,
  { id: personId }: Pick<Person, 'id'>,
  { result, attempts }: { result: FactorResult; attempts: number },
  audit: AuditContext,
): Promise<void> {
  const day = `${personId} ${dayOf(audit)}`;
  if (result === 'replayed') await warnOf(transaction, 'used_code', { personId }, day, audit);
  if (attempts === WRONG_CODES_MAILED) await warnOf(transaction, 'wrong_codes', { personId }, day, audit);
}

/** Records the refusal. The caller is unknown, so the entry has no person as its actor. */
async function recordRefusedFactor(
  transaction: Db,
  { id: personId }: Pick<Person, 'id'>,
  {
    kind,
    device,
    result,
    attempts,
  }: { result: Exclude<FactorResult, 'accepted'>; attempts: number } & Pick<PresentedFactor, 'kind' | 'device'>,
  now: Date,
): Promise<void> {
  const audit = { actor: signInActor, now };
  if (typeof result === 'object') {
    const after = { name: result.copied, ...auditedDevice(device) };
    await recordAccountAudit(transaction, 'passkey.copy', personId, audit, { after });
    const place = device && deviceText(device);
    await warnOf(transaction, 'copied_passkey', { personId, place }, `${personId} ${dayOf(audit)}`, audit);
    return;
  }
  const after = { kind, reason: result, ...auditedDevice(device) };
  await recordAccountAudit(transaction, 'second_factor.refuse', personId, audit, { after });
  if (kind !== 'passkey') await warnOfRefusedCode(transaction, { id: personId }, { result, attempts }, audit);
}

/**
 * Checks a second factor. Refusals are counted and audited.
 *
 * @param whenAccepted runs in the same transaction, e.g. to end the pending sign-in
 * @throws AppError `too_many_attempts`
 */
export async function checkFactor(
  db: Db,
  person: Pick<Person, 'id' | 'name'>,
  { kind, check, device }: PresentedFactor,
  now: Date,
  whenAccepted: (transaction: Db) => Promise<void> = () => Promise.resolve(),
): Promise<FactorResult> {
  const attempts = await countSecondFactorAttempt(db, person.id, now);
  const outcome = await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const result = await check(transaction);
    if (result === 'accepted') await whenAccepted(transaction);
    else await recordRefusedFactor(transaction, person, { kind, device, result, attempts }, now);
    return result;
  });
  if (outcome === 'accepted') await forgetSecondFactorAttempts(db, person.id);
  return outcome;
}

/**
 * `checkFactor`, throwing the refusal as an error.
 *
 * @throws AppError `wrong_code` or `too_many_attempts`
 */
export async function verifyFactor(
  db: Db,
  person: Pick<Person, 'id' | 'name'>,
  factor: PresentedFactor,
  now: Date,
  whenAccepted?: (transaction: Db) => Promise<void>,
): Promise<void> {
  const outcome = await checkFactor(db, person, factor, now, whenAccepted);
  if (outcome === 'accepted') return;
  throw new AppError(401, 'wrong_code', typeof outcome === 'object' ? COPIED : refusals[factor.kind][outcome]);
}
