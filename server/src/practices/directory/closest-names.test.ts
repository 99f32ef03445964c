import { describe, expect, it } from '@jest/globals';
import { spellingsOf, typedWords, unchangedParts } from './closest-names.js';

const words = ['lakeside', 'orthodontics', 'aspen', 'bright', 'smiles', 'apple', 'span', '12'];

/** Like the database, compares only words that contain an unchanged part. */
const spelled = (typed: string): string[] => {
  const parts = unchangedParts(typed);
  return spellingsOf(
    typed,
    words.filter((word) => parts.some((part) => word.includes(part))),
  );
};

describe('spellingsOf', () => {
  it.each([
    ['lakesde', 'a missing letter', ['lakeside']],
    ['lakesside', 'a letter too many', ['lakeside']],
    ['lakeaide', 'a wrong letter', ['lakeside']],
    ['lakeisde', 'two swapped letters', ['lakeside']],
    ['alkeside', 'two swapped letters at the start', ['lakeside']],
    ['orthdontcs', 'two missing letters of a long word', ['orthodontics']],
    ['orthodnt', 'a missing letter of its beginning', ['orthodontics']],
    ['aspn', 'a missing letter of a short word', ['aspen']],
    ['apsen', 'swapped letters in the middle of a short word', ['aspen']],
    ['brihgt', 'swapped letters across its parts', ['bright']],
    ['appel', 'swapped letters at the end', ['apple']],
    ['brigt', 'a missing letter near the end', ['bright']],
  ])('reads %s, with %s', (typed, _, meant) => {
    expect(spelled(typed)).toEqual(meant);
  });

  it.each(['lxkde', 'brgt', 'aspx', 'ospe', 'harbor', 'qqqqzz', 'xkcdx'])('reads %s as nothing', (typed) => {
    expect(spelled(typed)).toEqual([]);
  });

  it.each(['12', '1234', 'lak', 'x'])('leaves %s unchanged', (typed) => {
    expect(spelled(typed)).toEqual([typed]);
  });
});

describe('typedWords', () => {
  it.each([
    ['Smith & (N.Y.)', ['smith', 'n', 'y']],
    ['a.*b+', ['a', 'b']],
    ['', null],
    ['x'.repeat(41), null],
    ['a b c d e f g h i', null],
  ])('reads %j', (text, expected) => {
    expect(typedWords(text)).toEqual(expected);
  });
});
