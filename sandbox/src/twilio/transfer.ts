/**
 * Moves a number to another account of the same parent.
 * https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource#exchange-phone-numbers-between-subaccounts
 */
import { TwilioError } from './errors.js';
import type { Account, Address, NumberSettings, PhoneNumber, Store } from './store.js';

/** Whether an address satisfies the requirements of the number's country. */
function satisfies(number: PhoneNumber, address: Address): boolean {
  switch (number.address_requirements) {
    case 'none':
    case 'any':
      return true;
    case 'local':
      return address.iso_country === number.country;
    case 'foreign':
      return address.iso_country !== number.country;
  }
}

/** Returns the destination account of a number. @throws TwilioError 21470–21474 */
export function destinationOf(store: Store, caller: Account, origin: Account, sid: string): Account {
  if (!/^AC[0-9a-f]{32}$/i.test(sid)) throw new TwilioError(400, 21470, `Invalid AccountSid ${sid}`);
  if (caller.sid !== caller.owner_account_sid) {
    throw new TwilioError(403, 21474, 'API User must be the parent account to transfer phone numbers.');
  }
  const destination = store.accounts.get(sid);
  if (!destination) throw new TwilioError(400, 21471, `Account ${sid} does not exist`);
  if (destination.owner_account_sid !== origin.owner_account_sid) {
    throw new TwilioError(
      400,
      21473,
      `AccountSid ${sid} you are transferring to is not related to the originating owner of the phone number`,
    );
  }
  for (const account of [destination, origin]) {
    if (account.status !== 'active') throw new TwilioError(400, 21472, `Account ${account.sid} is not active`);
  }
  return destination;
}

/**
 * The address of a number in an account, if its country requires one.
 * @param sid the parameter AddressSid
 * @throws TwilioError 21631 if it is missing, 21613 if the account has no such address or it does not qualify
 */
export function addressAt(store: Store, number: PhoneNumber, account: Account, sid: string | null): string | null {
  if (sid === null) {
    if (number.address_requirements === 'none') return null;
    throw new TwilioError(
      400,
      21631,
      `Phone Number ${number.phone_number} requires an Address but the 'AddressSid' parameter was empty.`,
    );
  }
  const address = store.addresses.get(sid);
  if (!address || address.account_sid !== account.sid || !satisfies(number, address)) {
    throw new TwilioError(
      400,
      21613,
      `Could not find Address with sid ${sid} for account ${account.sid} to satisfy the ${number.address_requirements} Address requirement of PhoneNumber ${number.phone_number}`,
    );
  }
  return sid;
}

/**
 * Settings that a transfer clears. Applications, trunks, addresses, identities and bundles belong to the account that
 * created them. URLs are kept. They take effect again if an application had replaced them.
 */
export const clearedReferences: Partial<NumberSettings> = {
  voice_application_sid: '',
  sms_application_sid: '',
  trunk_sid: null,
  address_sid: null,
  identity_sid: null,
  bundle_sid: null,
  emergency_address_sid: null,
  emergency_status: 'Inactive',
};
