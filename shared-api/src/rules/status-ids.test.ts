import { describe, expect, it } from '@jest/globals';
import { areStatusIds, readStatusIds } from './status-ids.js';

describe('status ids', () => {
  it.each<[string, number[]]>([
    ['', []],
    ['   ', []],
    ['150', [150]],
    ['-106,150', [-106, 150]],
    [' -106 , 150 ', [-106, 150]],
    ['0', [0]],
  ])('reads %j', (text, ids) => {
    expect(areStatusIds(text)).toBe(true);
    expect(readStatusIds(text)).toEqual(ids);
  });

  it.each(['1-2', '--3', '5,,6', '5,', ',5', '-', '- 5', '1 2', '1.5', 'a', '150;160', '5\t,6', '5\n', '12345678901'])(
    'rejects %j',
    (text) => {
      expect(areStatusIds(text)).toBe(false);
    },
  );
});
