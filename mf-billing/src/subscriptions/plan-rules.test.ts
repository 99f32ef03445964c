import { describe, expect, it } from '@jest/globals';
import type { TrialPlan } from 'shared-api/contracts';
import { aBundle, aFeature, aPlan, noon, noTrial, trialUsed } from '../testing/builders';
import { daysLeft, planState, trialEndFrom, trialProblem } from './plan-rules';
import { intervalFromSearch, searchWithInterval } from './use-interval';

const now = new Date('2026-11-20T18:00:00Z');

it.each([
  ['a whole number of days', 9 * 86_400, 9],
  ['a day and a second', 86_401, 2],
  ['a second', 1, 1],
  ['nothing', 0, 0],
  ['less than nothing', -5, 0],
])('%s left is counted up, never below 0', (_, seconds, days) => {
  expect(daysLeft(now.getTime() / 1000 + seconds, now)).toBe(days);
});

it('a trial ends today plus its days', () => {
  expect(trialEndFrom(now, 14)).toBe(noon('2026-12-04'));
});

describe('a plan', () => {
  const trial = { id: 'sub_trial', trial_start: 1, trial_end: 2 };
  const growth = ['Recall campaigns', 'Reviews', 'Referral tracking'].map((name) => aFeature(name));
  const phones = aBundle({ name: 'phones', included_features: ['calls'] });
  const bundled = { features: [], bundles: [{ name: 'phones', display_name: 'Phones' }] };
  it.each<[string, Partial<TrialPlan>, ReturnType<typeof aFeature>[], string]>([
    ['with a trial to have', {}, [], 'trial-eligible'],
    ['whose trials are used', trialUsed, [], 'trials-used'],
    ['without trials', noTrial, [], 'plain'],
    ['on trial, although its features are active', { active_trial: trial }, growth, 'trial-active'],
    ['of which the practice has all', {}, growth, 'all-active'],
    ['of which the practice has some', {}, growth.slice(1), 'trial-eligible'],
    [
      'of which one feature is not active',
      {},
      [...growth.slice(1), aFeature('Recall campaigns', { is_active: false })],
      'trial-eligible',
    ],
    ['of nothing is not had already', { features: [] }, growth, 'trial-eligible'],
    ['of a bundle of which the practice has all', bundled, [aFeature('Calls', { name: 'calls' })], 'all-active'],
    ['of a bundle of which it has nothing', bundled, [], 'trial-eligible'],
  ])('%s', (_, over, features, state) => {
    expect(planState(aPlan(over), { features, bundles: [phones] })).toBe(state);
  });
});

it.each([
  ['nobody chosen', null, true, 'customer'],
  ['no card', { has_payment_method: false }, true, 'card'],
  ['no consent', { has_payment_method: true }, false, 'consent'],
  ['everything there', { has_payment_method: true }, true, undefined],
])('a trial with %s', (_, customer, consent, problem) => {
  const words = { noCustomer: 'customer', noCard: 'card', noConsent: 'consent' };
  expect(trialProblem({ customer, consent }, words)).toBe(problem);
});

it.each([
  ['', 'month'],
  ['?interval=year', 'year'],
  ['?interval=week', 'month'],
])('the address %j shows plans by the %s', (search, interval) => {
  expect(intervalFromSearch(search)).toBe(interval);
});

it('the interval goes into the address and leaves the rest of it alone', () => {
  expect(searchWithInterval('?a=1', 'year')).toBe('?a=1&interval=year');
  expect(searchWithInterval('?interval=year', 'month')).toBe('');
});
