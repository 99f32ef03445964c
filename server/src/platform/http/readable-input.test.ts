import { describe, expect, it } from '@jest/globals';
import { findUnreadable } from './readable-input.js';

describe('firstUnreadable', () => {
  it.each<[string, unknown, string]>([
    ['NUL in a text', { name: 'a\0b' }, 'name'],
    ['half a surrogate pair', { list: [{ name: '\ud800' }] }, 'list.0.name'],
    ['a number beyond the safe integers', { amount: 1e300 }, 'amount'],
    ['an infinite number', { amount: -Infinity }, 'amount'],
    ['a number too small for its digits', { amount: 5e-324 }, 'amount'],
    ['a broken name', { nested: { 'a\0': 1 } }, 'nested'],
    ['a bare text', '\0', ''],
  ])('finds %s', (_, input, path) => {
    expect(findUnreadable(input)).toMatchObject({ path });
  });

  it.each([[undefined], [null], ['plain text 😀'], [0], [-0.5], [Number.MAX_SAFE_INTEGER], [Buffer.from('\0')], [{}]])(
    'accepts %p',
    (input) => {
      expect(findUnreadable(input)).toBeUndefined();
    },
  );

  it('reads 200,000 levels of nesting without recursion', () => {
    let deep: unknown = 'end\0';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(findUnreadable({ deep })?.problem).toBeDefined();
  });
});
