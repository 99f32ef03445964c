import { describe, expect, it } from '@jest/globals';
import { accountsOf, obstacles, sideOf } from './accounts';
import { ORGANIZATION, PRACTICE, sidOf, somePhoneNumbers } from './testing/phone-server';

it('the two accounts have their numbers in order', () => {
  const { practice, organization } = accountsOf(somePhoneNumbers());
  expect(practice).toMatchObject({ sid: PRACTICE, status: 'active' });
  expect(practice.numbers.map(({ phone_number }) => phone_number)).toEqual([
    '+13125550100',
    '+13125550101',
    '+493055501001',
  ]);
  expect(organization.sid).toBe(ORGANIZATION);
});

it('a number is in one of them, or in neither', () => {
  const accounts = accountsOf(somePhoneNumbers());
  expect(sideOf(accounts, sidOf('+13125550100'))).toBe('practice');
  expect(sideOf(accounts, sidOf('+13125550180'))).toBe('organization');
  expect(sideOf(accounts, sidOf('+13125559999'))).toBeUndefined();
});

describe('numbers cannot be moved', () => {
  it.each([
    ['never, while both are active', {}, []],
    [
      'without an account of the practice',
      { practice_twilio_subaccount: null, practice_account_status: 'missing' as const },
      [/has no voice account/],
    ],
    ['while the practice’s is suspended', { practice_account_status: 'suspended' as const }, [/practice .* suspended/]],
    ['once the practice’s is closed', { practice_account_status: 'closed' as const }, [/practice .* closed/]],
    ['while Twilio does not know one', { org_account_status: 'missing' as const }, [/does not know the organization/]],
    [
      'for two reasons at once',
      { org_account_status: 'suspended' as const, practice_account_status: 'closed' as const },
      [/practice .* closed/, /organization .* suspended/],
    ],
  ])('%s', (_, over, reasons) => {
    const found = obstacles(accountsOf(somePhoneNumbers(over)));
    expect(found).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });
});
