import { describe, expect, it } from '@jest/globals';
import { countText, plural } from './counts.js';

describe('countText', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [100_000, '100,000'],
  ])('formats %d as %s', (count, text) => {
    expect(countText(count)).toBe(text);
  });
});

describe('plural', () => {
  it('adds an s to the noun for every count except one', () => {
    expect(plural(0, 'change')).toBe('0 changes');
    expect(plural(1, 'change')).toBe('1 change');
    expect(plural(1234, 'change')).toBe('1,234 changes');
  });

  it('uses a given plural', () => {
    expect(plural(1, 'person', 'people')).toBe('1 person');
    expect(plural(3, 'person', 'people')).toBe('3 people');
  });
});
