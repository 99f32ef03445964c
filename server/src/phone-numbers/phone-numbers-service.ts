/** Moving a number between a practice's voice sub-account and the organisation's, and knowing that it arrived. */
import type { PhoneMove, PhoneNumbers } from 'shared-api/contracts';
import twilio, { type Twilio } from 'twilio';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, invalid } from '../http/refusal.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { type NumberSettings, changedSettings } from './number-settings.js';
import { beginMove, endMove, findVoiceAccount, listMoves } from './phone-moves-repository.js';
import { leavesOpen, refusalOfTwilio } from './provider-errors.js';

const PAGE = 1000;
const NOT_FOUND = 20404;
const UNFIT_ADDRESS = 21613;

interface Account {
  status: PhoneNumbers['org_account_status'];
  numbers: Record<string, string>;
}

const missing: Account = { status: 'missing', numbers: {} };

/** An account with its numbers. A closed one has none that could be listed. */
async function readAccount(client: Twilio, sid: string): Promise<Account> {
  const account = client.api.v2010.accounts(sid);
  try {
    const { status } = await account.fetch();
    if (status === 'closed') return { status, numbers: {} };
    const listed = await account.incomingPhoneNumbers.list({ pageSize: PAGE });
    return { status, numbers: Object.fromEntries(listed.map((number) => [number.phoneNumber, number.sid])) };
  } catch (error) {
    if (error instanceof twilio.RestException && error.code === NOT_FOUND) return missing;
    throw refusalOfTwilio(error);
  }
}

/** @throws Refusal 502 when the provider does not answer */
export async function readPhoneNumbers(
  db: Db,
  { client, orgAccount }: VoiceProvider,
  practice: number,
): Promise<PhoneNumbers> {
  const own = await findVoiceAccount(db, practice);
  const [org, ofPractice] = await Promise.all([
    readAccount(client, orgAccount),
    own === undefined ? missing : readAccount(client, own),
  ]);
  return {
    org_twilio_subaccount: orgAccount,
    practice_twilio_subaccount: own ?? null,
    org_phone_numbers: org.numbers,
    practice_phone_numbers: ofPractice.numbers,
    org_account_status: org.status,
    practice_account_status: ofPractice.status,
    moves: await listMoves(db, practice, orgAccount),
  };
}

export interface Transfer {
  practice: number;
  number: string;
  sid: string;
  origin: string;
  destination: string;
}

/** @throws Refusal `invalid` unless the two accounts are the practice's and the organisation's, one each */
async function checkAccounts(db: Db, { orgAccount }: VoiceProvider, transfer: Transfer): Promise<void> {
  const own = await findVoiceAccount(db, transfer.practice);
  if (own === undefined) {
    throw new Refusal(409, 'no_voice_account', 'This practice has no voice account, so no number can be moved.');
  }
  const fields: Record<string, string> = {};
  const accounts = [own, orgAccount];
  for (const [field, sid] of [
    ['origin_account_sid', transfer.origin],
    ['destination_account_sid', transfer.destination],
  ] as const) {
    if (!accounts.includes(sid)) fields[field] = 'Neither the practice’s account nor the organisation’s';
  }
  if (transfer.origin === transfer.destination) fields['destination_account_sid'] ??= 'The number is there already';
  if (Object.keys(fields).length > 0) {
    throw invalid('Numbers are moved between the practice’s account and the organisation’s alone.', fields);
  }
}

/** The number where it is said to be; undefined when it is not there. */
async function findNumber(client: Twilio, account: string, sid: string) {
  try {
    const found = await client.api.v2010.accounts(account).incomingPhoneNumbers(sid).fetch();
    return found.accountSid === account ? found : undefined;
  } catch (error) {
    if (error instanceof twilio.RestException && error.code === NOT_FOUND) return undefined;
    throw refusalOfTwilio(error);
  }
}

interface Outcome {
  outcome: PhoneMove['outcome'];
  changed: string[];
  /** Why it failed, or what is not known. */
  refusal: Refusal | undefined;
}

/** Addresses that are tried for a number that needs one. */
const MOST_ADDRESSES = 10;

/**
 * Asks for the move. A number that needs an address takes one of its new account's; the provider alone knows which of them
 * satisfies its rules, so they are tried in turn.
 *
 * @throws RestException of the last attempt
 */
async function move(client: Twilio, { sid, origin, destination }: Transfer, needsAddress: boolean): Promise<void> {
  const number = client.api.v2010.accounts(origin).incomingPhoneNumbers(sid);
  const addresses = needsAddress
    ? await client.api.v2010.accounts(destination).addresses.list({ limit: MOST_ADDRESSES })
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

/** Moves the number and reads it back: what the provider says at the end is what counts, not what it answered before. */
async function carryOut({ client }: VoiceProvider, transfer: Transfer): Promise<Outcome> {
  const { number, sid, origin, destination } = transfer;
  const before = await findNumber(client, origin, sid);
  if (before?.phoneNumber !== number) {
    throw new Refusal(
      409,
      'number_moved',
      'The number is not in that account any more. The lists are read again; look where it is now.',
    );
  }
  const settings: NumberSettings = { ...before };
  let refusal: Refusal | undefined;
  try {
    await move(client, transfer, before.addressRequirements !== 'none');
  } catch (error) {
    refusal = refusalOfTwilio(error);
    if (!leavesOpen(refusal)) return { outcome: 'failed', changed: [], refusal };
  }
  try {
    const after = await findNumber(client, destination, sid);
    if (after) return { outcome: 'moved', changed: changedSettings(settings, { ...after }), refusal: undefined };
    const failed =
      refusal ?? new Refusal(502, 'not_arrived', 'The voice provider says it moved the number, but it is not there.');
    return { outcome: 'failed', changed: [], refusal: failed };
  } catch (error) {
    return { outcome: 'unknown', changed: [], refusal: refusalOfTwilio(error) };
  }
}

/**
 * Moves a number. A second move of the same number is refused while the first is under way, and afterwards because the number
 * is no longer at its origin.
 *
 * @returns settings of the number that the move has changed, in words
 * @throws Refusal `invalid`, `no_voice_account`, `already_running`, `number_moved`, or the provider's refusal in words
 */
export async function transferPhoneNumber(
  db: Db,
  provider: VoiceProvider,
  transfer: Transfer,
  { actor, now }: Doing,
): Promise<string[]> {
  await checkAccounts(db, provider, transfer);
  const { practice, number, sid, origin, destination } = transfer;
  const id = await beginMove(db, {
    practice_id: practice,
    phone_number: number,
    phone_number_sid: sid,
    origin_account: origin,
    destination_account: destination,
    moved_by: actor.name,
    moved_at: now,
  });
  if (id === undefined) {
    throw new Refusal(409, 'already_running', 'This number is being moved already. Wait a moment and look again.');
  }
  const { outcome, changed, refusal } = await carryOut(provider, transfer).catch((error: unknown): Outcome => ({
    outcome: 'failed',
    changed: [],
    refusal: refusalOfTwilio(error),
  }));
  const message = refusal?.message ?? (changed.length === 0 ? null : `Changed with the move: ${changed.join('; ')}`);
  await inTransaction(db, async (transaction) => {
    await endMove(transaction, { practice, id }, outcome, message);
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: `phone_number.${outcome === 'moved' ? 'move' : `move_${outcome}`}`,
      entity: 'phone_number',
      entityId: sid,
      before: { phone_number: number, account: origin },
      after: { account: outcome === 'failed' ? origin : destination, outcome, message },
    });
  });
  if (refusal) throw refusal;
  return changed;
}
