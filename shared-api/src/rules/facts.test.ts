import { describe, expect, it } from '@jest/globals';
import { factsText, listText } from './facts.js';

describe('factsText', () => {
  it('joins facts with a dot between no-break spaces', () => {
    expect(factsText(['Expires soon', '12/26'])).toBe('Expires soon\u00a0·\u00a012/26');
  });

  it('leaves out missing facts', () => {
    expect(factsText([null, 'one', '', undefined, false])).toBe('one');
    expect(factsText([])).toBe('');
  });
});

describe('listText', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a and b', ['a', 'b']],
    ['a, b and c', ['a', 'b', 'c']],
  ])('formats “%s”', (text, names) => {
    expect(listText(names)).toBe(text);
  });
});
