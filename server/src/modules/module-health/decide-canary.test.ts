import { describe, expect, it } from '@jest/globals';
import { decideCanary } from './decide-canary.js';

const usual = { min_people: 5, max_failing_percent: 5 };

describe('decideCanary', () => {
  it.each([
    ['nobody visited it', [0, 0], [0, 0], usual, 'keep'],
    ['it works for everybody', [50, 0], [500, 0], usual, 'keep'],
    ['it failed for all of too few people', [4, 4], [500, 0], usual, 'keep'],
    ['it failed for all of just enough people', [5, 5], [500, 0], usual, 'withdraw'],
    ['it fails exactly as much as the rule allows', [20, 1], [500, 0], usual, 'keep'],
    ['it fails a little more than the rule allows', [20, 2], [500, 0], usual, 'withdraw'],
    ['the live version fails as often', [20, 10], [500, 250], usual, 'keep'],
    ['it fails by exactly five points more than the live one', [40, 4], [500, 25], usual, 'keep'],
    ['it fails by six points more than the live one', [100, 11], [100, 5], usual, 'withdraw'],
    ['the live version fails more often', [20, 2], [500, 250], usual, 'keep'],
    ['nobody visited the live version', [5, 1], [0, 0], usual, 'withdraw'],
    ['one person is enough', [1, 1], [0, 0], { min_people: 1, max_failing_percent: 0 }, 'withdraw'],
    [
      'it fails as often as the live one and no more is allowed',
      [3, 1],
      [9, 3],
      { min_people: 1, max_failing_percent: 0 },
      'keep',
    ],
    ['everything is allowed', [50, 50], [500, 0], { min_people: 1, max_failing_percent: 100 }, 'keep'],
  ] as const)(
    'evaluates a canary when %s: %j, live %j, rule %j: %s',
    (_when, [people, failing], [livePeople, liveFailing], rule, expected) => {
      expect(decideCanary({ people, failing }, { people: livePeople, failing: liveFailing }, rule)).toBe(expected);
    },
  );
});
