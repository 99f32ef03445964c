// @ts-check
import { afterEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildInputs } from './build-inputs.mjs';

/** @type {string[]} */
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** @param {Record<string, string>} files @param {Record<string, object>} [installed] entries of the lockfile */
function repositoryWith(files, installed = {}) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'inputs-'));
  folders.push(root);
  const all = { 'package-lock.json': JSON.stringify({ packages: installed }), ...files };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

const contracts = {
  'api/package.json': JSON.stringify({
    exports: { './contracts': { source: './src/index.ts' }, './contracts/*': { source: './src/*.ts' } },
  }),
  'api/src/index.ts':
    "export * from './hours.js';\nexport * from './cards.js';\nexport { rule as ruleOfHours } from './rule.js';",
  'api/src/hours.ts':
    "import { call } from './call.js';\nimport type { Card } from './cards.js';\nexport const readHours = call;",
  'api/src/cards.ts': 'export interface Card {}\nexport const readCards = 1;',
  'api/src/rule.ts': 'export const rule = 1;',
  'api/src/call.ts': 'export const call = 1;',
};

/** @param {Record<string, string>} files @param {(specifier: string) => boolean} [isShared] */
function reached(files, isShared = () => false) {
  const root = repositoryWith({ ...contracts, ...files });
  const found = buildInputs(root).reachedFrom(path.join(root, 'mf/index.ts'), isShared);
  return { ...found, files: found.files.map((file) => path.relative(root, file)) };
}

describe('reachedFrom', () => {
  it('follows only names imported through a re-exporting file', () => {
    expect(reached({ 'mf/index.ts': "import { readHours } from 'api/contracts';" }).files).toEqual([
      'api/src/call.ts',
      'api/src/hours.ts',
      'mf/index.ts',
    ]);
  });

  it('follows an import of an export pattern', () => {
    const { files, packages } = reached({ 'mf/index.ts': "import { readHours } from 'api/contracts/hours';" });
    expect([files, packages]).toEqual([['api/src/call.ts', 'api/src/hours.ts', 'mf/index.ts'], []]);
  });

  it('follows everything behind an import of all names', () => {
    const { files } = reached({ 'mf/index.ts': "import * as contracts from 'api/contracts';" });
    expect(files).toEqual([
      'api/src/call.ts',
      'api/src/cards.ts',
      'api/src/hours.ts',
      'api/src/rule.ts',
      'mf/index.ts',
    ]);
  });

  it('ignores imports of types', () => {
    const { files } = reached({
      'mf/index.ts': "import type { readHours } from 'api/contracts';\nimport { type readCards } from 'api/contracts';",
    });
    expect(files).toEqual(['mf/index.ts']);
  });

  it('follows imports on demand and assets', () => {
    const { files } = reached({
      'mf/index.ts': "export const page = () => import('./page');",
      'mf/page.tsx': "import icon from './icon.svg';\nexport const Page = icon;",
      'mf/icon.svg': '<svg/>',
    });
    expect(files).toEqual(['mf/icon.svg', 'mf/index.ts', 'mf/page.tsx']);
  });

  it('returns installed packages, except those that the page provides', () => {
    const { packages } = reached(
      { 'mf/index.ts': "import 'react';\nimport { z } from 'zod/mini';\nimport x from '@scope/name/part';" },
      (specifier) => specifier === 'react',
    );
    expect(packages).toEqual(['@scope/name', 'zod']);
  });
});

describe('versionsOf', () => {
  it('returns the installed versions of a package and its dependencies', () => {
    const root = repositoryWith(
      {},
      {
        'node_modules/a': { version: '1.0.0', dependencies: { b: '*' } },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0' },
        'mf/node_modules/a': { version: '2.0.0', dependencies: { b: '*' } },
        'mf/node_modules/a/node_modules/b': { version: '3.0.0' },
      },
    );
    const inputs = buildInputs(root);
    expect(inputs.versionsOf(['a'], '')).toEqual(['node_modules/a@1.0.0', 'node_modules/b@1.0.0']);
    expect(inputs.versionsOf(['a'], 'mf')).toEqual([
      'mf/node_modules/a/node_modules/b@3.0.0',
      'mf/node_modules/a@2.0.0',
    ]);
  });
});
