/**
 * The demo's voice accounts: in the sandbox that replaces Twilio, and in the database that assigns them to practices.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../platform/database/tables.js';
import { setVoiceAccount } from '../practices/phone-numbers/phone-moves-repository.js';
import { SANDBOX_ORG_ACCOUNT } from '../practices/twilio/voice-provider.js';

interface DemoNumber {
  phone_number: string;
  /** `any`: the number needs an address in its new account. */
  address_requirements?: 'any';
  voice_url?: string;
  sms_url?: string;
  voice_application_sid?: string;
}

interface DemoAccount {
  /** Null for the organization's own account. */
  practiceId: number | null;
  name: string;
  status?: 'active' | 'suspended' | 'closed';
  numbers: readonly DemoNumber[];
}

const sidFrom = (prefix: string, text: string): string =>
  `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

const voice = 'https://voice.console.example/in';
const messages = 'https://voice.console.example/sms';

/** The other practices have no account, so that the demo also shows this case. */
const accounts: readonly DemoAccount[] = [
  {
    practiceId: null,
    name: 'Practice Console (organization)',
    numbers: [
      { phone_number: '+13125550140', voice_url: voice },
      { phone_number: '+13125550141', voice_url: voice, sms_url: messages },
      { phone_number: '+16465550142' },
      { phone_number: '+13105550143', address_requirements: 'any' },
    ],
  },
  {
    practiceId: 1,
    name: 'Bright Smiles Dental',
    numbers: [
      {
        phone_number: '+13125550100',
        voice_url: voice,
        sms_url: messages,
        voice_application_sid: sidFrom('AP', 'Bright Smiles voice menu'),
      },
      { phone_number: '+13125550101', voice_url: voice },
      { phone_number: '+13125550102', sms_url: messages },
      { phone_number: '+442071838750', address_requirements: 'any', voice_url: voice },
    ],
  },
  {
    practiceId: 2,
    name: 'Lakeside Orthodontics',
    numbers: [{ phone_number: '+16465550110', voice_url: voice }, { phone_number: '+16465550111' }],
  },
  {
    practiceId: 3,
    name: 'Harbor Pediatric Dentistry',
    status: 'closed',
    numbers: [],
  },
  {
    practiceId: 4,
    name: 'Bright Smiles North',
    status: 'suspended',
    numbers: [{ phone_number: '+13125550120' }],
  },
];

const accountOf = ({ practiceId, name }: DemoAccount): string =>
  practiceId === null ? SANDBOX_ORG_ACCOUNT : sidFrom('AC', name);

/**
 * Adds missing accounts and numbers. Existing numbers stay where people moved them. @param sandbox origin of the
 * sandbox
 */
export async function addDemoPhoneNumbers(db: Db, sandbox: string, signal: AbortSignal): Promise<void> {
  const seed = accounts.map((account) => ({
    sid: accountOf(account),
    friendly_name: account.name,
    status: account.status ?? 'active',
    numbers: account.numbers.map((number) => ({ sid: sidFrom('PN', number.phone_number), ...number })),
  }));
  const response = await fetch(`${sandbox}/control/twilio/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accounts: seed }),
    signal,
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  for (const account of accounts) {
    if (account.practiceId !== null) await setVoiceAccount(db, account.practiceId, accountOf(account));
  }
}
