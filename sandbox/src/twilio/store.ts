/** All objects of the Twilio sandbox by SID, stored in one file. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxTwilio } from './credentials.js';

export type AccountStatus = 'active' | 'suspended' | 'closed';

export interface Account {
  sid: string;
  friendly_name: string;
  status: AccountStatus;
  auth_token: string;
  /** SID of the parent account; the account's own SID if it has no parent. */
  owner_account_sid: string;
  /** Epoch milliseconds, like the other times. */
  created: number;
  updated: number;
}

/** Settings of a number. As in Twilio, an empty string or null means that a setting is unset. */
export interface NumberSettings {
  friendly_name: string;
  voice_url: string;
  voice_method: string;
  voice_fallback_url: string;
  voice_fallback_method: string;
  voice_caller_id_lookup: boolean;
  voice_receive_mode: string;
  voice_application_sid: string;
  sms_url: string;
  sms_method: string;
  sms_fallback_url: string;
  sms_fallback_method: string;
  sms_application_sid: string;
  status_callback: string;
  status_callback_method: string;
  trunk_sid: string | null;
  address_sid: string | null;
  identity_sid: string | null;
  bundle_sid: string | null;
  emergency_address_sid: string | null;
  emergency_status: 'Active' | 'Inactive';
}

export type AddressRequirements = 'none' | 'any' | 'local' | 'foreign';

export interface PhoneNumber extends NumberSettings {
  sid: string;
  account_sid: string;
  phone_number: string;
  address_requirements: AddressRequirements;
  /** ISO country in which an address must be, or must not be. */
  country: string;
  created: number;
  updated: number;
}

export interface Address {
  sid: string;
  account_sid: string;
  friendly_name: string;
  customer_name: string;
  street: string;
  street_secondary: string | null;
  city: string;
  region: string;
  postal_code: string;
  iso_country: string;
  emergency_enabled: boolean;
  created: number;
  updated: number;
}

interface State {
  accounts: Account[];
  numbers: PhoneNumber[];
  addresses: Address[];
}

export interface Store {
  readonly accounts: Map<string, Account>;
  readonly numbers: Map<string, PhoneNumber>;
  readonly addresses: Map<string, Address>;
  /** @param prefix two letters, such as `PN` */
  newSid(prefix: string): string;
  /** Epoch milliseconds. */
  now(): number;
  /** Saves the state to the file. Responses are sent only after that. */
  save(): void;
}

const bySid = <Item extends { sid: string }>(items: Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.sid, item]));

/** @param folder where `twilio.json` is stored; null stores nothing */
export function openStore(folder: string | null, clock: () => number = Date.now): Store {
  const file = folder === null ? null : path.join(folder, 'twilio.json');
  const state = read(file) ?? { accounts: [parentAccount(clock())], numbers: [], addresses: [] };
  const accounts = bySid(state.accounts);
  const numbers = bySid(state.numbers);
  const addresses = bySid(state.addresses);
  return {
    accounts,
    numbers,
    addresses,
    newSid: (prefix) => `${prefix}${randomBytes(16).toString('hex')}`,
    now: clock,
    save() {
      if (file === null) return;
      const all: State = {
        accounts: [...accounts.values()],
        numbers: [...numbers.values()],
        addresses: [...addresses.values()],
      };
      writeFileSync(`${file}.new`, JSON.stringify(all));
      renameSync(`${file}.new`, file);
    },
  };
}

function parentAccount(now: number): Account {
  const { accountSid, authToken } = sandboxTwilio;
  return {
    sid: accountSid,
    friendly_name: 'Sandbox',
    status: 'active',
    auth_token: authToken,
    owner_account_sid: accountSid,
    created: now,
    updated: now,
  };
}

function read(file: string | null): State | undefined {
  if (file === null) return undefined;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
