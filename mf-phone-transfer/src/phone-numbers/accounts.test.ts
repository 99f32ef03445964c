import { describe, expect, it } from '@jest/globals';
import { accountsOf, obstacles, sideOf } from './accounts';
import { ORGANIZATION_SID, PRACTICE_SID, sidOf, somePhoneNumbers } from './testing/phone-server';

it('returns both accounts with their numbers in order', () => {
  const { practice, organization } = accountsOf(somePhoneNumbers());
  expect(practice).toMatchObject({ sid: PRACTICE_SID, status: 'active' });
  expect(practice.numbers.map(({ phone_number }) => phone_number)).toEqual([
    '+13125550100',
    '+13125550101',
    '+493055501001',
  ]);
  expect(organization.sid).toBe(ORGANIZATION_SID);
});

it('finds the account of a number, or none', () => {
  const accounts = accountsOf(somePhoneNumbers());
  expect(sideOf(accounts, sidOf('+13125550100'))).toBe('practice');
  expect(sideOf(accounts, sidOf('+13125550180'))).toBe('organization');
  expect(sideOf(accounts, sidOf('+13125559999'))).toBeUndefined();
});

describe('obstacles', () => {
  it.each([
    ['returns no obstacle while both accounts are active', {}, []],
    [
      'reports a missing practice account',
      { practice_twilio_subaccount: null, practice_account_status: 'missing' as const },
      [/has no voice account/],
    ],
    [
      'reports a suspended practice account',
      { practice_account_status: 'suspended' as const },
      [/practice .* suspended/],
    ],
    ['reports a closed practice account', { practice_account_status: 'closed' as const }, [/practice .* closed/]],
    [
      'reports an account that Twilio does not recognize',
      { org_account_status: 'missing' as const },
      [/doesn’t recognize the organization/],
    ],
    [
      'reports two obstacles at once',
      { org_account_status: 'suspended' as const, practice_account_status: 'closed' as const },
      [/practice .* closed/, /organization .* suspended/],
    ],
  ])('%s', (_, over, reasons) => {
    const found = obstacles(accountsOf(somePhoneNumbers(over)));
    expect(found).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });
});
