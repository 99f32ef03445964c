/** Phone numbers of an account: https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
import { API, type CallContext, type TwilioCall, accountOf, pageOf, rfc2822 } from './calls.js';
import { TwilioError, invalidParameter, notFound } from './errors.js';
import { defaultSettings, settingParameters, settingsIn } from './number-settings.js';
import type { PhoneNumber, Store } from './store.js';
import { addressAt, destinationOf, clearedReferences } from './transfer.js';

function shown(number: PhoneNumber): object {
  const { created, updated, ...fields } = number;
  const uri = `${API}/Accounts/${number.account_sid}/IncomingPhoneNumbers/${number.sid}`;
  const wire: Partial<typeof fields> = fields;
  delete wire.country;
  return {
    ...wire,
    friendly_name: number.friendly_name || number.phone_number,
    api_version: API.slice(1),
    beta: false,
    capabilities: { voice: true, sms: true, mms: number.country === 'US', fax: false },
    emergency_address_status: number.emergency_address_sid === null ? 'unregistered' : 'registered',
    origin: 'twilio',
    status: 'in-use',
    type: 'local',
    date_created: rfc2822(created),
    date_updated: rfc2822(updated),
    uri: `${uri}.json`,
    subresource_uris: { assigned_add_ons: `${uri}/AssignedAddOns.json` },
  };
}

function numberOf(context: CallContext): PhoneNumber {
  const account = accountOf(context);
  const number = context.store.numbers.get(context.sids['sid'] ?? '');
  if (!number || number.account_sid !== account.sid) throw notFound(context.path);
  return number;
}

/** Matches digits anywhere in the number. `*` matches any digit. */
function matching(pattern: string): RegExp {
  if (!/^\+?[\d*]+$/.test(pattern)) throw invalidParameter('PhoneNumber', pattern);
  return new RegExp(pattern.replace('+', '^\\+').replaceAll('*', '\\d'));
}

/** @throws TwilioError 21421, 21422 */
export function unusedNumber(store: Store, phoneNumber: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber)) throw new TwilioError(400, 21421, `${phoneNumber} is not a valid number`);
  for (const { phone_number } of store.numbers.values()) {
    if (phone_number === phoneNumber) throw new TwilioError(400, 21422, `${phoneNumber} is not available.`);
  }
  return phoneNumber;
}

function createNumber(context: CallContext): object {
  const { store, params } = context;
  params.only('PhoneNumber', ...settingParameters);
  const account = accountOf(context);
  if (account.status !== 'active') throw new TwilioError(403, 20005, 'Account not active');
  const now = store.now();
  const number: PhoneNumber = {
    ...defaultSettings,
    ...settingsIn(context),
    sid: store.newSid('PN'),
    account_sid: account.sid,
    phone_number: unusedNumber(store, params.needed('PhoneNumber')),
    address_requirements: 'none',
    country: 'US',
    created: now,
    updated: now,
  };
  store.numbers.set(number.sid, number);
  return shown(number);
}

function updateNumber(context: CallContext): object {
  const { store, caller, params } = context;
  params.only('AccountSid', 'AddressSid', ...settingParameters);
  const number = numberOf(context);
  const origin = accountOf(context);
  const set = settingsIn(context);
  const to = params.text('AccountSid');
  const named = params.text('AddressSid');
  const moves = to !== undefined && to !== origin.sid;
  const account = moves ? destinationOf(store, caller, origin, to) : origin;
  const addressed =
    moves || named !== undefined ? { address_sid: addressAt(store, number, account, named ? named : null) } : {};
  const changed: PhoneNumber = {
    ...number,
    ...(moves ? clearedReferences : {}),
    ...set,
    ...addressed,
    account_sid: account.sid,
    updated: store.now(),
  };
  store.numbers.set(number.sid, changed);
  return shown(changed);
}

export const numberCalls: readonly TwilioCall[] = [
  {
    method: 'GET',
    url: '/Accounts/:account(^\\w+)/IncomingPhoneNumbers.json',
    handler: (context) => {
      const { store, params } = context;
      const account = accountOf(context);
      const pattern = params.text('PhoneNumber');
      const right = pattern === undefined ? undefined : matching(pattern);
      const name = params.text('FriendlyName');
      const matches = [...store.numbers.values()].filter(
        (number) =>
          number.account_sid === account.sid &&
          (right === undefined || right.test(number.phone_number)) &&
          (name === undefined || number.friendly_name === name),
      );
      return pageOf(context, 'incoming_phone_numbers', ['PhoneNumber', 'FriendlyName'], matches, shown);
    },
  },
  {
    method: 'POST',
    url: '/Accounts/:account(^\\w+)/IncomingPhoneNumbers.json',
    creates: true,
    handler: createNumber,
  },
  {
    method: 'GET',
    url: '/Accounts/:account(^\\w+)/IncomingPhoneNumbers/:sid(^\\w+).json',
    handler: (context) => {
      context.params.only();
      return shown(numberOf(context));
    },
  },
  { method: 'POST', url: '/Accounts/:account(^\\w+)/IncomingPhoneNumbers/:sid(^\\w+).json', handler: updateNumber },
];
