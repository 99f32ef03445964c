import { describe, expect, it } from '@jest/globals';
import { csvFile, csvText } from './csv.js';

describe('CSV files', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    [' =1+1', "' =1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['a, b', '"a, b"'],
    ['say "x"', '"say ""x"""'],
    ['Osei', 'Osei'],
  ])('escapes %j so that a spreadsheet reads it as text', (text, safe) => expect(csvText(text)).toBe(safe));

  it('start with a byte order mark and end each line with CRLF', () => {
    expect(csvFile([['a', 'b'], ['1']])).toBe('\uFEFFa,b\r\n1\r\n');
  });
});
