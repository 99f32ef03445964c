import { describe, expect, it } from '@jest/globals';
import { choiceRequestIn, isBoolean, isIdOrNone, isNames } from './stored-choice';

describe('choiceRequestIn', () => {
  it.each([
    [{ kind: 'new' }, { kind: 'new' }],
    [
      { kind: 'trial', planId: 'price_growth' },
      { kind: 'trial', planId: 'price_growth' },
    ],
    [{ kind: 'start', planId: 7 }, null],
    [
      { kind: 'add', subscriptionId: 'sub_core', more: 1 },
      { kind: 'add', subscriptionId: 'sub_core' },
    ],
    [{ kind: 'switch', planId: 'price_growth' }, null],
    [{ kind: 'remove', subscriptionId: 'sub_core' }, null],
    [undefined, null],
  ])('returns only known dialogs: %j', (stored, expected) => {
    expect(choiceRequestIn(stored)).toEqual(expected);
  });
});

it.each([
  ['no id', isIdOrNone, null, true],
  ['an id', isIdOrNone, 'pm_1', true],
  ['a number in place of an id', isIdOrNone, 1, false],
  ['no names', isNames, [], true],
  ['names', isNames, ['voice'], true],
  ['numbers in place of names', isNames, [1], false],
  ['nothing in place of names', isNames, undefined, false],
  ['a choice', isBoolean, false, true],
  ['a text in place of a choice', isBoolean, 'yes', false],
])('accepts only choices of the right type: %s', (_, isChoice, stored, expected) => {
  expect(isChoice(stored)).toBe(expected);
});
