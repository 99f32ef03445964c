// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createModuleFolder } from 'create-module';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'create-module-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The packages that the sources of a module import, without those of its tests. @param {string} root */
function importedBy(root) {
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const imports = sources.flatMap((file) => [
    ...fs.readFileSync(path.join(root, 'src', file), 'utf8').matchAll(/from '([^.'/]+)/g),
  ]);
  return [...new Set(imports.map(([, name]) => name))].sort();
}

/** @param {string} root */
const dependenciesOf = (root) =>
  Object.keys(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies);

describe('createModuleFolder', () => {
  it('declares in the console’s repository what the module imports, and nothing else', () => {
    const { root } = createModuleFolder({ name: 'mf-inside', folder, inside: true });
    expect(dependenciesOf(root)).toEqual(importedBy(root));
  });

  it('declares in a repository of its own also what the kit needs next to it', () => {
    const { root } = createModuleFolder({ name: 'mf-outside', folder, inside: false });
    expect(dependenciesOf(root)).toEqual([...importedBy(root), 'react-dom'].sort());
  });
});
