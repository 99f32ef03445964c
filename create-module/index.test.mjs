// @ts-check
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateError, createModuleFolder } from './index.mjs';

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
  it('declares only the module’s imports in the console’s repository', () => {
    const { root } = createModuleFolder({ name: 'mf-inside', folder, inside: true });
    expect(dependenciesOf(root)).toEqual(importedBy(root));
  });

  it('also declares the kit’s peer packages in its own repository', () => {
    const { root } = createModuleFolder({ name: 'mf-outside', folder, inside: false });
    expect(dependenciesOf(root)).toEqual([...importedBy(root), 'react-dom'].sort());
  });
});

describe('a location where no module can be created', () => {
  it('is a file with the name of the module', () => {
    fs.writeFileSync(path.join(folder, 'mf-file'), 'notes');
    const create = () => createModuleFolder({ name: 'mf-file', folder, inside: false });
    expect(create).toThrow(CreateError);
    expect(create).toThrow("already exists and isn't an empty folder");
  });

  it.each([
    ['EACCES', 'this user may not write there'],
    ['ENOSPC', 'the disk is full'],
  ])('leaves nothing behind when the system refuses with %s', (code, reason) => {
    const write = jest.spyOn(fs, 'writeFileSync');
    write
      .mockImplementationOnce(() => {})
      .mockImplementationOnce(() => {
        throw Object.assign(new Error(code), { code });
      });
    try {
      const create = () => createModuleFolder({ name: 'mf-refused', folder, inside: false });
      expect(create).toThrow(`${path.join(folder, 'mf-refused')} can't be created: ${reason}.`);
      expect(fs.existsSync(path.join(folder, 'mf-refused'))).toBe(false);
    } finally {
      write.mockRestore();
    }
  });
});

describe('npm create', () => {
  /** @param {string[]} args */
  const type = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(__dirname, 'bin.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: status, said: stderr };
  };

  it('creates a module once, and keeps an existing folder', () => {
    const { code, said } = type('mf-patient-notes');
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^Created mf-patient-notes\. Next:\n {2}cd mf-patient-notes\n(?: {2}npm .+\n){3}$/),
    ]);
    expect(fs.existsSync(path.join(folder, 'mf-patient-notes', 'src', 'index.ts'))).toBe(true);
    const again = type('mf-patient-notes');
    expect([again.code, again.said]).toEqual([1, expect.stringContaining("already exists and isn't an empty folder")]);
  });

  it('refuses an invalid module name', () => {
    expect(type('notes')).toEqual({ code: 1, said: expect.stringContaining("notes can't be the name of a module.") });
  });

  it.each([
    ['nothing', [], 2],
    ['two names', ['mf-one', 'mf-two'], 2],
    ['an unknown option', ['--all'], 2],
    ['a question for help', ['--help'], 0],
  ])('shows its usage for %s', (_what, args, code) => {
    expect(type(...args)).toEqual({ code, said: 'Usage: npm create @practice-console/module mf-example\n' });
  });
});
