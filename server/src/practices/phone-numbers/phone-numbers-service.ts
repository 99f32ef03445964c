/** Moves a number between a practice's voice sub-account and the organization's, and verifies the result. */
import type { PhoneMove, PhoneNumbers } from 'shared-api/contracts';
import twilio, { type Twilio } from 'twilio';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { type NumberSettings, changedSettings } from './number-settings.js';
import { startMove, endMove, findVoiceAccount, listMoves } from './phone-moves-repository.js';
import { listLabels } from './number-labels.js';
import { isUncertain, NOT_FOUND, toTwilioError } from './provider-errors.js';
import { readAccounts } from './voice-accounts.js';

const UNFIT_ADDRESS = 21613;

/** @throws AppError 502 when the provider does not respond */
export async function readPhoneNumbers(db: Db, provider: VoiceProvider, practiceId: number): Promise<PhoneNumbers> {
  const { own, org, ofPractice } = await readAccounts(db, provider, practiceId);
  const { orgAccount } = provider;
  const [moves, labels] = await Promise.all([
    listMoves(db, practiceId, orgAccount),
    listLabels(db, [...Object.values(org.numbers), ...Object.values(ofPractice.numbers)]),
  ]);
  return {
    org_twilio_subaccount: orgAccount,
    practice_twilio_subaccount: own ?? null,
    org_phone_numbers: org.numbers,
    practice_phone_numbers: ofPractice.numbers,
    org_account_status: org.status,
    practice_account_status: ofPractice.status,
    moves,
    labels,
  };
}

export interface Transfer {
  practiceId: number;
  number: string;
  sid: string;
  origin: string;
  destination: string;
}

/** @throws AppError `invalid` unless one account is the practice's and the other is the organization's */
async function checkAccounts(db: Db, { orgAccount }: VoiceProvider, transfer: Transfer): Promise<void> {
  const own = await findVoiceAccount(db, transfer.practiceId);
  if (own === undefined) {
    throw new AppError(409, 'no_voice_account', 'This practice has no voice account, so no number can be moved.');
  }
  const fields: Record<string, string> = {};
  const accounts = [own, orgAccount];
  for (const [field, sid] of [
    ['origin_account_sid', transfer.origin],
    ['destination_account_sid', transfer.destination],
  ] as const) {
    if (!accounts.includes(sid)) fields[field] = 'Neither the practice’s account nor the organization’s';
  }
  if (transfer.origin === transfer.destination) fields['destination_account_sid'] ??= 'The number is already there';
  if (Object.keys(fields).length > 0) {
    throw invalid('Numbers can be moved only between the practice’s account and the organization’s.', fields);
  }
}

/** The number in an account. Undefined if it isn't there. */
async function findNumber(client: Twilio, account: string, sid: string) {
  try {
    const number = await client.api.v2010.accounts(account).incomingPhoneNumbers(sid).fetch();
    return number.accountSid === account ? number : undefined;
  } catch (error) {
    if (error instanceof twilio.RestException && error.code === NOT_FOUND) return undefined;
    throw toTwilioError(error);
  }
}

interface Outcome {
  outcome: PhoneMove['outcome'];
  changed: string[];
  /** The error of a failed move, or of a move with an unknown result. */
  appError: AppError | undefined;
}

/** Maximum number of addresses to try for a number that needs one. */
const MAX_ADDRESSES = 10;

/**
 * Requests the move. A number that needs an address gets an address of its new account. Only the provider knows which
 * one satisfies its rules, so they are tried in turn.
 *
 * @throws RestException of the last attempt
 */
async function move(client: Twilio, { sid, origin, destination }: Transfer, needsAddress: boolean): Promise<void> {
  const number = client.api.v2010.accounts(origin).incomingPhoneNumbers(sid);
  const addresses = needsAddress
    ? await client.api.v2010.accounts(destination).addresses.list({ limit: MAX_ADDRESSES })
    : [];
  for (const [index, address] of addresses.entries()) {
    try {
      await number.update({ accountSid: destination, addressSid: address.sid });
      return;
    } catch (error) {
      const unfit = error instanceof twilio.RestException && error.code === UNFIT_ADDRESS;
      if (!unfit || index === addresses.length - 1) throw error;
    }
  }
  await number.update({ accountSid: destination });
}

const actionOfOutcome = {
  moved: 'phone_number.move',
  failed: 'phone_number.move_failed',
  unknown: 'phone_number.move_unknown',
} as const satisfies Record<Outcome['outcome'], AuditAction>;

/** Moves the number and reads it back. The number's account afterwards counts, not the provider's response. */
async function moveAndCheck(
  { client }: VoiceProvider,
  transfer: Transfer,
  assertStillAllowed: () => Promise<void>,
): Promise<Outcome> {
  const { number, sid, origin, destination } = transfer;
  const before = await findNumber(client, origin, sid);
  if (before?.phoneNumber !== number) {
    throw new AppError(
      409,
      'number_moved',
      'The number is no longer in that account. Check the updated lists to see where it is now.',
    );
  }
  await assertStillAllowed();
  const settings: NumberSettings = { ...before };
  let appError: AppError | undefined;
  try {
    await move(client, transfer, before.addressRequirements !== 'none');
  } catch (error) {
    appError = toTwilioError(error);
    if (!isUncertain(appError)) return { outcome: 'failed', changed: [], appError };
  }
  try {
    const after = await findNumber(client, destination, sid);
    if (after) return { outcome: 'moved', changed: changedSettings(settings, { ...after }), appError: undefined };
    const failed =
      appError ??
      new AppError(
        502,
        'not_arrived',
        'The voice provider reported the move, but the number isn’t in the new account.',
      );
    return { outcome: 'failed', changed: [], appError: failed };
  } catch (error) {
    return { outcome: 'unknown', changed: [], appError: toTwilioError(error) };
  }
}

/**
 * Moves a number. A second move of the same number is rejected while the first is in progress, and afterwards because
 * the number is no longer at its origin.
 *
 * @returns the number's settings changed by the move, as text
 * @throws AppError `invalid`, `no_voice_account`, `already_running`, `number_moved`, or the provider's error as a
 *   message
 */
export async function transferPhoneNumber(
  db: Db,
  provider: VoiceProvider,
  transfer: Transfer,
  { actor, now, assertStillAllowed }: ProviderChangeContext,
): Promise<string[]> {
  await checkAccounts(db, provider, transfer);
  const { practiceId, number, sid, origin, destination } = transfer;
  const id = await startMove(db, {
    practice_id: practiceId,
    phone_number: number,
    phone_number_sid: sid,
    origin_account: origin,
    destination_account: destination,
    moved_by: actor.name,
    moved_at: now,
  });
  if (id === undefined) {
    throw new AppError(409, 'already_running', 'This number is already being moved. Wait a moment and check again.');
  }
  const { outcome, changed, appError } = await moveAndCheck(provider, transfer, assertStillAllowed).catch(
    (error: unknown): Outcome => ({ outcome: 'failed', changed: [], appError: toTwilioError(error) }),
  );
  const message = appError?.message ?? (changed.length === 0 ? null : `Changed by the move: ${changed.join('; ')}`);
  await inTransaction(db, async (transaction) => {
    await endMove(transaction, { practiceId, id }, outcome, message);
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: actionOfOutcome[outcome],
      entity: 'phone_number',
      entityId: sid,
      before: { phone_number: number, account: origin },
      after: { account: outcome === 'failed' ? origin : destination, destination, outcome, message },
    });
  });
  if (appError) throw appError;
  return changed;
}
