import { expect, it } from '@jest/globals';
import { parseTsv, writeTsv } from './tsv';

it.each<[string, string[][]]>([
  ['8', [['8']]],
  [
    '8\t7.5\r\n6\t\r\n',
    [
      ['8', '7.5'],
      ['6', ''],
    ],
  ],
  ['8\n\n7', [['8'], [''], ['7']]],
  ['8\r7\r', [['8'], ['7']]],
  ['\t', [['', '']]],
  ['', [['']]],
  ['"8"\t"a ""b""\tc"\n7', [['8', 'a "b"\tc'], ['7']]],
  ['"8\t7', [['"8', '7']]],
  ['8" x\t7', [['8" x', '7']]],
])('parses %j as a spreadsheet does', (text, rows) => expect(parseTsv(text)).toEqual(rows));

it('writes tabs and line endings', () => {
  expect(
    writeTsv([
      ['8.00', '7.50'],
      ['6.00', '0.00'],
    ]),
  ).toBe('8.00\t7.50\r\n6.00\t0.00');
});
