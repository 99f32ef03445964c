// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
const [named, found] = ['own-browser', 'google-chrome'].map((name) => path.join(folder, name));
for (const file of [named, found]) fs.writeFileSync(file ?? '', '');
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('findBrowser', () => {
  it.each([
    ['the one that CHROME_PATH names', { CHROME_PATH: named, PATH: folder }, named],
    ['the first one in PATH', { PATH: ['/nowhere', folder].join(path.delimiter) }, found],
    ['none where CHROME_PATH names a file that is not there', { CHROME_PATH: '/nowhere', PATH: folder }, null],
  ])('finds %s', (_what, env, expected) => {
    expect(findBrowser(env)).toBe(expected);
  });
});
