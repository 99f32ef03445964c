// @ts-check
import { describe, expect, it } from '@jest/globals';
import { isValidSubject, mistypedTrailers, readCommit } from './commits.mjs';

describe('isValidSubject', () => {
  it.each([
    'fix(billing): refund the proration',
    'feat(shared-api)!: remove the former dates',
    'billing: refund the proration',
  ])('accepts %s', (subject) => {
    expect(isValidSubject(subject)).toBe(true);
  });

  it.each([
    'refund the proration',
    'billing: Refund',
    'billing: refund.',
    'feat(): refund the proration',
    `a: ${'b'.repeat(70)}`,
  ])('refuses %s', (subject) => {
    expect(isValidSubject(subject)).toBe(false);
  });
});

describe('mistypedTrailers', () => {
  it('finds lines that a release would not read', () => {
    const message = 'kit: grow\n\nAdd: a button\nAdds: a field\nBREAKING CHANGE: none\nbreaking change: dates\nWhy: so';
    expect(mistypedTrailers(message)).toEqual(['Add: a button', 'breaking change: dates']);
  });
});

describe('readCommit', () => {
  it('counts the type feat as something new, in the words of its subject', () => {
    expect(readCommit('a', 'feat(kit): add a button').added).toEqual(['add a button']);
    expect(readCommit('a', 'feat(kit): add a button\n\nAdds: a wide button').added).toEqual(['a wide button']);
    expect(readCommit('a', 'fix(kit): align the button').added).toEqual([]);
  });

  it('continues a trailer on the next line, up to an empty line or another trailer', () => {
    const message =
      'kit: grow\n\nAdds: a button\n  with an icon\nBREAKING CHANGE: dates are texts\nSigned-off-by: A\n\nMore.';
    const { added, breaking } = readCommit('a', message);
    expect([added, breaking]).toEqual([['a button with an icon'], ['dates are texts']]);
  });
});
