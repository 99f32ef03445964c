/** The voice sub-accounts of a practice and of the organization at the provider. */
import type { PhoneNumbers } from 'shared-api/contracts';
import twilio, { type Twilio } from 'twilio';
import type { Db } from '../../platform/database/tables.js';
import type { VoiceProvider } from '../twilio/voice-provider.js';
import { findVoiceAccount } from './phone-moves-repository.js';
import { NOT_FOUND, toTwilioError } from './provider-errors.js';

const PAGE = 1000;

interface Account {
  status: PhoneNumbers['org_account_status'];
  numbers: Record<string, string>;
}

const missing: Account = { status: 'missing', numbers: {} };

/** An account with its numbers. The numbers of a closed account cannot be listed. */
async function readAccount(client: Twilio, sid: string): Promise<Account> {
  const account = client.api.v2010.accounts(sid);
  try {
    const { status } = await account.fetch();
    if (status === 'closed') return { status, numbers: {} };
    const listed = await account.incomingPhoneNumbers.list({ pageSize: PAGE });
    return { status, numbers: Object.fromEntries(listed.map((number) => [number.phoneNumber, number.sid])) };
  } catch (error) {
    if (error instanceof twilio.RestException && error.code === NOT_FOUND) return missing;
    throw toTwilioError(error);
  }
}

export interface VoiceAccounts {
  /** SID of the practice's account. Undefined when it has none. */
  own: string | undefined;
  org: Account;
  ofPractice: Account;
}

/** @throws AppError 502 when the provider does not respond */
export async function readAccounts(
  db: Db,
  { client, orgAccount }: VoiceProvider,
  practiceId: number,
): Promise<VoiceAccounts> {
  const own = await findVoiceAccount(db, practiceId);
  const [org, ofPractice] = await Promise.all([
    readAccount(client, orgAccount),
    own === undefined ? missing : readAccount(client, own),
  ]);
  return { own, org, ofPractice };
}
