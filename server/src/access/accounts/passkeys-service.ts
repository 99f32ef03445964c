/** Passkeys (WebAuthn, level 3), as a second factor or instead of the password. */
import { randomUUID } from 'node:crypto';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { AddedPasskey, NewPasskeyAnswer, PasskeyAnswer } from 'shared-api/contracts/accounts';
import { recordAccountAudit } from './account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Config } from '../../platform/config/config.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import { parseInnerJson } from '../../platform/http/readable-input.js';
import { findPerson, lockPerson, type Person } from '../people/people-repository.js';
import type { SessionDevice } from '../sessions/session-device.js';
import { recordRefusedSignIn } from '../sessions/sign-in-audit.js';
import {
  type ChallengeUse,
  consumeChallenge,
  deletePasskey,
  findPasskeyByCredential,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
} from './passkeys-repository.js';
import {
  type AccountConfig,
  assertMayLose,
  dropUnusedRecoveryCodes,
  firstRecoveryCodes,
  checkFactor,
  type FactorResult,
} from './second-factors-service.js';

export const MAX_PASSKEYS = 20;

/** The library is loaded on first use: loading it is a seventh of the server's startup time. */
const webAuthn = () => import('@simplewebauthn/server');

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** The host name. A passkey works only there. */
  id: string;
  origin: string;
}

const NAME = 'Practice Console';

/** ML-DSA-44, EdDSA, ES256 and RS256 (COSE algorithms). A key of another algorithm is refused, whatever the device offers. */
const ALGORITHMS = [-48, -8, -7, -257];

export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): RelyingParty {
  const origin = publicUrl ?? `${request.protocol}://${request.host}`;
  return { id: new URL(origin).hostname, origin: new URL(origin).origin };
}

const asOptions = (options: object): Record<string, unknown> => ({ ...options });

const transportsOf = ({ transports }: Pick<Row<'passkeys'>, 'transports'>): AuthenticatorTransport[] =>
  transports as AuthenticatorTransport[];

/** Options for creating a passkey. The person's existing passkeys are excluded. */
export async function startPasskey(
  db: Db,
  person: Person,
  party: RelyingParty,
  now: Date,
): Promise<Record<string, unknown>> {
  const passkeys = await listPasskeys(db, person.id);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await insertChallenge(db, options.challenge, { purpose: 'register', owner: person.id }, now);
  return asOptions(options);
}

/** The challenge that a response signs. Undefined for a response without one. */
function challengeIn({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const data = parseInnerJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const notCreated = (): AppError =>
  invalid('This passkey couldn’t be added. Start again.', { answer: 'Not an answer to the last request' });

/**
 * Stores a passkey that the browser created.
 *
 * @returns recovery codes for a person who has none yet, and whether the passkey can't replace the password
 * @throws AppError `invalid` for a response without a challenge of ours, or `exists`
 */
export async function addPasskey(
  db: Db,
  person: Person,
  { name, answer }: { name: string; answer: NewPasskeyAnswer },
  { party, config }: { party: RelyingParty; config: AccountConfig },
  audit: AuditContext,
): Promise<AddedPasskey> {
  const challenge = challengeIn(answer);
  const use: ChallengeUse = { purpose: 'register', owner: person.id };
  if (challenge === undefined || !(await consumeChallenge(db, challenge, use, audit.now))) throw notCreated();
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: {
      ...answer,
      response: { ...answer.response, transports: answer.response.transports as AuthenticatorTransport[] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) throw notCreated();
  const { credential, userVerified } = verified.registrationInfo;
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    if ((await listPasskeys(transaction, person.id)).length >= MAX_PASSKEYS) {
      throw new AppError(409, 'too_many_passkeys', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    }
    const inserted = await insertPasskey(transaction, {
      id: randomUUID(),
      person_id: person.id,
      credential_id: credential.id,
      name,
      public_key: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: JSON.stringify(answer.response.transports ?? []),
      added_at: audit.now,
      used_at: null,
      verifies_user: userVerified,
    });
    if (!inserted) throw new AppError(409, 'exists', 'This passkey was added before.');
    await recordAccountAudit(transaction, 'second_factor.add', person.id, audit, { after: { kind: 'passkey', name } });
    const codes = await firstRecoveryCodes(transaction, person.id, config);
    return { recovery_codes: codes, second_step_only: !userVerified };
  });
}

const noPasskey = (): AppError => notFound('This passkey doesn’t exist anymore.');

export async function renamePasskey(
  db: Db,
  person: Person,
  { id, name }: { id: string; name: string },
  audit: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const former = await updatePasskeyName(transaction, person.id, id, name);
    if (former === undefined) throw noPasskey();
    if (former === name) return;
    const names = { before: { kind: 'passkey', name: former }, after: { kind: 'passkey', name } };
    await recordAccountAudit(transaction, 'passkey.rename', person.id, audit, names);
  });
}

