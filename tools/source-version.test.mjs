// @ts-check
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository, shellPaths, versionOf } from './source-version.mjs';

describe('shellPaths', () => {
  const paths = shellPaths().map((file) => path.relative(repository, file));

  it('covers the shell and the whole kit', () => {
    expect(paths).toEqual(expect.arrayContaining(['shell', 'shared-ui']));
  });

  it('covers only the contracts that the shell or the kit reads', () => {
    expect(paths).toContain('shared-api/src/contracts/session.ts');
    expect(paths).not.toContain('shared-api/src/contracts/phone-numbers.ts');
  });
});

describe('the version of a module in its own repository', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'source-version-'));
  afterAll(() => fs.rmSync(home, { recursive: true }));

  /** @param {string} root @param {Record<string, string>} files */
  function write(root, files) {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
  }

  const module = {
    'package.json': '{ "name": "mf-notes", "version": "1.0.0" }',
    'module.json': '{ "name": "mf-notes" }',
    'webpack.config.mjs': 'export default {};',
    'src/index.ts': "import './notes.css'; import 'chart'; import { rule } from '../rules.js'; void rule;",
    'src/notes.css': 'a { color: red }',
    'src/logo.svg': '<svg />',
    'rules.ts': 'export const rule = 1;',
    ...Object.fromEntries(
      ['shared-ui', 'shared-api', 'tools', 'chart'].map((name) => [
        `node_modules/${name}/package.json`,
        `{ "name": "${name}", "version": "2.0.0" }`,
      ]),
    ),
  };
  let count = 0;
  let root = '';
  beforeEach(() => {
    count += 1;
    root = path.join(home, String(count));
    write(root, module);
  });

  it.each(['build.tgz', 'coverage/index.html', 'coverage/lcov.ts', 'notes.txt', 'src/index.test.ts', 'README.md'])(
    'stays the same with a new file %s, which no build reads',
    (file) => {
      const before = versionOf(root);
      write(root, { [file]: 'anything' });
      expect(versionOf(root)).toBe(before);
    },
  );

  it.each([
    'src/index.ts',
    'src/notes.css',
    'src/logo.svg',
    'rules.ts',
    'module.json',
    'webpack.config.mjs',
    'node_modules/chart/package.json',
    'node_modules/shared-ui/package.json',
  ])('changes with %s', (file) => {
    const before = versionOf(root);
    write(root, { [file]: file.endsWith('.json') ? '{ "version": "2.0.1" }' : 'export const rule = 2;' });
    expect(versionOf(root)).not.toBe(before);
  });

  it('changes with a bundled package’s dependencies in the lockfile', () => {
    const lock = (/** @type {string} */ version) => ({
      'package-lock.json': JSON.stringify({
        packages: {
          'node_modules/chart': { version: '2.0.0', dependencies: { scale: '*' } },
          'node_modules/scale': { version },
        },
      }),
    });
    write(root, lock('1.0.0'));
    const before = versionOf(root);
    write(root, lock('1.0.1'));
    expect(versionOf(root)).not.toBe(before);
  });

  it('is the same in another folder', () => {
    const other = path.join(home, 'other');
    write(other, module);
    expect(versionOf(other)).toBe(versionOf(root));
  });
});
