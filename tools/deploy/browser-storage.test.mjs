// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryPath } from '../steps.mjs';

/** Code that runs in a browser. */
const packages = fs.readdirSync(repositoryPath('.')).filter((name) => /^(shell|shared-(api|ui)|mf-.*)$/.test(name));

const isTest = /\.(test|stories)\.tsx?$|(^|\/)testing\//;

/** APIs that keep data in a browser beyond a page. */
const storages = /\b(localStorage|sessionStorage|indexedDB|caches\.|cookieStore|document\.cookie|serviceWorker)/;

/** @param {string} name of a package @returns {{ file: string, text: string }[]} */
const sourcesOf = (name) =>
  fs
    .readdirSync(repositoryPath(name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file))
    .map((file) => ({
      file: path.posix.join(name, 'src', file),
      text: fs.readFileSync(repositoryPath(name, 'src', file), 'utf8'),
    }));

/** Positions of a key in a source: a constant, a function, a property of the kit's grid, or the access itself. */
const namedKeys = [
  /const (?:\w*_KEY|STORED|\w*[kK]ey(?:Of)?) = (?:\([^)]*\): string =>\s*)?[`'"]([^`'"$]+)/g,
  /function \w*Key\([^)]*\): string \{\s*return [`'"]([^`'"$]+)/g,
  /storageKey=\{?[`'"]([^`'"$]+)/g,
  /(?:[gs]etItem|removeItem|indexedDB\.open|caches\.open)\(\s*[`'"]([^`'"$]+)/g,
];

/** The keys in a source, without their variable parts. @param {string} text */
const keysIn = (text) =>
  namedKeys.flatMap((named) => [...text.matchAll(named)].map(([, key = '']) => key.replace(/[ .-]+$/, '')));

/** @param {string} text of docs/security.md @returns {{ key: string, file: string, whose: string }[]} */
const decidedIn = (text) =>
  [...text.matchAll(/^\| `([^`]+)` +\| (tab|browser) +\| ([^|]+?) +\| ([^|]+?) +\| `([^`]+)` +\|$/gm)].map(
    ([, key = '', , whose = '', , file = '']) => ({ key, file, whose }),
  );

/** Stores the columns of grids under each page’s key, and removes personal data. */
const withoutKeys = ['shared-ui/src/data-grid/stored-columns.ts', 'shell/src/session/forget-in-tab.ts'];

describe('browser storage', () => {
  const sources = packages.flatMap(sourcesOf);
  const writers = sources.filter(({ text }) => storages.test(text) || text.includes('storageKey={`'));
  const decided = decidedIn(fs.readFileSync(repositoryPath('docs/security.md'), 'utf8'));

  it('is documented for each file that uses it', () => {
    expect(sources.length).toBeGreaterThan(500);
    const listed = new Set([...decided.map(({ file }) => file), ...withoutKeys]);
    expect(writers.map(({ file }) => file).sort()).toEqual([...listed].sort());
  });

  it('is documented for each key', () => {
    const found = writers.flatMap(({ file, text }) => keysIn(text).map((key) => `${file}: ${key}`));
    const listed = decided.map(({ file, key }) => `${file}: ${key}`);
    expect(found.sort()).toEqual(listed.sort());
  });

  it('has the person in its key unless it is impersonal', () => {
    const wrong = decided.filter(({ key, file, whose }) => {
      const { text = '' } = writers.find((one) => one.file === file) ?? {};
      const line = text.split('\n').find((one) => one.includes(`\`${key}`)) ?? '';
      return whose === 'the person’s' ? !/\$\{[^}]*user[^}]*\}/i.test(line) : whose !== 'nobody’s';
    });
    expect(wrong).toEqual([]);
  });

  it('detects an undocumented key', () => {
    expect(keysIn("const LAST_KEY = 'console.last-patient';")).toEqual(['console.last-patient']);
    expect(keysIn('const keyOf = (id: string): string => `seen notes ${id}`;')).toEqual(['seen notes']);
    expect(keysIn("sessionStorage.setItem('patient', name)")).toEqual(['patient']);
    expect(storages.test("await caches.open('records')")).toBe(true);
  });
});
