import { describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { Refusal } from '../http/refusal.js';
import { leavesOpen, refusalOfTwilio } from './provider-errors.js';

const answered = (statusCode: number, code: number | null): Error =>
  new twilio.RestException({
    statusCode,
    body: JSON.stringify({ code, message: 'As Twilio says it', status: statusCode }),
  });

describe('what the voice provider refuses', () => {
  it.each([
    [401, 20003, 502, 'provider_credentials', /credentials/],
    [404, 20404, 409, 'number_moved', /not in that account any more/],
    [400, 21470, 422, 'account_invalid', /Check the account’s SID/],
    [400, 21471, 422, 'account_missing', /does not exist at the voice provider/],
    [400, 21472, 422, 'account_inactive', /Reactivate it/],
    [400, 21473, 422, 'accounts_unrelated', /same parent account/],
    [403, 21474, 502, 'not_parent_account', /Only the parent account/],
    [400, 21613, 422, 'address_invalid', /Correct the address/],
    [400, 21631, 422, 'address_required', /Add one there/],
    [400, 21422, 422, 'refused_by_provider', /As Twilio says it/],
    [500, 20500, 502, 'provider_unavailable', /does not answer/],
  ])('with %i and %i is said in words that say what to do', (http, code, status, ours, words) => {
    const refusal = refusalOfTwilio(answered(http, code));
    expect([refusal.statusCode, refusal.code]).toEqual([status, ours]);
    expect(refusal.message).toMatch(words);
    expect(leavesOpen(refusal)).toBe(ours === 'provider_unavailable');
  });

  it('by not answering at all leaves open what has happened', () => {
    expect(leavesOpen(refusalOfTwilio(new Error('socket hang up')))).toBe(true);
  });

  it('is passed on as it is when it is a refusal of ours', () => {
    const own = new Refusal(409, 'already_running', 'Wait');
    expect(refusalOfTwilio(own)).toBe(own);
  });
});
