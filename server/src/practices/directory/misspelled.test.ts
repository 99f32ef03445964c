import { describe, expect, it } from '@jest/globals';
import { misspelledPattern } from './misspelled.js';

const finds = (text: string, name: string): boolean => new RegExp(misspelledPattern(text) ?? '$^', 'u').test(name);

describe('misspelledPattern', () => {
  it.each([
    ['lakesde', 'a missing letter'],
    ['lakesside', 'a letter too many'],
    ['lakeaide', 'a wrong letter'],
    ['lakeisde', 'two swapped letters'],
    ['kaeside', 'swapped letters of a part'],
  ])('finds lakeside by %s, with %s', (text) => {
    expect(finds(text, 'lakeside orthodontics')).toBe(true);
  });

  it.each(['lxkde', 'lkesde', 'harbor'])('doesn’t find lakeside by %s', (text) => {
    expect(finds(text, 'lakeside orthodontics')).toBe(false);
  });

  it('takes signs as they are', () => {
    expect(finds('smith (n.y', 'smith & (n.y.) dental')).toBe(false);
    expect(finds('smih (n.y.)', 'smith (n.y.) dental')).toBe(true);
    expect(finds('a.*b+', 'axxb dental')).toBe(false);
  });

  it.each(['', 'lake', 'x'.repeat(41)])('leaves out %j', (text) => {
    expect(misspelledPattern(text)).toBeNull();
  });
});
