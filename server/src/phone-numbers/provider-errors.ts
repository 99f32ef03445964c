/** What Twilio refuses, in words that say what to do: https://www.twilio.com/docs/api/errors */
import twilio from 'twilio';
import { Refusal } from '../http/refusal.js';

interface Words {
  status: number;
  code: string;
  message: string;
}

const known: Readonly<Record<number, Words>> = {
  20003: {
    status: 502,
    code: 'provider_credentials',
    message:
      'The voice provider does not accept this console’s credentials. Ask whoever runs the console to check them.',
  },
  20404: {
    status: 409,
    code: 'number_moved',
    message: 'The number is not in that account any more. The lists are read again; look where it is now.',
  },
  21470: {
    status: 422,
    code: 'account_invalid',
    message: 'The voice provider does not know the account that the number should go to. Check the account’s SID.',
  },
  21471: {
    status: 422,
    code: 'account_missing',
    message: 'The account that the number should go to does not exist at the voice provider any more.',
  },
  21472: {
    status: 422,
    code: 'account_inactive',
    message: 'One of the two accounts is suspended or closed. Reactivate it at the voice provider, then try again.',
  },
  21473: {
    status: 422,
    code: 'accounts_unrelated',
    message: 'The two accounts do not belong to the same parent account, so numbers cannot be moved between them.',
  },
  21474: {
    status: 502,
    code: 'not_parent_account',
    message: 'Only the parent account may move numbers. Ask whoever runs the console to configure its credentials.',
  },
  21613: {
    status: 422,
    code: 'address_invalid',
    message:
      'The number needs an address that its new account has and that satisfies its rules. Correct the address there, then try again.',
  },
  21631: {
    status: 422,
    code: 'address_required',
    message: 'The number needs an address in its new account. Add one there at the voice provider, then try again.',
  },
};

const UNAVAILABLE =
  'The voice provider does not answer right now. The lists show where the number is once it does; look there before you try again.';

/** The refusal that an error of the SDK stands for. */
export function refusalOfTwilio(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof twilio.RestException) {
    const words = error.code === undefined ? undefined : known[error.code];
    if (words) return new Refusal(words.status, words.code, words.message);
    if (error.status < 500)
      return new Refusal(422, 'refused_by_provider', `The voice provider refused: ${error.message}`);
  }
  return new Refusal(502, 'provider_unavailable', UNAVAILABLE);
}

/** True when nobody knows whether the provider has done it: no answer came, or one that says nothing. */
export function leavesOpen(refusal: Refusal): boolean {
  return refusal.code === 'provider_unavailable';
}
