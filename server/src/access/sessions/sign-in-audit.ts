/** Sign-ins, sign-outs and refused sign-ins in the audit log. They belong to no practice, so clinics never see them. */
import { deviceName, type SecondFactorMethod } from 'shared-api/contracts/accounts';
import { accountSecrets } from '../accounts/account-secrets.js';
import { recordAccountAudit } from '../accounts/account-audit.js';
import { personActor, systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { Person } from '../people/people-repository.js';
import type { SessionDevice } from './session-device.js';
import { countRefusal, UNKNOWN_CALLERS } from './sign-in-limit.js';

/** The actor of refusals. It isn't the account's owner: somebody else may have tried. */
export const signInActor = systemActor('sign-in');

/** What a person presented to sign in. */
export type SignInMethod = 'password' | 'identity_provider' | SecondFactorMethod;

export type RefusalReason =
  | 'wrong_password'
  | 'unknown_address'
  | 'unknown_passkey'
  | 'no_second_factor'
  | 'unknown_identity'
  /** The identity provider's callback reached a browser that didn't start the sign-in. */
  | 'not_started_here'
  /** The callback came too late, or a second time. */
  | 'callback_expired'
  /** The identity provider's response signs nobody in. */
  | 'provider_refused'
  /** The account is deactivated. */
  | 'deactivated'
  /** Also for a call with a session that was started inside. */
  | 'outside_networks';

type Named = Pick<Person, 'id' | 'name'>;

/** A readable device name. The full user agent stays with the session. */
export const auditedDevice = (device: SessionDevice | undefined): object =>
  device === undefined ? {} : { device: deviceName(device.userAgent ?? undefined), network: device.network };

/** `Chrome on Windows, 203.0.113.7` */
export const deviceText = ({ userAgent, network }: SessionDevice): string =>
  `${deviceName(userAgent ?? undefined)}, ${network}`;

/** Call it in the transaction that stores the session. */
export function recordSignIn(
  transaction: Db,
  person: Named,
  { methods, device }: { methods: readonly SignInMethod[]; device: SessionDevice | undefined },
  now: Date,
): Promise<void> {
  const after = { methods, ...auditedDevice(device) };
  return recordAccountAudit(transaction, 'session.start', person.id, { actor: personActor(person), now }, { after });
}

/** Call it in the transaction that deletes the session. */
export function recordSignOut(transaction: Db, person: Named, device: SessionDevice, now: Date): Promise<void> {
  const after = auditedDevice(device);
  return recordAccountAudit(transaction, 'session.sign_out', person.id, { actor: personActor(person), now }, { after });
}

/** The subject of a refused sign-in: an account, or what was presented instead, such as an unknown address. */
export type RefusedCaller = { person: Named } | { unknown: string };

const HASH_CHARACTERS = 32;

/** Equal for equal texts and purposes, and not guessable without the key. */
export const keyedHash = (text: string, purpose: string, keys: Config['accountKeys']): string =>
  accountSecrets(keys).hashes(text, purpose)[0].toString('base64url').slice(0, HASH_CHARACTERS);

/**
 * Records a refused sign-in. The entry of an account names it. Otherwise the entry holds only a keyed hash: people type
 * passwords into the wrong field, and a stranger's address is private. The hash is the same for the same text, so
 * repeated attempts are visible. Both kinds of entries are limited, so nobody can flood the log.
 */
export async function recordRefusedSignIn(
  db: Db,
  caller: RefusedCaller,
  { reason, device }: { reason: RefusalReason; device: SessionDevice },
  { accountKeys }: Pick<Config, 'accountKeys'>,
  now: Date,
): Promise<void> {
  const isKnown = 'person' in caller;
  await inTransaction(db, async (transaction) => {
    if (!(await countRefusal(transaction, isKnown ? caller.person.id : UNKNOWN_CALLERS, now))) return;
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: signInActor,
      at: now,
      action: 'sign_in.refuse',
      entity: isKnown ? 'person' : 'unknown_caller',
      entityId: isKnown ? caller.person.id : keyedHash(caller.unknown, 'refused sign-in', accountKeys),
      after: { reason, ...auditedDevice(device) },
    });
  });
}
