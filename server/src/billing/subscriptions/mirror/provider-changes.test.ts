import { describe, expect, it } from '@jest/globals';
import { changesOfStatus } from './provider-changes.js';

describe('changesOfStatus', () => {
  it.each([
    ['active', 'past_due', ['subscription.past_due']],
    ['active', 'unpaid', ['subscription.unpaid']],
    ['past_due', 'unpaid', ['subscription.unpaid']],
    ['past_due', 'active', ['subscription.recover']],
    ['unpaid', 'active', ['subscription.recover']],
    ['active', 'canceled', ['subscription.end']],
    ['unpaid', 'canceled', ['subscription.end']],
    ['trialing', 'active', ['trial.end']],
    ['trialing', 'past_due', ['trial.end', 'subscription.past_due']],
    ['trialing', 'canceled', ['trial.end']],
    ['active', 'active', []],
    ['unpaid', 'past_due', []],
    ['incomplete', 'active', []],
    ['incomplete', 'incomplete_expired', []],
    ['canceled', 'active', []],
  ])('turns %s to %s into %j', (before, after, changes) => {
    expect(changesOfStatus(before, after)).toEqual(changes);
  });
});
