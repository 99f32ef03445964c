// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';

/** @typedef {{ chapter: string, number: string, state: string, shownBy: string }} Requirement */

/**
 * The rows of the requirements, each with its chapter.
 * @param {string} text of docs/security.md @returns {Requirement[]}
 */
function requirementsOf(text) {
  let chapter = '';
  return text.split('\n').flatMap((line) => {
    chapter = /^### (V\d+ .*)$/.exec(line)?.[1] ?? chapter;
    const [, number = '', , state = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ chapter, number, state, shownBy }] : [];
  });
}

/** The counts at the top: for each chapter, and for all, met, not applicable and open. @param {string} text */
const countsOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^\| (V\d+ [^|]*|\*\*All\*\*) *\| (\d+) *\| (\d+) *\| (\d+) *\|$/gm)].map(
      ([, name = '', ...counts]) => [name.trim(), counts.map(Number)],
    ),
  );

/** @param {Requirement[]} requirements */
const counted = (requirements) =>
  ['met', 'not applicable', 'open'].map((state) => requirements.filter((one) => one.state === state).length);

/** Files of this repository that a text names in backticks, without npm packages. @param {string} text */
const filesIn = (text) =>
  [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter((name) => /^[^@].*\/|\.(json|md)$/.test(name));

/** @param {string} text */
const missingFiles = (text) => filesIn(text).filter((file) => !fs.existsSync(repositoryPath(file)));

describe('docs/security.md', () => {
  const text = fs.readFileSync(repositoryPath('docs/security.md'), 'utf8');
  const requirements = requirementsOf(text);

  it('names only files that exist', () => {
    expect(filesIn(text).length).toBeGreaterThan(200);
    expect(missingFiles(text)).toEqual([]);
    expect(missingFiles('shown by `server/src/http/removed.test.ts`')).toEqual(['server/src/http/removed.test.ts']);
  });

  it('names a test for each met requirement, and a reason for the others', () => {
    const unproven = requirements.filter(
      ({ state, shownBy }) => state === 'met' && !filesIn(shownBy).some((file) => /\.(test|spec)\.[a-z]+$/.test(file)),
    );
    expect(unproven).toEqual([]);
    expect(requirements.filter(({ shownBy }) => shownBy === '')).toEqual([]);
  });

  // Requirements that a document meets.
  it.each([
    ['docs/security.md', ['Threat model', 'What is worth protecting', 'Who acts, and over which boundary']],
    ['docs/architecture.md', ['Packages', 'A request', 'Modules', 'Security']],
    ['docs/operations.md', ['Settings']],
    ['CONTRIBUTING.md', ['Check', 'Write']],
    ['docs/writing-a-module.md', ['What a module may use']],
  ])('has the chapters of %s', (file, chapters) => {
    const titles = [...fs.readFileSync(repositoryPath(file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(expect.arrayContaining(chapters));
  });

  it('has each requirement of level 2 once, in a known state', () => {
    const numbers = requirements.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    // ASVS 4.0.3 has 259 requirements up to level 2 in its chapters 1 to 14.
    expect(counted(requirements).reduce((sum, count) => sum + count)).toBe(259);
  });

  it('states the counts of its rows', () => {
    const chapters = [...new Set(requirements.map(({ chapter }) => chapter))];
    const expected = chapters.map((name) => [name, counted(requirements.filter(({ chapter }) => chapter === name))]);
    expect(countsOf(text)).toEqual({ ...Object.fromEntries(expected), '**All**': counted(requirements) });
  });
});
