import { expect, it } from '@jest/globals';
import { draftOf, problemsOf, toRequest } from './create-customer-form';

it.each([
  ['Olivia Owner', 'Olivia', 'Owner'],
  ['Dr. Kim Osei', 'Dr. Kim', 'Osei'],
  ['Cher', 'Cher', ''],
])('splits %s into %j and %j', (name, firstName, lastName) => {
  expect(draftOf({ user_id: 'u', name, email: 'a@b.example' })).toMatchObject({ firstName, lastName });
});

const draft = { owner: 'u1', firstName: ' Olivia ', lastName: 'Owner', email: 'a@b.example' };

it('sends the documented field names', () => {
  expect(toRequest(draft, 7)).toEqual({
    email: 'a@b.example',
    first_name: 'Olivia',
    last_name: 'Owner',
    practice_id: 7,
    user_id: 'u1',
  });
});

it('returns the problem of each invalid field', () => {
  expect(problemsOf(draft, 7)).toEqual({});
  expect(problemsOf({ ...draft, lastName: ' ', email: 'a' }, 7)).toEqual({
    last_name: 'Must not be empty',
    email: 'Not an email address',
  });
});
