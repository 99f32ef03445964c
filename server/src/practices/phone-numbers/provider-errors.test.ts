import { describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { AppError } from '../../platform/errors/app-error.js';
import { isUncertain, toTwilioError } from './provider-errors.js';

const answered = (statusCode: number, code: number | null): Error =>
  new twilio.RestException({
    statusCode,
    body: JSON.stringify({ code, message: 'As Twilio says it', status: statusCode }),
  });

describe('toTwilioError', () => {
  it.each([
    [401, 20003, 502, 'provider_credentials', /credentials/],
    [404, 20404, 409, 'number_moved', /no longer in that account/],
    [400, 21470, 422, 'account_invalid', /Check the account’s SID/],
    [400, 21471, 422, 'account_missing', /no longer exists at the voice provider/],
    [400, 21472, 422, 'account_inactive', /Reactivate it/],
    [400, 21473, 422, 'accounts_unrelated', /same parent account/],
    [403, 21474, 502, 'not_parent_account', /Only the parent account/],
    [400, 21613, 422, 'address_invalid', /Correct the address/],
    [400, 21631, 422, 'address_required', /Add one there/],
    [400, 21422, 422, 'refused_by_provider', /As Twilio says it/],
    [500, 20500, 502, 'provider_unavailable', /isn’t responding/],
  ])('explains HTTP %i with code %i', (http, code, status, ours, words) => {
    const appError = toTwilioError(answered(http, code));
    expect([appError.statusCode, appError.code]).toEqual([status, ours]);
    expect(appError.message).toMatch(words);
    expect(isUncertain(appError)).toBe(ours === 'provider_unavailable');
  });

  it('leaves the outcome open when the provider doesn’t respond', () => {
    expect(isUncertain(toTwilioError(new Error('socket hang up')))).toBe(true);
  });

  it('returns the console’s own error unchanged', () => {
    const own = new AppError(409, 'already_running', 'Wait');
    expect(toTwilioError(own)).toBe(own);
  });
});
