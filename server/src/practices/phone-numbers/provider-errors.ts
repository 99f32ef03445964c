/** Maps Twilio's errors to messages that say what to do: https://www.twilio.com/docs/api/errors */
import twilio from 'twilio';
import { AppError } from '../../platform/errors/app-error.js';

interface Words {
  status: number;
  code: string;
  message: string;
}

/** Twilio's code for an unknown resource. */
export const NOT_FOUND = 20404;

const wordsByCode: Readonly<Record<number, Words>> = {
  20003: {
    status: 502,
    code: 'provider_credentials',
    message: 'The voice provider doesn’t accept this console’s credentials. Ask your administrator to check them.',
  },
  20404: {
    status: 409,
    code: 'number_moved',
    message: 'The number is no longer in that account. Check the updated lists to see where it is now.',
  },
  21470: {
    status: 422,
    code: 'account_invalid',
    message: 'The voice provider doesn’t know the account to move the number to. Check the account’s SID.',
  },
  21471: {
    status: 422,
    code: 'account_missing',
    message: 'The account to move the number to no longer exists at the voice provider.',
  },
  21472: {
    status: 422,
    code: 'account_inactive',
    message: 'One of the two accounts is suspended or closed. Reactivate it at the voice provider, then try again.',
  },
  21473: {
    status: 422,
    code: 'accounts_unrelated',
    message: 'The two accounts don’t belong to the same parent account, so numbers can’t be moved between them.',
  },
  21474: {
    status: 502,
    code: 'not_parent_account',
    message: 'Only the parent account can move numbers. Ask your administrator to set its credentials.',
  },
  21613: {
    status: 422,
    code: 'address_invalid',
    message:
      'The number’s address in the new account doesn’t meet its rules. Correct the address there, then try again.',
  },
  21631: {
    status: 422,
    code: 'address_required',
    message: 'The number needs an address in its new account. Add one there at the voice provider, then try again.',
  },
};

const UNAVAILABLE =
  'The voice provider isn’t responding. Before you try again, check the lists to see where the number is.';

/** The error for people that corresponds to an SDK error. */
export function toTwilioError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof twilio.RestException) {
    const words = error.code === undefined ? undefined : wordsByCode[error.code];
    if (words) return new AppError(words.status, words.code, words.message);
    if (error.status < 500)
      return new AppError(422, 'refused_by_provider', `The voice provider rejected this: ${error.message}`);
  }
  return new AppError(502, 'provider_unavailable', UNAVAILABLE);
}

/** True when it is unknown whether the provider made the change: it didn't respond, or its response doesn't say. */
export function isUncertain(appError: AppError): boolean {
  return appError.code === 'provider_unavailable';
}
