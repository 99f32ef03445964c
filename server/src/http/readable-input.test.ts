import { describe, expect, it } from '@jest/globals';
import { firstUnreadable } from './readable-input.js';

describe('firstUnreadable', () => {
  it.each<[string, unknown, string]>([
    ['NUL in a text', { name: 'a\0b' }, 'name'],
    ['half of a character', { list: [{ name: '\ud800' }] }, 'list.0.name'],
    ['a number beyond what counts exactly', { amount: 1e300 }, 'amount'],
    ['an infinite number', { amount: -Infinity }, 'amount'],
    ['a number that has lost its digits', { amount: 5e-324 }, 'amount'],
    ['a broken name', { nested: { 'a\0': 1 } }, 'nested'],
    ['a bare text', '\0', ''],
  ])('finds %s', (_, input, path) => {
    expect(firstUnreadable(input)).toMatchObject({ path });
  });

  it.each([[undefined], [null], ['plain text 😀'], [0], [-0.5], [Number.MAX_SAFE_INTEGER], [Buffer.from('\0')], [{}]])(
    'takes %p',
    (input) => {
      expect(firstUnreadable(input)).toBeUndefined();
    },
  );

  it('reads 200,000 levels of nesting without recursion', () => {
    let deep: unknown = 'end\0';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(firstUnreadable({ deep })?.problem).toBeDefined();
  });
});
