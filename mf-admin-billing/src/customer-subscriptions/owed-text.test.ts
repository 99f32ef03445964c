import { expect, it } from '@jest/globals';
import { owedText } from './owed-text';
import { aSchedule, aSubscription } from './testing/builders';
import { debtOf, overdueOf } from '../testing/charges';

const subscriptions = [
  aSubscription({ id: 'sub_core' }),
  aSubscription({ id: 'sub_phones' }),
  aSubscription({ id: 'sub_old', status: 'canceled' }),
  aSchedule(),
];

it('says how many of the running subscriptions owe how much', () => {
  const charges = { debts: [debtOf(20_800), debtOf(6_900)], overdue: [overdueOf('sub_phones')] };
  expect(owedText([{ subscriptions }], charges)).toBe('1 of 2 subscriptions owes $277.00.');
});

it('adds up each currency, and counts an ended subscription that still owes', () => {
  const charges = {
    debts: [debtOf(20_800), debtOf(500, 'eur')],
    overdue: [overdueOf('sub_phones'), overdueOf('sub_old')],
  };
  expect(owedText([{ subscriptions }], charges)).toBe('2 of 3 subscriptions owe $208.00 + €5.00.');
});

it('names the customers if no subscription owes', () => {
  expect(owedText([{ subscriptions }], { debts: [debtOf(6_900)], overdue: [] })).toBe(
    'Customers of this practice owe $69.00.',
  );
});

it('is null without debts', () => {
  expect(owedText([{ subscriptions }], { debts: [], overdue: [] })).toBeNull();
});
