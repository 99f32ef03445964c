/** The two accounts of the page, and whether numbers can move between them. Pure. */
import type { PhoneNumbers } from 'shared-api/contracts';
import { phoneNumbersMessages as messages } from './messages';

export type Side = 'practice' | 'organization';
export type AccountStatus = PhoneNumbers['org_account_status'];

export interface AccountNumber {
  /** E.164. */
  phone_number: string;
  sid: string;
  /** What it is for, in the words of staff. */
  label?: string | undefined;
}

export interface Account {
  side: Side;
  /** Null if the practice has no account. */
  sid: string | null;
  status: AccountStatus;
  /** In the order of the numbers. */
  numbers: AccountNumber[];
}

export type Accounts = Record<Side, Account>;

export const otherSide = (side: Side): Side => (side === 'practice' ? 'organization' : 'practice');

type Texts = Readonly<Record<string, string>>;

function numbersOf(map: Texts, labels: Texts = {}): AccountNumber[] {
  return Object.entries(map)
    .map(([phone_number, sid]) => ({ phone_number, sid, label: labels[sid] }))
    .sort((a, b) => (a.phone_number < b.phone_number ? -1 : 1));
}

export function accountsOf(data: PhoneNumbers): Accounts {
  return {
    practice: {
      side: 'practice',
      sid: data.practice_twilio_subaccount,
      status: data.practice_account_status,
      numbers: numbersOf(data.practice_phone_numbers, data.labels),
    },
    organization: {
      side: 'organization',
      sid: data.org_twilio_subaccount,
      status: data.org_account_status,
      numbers: numbersOf(data.org_phone_numbers, data.labels),
    },
  };
}

/** Messages that say why no number can move, one per account; empty if numbers can move. */
export function obstacles(accounts: Accounts): string[] {
  return [accounts.practice, accounts.organization].flatMap(({ side, sid, status }) => {
    if (sid === null) return [messages.obstacle.none];
    return status === 'active' ? [] : [messages.obstacle[status](messages.account[side])];
  });
}

/** The account that has the number; undefined if neither has it. */
export function sideOf(accounts: Accounts, sid: string): Side | undefined {
  return (['practice', 'organization'] as const).find((side) =>
    accounts[side].numbers.some((number) => number.sid === sid),
  );
}
