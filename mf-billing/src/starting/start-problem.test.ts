import { expect, it } from '@jest/globals';
import { startProblem } from './start-problem';

const texts = { noCustomer: 'customer', noCard: 'card', noConsent: 'consent' };

it.each([
  ['asks for a customer first', null, true, 'customer'],
  ['asks for a card next', { has_payment_method: false }, true, 'card'],
  ['asks for consent last', { has_payment_method: true }, false, 'consent'],
  ['returns undefined when nothing is missing', { has_payment_method: true }, true, undefined],
])('%s', (_, customer, consent, problem) => {
  expect(startProblem({ customer, consent }, texts)).toBe(problem);
});
