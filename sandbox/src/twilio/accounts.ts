/** Accounts and their sub-accounts: https://www.twilio.com/docs/iam/api/subaccounts */
import { API, type CallContext, type TwilioCall, accountOf, pageOf, rfc2822 } from './calls.js';
import { invalidParameter, TwilioError } from './errors.js';
import type { Account, AccountStatus, Store } from './store.js';

export const accountStatuses: readonly AccountStatus[] = ['active', 'suspended', 'closed'];

function shown(account: Account): object {
  const uri = `${API}/Accounts/${account.sid}`;
  return {
    sid: account.sid,
    friendly_name: account.friendly_name,
    status: account.status,
    auth_token: account.auth_token,
    owner_account_sid: account.owner_account_sid,
    type: 'Full',
    date_created: rfc2822(account.created),
    date_updated: rfc2822(account.updated),
    uri: `${uri}.json`,
    subresource_uris: {
      incoming_phone_numbers: `${uri}/IncomingPhoneNumbers.json`,
      addresses: `${uri}/Addresses.json`,
    },
  };
}

const nameOf = (value: string): string => {
  if (value.length > 64) throw invalidParameter('FriendlyName', value);
  return value;
};

function createAccount({ store, caller, params }: CallContext): object {
  params.only('FriendlyName');
  if (caller.owner_account_sid !== caller.sid) {
    throw new TwilioError(403, 20403, 'A sub-account cannot have sub-accounts');
  }
  const now = store.now();
  const account: Account = {
    sid: store.newSid('AC'),
    friendly_name: nameOf(params.text('FriendlyName') ?? `SubAccount Created at ${new Date(now).toISOString()}`),
    status: 'active',
    auth_token: store.newSid(''),
    owner_account_sid: caller.sid,
    created: now,
    updated: now,
  };
  store.accounts.set(account.sid, account);
  return shown(account);
}

/** Closes an account permanently. Its numbers are returned to Twilio. */
export function closeAccount(store: Store, account: Account): void {
  for (const number of store.numbers.values()) {
    if (number.account_sid === account.sid) store.numbers.delete(number.sid);
  }
}

function updateAccount(context: CallContext): object {
  const { store, params } = context;
  params.only('FriendlyName', 'Status');
  const account = accountOf(context);
  const status = params.oneOf('Status', accountStatuses) ?? account.status;
  if (status !== account.status && account.sid === account.owner_account_sid) {
    throw new TwilioError(400, 20001, 'The status of a parent account cannot be changed with the API');
  }
  if (account.status === 'closed' && status !== 'closed') {
    throw new TwilioError(400, 20001, 'A closed account cannot be opened again');
  }
  if (status === 'closed') closeAccount(store, account);
  const changed = {
    ...account,
    status,
    friendly_name: nameOf(params.text('FriendlyName') ?? account.friendly_name),
    updated: store.now(),
  };
  store.accounts.set(account.sid, changed);
  return shown(changed);
}

export const accountCalls: readonly TwilioCall[] = [
  {
    method: 'GET',
    url: '/Accounts.json',
    handler: (context) => {
      const { store, caller, params } = context;
      const name = params.text('FriendlyName');
      const status = params.oneOf('Status', accountStatuses);
      const matches = [...store.accounts.values()].filter(
        (account) =>
          (account.sid === caller.sid || account.owner_account_sid === caller.sid) &&
          (name === undefined || account.friendly_name === name) &&
          (status === undefined || account.status === status),
      );
      return pageOf(context, 'accounts', ['FriendlyName', 'Status'], matches, shown);
    },
  },
  { method: 'POST', url: '/Accounts.json', creates: true, handler: createAccount },
  {
    method: 'GET',
    url: '/Accounts/:account(^\\w+).json',
    handler: (context) => {
      context.params.only();
      return shown(accountOf(context));
    },
  },
  { method: 'POST', url: '/Accounts/:account(^\\w+).json', handler: updateAccount },
];
