/** Addresses, which Twilio requires for some numbers: https://www.twilio.com/docs/usage/api/address */
import { API, type CallContext, type TwilioCall, accountOf, pageOf, rfc2822 } from './calls.js';
import type { Address } from './store.js';

function shown(address: Address): object {
  const { created, updated, ...fields } = address;
  return {
    ...fields,
    validated: false,
    verified: false,
    date_created: rfc2822(created),
    date_updated: rfc2822(updated),
    uri: `${API}/Accounts/${address.account_sid}/Addresses/${address.sid}.json`,
  };
}

const fields = [
  'CustomerName',
  'Street',
  'StreetSecondary',
  'City',
  'Region',
  'PostalCode',
  'IsoCountry',
  'FriendlyName',
  'EmergencyEnabled',
  'AutoCorrectAddress',
] as const;

function createAddress(context: CallContext): object {
  const { store, params } = context;
  params.only(...fields);
  const now = store.now();
  const address: Address = {
    sid: store.newSid('AD'),
    account_sid: accountOf(context).sid,
    customer_name: params.needed('CustomerName'),
    street: params.needed('Street'),
    street_secondary: params.text('StreetSecondary') ?? null,
    city: params.needed('City'),
    region: params.needed('Region'),
    postal_code: params.needed('PostalCode'),
    iso_country: params.needed('IsoCountry').toUpperCase(),
    friendly_name: params.text('FriendlyName') ?? '',
    emergency_enabled: params.oneOf('EmergencyEnabled', ['true', 'false']) === 'true',
    created: now,
    updated: now,
  };
  store.addresses.set(address.sid, address);
  return shown(address);
}

export const addressCalls: readonly TwilioCall[] = [
  {
    method: 'GET',
    url: '/Accounts/:account(^\\w+)/Addresses.json',
    handler: (context) => {
      const { store, params } = context;
      const account = accountOf(context);
      const matchesParam = (name: string, value: string): boolean => (params.text(name) ?? value) === value;
      const matches = [...store.addresses.values()].filter(
        (address) =>
          address.account_sid === account.sid &&
          matchesParam('CustomerName', address.customer_name) &&
          matchesParam('FriendlyName', address.friendly_name) &&
          matchesParam('IsoCountry', address.iso_country),
      );
      return pageOf(context, 'addresses', ['CustomerName', 'FriendlyName', 'IsoCountry'], matches, shown);
    },
  },
  { method: 'POST', url: '/Accounts/:account(^\\w+)/Addresses.json', creates: true, handler: createAddress },
];