/** @throws AppError `second_factor_required` for the last one of an account that needs one */
export async function removePasskey(
  db: Db,
  person: Person,
  id: string,
  config: AccountConfig,
  audit: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, person.id);
    const name = await deletePasskey(transaction, person.id, id);
    if (name === undefined) throw noPasskey();
    await assertMayLose(transaction, person, config);
    await dropUnusedRecoveryCodes(transaction, person.id);
    await recordAccountAudit(transaction, 'second_factor.remove', person.id, audit, {
      before: { kind: 'passkey', name },
    });
  });
}

/**
 * Options for using a passkey.
 *
 * @param personId absent for a sign-in without a password: the browser offers every passkey of this site
 */
export async function startAssertion(
  db: Db,
  use: ChallengeUse,
  party: RelyingParty,
  now: Date,
  personId?: string,
): Promise<Record<string, unknown>> {
  const passkeys = personId === undefined ? [] : await listPasskeys(db, personId);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    // To replace a password, the device must verify its user: that makes two factors.
    userVerification: personId === undefined ? 'required' : 'preferred',
    allowCredentials: passkeys.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
  });
  await insertChallenge(db, options.challenge, use, now);
  return asOptions(options);
}

/**
 * Verifies a passkey's response. The challenge is consumed in any case.
 *
 * @param transaction holds the lock of the person
 */
export async function checkPasskey(
  transaction: Db,
  personId: string,
  answer: PasskeyAnswer,
  { use, party, alone }: { use: ChallengeUse; party: RelyingParty; alone: boolean },
  now: Date,
): Promise<FactorResult> {
  const challenge = challengeIn(answer);
  if (challenge === undefined || !(await consumeChallenge(transaction, challenge, use, now))) return 'replayed';
  const row = await findPasskeyByCredential(transaction, answer.id);
  if (row?.person_id !== personId) return 'wrong';
  const { userHandle, ...signed } = answer.response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== personId) return 'wrong';
  // The library throws for another origin, host or signature, and without verification.
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: signed,
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      // The counter is compared below, because its failure is an event of its own.
      counter: 0,
      transports: transportsOf(row),
    },
    requireUserVerification: alone,
  }).catch(() => undefined);
  if (!verified?.verified) return 'wrong';
  const { newCounter: counter, userVerified } = verified.authenticationInfo;
  // Synchronized passkeys always report 0 (WebAuthn, level 3, section 6.1.1).
  const former = Number(row.counter);
  if ((counter > 0 || former > 0) && counter <= former) return { copied: row.name };
  await updatePasskeyUse(transaction, row.id, { counter, userVerified }, now);
  return 'accepted';
}

const notAccepted = (): AppError =>
  new AppError(401, 'wrong_passkey', 'We don’t recognize this passkey. Sign in with your password.');

/**
 * The owner of a passkey that replaces password and second factor.
 *
 * @param how the requesting browser, the site, and the origin of the response
 * @throws AppError `wrong_passkey`, the same for an unknown passkey and a wrong response, or `too_many_attempts`
 */
export async function personOfPasskey(
  db: Db,
  answer: PasskeyAnswer,
  { owner, party, device }: { owner: string; party: RelyingParty; device: SessionDevice },
  config: Pick<Config, 'accountKeys'>,
  now: Date,
): Promise<Person> {
  const passkey = await findPasskeyByCredential(db, answer.id);
  const person = passkey && (await findPerson(db, passkey.person_id));
  if (!person) {
    await recordRefusedSignIn(db, { unknown: answer.id }, { reason: 'unknown_passkey', device }, config, now);
    throw notAccepted();
  }
  const how = { use: { purpose: 'sign_in' as const, owner }, party, alone: true };
  const check = (transaction: Db): Promise<FactorResult> => checkPasskey(transaction, person.id, answer, how, now);
  if ((await checkFactor(db, person, { kind: 'passkey', check, device }, now)) !== 'accepted') throw notAccepted();
  return person;
}
